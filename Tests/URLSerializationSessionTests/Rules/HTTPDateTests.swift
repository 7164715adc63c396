import Testing

@testable import URLSerializationSession
@testable import URLSerializationTransport

@Suite struct HTTPDateTests {
    @Test(arguments: [
        "Sun, 06 Nov 1994 08:49:37 GMT", "Sunday, 06-Nov-94 08:49:37 GMT", "Sun Nov  6 08:49:37 1994",
        "Sun, 06-Nov-1994 08:49:37 GMT", "06 Nov 1994 8:49:37", "1994 nov 6 08:49:37+0500", "08:49:37 6 November 94",
        "Nov 6 1994 08:49:37.5 PM", "Sun, 06 Nov 1994 08:49:37 GMT; x", "6x novembre 1994y 8:49:37z",
        "\t06/Nov/1994\t08:49:37", "Mon, 06 Nov 1994 08:49:37 UTC 7 Dec 1995 1:1:1",
        "06 Nov 1994 08:49:37:15",
    ]) func everyUsualFormIsRead(text: String) {
        #expect(HTTPDate.parseExpires(text) == Date(timeIntervalSince1970: 784_111_777))
    }

    @Test(arguments: [
        ("1 Jan 70 0:0:0", 0), ("1 Jan 69 0:0:0", 3_124_224_000), ("01 Jan 00 00:00:00", 946_684_800),
        ("Thu, 01-Jan-1970 00:00:10 GMT", 10), ("29 Feb 2028 12:00:00", 1_835_438_400),
        ("Fri, 31 Dec 9999 23:59:59 GMT", 253_402_300_799),
    ]) func yearsOfTwoDigitsAreNear(text: String, seconds: Double) {
        #expect(HTTPDate.parseExpires(text) == Date(timeIntervalSince1970: seconds))
    }

    @Test(arguments: [
        "", "0", "-1", "never", "Sun, 06 Nov 1994", "06 Nov 08:49:37", "Nov 1994 08:49:37", "06 1994 08:49:37",
        "32 Nov 1994 08:49:37", "00 Nov 1994 08:49:37", "31 Nov 1994 08:49:37", "29 Feb 2027 08:49:37",
        "06 Nov 1994 24:00:00", "06 Nov 1994 08:60:00", "06 Nov 1994 08:49:61",
        "06 Nov 1994 08:49", "06 Nov 1994 008:49:37", "06 Nov 1994 08:49:370", "06 Nov 19940 08:49:37",
        "1994-11-06T08:49:37Z", "06 Nov 1994 \u{661}8:49:37", "::: ::", "\u{1F600} Nov 6", "Nov Nov Nov",
    ]) func whatIsNoDateIsNone(text: String) {
        #expect(HTTPDate.parseExpires(text) == nil)
    }
}
