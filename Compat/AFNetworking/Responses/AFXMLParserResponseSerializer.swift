import URLSerialization
import URLSerializationXML

/// Makes an `XMLParser` of a body, which has not begun to parse it.
///
/// There is a parser even for an empty body. Entities outside the document are never loaded, and documents nested deeper
/// than 512 levels are refused when they are parsed.
open class AFXMLParserResponseSerializer: AFHTTPResponseSerializer, @unchecked Sendable {
    /// The parser.
    ///
    /// - Parameters:
    ///   - response: The response, or nil if none came.
    ///   - data: The body, or nil if none came.
    ///   - error: Where an error is left, or nil.
    open override func responseObject(for response: URLResponse?, data: Data?, error: NSErrorPointer) -> Any? {
        decodedObject(for: response, data, error)
    }

    override class var ownClass: AnyClass { AFXMLParserResponseSerializer.self }

    override class var defaultSettings: ResponseSettings {
        ResponseSettings(acceptableContentTypes: XMLParserResponseSerializer.contentTypes)
    }

    override func coreSerializer(_ settings: ResponseSettings) -> any CoreResponseSerializer {
        XMLParserResponseSerializer(configuration: settings.configuration)
    }

    override class func archivedSettings(in coder: NSCoder) throws -> ResponseSettings {
        ResponseSettings(try SerializerArchive.decode(XMLParserResponseSerializer.self, from: coder).configuration)
    }
}
