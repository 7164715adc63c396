import Testing

@testable import URLSerializationSession

@Suite struct RetryAfterTests {
    /// Sun, 06 Nov 1994 08:49:37 GMT
    private static let now = Date(timeIntervalSince1970: 784_111_777)

    @Test(arguments: [
        ("0", 0), ("120", 120), (" 7\t", 7), ("007", 7), ("99999999999999999999", 1e20),
        ("Sun, 06 Nov 1994 08:50:37 GMT", 60), ("Sunday, 06-Nov-94 08:50:37 GMT", 60),
        ("Sun Nov  6 08:50:37 1994", 60), ("Wed Nov 16 08:49:37 1994", 864_000),
        ("Sun, 06 Nov 1994 08:49:37 GMT", 0), ("Sat, 05 Nov 1994 08:49:37 GMT", 0),
        ("Thu, 01 Jan 1970 00:00:00 GMT", 0),
        // An hour that does not exist in New York and Berlin.
        ("Sun, 02 Apr 1995 02:30:00 GMT", 12_678_023), ("Sun, 26 Mar 1995 02:30:00 GMT", 12_073_223),
        // A leap second, and a leap day; a year of two digits that is ahead, and one that is not.
        ("Sun, 06 Nov 1994 08:49:60 GMT", 23), ("Thu, 29 Feb 1996 00:00:00 GMT", 41_440_223),
        ("Saturday, 01-Jan-00 00:00:00 GMT", 162_573_023), ("Wednesday, 06-Nov-74 08:49:37 GMT", 0),
    ]) func secondsAndDatesAreReadAndNeverNegative(value: String, seconds: TimeInterval) {
        #expect(RetryPolicy.seconds(ofRetryAfter: value, now: Self.now) == seconds)
    }

    @Test(arguments: [
        "", " ", "-1", "+1", "1.5", "1e3", "0x10", "soon", "nan", "inf", "١٢", "1 2", "1, 2", "Sun",
        "Sun, 06 Nov 1994 08:49:37", "Sun, 06 Nov 1994 08:49:37 CET", "Sun, 06 Nov 94 08:49:37 GMT",
        "Sun, 31 Feb 1995 00:00:00 GMT", "Sun, 00 Nov 1994 00:00:00 GMT", "Sun, 06 Now 1994 00:00:00 GMT",
        "Xyz, 06 Nov 1994 08:49:37 GMT", "Sun, 06 Nov 1994 24:00:00 GMT", "Sun, 06 Nov 1994 08:60:00 GMT",
        "Sun, 06 Nov 1994 08:49:61 GMT", "Sun, 06 Nov 1994 08:49 GMT", "Sun, 06 Nov 1994 08::37 GMT",
        "Sun, 06 Nov 1994 -8:49:37 GMT", "Sunday, 06-Nov-1994 08:49:37 GMT", ",,, ---",
    ]) func whatIsNeitherIsNothing(value: String) {
        #expect(RetryPolicy.seconds(ofRetryAfter: value, now: Self.now) == nil)
    }

    @Test func aNumberOfAnyLengthIsFinite() throws {
        let digits = String(repeating: "9", count: 5000)
        let seconds = try #require(RetryPolicy.seconds(ofRetryAfter: digits, now: Self.now))
        #expect(seconds.isFinite)
        #expect(seconds > 1e300)
    }

    @Test func yearsOfTwoDigitsAreOfTheNearestCentury() {
        let late = Date(timeIntervalSince1970: 3_786_912_000)  // 2090
        let seconds = RetryPolicy.seconds(ofRetryAfter: "Sunday, 01-Jan-00 00:00:00 GMT", now: late)
        #expect(seconds == 315_532_800)
    }
}
