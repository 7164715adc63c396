import URLSerializationXML

/// A delegate that records its events.
final class XMLRecorder: NSObject, XMLParserDelegate {
    private(set) var events: [String] = []
    private(set) var text = ""
    private(set) var elements = 0
    private(set) var errors: [Int] = []
    var onElement: ((XMLParser) -> Void)?

    func parserDidStartDocument(_ parser: XMLParser) { events.append("start") }
    func parserDidEndDocument(_ parser: XMLParser) { events.append("end") }

    func parser(
        _ parser: XMLParser, didStartElement name: String, namespaceURI: String?, qualifiedName: String?,
        attributes: [String: String]
    ) {
        elements += 1
        let list = attributes.sorted { $0.key < $1.key }.map { " \($0.key)=\($0.value)" }.joined()
        if elements < 20 { events.append("<\(name)\(list)>") }
        onElement?(parser)
    }

    func parser(_ parser: XMLParser, foundCharacters string: String) { text += string }
    func parser(_ parser: XMLParser, foundCDATA block: Data) { text += String(decoding: block, as: UTF8.self) }

    func parser(_ parser: XMLParser, foundProcessingInstructionWithTarget target: String, data: String?) {
        events.append("<?\(target) \(data ?? "")?>")
    }

    func parser(_ parser: XMLParser, parseErrorOccurred error: any Error) {
        errors.append((error as NSError).code)
    }
}

/// The outcome of running a parser.
struct ParserRun {
    let succeeded: Bool
    let code: Int?
    let domain: String?
    let recorder: XMLRecorder
    let parser: XMLParser

    init(_ data: Data?, maximumDepth: Int = 512, prepare: (XMLParser, XMLRecorder) -> Void = { _, _ in }) {
        parser =
            XMLParserResponseSerializer(maximumDepth: maximumDepth).serialize(nil, data: data).object
            ?? XMLParser(data: Data())
        recorder = XMLRecorder()
        parser.delegate = recorder
        prepare(parser, recorder)
        succeeded = parser.parse()
        let error = parser.parserError as NSError?
        code = error?.code
        domain = error?.domain
    }

    init(_ text: String) {
        self.init(Data(text.utf8))
    }
}
