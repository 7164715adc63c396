import URLSerialization
import URLSerializationXML

/// A response serializer that returns an `XMLParser`, which has not begun to parse the body.
///
/// An empty body has a parser, too. External entities are never loaded, and documents of more than 512 levels
/// are refused when they are parsed.
open class AFXMLParserResponseSerializer: AFHTTPResponseSerializer, @unchecked Sendable {
    /// Returns the parser.
    ///
    /// - Parameters:
    ///   - response: The response, or `nil` if there is none.
    ///   - data: The body, or `nil` if there is none.
    ///   - error: The place for an error, or `nil`.
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
