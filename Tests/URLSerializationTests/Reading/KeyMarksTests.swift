import TestSupport
import Testing

@testable import URLSerialization

/// Keys with many combining marks in a row, whose hash takes quadratic time.
@Suite(.tags(.computing, .random), .takingTurns) struct KeyMarksTests {
    /// A reader, and how a document with one key is written for it.
    struct Reader: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let document: @Sendable (_ key: String) throws -> Data
        let read: @Sendable (Data) throws -> Void
    }

    struct Anything: Decodable {
        let keys: [String]

        init(from decoder: any Decoder) throws {
            keys = try decoder.container(keyedBy: AnyKey.self).allKeys.map(\.stringValue)
        }
    }

    @Sendable private static func json(_ key: String) -> Data { Data("{\n\"\(key)\":1}".utf8) }

    @Sendable private static func escaped(_ key: String) -> Data {
        Data(("{\n\"" + key.utf16.map { "\\u" + String(format: "%04x", $0) }.joined() + "\":1}").utf8)
    }

    @Sendable private static func xml(_ key: String) -> Data {
        Data("<plist><dict>\n<key>\(key)</key><true/></dict></plist>".utf8)
    }

    @Sendable private static func references(_ key: String) -> Data {
        xml(key.unicodeScalars.map { "&#\($0.value);" }.joined())
    }

    @Sendable private static func binary(_ key: String) throws -> Data {
        try PropertyListSerialization.data(fromPropertyList: [key: true], format: .binary, options: 0)
    }

    @Sendable private static func query(_ key: String) throws -> Data {
        Data("a=1&\(key)=2".utf8)
    }

    private static func decode<Value: Decodable & SendableMetatype>(
        _ type: Value.Type, isJSON: Bool = true
    ) -> @Sendable (Data) throws -> Void {
        let serializer = DecodableResponseSerializer(type, format: isJSON ? .json() : .propertyList())
        return { _ = try serializer.decode($0) }
    }

    static let readers: [Reader] = {
        let object: @Sendable (Data) throws -> Void = { _ = try JSONResponseSerializer().decode($0) }
        let list: @Sendable (Data) throws -> Void = { _ = try PropertyListResponseSerializer().decode($0) }
        return [
            Reader(testDescription: "JSON", document: json, read: object),
            Reader(testDescription: "JSON, escaped", document: escaped, read: object),
            Reader(
                testDescription: "JSON in UTF-16",
                document: { String(decoding: json($0), as: UTF8.self).data(using: .utf16LittleEndian) ?? Data() },
                read: object),
            Reader(testDescription: "JSON to a model", document: json, read: decode(Anything.self)),
            Reader(testDescription: "JSON to a dictionary", document: escaped, read: decode([String: Int].self)),
            Reader(testDescription: "JSON to a value", document: json, read: decode(ParameterValue.self)),
            Reader(testDescription: "property list", document: xml, read: list),
            Reader(testDescription: "property list with references", document: references, read: list),
            Reader(
                testDescription: "property list to a model", document: xml, read: decode(Anything.self, isJSON: false)),
            Reader(testDescription: "binary property list", document: binary, read: list),
            Reader(
                testDescription: "binary property list to a model", document: binary,
                read: decode(Anything.self, isJSON: false)),
        ]
            + QueryDialect.allCases.map { dialect in
                Reader(testDescription: "query of \(dialect)", document: query) {
                    _ = try QueryDecoder(style: dialect).decode(Anything.self, from: $0)
                }
            }
    }()

    /// Marks of two classes, so that they have to be sorted.
    private static func marks(_ count: Int, _ marks: [Unicode.Scalar] = ["\u{301}", "\u{316}"]) -> String {
        var text = ""
        for index in 0..<count { text.unicodeScalars.append(marks[index % marks.count]) }
        return text
    }

    @Test(arguments: readers)
    func upToAThousandMarksInARowAreRead(reader: Reader) throws {
        for count in [30, 999, 1000] { try reader.read(reader.document("a" + Self.marks(count))) }
        try reader.read(reader.document("a" + Self.marks(1000) + "b" + Self.marks(1000)))
    }

    @Test(arguments: readers)
    func moreMarksInARowAreRefusedByName(reader: Reader) throws {
        let others: [[Unicode.Scalar]] = [["\u{1D165}", "\u{1D16D}"], ["\u{344}"], ["\u{94D}", "\u{301}"]]
        for key in [1001, 1002, Effort.size(40_000, quick: 10_000)].map({ "a" + Self.marks($0) })
            + others.map({ Self.marks(1001, $0) })
            + ["b" + Self.marks(1000) + "c" + Self.marks(1001)]
        {
            let document = try reader.document(key)
            var errors: [any Error] = []
            let time = ProcessorTime.measure {
                do { try reader.read(document) } catch { errors.append(error) }
            }
            let message = try #require(errors.first).localizedDescription
            #expect(message.contains("1,000 combining marks in a row"), "\(message)")
            #expect(message.contains("Send a key with fewer."), "\(message)")
            let place = reader.testDescription.contains("binary") ? "at byte " : "(line 2, column "
            #expect(errors.first is QueryParsingError || message.contains(place), "\(message)")
            #expect(time < ProcessorTime.limit(0.3))
        }
    }

    @Test func eightThreadsReadAndRefuseTheirKeys() {
        DispatchQueue.concurrentPerform(iterations: 8) { thread in
            for reader in Self.readers {
                #expect(throws: Never.self) { try reader.read(reader.document("\(thread)" + Self.marks(1000))) }
                #expect(throws: (any Error).self) { try reader.read(reader.document("\(thread)" + Self.marks(1001))) }
            }
        }
    }

    @Test func everyMarkThatIsReorderedCounts() {
        let marks = (0x80...0x10FFFF).compactMap { Unicode.Scalar($0) }
            .filter { $0.properties.canonicalCombiningClass != .notReordered }
        #expect(Set(marks.map(\.properties.generalCategory)) == [.nonspacingMark, .spacingMark])
        for mark in marks {
            #expect(!Self.marks(1000, [mark]).withRun { $0.hasTooManyMarks })
            #expect(Self.marks(1001, [mark]).withRun { $0.hasTooManyMarks })
        }
    }

    private static let otherScalars: [[Unicode.Scalar]] = [
        ["\u{1100}", "\u{1161}"], ["\u{1161}"], ["\u{AC00}", "\u{11A8}"], ["\u{F73}", "\u{F81}"],
        ["\u{9BE}", "\u{9C7}"],
        ["\u{1FA7}", "\u{FB4E}"], ["\u{915}", "\u{94D}"], ["\u{301}", "\u{316}", "\u{34F}"],
        ["\u{1F468}", "\u{200D}"],
        ["\u{20DD}", "\u{903}"],
    ]

    /// Jamo, marks that are starters, and letters that decompose are hashed in linear time.
    @Test(arguments: Effort.sample(otherScalars, every: 3))
    func otherScalarsAreReadInLinearTime(scalars: [Unicode.Scalar]) throws {
        let key = Self.marks(Effort.size(40_000, quick: 5_000), scalars)
        let time = try ProcessorTime.measure {
            for reader in Self.readers { try reader.read(reader.document(key)) }
        }
        #expect(time < ProcessorTime.limit(5))
    }

    @Test func textsMayHaveMoreMarks() throws {
        let value = "a" + Self.marks(5000)
        #expect(try JSONResponseSerializer().decode(Data("[\"\(value)\"]".utf8)) as? [String] == [value])
        #expect(try QueryDecoder(style: .php).decode([String: String].self, from: "a=\(value)") == ["a": value])
    }

    /// A deliberate difference.
    @Test func foundationAcceptsTheKey() throws {
        let key = "a" + Self.marks(1001)
        #expect((try JSONSerialization.jsonObject(with: Self.json(key)) as? [String: Any])?.keys.first == key)
        for document in try [Self.xml(key), Self.binary(key)] {
            let object = try PropertyListSerialization.propertyList(from: document, format: nil)
            #expect((object as? [String: Any])?.keys.first == key)
        }
        #expect(try JSONDecoder().decode(Anything.self, from: Self.json(key)).keys == [key])
    }
}
