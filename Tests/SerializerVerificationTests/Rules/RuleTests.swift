import Testing

@testable import SerializerVerification

@Suite struct RuleTests {
    /// Reasons of recordings that have no rules.
    @Test(
        arguments: [
            ("json bytes: double formatting; compare bodyObject", .bodyObject),
            ("json bytes: key order is hash order; compare bodyObject", .bodyObject),
            ("method case: CFNetwork may upper-case a known method", .methodCase),
            ("XML error domain/code are the shim's", .decodingErrorCode),
            ("escape: CoreFoundation and GNUstep differ; CoreFoundation gives %EF%BB%BF", .byteOrderMark),
            ("escape: CoreFoundation and GNUstep differ", .notCompared),
            ("part header order is allKeys order; compare parts", .partHeaderOrder),
            ("MIME type for the extension comes from a stub table", .mediaType),
            ("set: equal NSNumbers collapse", .setOfEqualNumbers),
            ("set: two members with one description, order is hash order", .anyOrder),
            ("set: sorts on a Foundation-specific description", .anyOrder),
            ("dictionary keys: compare: differs between GNUstep and CoreFoundation", .anyOrder),
            ("keys in hash order", .anyOrder),
            ("double description (%0.16g)", .asRecorded), ("float description", .asRecorded),
            ("NSDate description with a fraction of a second", .asRecorded), ("NSDate description", .notCompared),
            ("URL with square brackets: NSURL parsing", .asRecorded), ("header name case: CFNetwork", .asRecorded),
            ("JSON: duplicate keys", .asRecorded), ("JSON: negative zero", .notCompared),
            ("plist: malformed input, only the error is meant", .asRecorded), ("plist: blank data", .asRecorded),
            ("NSXMLParser with nil data", .asRecorded), ("NSHTTPURLResponse without a URL", .asRecorded),
            ("a double description", .notCompared), ("", .notCompared),
        ] as [(String, Rule)])
    func eachReasonHasARule(_ reason: String, _ rule: Rule) {
        #expect(Rule(of: reason, isForm: false) == rule)
        #expect(Rule(of: reason, isForm: true) == rule)
    }

    /// A form sends bytes unchanged, and only sorts them in a set by their description.
    @Test func theDescriptionOfBytesMattersOnlyInQueries() {
        #expect(Rule(of: "NSData description (Apple differs)", isForm: true) == .anyOrder)
        #expect(Rule(of: "NSData description (Apple differs)", isForm: false) == .notCompared)
    }
}
