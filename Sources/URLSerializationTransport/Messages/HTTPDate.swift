/// The reader of dates: the three forms of HTTP (RFC 9110, section 5.6.7), and those of a cookie's `Expires` (RFC 6265,
/// section 5.1.1).
///
/// | text | HTTP | `Expires` |
/// |---|---|---|
/// | `Sun, 06 Nov 1994 08:49:37 GMT` | 784111777 | 784111777 |
/// | `Sunday, 06-Nov-94 08:49:37 GMT`, `Sun Nov  6 08:49:37 1994` | 784111777 | 784111777 |
/// | `Sun, 06-Nov-1994 8:49:37`, `1994 nov 6 08:49:37+0500` | none | 784111777 |
/// | `Thu, 01-Jan-70 00:00:00 GMT` | of the nearest century | 0 |
package enum HTTPDate {
    /// Returns the date that a text states, or `nil` for a text of another form.
    ///
    /// - Parameter now: The reference time for a two-digit year.
    package static func parse(_ text: String, now: Date = Date()) -> Date? {
        let words = text.split(whereSeparator: { " ,-".contains($0) })
        let isLong = text.contains("-")
        // Sun, 06 Nov 1994 08:49:37 GMT, and Sunday, 06-Nov-94 08:49:37 GMT, or else Sun Nov  6 08:49:37 1994
        let isZoned = words.count == 6 && words[5] == "GMT" && text.contains(",")
        guard isZoned || (words.count == 5 && !text.contains(",") && !isLong), words[0].count >= 3,
            weekdays.contains(words[0].prefix(3).lowercased()), words[isZoned ? 3 : 4].count == (isLong ? 2 : 4)
        else { return nil }
        return date(in: text) { isLong ? fullYear($0, now: now) : $0 }
    }

    /// Returns the date of a cookie's `Expires`, or `nil` for none: the first time, day, month and year in it, whatever
    /// stands between them. Time zones are ignored.
    static func parseExpires(_ text: String) -> Date? {
        date(in: text) { $0 + ($0 < 70 ? 2000 : $0 < 100 ? 1900 : 0) }
    }

    /// Returns the full year for two digits: a year that would be more than 50 years ahead is in the past (RFC 9110,
    /// section 5.6.7).
    private static func fullYear(_ digits: Int, now: Date) -> Int {
        let current = calendar.component(.year, from: now)
        let year = current - current % 100 + digits
        if year > current + 50 { return year - 100 }
        return year < current - 50 ? year + 100 : year
    }

    /// Returns the date of the first time, day, month and year of a text, or `nil` if one is missing or there is no
    /// such date.
    ///
    /// - Parameter year: Returns the year that the text's year stands for.
    private static func date(in text: String, year: (Int) -> Int) -> Date? {
        var fields = DateComponents()
        for scalars in text.unicodeScalars.split(whereSeparator: isDelimiter) {
            let word = Substring(scalars)
            if fields.hour == nil, let time = time(word) {
                (fields.hour, fields.minute, fields.second) = (time[0], time[1], time[2])
            } else if fields.day == nil, let number = number(word, 1...2) {
                fields.day = number
            } else if fields.month == nil, let index = months.firstIndex(of: word.prefix(3).lowercased()) {
                fields.month = index + 1
            } else if fields.year == nil, let number = number(word, 2...4) {
                fields.year = number
            }
        }
        // 60 is a leap second.
        guard let second = fields.second, second < 61, fields.day != nil, fields.month != nil, fields.year != nil
        else { return nil }
        fields.second = 0
        fields.year = fields.year.map(year)
        fields.timeZone = calendar.timeZone
        guard fields.isValidDate(in: calendar) else { return nil }
        return calendar.date(from: fields)?.addingTimeInterval(TimeInterval(second))
    }

    /// Returns the hour, minute and second of a word, after which anything but a digit may follow.
    private static func time(_ word: Substring) -> [Int]? {
        let parts = word.split(separator: ":", maxSplits: 2, omittingEmptySubsequences: false)
        let numbers = parts.compactMap { number($0, 1...2) }
        return numbers.count == 3 && parts[0].isDigits && parts[1].isDigits ? numbers : nil
    }

    /// Returns the number at the start of a word if it has this many digits.
    private static func number(_ word: Substring, _ count: ClosedRange<Int>) -> Int? {
        let digits = word.utf8.prefix { (0x30...0x39).contains($0) }
        return count.contains(digits.count) ? Int(Substring(digits)) : nil
    }

    /// Whether a scalar separates words (RFC 6265, section 5.1.1).
    private static func isDelimiter(_ scalar: Unicode.Scalar) -> Bool {
        scalar == "\t"
            || (0x20...0x7E).contains(scalar.value) && scalar != ":" && !CharacterSet.alphanumerics.contains(scalar)
    }

    /// The calendar of GMT: in the process's own time zone an hour may be missing.
    private static let calendar = {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = TimeZone(secondsFromGMT: 0) ?? calendar.timeZone
        return calendar
    }()
    private static let weekdays = "mon tue wed thu fri sat sun".split(separator: " ").map(String.init)
    private static let months = "jan feb mar apr may jun jul aug sep oct nov dec".split(separator: " ").map(String.init)
}

extension StringProtocol {
    /// Whether the text has only digits: the initializers of numbers accept a sign too.
    package var isDigits: Bool { utf8.allSatisfy { (0x30...0x39).contains($0) } }
}
