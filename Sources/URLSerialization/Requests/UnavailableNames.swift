// First guesses of users of this module. Using one is an error that says what to write.

extension QueryStyle {
    /// A query in the style.
    @available(*, unavailable, message: "Use QueryStringSerializer(style:).string(from:), or string(encoding:).")
    public func encode(_ parameters: Any) throws -> String { fatalError() }
}

/// A serializer of XML.
@available(
    *, unavailable, message: "Import URLSerializationXML: XMLParserResponseSerializer, XMLDocumentResponseSerializer."
)
public struct XMLResponseSerializer {
    /// A serializer.
    public init() { fatalError() }
}
