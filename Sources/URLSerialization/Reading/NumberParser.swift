/// A parser of numbers in JSON's grammar, with exactly the results of `JSONDecoder` on Linux, except that `JSONDecoder`
/// refuses `0e1` to `0e9`.
///
/// | number | `Int` | `Double` | `Decimal` |
/// |---|---|---|---|
/// | `7`, `7.0`, `70e-1` | 7 | 7 | 7 |
/// | `7.5` | – | 7.5 | 7.5 |
/// | `-0` | 0 | −0 | 0 |
/// | `1e400`, `1e-400` | – | – | – |
enum NumberParser {
    /// Whether a text is a decimal number: JSON's grammar, with a plus and leading zeros allowed.
    static func isNumber(_ text: ByteRun) -> Bool {
        text.withCursor { cursor in
            var rest = cursor
            func takeDigits() -> Bool { rest.skip { $0 &- UInt8(ascii: "0") < 10 } > 0 }
            func takeSign() { _ = rest.take("-") || rest.take("+") }

            takeSign()
            guard takeDigits() else { return false }
            if rest.take("."), !takeDigits() { return false }
            if rest.take("e") || rest.take("E") {
                takeSign()
                guard takeDigits() else { return false }
            }
            return rest.isAtEnd
        }
    }

    /// Returns a whole number of up to 18 digits, or `nil` for other text.
    @inline(__always)
    static func shortInteger(_ text: ByteRun) -> Int64? {
        let isNegative = text.count > 0 && text[0] == UInt8(ascii: "-")
        let start = isNegative ? 1 : 0
        guard text.count > start, text.count - start <= 18 else { return nil }
        var value: Int64 = 0
        for index in start..<text.count {
            let digit = text[index] &- UInt8(ascii: "0")
            guard digit < 10 else { return nil }
            value = value &* 10 &+ Int64(digit)
        }
        return isNegative ? -value : value
    }

    /// Returns an integer, or `nil` if the number is not whole or does not fit.
    @inline(__always)
    static func integer<Integer: FixedWidthInteger>(_ text: ByteRun) -> Integer? {
        if let value = shortInteger(text) { return Integer(exactly: value) }
        return uncommonInteger(text.string)
    }

    /// Returns an integer of more than 18 digits, or one with a fraction or exponent. A fraction
    /// beyond a double's digits is cut off, but a number from 2⁵³ on whose digits take more than 64 bits is refused.
    @inline(never)
    static func uncommonInteger<Integer: FixedWidthInteger>(_ text: String) -> Integer? {
        if let value = Integer(text) { return value }
        guard text.utf8.contains(where: { $0 == UInt8(ascii: ".") || $0 | 0x20 == UInt8(ascii: "e") }),
            let double = parsed(text, as: Double.self), let value = Integer(exactly: double)
        else { return nil }
        // Beyond 2⁵³ several integers share one double.
        if double.magnitude < 0x1p53 { return value }
        guard let decimal = Decimal(string: text), UInt64("\(decimal.magnitude.significand)") != nil else { return nil }
        let whole = decimal.description.prefix { $0 != "." }
        return Int64(whole).flatMap { Integer(exactly: $0) } ?? UInt64(whole).flatMap { Integer(exactly: $0) }
    }

    /// Returns a double, or `nil` if the number is too large or too small.
    @inline(__always)
    static func double(_ text: ByteRun) -> Double? { double(text, parts(of: text)) }

    @inline(__always)
    private static func double(_ text: ByteRun, _ parts: (digits: UInt64, exponent: Int)?) -> Double? {
        guard let (digits, exponent) = parts, (-22...22).contains(exponent) else { return finite(text.string) }
        var value: Double
        if digits <= 1 << 53 {
            // Both operands are exact, so the result is the nearest double.
            value = exponent < 0 ? Double(digits) / powersOfTen[-exponent] : Double(digits) * powersOfTen[exponent]
        } else {
            guard (-19...0).contains(exponent) else { return finite(text.string) }
            value = quotient(of: digits, by: UInt64(powersOfTen[-exponent]))
        }
        return text[0] == UInt8(ascii: "-") ? -value : value
    }

    /// Divides numbers of 64 bits. The quotient's 64 bits and the remainder decide how it is rounded to 53.
    private static func quotient(of dividend: UInt64, by divisor: UInt64) -> Double {
        let (shift, divisorShift) = (dividend.leadingZeroBitCount, divisor.leadingZeroBitCount)
        let (high, scaled) = (dividend << UInt64(shift), divisor << UInt64(divisorShift))
        let isGreater = high >= scaled
        let (quotient, remainder) = scaled.dividingFullWidth(isGreater ? (high >> 1, high << 63) : (high, 0))
        let rest = quotient & 0x7FF
        let roundsUp = rest > 0x400 || rest == 0x400 && (remainder > 0 || quotient >> 11 & 1 == 1)
        let exponent = divisorShift - shift - (isGreater ? 52 : 53)
        return Double(sign: .plus, exponent: exponent, significand: Double(quotient >> 11 + (roundsUp ? 1 : 0)))
    }

    /// Returns a number that is finite, and zero only if its digits are; otherwise `nil`.
    @inline(never)
    static func finite<Number: BinaryFloatingPoint & LosslessStringConvertible>(_ text: String) -> Number? {
        guard let value = parsed(text, as: Number.self), value.isFinite else { return nil }
        guard value == 0 else { return value }
        let mantissa = text.utf8.prefix { $0 | 0x20 != UInt8(ascii: "e") }
        return mantissa.contains { (UInt8(ascii: "1")...UInt8(ascii: "9")).contains($0) } ? nil : value
    }

    /// Returns the first of these that keeps all digits of a number: an integer of 64 bits, the nearest double if its
    /// shortest text has them, a decimal. Returns `nil` if the number is too large.
    ///
    /// | text | value |
    /// |---|---|
    /// | `7`, `7.0`, `70e-1` | `int(7)` |
    /// | `0.1`, `1e200` | `double(0.1)`, `double(1e200)` |
    /// | `0.10000000000000001`, `123456789012345678901` | `decimal` |
    static func value(_ text: ByteRun) -> ParameterValue? {
        if let value = shortInteger(text) { return .int(value) }
        // Zeros at the end may hide a short number.
        let parts = significand(of: text) ?? Decimal(string: text.string)?.description.withRun(significand)
        let (digits, double) = (parts?.digits ?? .max, double(text, parts))
        // No two numbers of 15 digits are the same double, and the shortest text of one has at most 17.
        var isDouble = digits < 1_000_000_000_000_000
        if let parts, !isDouble, digits < 100_000_000_000_000_000 {
            // If one digit less is the same double, its text is shorter.
            let isShorter =
                (-19..<0).contains(parts.exponent)
                && self.double(text, ((digits + 5) / 10, parts.exponent + 1)) == double
            isDouble = !isShorter && double?.description.withRun(significand)?.digits == digits
        }
        // Beyond 2⁵³ several integers share one double.
        if isDouble, let double, !(0x1p53..<0x1p64).contains(double.magnitude) {
            return Int64(exactly: double).map(ParameterValue.int) ?? .double(double)
        }
        let decimal = decimal(text, parts)
        if let decimal, decimal.exponent >= 0 {
            if let value = Int64(decimal.description) { return .int(value) }
            if let value = UInt64(decimal.description) { return .uint(value) }
        }
        if !isDouble, let decimal { return .decimal(decimal) }
        // As an integer, a number that is too small for a double is zero.
        return double.map(ParameterValue.double) ?? uncommonInteger(text.string).map(ParameterValue.int)
    }

    /// Returns a decimal as Foundation reads it, which takes ten times as long.
    static func decimal(_ text: ByteRun) -> Decimal? { decimal(text, significand(of: text)) }

    private static func decimal(_ text: ByteRun, _ parts: (digits: UInt64, exponent: Int)?) -> Decimal? {
        guard let (digits, exponent) = parts, digits > 0, abs(exponent) <= 100 else {
            return Decimal(string: text.string)
        }
        let sign: FloatingPointSign = text[0] == UInt8(ascii: "-") ? .minus : .plus
        return Decimal(sign: sign, exponent: exponent, significand: Decimal(digits))
    }

    /// Returns the nearest number, infinite if it is too large.
    private static func parsed<Number: BinaryFloatingPoint & LosslessStringConvertible>(
        _ text: String, as type: Number.Type
    ) -> Number? {
        // Swift's parser overflows on exponents of many digits.
        if let mark = text.utf8.firstIndex(where: { $0 | 0x20 == UInt8(ascii: "e") }) {
            let exponent = text[text.index(after: mark)...]
            let digits = exponent.drop { "+-0".contains($0) }
            if digits.utf8.count >= 10 {
                let hasDigits = text[..<mark].contains { ("1"..."9").contains($0) }
                let magnitude: Number = hasDigits && exponent.first != "-" ? .infinity : 0
                return text.first == "-" ? -magnitude : magnitude
            }
        }
        return Number(text)
    }

    /// Returns the digits of a number of up to 19 digits, and the power of ten that they are multiplied by.
    @inline(__always)
    private static func parts(of text: ByteRun) -> (digits: UInt64, exponent: Int)? {
        guard text.count <= 24 else { return nil }
        var digits: UInt64 = 0
        var count = 0
        var exponent = 0
        var isFraction = false
        var index = 0
        while index < text.count {
            let byte = text[index]
            let digit = byte &- UInt8(ascii: "0")
            index += 1
            if digit < 10 {
                digits = digits &* 10 &+ UInt64(digit)
                if count > 0 || digit > 0 { count += 1 }
                if isFraction { exponent -= 1 }
            } else if byte == UInt8(ascii: ".") {
                isFraction = true
            } else if byte | 0x20 == UInt8(ascii: "e") {
                let power = Int(text.part(index..<text.count).string)
                guard let power, (-1000...1000).contains(power) else { return nil }
                exponent += power
                break
            }
        }
        return count <= 19 ? (digits, exponent) : nil
    }

    /// Returns the digits of a number without zeros at their end, and the power of ten that they are multiplied by.
    private static func significand(of text: ByteRun) -> (digits: UInt64, exponent: Int)? {
        guard var (digits, exponent) = parts(of: text) else { return nil }
        while digits > 0, digits % 10 == 0 { (digits, exponent) = (digits / 10, exponent + 1) }
        return (digits, exponent)
    }

    private static let powersOfTen: [Double] = (0...22).map { Double("1e\($0)") ?? .nan }
}
