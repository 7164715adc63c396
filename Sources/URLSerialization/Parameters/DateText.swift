/// The text of dates in UTC, with the fraction of a second rounded down.
///
/// Foundation on Linux rounds toward zero, traps on NaN and has no text for years after 9999.
package enum DateText {
    /// Returns a date as `yyyy-MM-ddTHH:mm:ssZ` (RFC 3339).
    ///
    /// - Throws: A fault for a date outside the years 1 to 9999, NaN included.
    package static func iso8601(_ date: Date) throws(ParameterFault) -> String {
        var buffer = ByteBuffer(capacity: 24)
        try append(date, isISO8601: true, to: &buffer)
        return buffer.string()
    }

    /// Appends `yyyy-MM-dd HH:mm:ss +0000`, an `NSDate`'s description, or `yyyy-MM-ddTHH:mm:ssZ` (RFC 3339).
    ///
    /// Apple's descriptions are in the Julian calendar before 15 October 1582, as in ICU: that of `distantPast` is
    /// `0001-01-01 00:00:00 +0000`. RFC 3339 uses the Gregorian calendar throughout.
    ///
    /// - Throws: A fault for a date outside the years 1 to 9999, NaN included.
    static func append(_ date: Date, isISO8601: Bool, to buffer: inout ByteBuffer) throws(ParameterFault) {
        // Rounded before the origin is moved to 1970, since moving it may round up.
        let seconds = date.timeIntervalSinceReferenceDate.rounded(.down) + Date.timeIntervalBetween1970AndReferenceDate
        // 0001-01-01 00:00:00, in the Gregorian or the Julian calendar, to 9999-12-31 23:59:59.
        guard seconds >= (isISO8601 ? -62_135_596_800 : -62_135_769_600), seconds <= 253_402_300_799 else {
            throw ParameterFault(
                .dateWithoutText,
                "The date lies outside the years 1 to 9999 and has no text. Send a number or string, or choose a date "
                    + "strategy that has one."
            )
        }
        let second = Int(seconds)
        let day = (second - modulo(second, 86400)) / 86400
        let time = modulo(second, 86400)
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
        unsafe buffer.append(maximum: count) { target in
            unsafe NumberText.write(UInt64(value), count: count, to: target)
            return count
        }
        buffer.append(literal: separator)
    }

    private static func modulo(_ value: Int, _ divisor: Int) -> Int {
        let remainder = value % divisor
        return remainder < 0 ? remainder + divisor : remainder
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
