/// A rule for comparing with an answer that is partly the answer of the Foundation on which AFNetworking ran.
enum Rule: String, CaseIterable {
    /// The bytes of a body were Foundation's, so the objects are compared.
    case bodyObject = "body-object"
    /// Foundation may write a request's method in another case.
    case methodCase = "method-case"
    /// A decoder's domain and code were not Apple's, so only the presence of its error is compared.
    case decodingErrorCode = "decoding-error-code"
    /// Foundation lost U+FEFF, which Apple's escapes.
    case byteOrderMark = "byte-order-mark"
    /// Foundation chose the order of a part's headers.
    case partHeaderOrder = "part-header-order"
    /// The media type of a file's extension came from a table of the recorder.
    case mediaType = "media-type"
    /// Foundation chose which of two equal numbers a set kept, and the order of pairs.
    case setOfEqualNumbers = "set-of-equal-numbers"
    /// Foundation chose the order of pairs.
    case anyOrder = "any-order"
    /// The answer is right by Apple's documentation, or its difference does not matter here. Header names are always
    /// compared without case.
    case asRecorded = "as-recorded"
    /// All of the answer was Foundation's.
    case notCompared = "not-compared"
}

extension Rule {
    /// Returns the rule for a reason, in a file that has reasons for people but no rules.
    ///
    /// - Parameter isForm: Whether the vector records a multipart form.
    init(of reason: String, isForm: Bool) {
        let row = Self.reasons.first { row in
            reason.hasPrefix(row.prefix) && (row.fragment.isEmpty || reason.contains(row.fragment))
                && (isForm || !row.isOfForms)
        }
        self = row?.rule ?? .notCompared
    }

    private typealias Reason = (prefix: String, fragment: String, rule: Rule, isOfForms: Bool)

    /// The beginnings of the reasons and texts in them. The first row that a reason has decides.
    private static let reasons: [Reason] = [
        ("", "compare bodyObject", .bodyObject, false),
        ("method case", "", .methodCase, false),
        ("XML error domain/code", "", .decodingErrorCode, false),
        ("escape:", "CoreFoundation gives %EF%BB%BF", .byteOrderMark, false),
        ("part header order", "", .partHeaderOrder, false),
        ("MIME type for the extension", "", .mediaType, false),
        // Bytes are sorted in a set by their description, which a form does not send.
        ("NSData description", "", .anyOrder, true),
        ("set: equal NSNumbers collapse", "", .setOfEqualNumbers, false),
        ("set:", "", .anyOrder, false),
        ("", "compare: differs between GNUstep and CoreFoundation", .anyOrder, false),
        ("", "hash order", .anyOrder, false),
        ("double description", "", .asRecorded, false),
        ("float description", "", .asRecorded, false),
        ("NSDate description with a fraction of a second", "", .asRecorded, false),
        ("URL with square brackets", "", .asRecorded, false),
        ("header name case", "", .asRecorded, false),
        ("JSON: duplicate keys", "", .asRecorded, false),
        ("plist: malformed input", "", .asRecorded, false),
        ("plist: blank data", "", .asRecorded, false),
        ("NSXMLParser with nil data", "", .asRecorded, false),
        ("NSHTTPURLResponse without a URL", "", .asRecorded, false),
    ]
}
