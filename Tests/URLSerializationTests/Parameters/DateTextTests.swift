import TestSupport
import Testing

@testable import URLSerialization

@Suite struct DateTextTests {
    private static func text(_ date: Date, isISO8601: Bool = false) throws -> String {
        var buffer = ByteBuffer(capacity: 32)
        try DateText.append(date, isISO8601: isISO8601, to: &buffer)
        return buffer.string()
    }

    @Test(
        arguments: [
            (0, "1970-01-01 00:00:00 +0000"), (-1, "1969-12-31 23:59:59 +0000"),
            (951_782_399, "2000-02-28 23:59:59 +0000"),
            (951_782_400, "2000-02-29 00:00:00 +0000"), (951_868_800, "2000-03-01 00:00:00 +0000"),
            (4_107_542_400, "2100-03-01 00:00:00 +0000"), (981_173_106, "2001-02-03 04:05:06 +0000"),
            (1_709_164_799, "2024-02-28 23:59:59 +0000"), (1_709_164_800, "2024-02-29 00:00:00 +0000"),
            (-12_219_292_800, "1582-10-15 00:00:00 +0000"), (253_402_300_799, "9999-12-31 23:59:59 +0000"),
            (253_402_300_799.9, "9999-12-31 23:59:59 +0000"),
        ] as [(TimeInterval, String)])
    func dateIsPrintedInUTC(seconds: TimeInterval, expected: String) throws {
        let date = Date(timeIntervalSince1970: seconds)
        #expect(try Self.text(date) == expected)
        let iso8601 = expected.replacingOccurrences(of: " +0000", with: "Z").replacingOccurrences(of: " ", with: "T")
        #expect(try Self.text(date, isISO8601: true) == iso8601)
    }

    @Test(
        arguments: [
            (0.999, "1970-01-01 00:00:00 +0000"), (-0.001, "1969-12-31 23:59:59 +0000"),
            (-0.999, "1969-12-31 23:59:59 +0000"), (-1.5, "1969-12-31 23:59:58 +0000"),
            (1.5, "1970-01-01 00:00:01 +0000"), (-86_400.25, "1969-12-30 23:59:59 +0000"),
            (-62_135_596_799.5, "0001-01-03 00:00:00 +0000"),
        ] as [(TimeInterval, String)])
    func fractionIsRoundedDownAlsoBefore1970(seconds: TimeInterval, expected: String) throws {
        #expect(try Self.text(Date(timeIntervalSince1970: seconds)) == expected)
    }

    /// Dates are stored as seconds from 2001; counted from 1970 the smallest fractions would be lost.
    @Test func smallestFractionIsRoundedDown() throws {
        #expect(try Self.text(Date(timeIntervalSinceReferenceDate: -1e-9)) == "2000-12-31 23:59:59 +0000")
        #expect(try Self.text(Date(timeIntervalSinceReferenceDate: 1 - 1e-9)) == "2001-01-01 00:00:00 +0000")
    }

    /// As Apple's systems print it.
    @Test func distantPastIsTheFirstDayOfTheJulianCalendar() throws {
        #expect(try Self.text(.distantPast) == "0001-01-01 00:00:00 +0000")
        #expect(try Self.text(Date(timeIntervalSince1970: -12_219_292_801)) == "1582-10-04 23:59:59 +0000")
    }

    @Test func iso8601IsGregorianThroughout() throws {
        let first = Date(timeIntervalSince1970: -62_135_596_800)
        #expect(try Self.text(first, isISO8601: true) == "0001-01-01T00:00:00Z")
        #expect(throws: ParameterError.self) { try Self.text(first.addingTimeInterval(-1), isISO8601: true) }
    }

    @Test(
        arguments: [
            -62_135_769_600.5, -62_135_769_601, 253_402_300_800, .infinity, -.infinity, .nan, .greatestFiniteMagnitude,
            -.greatestFiniteMagnitude, 1e18, -1e19,
        ] as [TimeInterval])
    func dateOutsideTheYears1To9999IsAnError(seconds: TimeInterval) {
        for isISO8601 in [false, true] {
            let error = #expect(throws: ParameterError.self) {
                try Self.text(Date(timeIntervalSince1970: seconds), isISO8601: isISO8601)
            }
            #expect(error?.code == .dateWithoutText)
        }
    }

    /// Foundation's Gregorian calendar is Julian before 15 October 1582, as Apple's descriptions are.
    @Test func randomDatesAgreeWithFoundationsCalendar() throws {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = .gmt
        let components: Set<Calendar.Component> = [.year, .month, .day, .hour, .minute, .second]
        var generator = SeededGenerator(seed: 12)
        for _ in 0..<5_000 {
            let date = Date(timeIntervalSince1970: TimeInterval(generator.int(-62_135_769_600...253_402_300_799)))
            let parts = calendar.dateComponents(components, from: date)
            let numbers = [parts.year, parts.month, parts.day, parts.hour, parts.minute, parts.second].map { $0 ?? -1 }
            let day = String(format: "%04d-%02d-%02d", numbers[0], numbers[1], numbers[2])
            let time = String(format: "%02d:%02d:%02d", numbers[3], numbers[4], numbers[5])
            #expect(try Self.text(date) == "\(day) \(time) +0000")
            guard date.timeIntervalSince1970 >= -12_219_292_800 else { continue }
            #expect(try Self.text(date, isISO8601: true) == "\(day)T\(time)Z")
        }
    }

    /// Counted forward day by day.
    @Test func everyYearHasItsDays() throws {
        var days = -719_162
        var mismatches: [String] = []
        for year in 1...9999 {
            let isLeap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
            let lengths = [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
            for (month, length) in lengths.enumerated() {
                // All days of the first 8 years, then the ends of February and December.
                let isSeen = year <= 8 || month == 1 || month == 11
                for day in [1, length] + (year <= 8 ? Array(2..<length) : []) where isSeen {
                    let expected = String(format: "%04d-%02d-%02dT00:00:00Z", year, month + 1, day)
                    let date = Date(timeIntervalSince1970: TimeInterval(days + day - 1) * 86_400)
                    if try Self.text(date, isISO8601: true) != expected { mismatches.append(expected) }
                }
                days += length
            }
        }
        #expect(mismatches == [])
        #expect(days == 2_932_897)
    }
}
