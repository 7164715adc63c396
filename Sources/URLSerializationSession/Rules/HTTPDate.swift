/// Reads the three forms of a date in HTTP (RFC 9110, section 5.6.7).
enum HTTPDate {
    /// Returns the date that a text states, or `nil` for a text of another form.
    ///
    /// - Parameter now: The time to which a year of two digits is near.
    static func parse(_ text: String, now: Date = Date()) -> Date? {
        let words = text.split(whereSeparator: { " ,-".contains($0) }).map(String.init)
        let isLong = text.contains("-")
        // Sun, 06 Nov 1994 08:49:37 GMT, and Sunday, 06-Nov-94 08:49:37 GMT, or else Sun Nov  6 08:49:37 1994
        let isZoned = words.count == 6 && words[5] == "GMT" && text.contains(",")
        guard isZoned || (words.count == 5 && !text.contains(",") && !isLong) else { return nil }
        let form = (isZoned ? [1, 2, 3, 4] : [2, 1, 4, 3]).map { words[$0] }
        guard words[0].count >= 3, weekdays.contains(words[0].prefix(3).lowercased()),
            let month = months.firstIndex(of: form[1].lowercased()), let day = number(form[0], 1...31),
            let year = number(form[2], 0...9999), form[2].count == (isLong ? 2 : 4)
        else { return nil }
        let clock = form[3].split(separator: ":", omittingEmptySubsequences: false).map(String.init)
        // 60 is a leap second.
        guard clock.count == 3, let hour = number(clock[0], 0...23), let minute = number(clock[1], 0...59),
            let second = number(clock[2], 0...60)
        else { return nil }
        return date(
            year: isLong ? fullYear(year, now: now) : year, month: month + 1, day: day, hour: hour, minute: minute,
            second: second)
    }

    /// Returns a date of GMT, or `nil` for one that does not exist. The second may be a leap second.
    static func date(year: Int, month: Int, day: Int, hour: Int, minute: Int, second: Int) -> Date? {
        var components = DateComponents(year: year, month: month, day: day, hour: hour, minute: minute)
        components.timeZone = calendar.timeZone
        guard components.isValidDate(in: calendar) else { return nil }
        return calendar.date(from: components)?.addingTimeInterval(TimeInterval(second))
    }

    /// Returns the year of two digits: one that would be more than 50 years ahead is in the past (RFC 9110, section
    /// 5.6.7).
    private static func fullYear(_ digits: Int, now: Date) -> Int {
        let current = calendar.component(.year, from: now)
        let year = current - current % 100 + digits
        if year > current + 50 { return year - 100 }
        return year < current - 50 ? year + 100 : year
    }

    private static func number(_ text: String, _ range: ClosedRange<Int>) -> Int? {
        guard text.isDigits, let number = Int(text), range.contains(number) else { return nil }
        return number
    }

    /// The calendar of GMT: in the process's own time zone an hour may be missing.
    private static let calendar = {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = TimeZone(secondsFromGMT: 0) ?? calendar.timeZone
        return calendar
    }()
    private static let weekdays = ["mon", "tue", "wed", "thu", "fri", "sat", "sun"]
    static let months = [
        "jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec",
    ]
}

extension StringProtocol {
    /// Whether the text has digits alone: the initializers of numbers accept a sign too.
    var isDigits: Bool { utf8.allSatisfy { (0x30...0x39).contains($0) } }
}
