import TestSupport
import Testing
import URLSerializationImages

/// Bodies made to waste a reader's time or memory, or to end its process.
@Suite(.tags(.computing, .random, .slow), .takingTurns, .serialized) struct HostileBodyTests {
    struct Body: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let make: @Sendable () -> Data

        init(_ description: String, _ make: @escaping @Sendable () -> Data) {
            testDescription = description
            self.make = make
        }
    }

    private static let size = Effort.size(1_000_000, quick: 100_000)
    private static let orders = String(repeating: #"{"name":"value","tags":["a",1.5,null]},"#, count: size / 40)

    static let json = [
        Body("cut off at the end") { Data("[\(orders)".utf8) },
        Body("a stray comma at the end") { Data("[\(orders)1],".utf8) },
        Body("bad UTF-8 at the end") { Data("[\(orders)\"".utf8) + [0xFF, 0x22, 0x5D] },
        Body("many levels") { Data(repeating: UInt8(ascii: "["), count: size) },
        Body("many levels of objects") { Data(String(repeating: #"{"a":"#, count: size).utf8) },
        Body("cut off in UTF-16") { "[\(orders)".data(using: .utf16LittleEndian) ?? Data() },
        Body("zeros") { Data(count: size) },
        Body("a text without an end") { Data("\"".utf8) + Data(repeating: UInt8(ascii: "a"), count: size) },
    ]

    /// A binary property list of these objects, the first at the top, with references and offsets of one byte.
    private static func binary(_ objects: [[UInt8]]) -> Data {
        var data = Array("bplist00".utf8)
        var offsets: [UInt8] = []
        for object in objects {
            offsets.append(UInt8(truncatingIfNeeded: data.count))
            data += object
        }
        let table = UInt64(data.count)
        data += offsets
        data += [0, 0, 0, 0, 0, 0, 1, 1]
        for number in [UInt64(objects.count), 0, table] {
            data += (0..<8).map { UInt8(truncatingIfNeeded: number >> (56 - 8 * $0)) }
        }
        return Data(data)
    }

    static let propertyLists = [
        Body("an array in itself") { binary([[0xA1, 0]]) },
        Body("a dictionary in itself") { binary([[0xD1, 1, 0], [0x51, 0x61]]) },
        Body("two arrays in each other") { binary([[0xA1, 1], [0xA1, 0]]) },
        Body("a set") { binary([[0xC1, 1], [0x51, 0x61]]) },
        Body("arrays that share arrays") {
            binary((0..<24).map { [0xAF, 0x10, 12] + [UInt8](repeating: $0 + 1, count: 12) } + [[0x09]])
        },
        Body("a count of 2⁶⁴ − 1") { binary([[0xAF, 0x13, 255, 255, 255, 255, 255, 255, 255, 255]]) },
        Body("a string longer than the data") { binary([[0x5F, 0x12, 0x7F, 0xFF, 0xFF, 0xFF]]) },
        Body("a reference to nothing") { binary([[0xA1, 9]]) },
        Body("cut off") { binary([[0xA1, 1], [0x09]]).dropLast(7) },
        Body("many levels of XML") { Data(("<plist>" + String(repeating: "<array>", count: size)).utf8) },
        Body("many levels of text") { Data(repeating: UInt8(ascii: "("), count: size) },
        Body("XML cut off at the end") {
            Data(("<plist><array>" + String(repeating: "<string>some text</string>", count: size / 25)).utf8)
        },
    ]

    private struct Anything: Decodable {
        init(from decoder: any Decoder) throws {}
    }

    private static func expectRefusal(
        by serializer: some ResponseSerialization, of body: Body, location: SourceLocation = #_sourceLocation
    ) {
        let data = body.make()
        let duration = ProcessorTime.measure {
            let result = serializer.serialize(nil, data: data)
            #expect(result.object == nil, sourceLocation: location)
            #expect(result.error?.kind == .undecodable, sourceLocation: location)
            #expect(result.error?.localizedDescription.isEmpty == false, sourceLocation: location)
        }
        // Without optimisation; it is within a second with it.
        #expect(duration < ProcessorTime.limit(30), sourceLocation: location)
    }

    @Test(arguments: json)
    func malformedJSONIsRefusedAtOnce(_ body: Body) {
        Self.expectRefusal(by: JSONResponseSerializer(readingOptions: .fragmentsAllowed), of: body)
        // A JSONDecoder skips strings that no model asks for.
        if body.testDescription != "bad UTF-8 at the end" {
            Self.expectRefusal(by: DecodableResponseSerializer(Anything.self), of: body)
        }
    }

    @Test(arguments: propertyLists)
    func malformedPropertyListsAreRefusedAtOnce(_ body: Body) {
        Self.expectRefusal(by: PropertyListResponseSerializer(), of: body)
        Self.expectRefusal(by: PropertyListResponseSerializer(readOptions: .mutableContainersAndLeaves), of: body)
        Self.expectRefusal(by: DecodableResponseSerializer(Anything.self, format: .propertyList()), of: body)
    }

    @Test(arguments: Effort.sample(json + propertyLists, every: 3))
    func noImageIsMadeOfThemAndACompoundReturnsTheData(_ body: Body) {
        Self.expectRefusal(by: ImageResponseSerializer(), of: body)
        let data = body.make()
        let result = CompoundResponseSerializer([.image, .json, .propertyList]).serialize(nil, data: data)
        #expect(result.object as? Data == data)
        #expect(result.skippedErrors.count == 3)
    }
}
