/// The numbers that `JSONSerialization` on Linux makes of JSON's.
///
/// | text | number |
/// |---|---|
/// | `7`, `-7` | an integer of 64 bits |
/// | `1.5`, `1E2` | a `Double` |
/// | `1.00000000000000001`, `-9223372036854775808` | an `NSDecimalNumber` |
/// | `1e999` | none |
enum JSONNumber {
    /// Returns the number of a text in JSON's grammar, or `nil` if it is too large.
    @inline(__always)
    static func number(_ text: ByteRun) -> NSNumber? {
        let isNegative = text[0] == UInt8(ascii: "-")
        var digits: UInt64 = 0
        var fractionDigits = -1
        guard text.count <= 17 else { return longNumber(text) }
        for index in (isNegative ? 1 : 0)..<text.count {
            let digit = text[index] &- UInt8(ascii: "0")
            if digit < 10 {
                digits = digits &* 10 &+ UInt64(digit)
                if fractionDigits >= 0 { fractionDigits += 1 }
            } else if text[index] == UInt8(ascii: ".") {
                fractionDigits = 0
            } else {
                return longNumber(text)
            }
        }
        if fractionDigits < 0 {
            guard isNegative else { return digits < 256 ? small[Int(digits)] : NSNumber(value: digits) }
            return NSNumber(value: -Int64(digits))
        }
        // Both are exact, so the quotient is rounded once.
        guard digits < 1 << 53 else { return longNumber(text) }
        let value = Double(digits) / NumberParser.powersOfTen[fractionDigits]
        return NSNumber(value: isNegative ? -value : value)
    }

    /// Returns the number of a long text or one with an exponent.
    @inline(never)
    private static func longNumber(_ text: ByteRun) -> NSNumber? {
        // Foundation looks for `e`, but not for `E`, and counts the sign, the point and an exponent with `E` as digits.
        let exponentPlace = text.firstIndex(of: UInt8(ascii: "e"))
        let count = exponentPlace ?? text.count
        let string = text.string
        if exponentPlace == nil, !text.contains(UInt8(ascii: ".")) {
            if text[0] == UInt8(ascii: "-") {
                if count <= 19, let value = Int64(string) { return NSNumber(value: value) }
            } else if count <= 20, let value = UInt64(string) {
                return NSNumber(value: value)
            }
        }
        let exponent = exponentPlace.flatMap { Int(text.part(($0 + 1)..<text.count).string) } ?? 0
        if count > 17, exponent >= -128, exponent <= 127, let value = Decimal(string: string), value.isFinite {
            return NSDecimalNumber(decimal: value)
        }
        guard let value = Double(string), value.isFinite else { return nil }
        return NSNumber(value: value)
    }

    private static let small = (0..<256).map { NSNumber(value: UInt64($0)) }
}
