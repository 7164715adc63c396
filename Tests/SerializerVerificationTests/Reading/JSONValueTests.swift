import SerializerComparison
import SerializerVerification
import Testing

@Suite struct JSONValueTests {
    @Test func numbersKeepTheirText() {
        #expect(JSONValue.number("1.0") != .number("1"))
    }

    @Test func canonicallyEqualStringsDiffer() {
        #expect(JSONString(text: "\u{E9}") != JSONString(text: "e\u{301}"))
        #expect(JSONString(text: "\u{FFFD}") != JSONString(text: "\u{FFFD}", hasUnpairedSurrogate: true))
    }
}
