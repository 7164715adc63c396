/// The text of numbers as Apple's Foundation prints them, which differs from Linux's in some cases.
///
/// Apple documents the table at `NSNumber.description(withLocale:)`: integers in decimal, doubles by `%0.16g`, floats
/// by `%0.7g`.
enum NumberText {
    static func append(_ value: Int64, to buffer: inout ByteBuffer) {
        if value < 0 { buffer.append(UInt8(ascii: "-")) }
        append(value.magnitude, to: &buffer)
    }

    static func append(_ value: UInt64, to buffer: inout ByteBuffer) {
        buffer.append(digitsOf: value, count: digitCount(of: value))
    }

    static func append(_ value: Double, strategy: NumberStrategy, to buffer: inout ByteBuffer) {
        switch strategy {
        case .foundation:
            if !appendCommon(value, to: &buffer) { buffer.append(formatted(value)) }
        case .shortest: appendShortest(value, to: &buffer)
        }
    }

    static func append(_ value: Float, strategy: NumberStrategy, to buffer: inout ByteBuffer) {
        switch strategy {
        case .foundation:
            if !appendCommon(Double(value), digits: 7, to: &buffer) {
                buffer.append(String(format: "%0.7g", Double(value)))
            }
        case .shortest: appendDescription(value.description, to: &buffer)
        }
    }

    /// Returns any number by `%0.16g`, more slowly than ``appendCommon(_:to:)``.
    static func formatted(_ value: Double) -> String { String(format: "%0.16g", value) }

    /// Appends the shortest text that reads back as the same number, without a final `.0`.
    ///
    /// No two decimals of at most 15 digits are the same double. If one of them reads back as the value, it is
    /// therefore the shortest once its zeros are dropped. All other numbers are left to `description`.
    static func appendShortest(_ value: Double, to buffer: inout ByteBuffer) {
        let magnitude = value.magnitude
        guard magnitude < 1e15, magnitude >= 1e-4 else { return appendDescription(value.description, to: &buffer) }
        if let integer = Int64(exactly: value) { return append(integer, to: &buffer) }
        let powersOfTen = powersOfTen
        var exponent = -4
        while exponent < 14, magnitude >= powersOfTen[exponent + 5] { exponent += 1 }
        // At most 10¹⁵ over a power up to 10¹⁸. Both are exact doubles, so their quotient is the double nearest to the
        // decimal.
        let fractionDigits = 14 - exponent
        let scale = powersOfTen[fractionDigits + 4]
        let product = (magnitude * scale).rounded()
        guard product / scale == magnitude, product < 1e15 else {
            return appendDescription(value.description, to: &buffer)
        }
        appendFixed(UInt64(product), fractionDigits, isNegative: value < 0, to: &buffer)
    }

    private static func appendDescription(_ description: String, to buffer: inout ByteBuffer) {
        buffer.append(description)
        if description.hasSuffix(".0") { buffer.truncate(to: buffer.count - 2) }
    }

    /// Appends `%0.16g` or `%0.7g` of a finite number without an exponent, and returns whether it did.
    ///
    /// The digits are the integer nearest to value × 10^k, with k chosen for as many digits. A fused multiply-add
    /// yields the rounding error of the product, so the digits are exact unless the value lies within a billionth of
    /// the midpoint between two integers, and even there if the product has no error, as that of a float. Other values
    /// near a midpoint, and all other numbers, are left to `String(format:)`. Using it throughout more than doubles
    /// the instructions of the benchmark's *flat*, *nested* and *wide* payloads.
    static func appendCommon(_ value: Double, digits count: Int = 16, to buffer: inout ByteBuffer) -> Bool {
        let magnitude = value.magnitude
        let powersOfTen = powersOfTen
        let limit = powersOfTen[count + 4]
        guard magnitude < limit, magnitude >= 1e-4 || (value == 0 && value.sign == .plus) else { return false }
        if let integer = Int64(exactly: value) {
            append(integer, to: &buffer)
            return true
        }
        var exponent = -4
        while magnitude >= powersOfTen[exponent + 5] { exponent += 1 }
        let fractionDigits = count - 1 - exponent
        let scale = powersOfTen[fractionDigits + 4]
        let isExact = (-magnitude * scale).addingProduct(magnitude, scale) == 0
        let product = (magnitude * scale).rounded(.toNearestOrEven)
        let rest = (-product).addingProduct(magnitude, scale)
        let correction = rest.rounded(.toNearestOrEven)
        guard isExact || ((rest - correction).magnitude - 0.5).magnitude > 1e-9 else { return false }
        let digits = UInt64(product) &+ UInt64(bitPattern: Int64(correction))
        // Rounding may have carried into another digit, or the table's inexact powers may have missed by one.
        guard digits >= UInt64(limit / 10), digits < UInt64(limit) else { return false }
        appendFixed(digits, fractionDigits, isNegative: value < 0, to: &buffer)
        return true
    }

    /// Appends digits, the last few as a fraction without trailing zeros.
    static func appendFixed(
        _ digits: UInt64, _ fractionDigits: Int, isNegative: Bool, to buffer: inout ByteBuffer
    ) {
        var (digits, fractionDigits) = (digits, fractionDigits)
        while fractionDigits > 0, digits % 10 == 0 {
            digits /= 10
            fractionDigits -= 1
        }
        if isNegative { buffer.append(UInt8(ascii: "-")) }
        guard fractionDigits > 0 else { return append(digits, to: &buffer) }
        var divisor: UInt64 = 1
        for _ in 0..<fractionDigits { divisor *= 10 }
        let (whole, fraction) = digits.quotientAndRemainder(dividingBy: divisor)
        append(whole, to: &buffer)
        buffer.append(UInt8(ascii: "."))
        buffer.append(digitsOf: fraction, count: fractionDigits)
    }

    /// The powers of ten from 10⁻⁴ to 10²².
    private static let powersOfTen: [Double] = (-4...22).map { Double("1e\($0)") ?? .nan }

    private static func digitCount(of value: UInt64) -> Int {
        var (count, limit): (Int, UInt64) = (1, 10)
        while count < 20, value >= limit { (count, limit) = (count + 1, limit &* 10) }
        return count
    }
}

/// The text of dates in UTC, with the fraction of a second rounded down.
///
/// Foundation on Linux rounds toward zero, traps on NaN and has no text for years after 9999.
package enum DateText {
    /// Returns a date as `yyyy-MM-ddTHH:mm:ssZ` (RFC 3339).
    ///
    /// - Throws: An error for a date outside the years 1 to 9999, NaN included.
    package static func iso8601(_ date: Date) throws(ParameterError) -> String {
        var buffer = ByteBuffer(capacity: 24)
        try append(date, isISO8601: true, to: &buffer)
        return buffer.string()
    }

    /// Appends `yyyy-MM-dd HH:mm:ss +0000`, an `NSDate`'s description, or `yyyy-MM-ddTHH:mm:ssZ` (RFC 3339).
    ///
    /// Apple's descriptions are in the Julian calendar before 15 October 1582, as in ICU: the description of
    /// `distantPast` is `0001-01-01 00:00:00 +0000`. RFC 3339 uses the Gregorian calendar throughout.
    ///
    /// - Throws: An error for a date outside the years 1 to 9999, NaN included.
    static func append(_ date: Date, isISO8601: Bool, to buffer: inout ByteBuffer) throws(ParameterError) {
        // Rounded before the origin is moved to 1970, since moving it may round up.
        let seconds = date.timeIntervalSinceReferenceDate.rounded(.down) + Date.timeIntervalBetween1970AndReferenceDate
        // 0001-01-01 00:00:00, in the Gregorian or the Julian calendar, to 9999-12-31 23:59:59.
        guard seconds >= (isISO8601 ? -62_135_596_800 : -62_135_769_600), seconds <= 253_402_300_799 else {
            throw ParameterError(
                .dateWithoutText,
                "The date lies outside the years 1 to 9999 and has no text. Send a number or string, or choose a date "
                    + "strategy that has one.")
        }
        let day = Int((seconds / 86400).rounded(.down))
        let time = Int(seconds) - day * 86400
        let isJulian = !isISO8601 && day < firstGregorianDay
        let (year, month, dayOfMonth) = calendarDate(daysSince1970: day, isJulian: isJulian)
        append(year, count: 4, then: "-", to: &buffer)
        append(month, count: 2, then: "-", to: &buffer)
        append(dayOfMonth, count: 2, then: isISO8601 ? "T" : " ", to: &buffer)
        append(time / 3600, count: 2, then: ":", to: &buffer)
        append(time / 60 % 60, count: 2, then: ":", to: &buffer)
        append(time % 60, count: 2, then: isISO8601 ? "Z" : " +0000", to: &buffer)
    }

    private static func append(_ value: Int, count: Int, then separator: StaticString, to buffer: inout ByteBuffer) {
        buffer.append(digitsOf: UInt64(value), count: count)
        buffer.append(literal: separator)
    }

    /// Returns the Julian or the proleptic Gregorian date of a day, for days from 0001-01-01 on.
    ///
    /// Days are counted from 0000-03-01, so that the leap day ends a year. 1,461 days make four Julian years, and
    /// 146,097 days 400 Gregorian ones. From March on the months' lengths follow (153 m + 2) / 5.
    private static func calendarDate(daysSince1970 days: Int, isJulian: Bool) -> (year: Int, month: Int, day: Int) {
        let sinceMarchOfYear0 = days + (isJulian ? 719_470 : 719_468)
        let cycle = isJulian ? sinceMarchOfYear0 / 1461 : sinceMarchOfYear0 / 146_097
        let dayOfCycle = sinceMarchOfYear0 - (isJulian ? cycle * 1461 : cycle * 146_097)
        // Four Julian years have no centuries, so that the other terms are zero.
        let yearOfCycle = (dayOfCycle - dayOfCycle / 1460 + dayOfCycle / 36_524 - dayOfCycle / 146_096) / 365
        let dayOfYear = dayOfCycle - (365 * yearOfCycle + yearOfCycle / 4 - yearOfCycle / 100)
        let monthFromMarch = (5 * dayOfYear + 2) / 153
        let day = dayOfYear - (153 * monthFromMarch + 2) / 5 + 1
        let month = monthFromMarch < 10 ? monthFromMarch + 3 : monthFromMarch - 9
        return (cycle * (isJulian ? 4 : 400) + yearOfCycle + (month <= 2 ? 1 : 0), month, day)
    }

    /// 15 October 1582, the day after 4 October in the Julian calendar.
    private static let firstGregorianDay = -141_427
}
