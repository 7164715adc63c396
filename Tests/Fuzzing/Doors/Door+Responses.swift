import URLSerialization
import URLSerializationImages
import URLSerializationXML

#if canImport(FoundationXML)
    import FoundationXML
#endif

extension Door {
    static let responses = [
        Door(name: "xml", check: xml),
        Door(name: "image", check: image),
    ]

    /// XML: both serializers agree, and what they hand over can be used.
    @Sendable private static func xml(_ input: [UInt8]) throws {
        let data = Data(input)
        let result = XMLParserResponseSerializer().serialize(nil, data: data)
        guard let parser = result.object else {
            throw Finding(description: "no parser: \(String(describing: result.error))")
        }
        let events = Events()
        parser.delegate = events
        let isParsed = parser.parse()
        try claim("parsed \(isParsed), error \(parser.parserError as Any)", isParsed == (parser.parserError == nil))
        try claim("\(events.depth) elements are open", !isParsed || events.depth == 0)
        #if canImport(FoundationXML) || os(macOS)
            // On Linux every document leaks.
            guard input.reduce(0, &+) & 15 == 0 else { return }
            let document = XMLDocumentResponseSerializer().serialize(nil, data: data)
            try claim("parsed \(isParsed), document \(document)", (document.object != nil) == isParsed)
            _ = document.object?.xmlString
        #endif
    }

    /// An image's header: a size of at least one pixel, whatever follows the data.
    @Sendable private static func image(_ input: [UInt8]) throws {
        guard let image = try allowing(NSError.self, { try ResponseImage(Data(input)) }) else { return }
        try claim("\(image.pixelWidth) × \(image.pixelHeight)", image.pixelWidth > 0 && image.pixelHeight > 0)
        // The same bytes within a larger block.
        let slice = (Data([0x42]) + input + Data([0x42])).dropFirst().dropLast()
        try claim("a slice is another image", try ResponseImage(slice).size == image.size)
    }
}

private final class Events: NSObject, XMLParserDelegate {
    var depth = 0

    func parser(
        _ parser: XMLParser, didStartElement name: String, namespaceURI: String?, qualifiedName: String?,
        attributes: [String: String]
    ) {
        depth += 1
    }

    func parser(_ parser: XMLParser, didEndElement name: String, namespaceURI: String?, qualifiedName: String?) {
        depth -= 1
    }
}
