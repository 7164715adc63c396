/// Makes a parser of an XML body (`AFXMLParserResponseSerializer`).
///
/// ```swift
/// let parser = try XMLParserResponseSerializer().decode(data, from: response)
/// parser.delegate = reader
/// guard parser.parse() else { throw parser.parserError ?? CocoaError(.coderReadCorrupt) }
/// ```
///
/// The parser has not been started, so it is there even where the body is missing, empty or not XML: running it answers
/// false and leaves the reason in `parserError`. Set its delegate, or none to see only whether the body is well-formed,
/// before you run it, and run it once.
///
/// Running it looks through the body first. Refused, in milliseconds and before the delegate hears of anything else
/// than the error, are documents nested deeper than ``maximumDepth``; entities that expand to more than 1 MiB and four
/// times the body's size; references to parameter entities; control characters; encodings that are unknown. Nothing
/// outside the document is ever loaded; setting `shouldResolveExternalEntities` has no effect. Of what can be read as
/// XML but breaks the rules for namespaces only the delegate is told. An `XMLParser` is not `Sendable`.
public struct XMLParserResponseSerializer: HTTPResponseSerialization, Hashable, Codable {
    /// A parser that has not been started.
    public typealias Output = XMLParser

    /// Which responses are acceptable. At first `application/xml` and `text/xml`.
    public var configuration: HTTPResponseConfiguration
    /// How many elements may be open at once; at first 512. Running the parser of a deeper document answers false.
    public var maximumDepth: Int

    /// A serializer; the defaults are AFNetworking's.
    public init(
        maximumDepth: Int = 512,
        configuration: HTTPResponseConfiguration = HTTPResponseConfiguration(acceptableContentTypes: contentTypes)
    ) {
        self.maximumDepth = maximumDepth
        self.configuration = configuration
    }

    /// The media types accepted at first.
    public static let contentTypes: Set<String> = ["application/xml", "text/xml"]

    /// A parser, whatever the body.
    ///
    /// - Complexity: O(1) for UTF-8 on Linux: the body is looked through when the parser is run.
    public func decodeBody(_ data: Data?, of response: URLResponse?) -> XMLParser? {
        CheckedXMLParser(data: data ?? Data(), limits: XMLLimits(maximumDepth: maximumDepth))
    }
}

extension ResponseSerialization where Self == XMLParserResponseSerializer {
    /// A parser that has not been started, with AFNetworking's defaults.
    public static var xmlParser: XMLParserResponseSerializer { XMLParserResponseSerializer() }
}
