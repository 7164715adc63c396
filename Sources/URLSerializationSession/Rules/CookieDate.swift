/// Reads the date of a cookie's `Expires` in any of its usual forms (RFC 6265, section 5.1.1).
///
///     Sun, 06 Nov 1994 08:49:37 GMT    784111777
///     Sunday, 06-Nov-94 8:49:37        784111777
///     1994 nov 6 08:49:37+0500         784111777
///     Sun, 06 Nov 1994                 none
enum CookieDate {
    /// Returns the date of a text, or `nil` for none: the first time, day, month and year in it, whatever stands
    /// between them. Zones do not count.
    static func parse(_ text: String) -> Date? {
        var clock: [Int]?
        var day: Int?
        var month: Int?
        var year: Int?
        for scalars in text.unicodeScalars.split(whereSeparator: isDelimiter) {
            let word = Substring(scalars)
            if clock == nil, let found = time(word) {
                clock = found
            } else if day == nil, let number = number(word, 1...2) {
                day = number
            } else if month == nil, let index = HTTPDate.months.firstIndex(of: word.prefix(3).lowercased()) {
                month = index + 1
            } else if year == nil, let number = number(word, 2...4) {
                year = number + (number < 70 ? 2000 : number < 100 ? 1900 : 0)
            }
        }
        guard let clock, let day, let month, let year, year > 1600, clock[0] < 24, clock[1] < 60, clock[2] < 60
        else { return nil }
        return HTTPDate.date(year: year, month: month, day: day, hour: clock[0], minute: clock[1], second: clock[2])
    }

    /// Returns the hour, minute and second of a word, after which anything but a digit may follow.
    private static func time(_ word: Substring) -> [Int]? {
        let parts = word.split(separator: ":", maxSplits: 2, omittingEmptySubsequences: false)
        guard parts.count == 3, parts[0].isDigits, parts[1].isDigits else { return nil }
        let numbers = parts.compactMap { number($0, 1...2) }
        return numbers.count == 3 ? numbers : nil
    }

    /// Returns the number at the start of a word if it has so many digits.
    private static func number(_ word: Substring, _ count: ClosedRange<Int>) -> Int? {
        let digits = word.utf8.prefix { (0x30...0x39).contains($0) }
        return count.contains(digits.count) ? Int(Substring(digits)) : nil
    }

    private static func isDelimiter(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x09, 0x20...0x2F, 0x3B...0x40, 0x5B...0x60, 0x7B...0x7E: true
        default: false
        }
    }
}
