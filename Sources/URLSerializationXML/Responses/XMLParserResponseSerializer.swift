/// A serializer that makes a parser of an XML body (`AFXMLParserResponseSerializer`).
///
/// ```swift
/// let parser = try XMLParserResponseSerializer().decode(data, from: response)
/// parser.delegate = reader
/// guard parser.parse() else { throw parser.parserError ?? CocoaError(.coderReadCorrupt) }
/// ```
///
/// The parser has not been started, so it exists even if the body is missing, empty or not XML; running it then returns
/// false and sets `parserError`. Set its delegate before you run it; without one, it only checks whether the body is
/// well-formed. Run it once.
///
/// Running it scans the body first. Some documents are refused within milliseconds, before the delegate receives any
/// event except the error: those nested deeper than ``maximumDepth``; those with entities that expand to more than 1
/// MiB and four times the body's size, with references to parameter entities, or with control characters; and those in
/// an unknown encoding. Nothing outside the document is ever loaded; setting `shouldResolveExternalEntities` has no
/// effect. If a well-formed document violates the rules for namespaces, only the delegate is notified. An `XMLParser`
/// is not `Sendable`.
public struct XMLParserResponseSerializer: HTTPResponseSerialization, Hashable, Codable {
    /// A parser that has not been started.
    public typealias Output = XMLParser

    /// The acceptable responses. The default content types are `application/xml` and `text/xml`.
    public var configuration: HTTPResponseConfiguration
    /// The greatest number of elements that may be open at once, by default 512. Running the parser of a deeper
    /// document returns false.
    public var maximumDepth: Int

    /// Creates a serializer. The defaults are AFNetworking's.
    public init(
        maximumDepth: Int = 512,
        configuration: HTTPResponseConfiguration = HTTPResponseConfiguration(acceptableContentTypes: contentTypes)
    ) {
        self.maximumDepth = maximumDepth
        self.configuration = configuration
    }

    /// The media types accepted by default.
    public static let contentTypes: Set<String> = ["application/xml", "text/xml"]

    /// Returns a parser, for any body.
    ///
    /// - Complexity: O(1) for UTF-8 on Linux, since the body is scanned when the parser is run.
    public func decodeBody(_ data: Data?, of response: URLResponse?) -> XMLParser? {
        CheckedXMLParser(data: data ?? Data(), limits: XMLLimits(maximumDepth: maximumDepth))
    }
}

extension ResponseSerialization where Self == XMLParserResponseSerializer {
    /// A serializer of parsers that have not been started, with AFNetworking's defaults.
    public static var xmlParser: XMLParserResponseSerializer { XMLParserResponseSerializer() }
}
