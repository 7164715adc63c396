/// The rules for comparing with a vector whose answer is partly that of the Foundation on which AFNetworking ran.
struct ComparisonRules {
    /// The reason why the vector does not apply to this library; `nil` if it is to be compared.
    private(set) var skipReason: String?
    /// Whether Foundation chose the order of pairs.
    private(set) var isAnyOrderRight = false
    /// Whether Foundation chose which of two equal numbers a set kept.
    private(set) var mergesEqualPairs = false
    /// Whether Foundation lost U+FEFF, which Apple's escapes.
    private(set) var lacksByteOrderMarks = false
    /// Whether the request's method may have another case.
    private(set) var ignoresMethodCase = false
    /// Whether Foundation chose a body's bytes, so that the objects are compared.
    private(set) var comparesBodyObject = false
    /// Whether Foundation chose the decoder's domain and code, so that only the underlying error is compared.
    private(set) var ignoresDecodingErrorCode = false

    /// Whether Foundation chose the order of a part's headers.
    private(set) var isPartHeaderOrderOpen = false
    /// Whether the media type of a file's extension came from a shim.
    private(set) var ignoresMediaType = false

    /// Creates the rules for a vector, by its marks.
    ///
    /// - Parameter takesErrorPointers: Whether the compared module has the behavior of a NULL error pointer.
    init(for vector: Vector, takesErrorPointers: Bool = false) throws {
        if vector.hasUnpairedSurrogate {
            skipReason = "unpaired surrogate, which a Swift string cannot hold"
            return
        }
        switch try DeliberateDifference(of: vector) {
        case .errorPointer? where !takesErrorPointers:
            skipReason = "the behaviour of a NULL error pointer, which only AFNetworking's API has"
        case .fragment?, .topLevel?, .collectionKey?, .raises?: break
        // A form sends bytes unchanged.
        case .data? where !vector.isMultipart: break
        case .names?, .length?, .data?, .errorPointer?, nil:
            guard try vector.input.optionalText("foundation") == "suspect" else { return }
            let reasons = try vector.input.texts("why") ?? []
            if reasons.isEmpty { skipReason = "suspect without a reason" }
            for reason in reasons { add(reason, isMultipart: vector.isMultipart) }
        }
    }

    private mutating func add(_ reason: String, isMultipart: Bool) {
        func begins(_ prefix: String) -> Bool { reason.hasPrefix(prefix) }
        func says(_ text: String) -> Bool { reason.contains(text) }
        if says("compare bodyObject") {
            comparesBodyObject = true
        } else if begins("method case") {
            ignoresMethodCase = true
        } else if begins("XML error domain/code") {
            ignoresDecodingErrorCode = true
        } else if begins("escape:"), says("CoreFoundation gives %EF%BB%BF") {
            lacksByteOrderMarks = true
        } else if begins("part header order") {
            isPartHeaderOrderOpen = true
        } else if begins("MIME type for the extension") {
            ignoresMediaType = true
        } else if begins("NSData description"), isMultipart {
            // Bytes are sorted in a set by their description, which is not sent.
            isAnyOrderRight = true
        } else if begins("set: equal NSNumbers collapse") {
            isAnyOrderRight = true
            mergesEqualPairs = true
        } else if begins("set:") || says("compare: differs between GNUstep and CoreFoundation") || says("hash order") {
            isAnyOrderRight = true
        } else if !Self.rightReasons.contains(where: reason.hasPrefix) {
            skipReason = "suspect: \(reason)"
        }
    }

    /// The reasons of suspect vectors that are right by Apple's documentation or do not matter here. Header names are
    /// always compared without case.
    private static let rightReasons = [
        "double description", "float description", "NSDate description with a fraction of a second",
        "URL with square brackets", "header name case",
        "JSON: duplicate keys", "plist: malformed input", "plist: blank data", "NSXMLParser with nil data",
        "NSHTTPURLResponse without a URL",
    ]
}
