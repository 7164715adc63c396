// Names that users of this module type first. Using one is an error that says what to write.

extension QueryStringSerializer {
    /// A query of a model, under the method name of Foundation's encoders.
    @available(*, unavailable, renamed: "string(encoding:)")
    public func encode(_ model: some Encodable) throws -> String { fatalError() }
}

extension RequestSerialization {
    /// Alamofire's encoding of parameters or a model.
    @available(*, unavailable, message: "Use serialize(_:with:), serialize(_:encoding:) or request(method:url:).")
    public func encode(_ values: Any, with: Any? = nil, into: URLRequest? = nil) throws -> URLRequest { fatalError() }
}

/// A serializer of XML, which is in another module and of two kinds.
@available(
    *, unavailable, message: "Import URLSerializationXML: XMLParserResponseSerializer, XMLDocumentResponseSerializer."
)
public struct XMLResponseSerializer {
    /// Accepts a call, so that the compiler reports only the unavailable type.
    public init() { fatalError() }
}
