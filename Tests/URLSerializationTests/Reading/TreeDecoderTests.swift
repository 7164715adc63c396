import TestSupport
import Testing
import URLSerialization

@Suite(.tags(.computing), .takingTurns) struct TreeDecoderTests {
    // MARK: - Errors

    struct Order: Decodable {
        struct Item: Decodable {
            var price: Double
            var count: UInt8?
            var sku: String?
        }

        var items: [Item]
    }

    @Test(
        arguments: [
            (
                #"{"items":[{"price":"x"}]}"#,
                "items[0].price: Expected to decode Double but found a string instead, "
                    + "at byte 19 (line 1, column 20)."
            ),
            (
                "{\"items\":[{\"price\":1,\n\"count\":300}]}",
                "items[0].count: 300 does not fit in UInt8, at byte 30 "
                    + "(line 2, column 9)."
            ),
            (
                #"{"items":[{"price":1e999}]}"#,
                "items[0].price: 1e999 does not fit in Double, at byte 19 "
                    + "(line 1, column 20)."
            ),
            (
                #"{"items":[{"price":01}]}"#,
                "items[0].price: A number must not begin with a zero at byte 19 (line 1, column 20): "
            ),
            (
                #"{"items":[{"price":1,"sku":"\q"}]}"#,
                "items[0].sku: An escape is invalid at byte 28 (line 1, column 29): "
            ),
            (
                #"{"items":[{"price":1,"\q":1}]}"#,
                "items[0]: An escape is invalid at byte 22 (line 1, column 23): "
            ),
            (
                #"{"items":[1]}"#,
                "items[0]: Expected to decode Dictionary<String, Any> but found number instead, at byte 10 "
                    + "(line 1, column 11)."
            ),
        ])
    func errorNamesKeyPathAndPlace(_ json: String, _ description: String) throws {
        let error = DecodableResponseSerializer(Order.self).serialize(nil, data: Data(json.utf8)).error
        #expect(error?.localizedDescription.hasPrefix(description) == true)
        #expect(error?.decodingError is DecodingError)
    }

    @Test(arguments: [
        #"{"items":[],"x":"\q"}"#, #"{"items":[],"x":01}"#, #"{"x":1e999,"items":[]}"#, #"{"items":[],"x":"\ud800"}"#,
        #"{"items":[],"x":{"\q":1}}"#,
    ])
    func membersThatNoModelAsksForMayBeMalformed(_ json: String) throws {
        #expect(try DecodableResponseSerializer(Order.self).decode(Data(json.utf8)).items.isEmpty)
    }

    @Test func errorOfAPropertyListNamesThePlace() {
        let list = "<plist><dict><key>items</key>\n<array><string>x</string></array></dict></plist>"
        let error = DecodableResponseSerializer(Order.self, format: .propertyList())
            .serialize(nil, data: Data(list.utf8)).error
        #expect(error?.localizedDescription.hasPrefix("items[0]: Expected to decode Dictionary<String, Any>") == true)
        #expect(error?.localizedDescription.contains("(line 2, ") == true)
    }

    // MARK: - Equal keys

    @Test func firstOfEqualKeysCountsInJSONAndTheLastInPropertyLists() throws {
        let json = Data(#"{"a":1,"b":2,"a":3}"#.utf8)
        let list = Data(
            ("<dict><key>a</key><integer>1</integer><key>b</key><integer>2</integer>"
                + "<key>a</key><integer>3</integer></dict>").utf8)
        #expect(try DecodableResponseSerializer([String: Int].self).decode(json) == ["a": 1, "b": 2])
        #expect(
            try DecodableResponseSerializer([String: Int].self, format: .propertyList()).decode(list)
                == ["a": 3, "b": 2])
    }

    @Test(arguments: [250_000])
    func equalKeysAreReadInLinearTime(_ count: Int) throws {
        let json = Data(("{" + String(repeating: "\"a\":1,", count: count) + "}").utf8)
        var members: [String: Int] = [:]
        let time = try ProcessorTime.measure {
            members = try DecodableResponseSerializer([String: Int].self).decode(json)
        }
        #expect(members == ["a": 1])
        #expect(time < ProcessorTime.limit(30))
    }

    /// Asks for every member from the last to the first.
    private struct Backwards: Decodable {
        var sum = 0

        init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: AnyKey.self)
            for key in container.allKeys.reversed() { sum += try container.decode(Int.self, forKey: key) }
        }
    }

    @Test(.tags(.random)) func keysAreReadOutOfOrderInLinearTime() throws {
        func json(_ count: Int) -> Data {
            Data(("{" + (0..<count).map { "\"key \($0)\":1" }.joined(separator: ",") + "}").utf8)
        }
        func time(_ count: Int) throws -> Duration {
            let json = json(count)
            var sum = 0
            let time = try ProcessorTime.leastOf3 {
                sum = try DecodableResponseSerializer(Backwards.self).decode(json).sum
            }
            #expect(sum == count)
            return time
        }
        let most = Effort.size(100_000, quick: 24_000)
        let isLinear = try (0..<5).contains { _ in try time(most) < time(most / 8) * 20 }
        #expect(isLinear)
    }

    // MARK: - Unusual models

    /// A model that keeps its decoder and a container of it.
    private final class Keeper: Decodable {
        struct Part: Decodable {
            let decoder: any Decoder
            let container: KeyedDecodingContainer<AnyKey>

            init(from decoder: any Decoder) throws {
                self.decoder = decoder
                container = try decoder.container(keyedBy: AnyKey.self)
            }
        }

        let parts: [Part]
        let late: String

        init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: AnyKey.self)
            parts = try container.decode([Part].self, forKey: AnyKey(stringValue: "parts"))
            // The parts are no longer decoded.
            late = try parts.map { try $0.container.decode(String.self, forKey: AnyKey(stringValue: "id")) }.joined()
        }
    }

    @Test func keptDecodersReadTheirOwnValue() throws {
        let json = Data(#"{"parts":[{"id":"a","n":1},{"id":"b","n":[2]}]}"#.utf8)
        let keeper = try DecodableResponseSerializer(Keeper.self).decode(json)
        #expect(keeper.late == "ab")
        let last = keeper.parts[1]
        #expect(last.decoder.codingPath.map(\.stringValue) == ["parts", "Index 1"])
        let container = try last.decoder.container(keyedBy: AnyKey.self)
        #expect(try container.decode([Int].self, forKey: AnyKey(stringValue: "n")) == [2])
        let error = #expect(throws: DecodingError.self) {
            try container.decode([[Int]].self, forKey: AnyKey(stringValue: "n"))
        }
        guard case .typeMismatch(_, let context) = error else { return #expect(Bool(false), "\(error as Any)") }
        #expect(context.codingPath.map(\.stringValue) == ["parts", "Index 1", "n", "Index 0"])
    }

    /// A model that recurses, and asks for each of its values twice.
    private struct Level: Decodable, Equatable {
        private(set) var levels: [Level]
        let count: Int

        init(from decoder: any Decoder) throws {
            var first = try decoder.unkeyedContainer()
            var second = try decoder.unkeyedContainer()
            (levels, count) = ([], first.count ?? -1)
            while !first.isAtEnd { levels.append(try first.decode(Level.self)) }
            while !second.isAtEnd { _ = try second.nestedUnkeyedContainer() }
        }
    }

    @Test(arguments: [1, 512])
    func recursiveModelThatAsksTwiceIsRead(depth: Int) throws {
        let json = String(repeating: "[", count: depth) + String(repeating: "]", count: depth)
        var level = try DecodableResponseSerializer(Level.self).decode(Data(json.utf8))
        for _ in 1..<depth {
            #expect(level.count == 1)
            level = try #require(level.levels.first)
        }
        #expect(level.count == 0)
        for json in ["[\(json)", String(repeating: "[", count: 1_000_000)] {
            #expect(throws: ResponseSerializationError.self) {
                try DecodableResponseSerializer(Level.self).decode(Data(json.utf8))
            }
        }
    }

    // MARK: - Decoders

    private final class RefusingDecoder: JSONDecoder, @unchecked Sendable {
        struct Refusal: Error {}

        override func decode<Value: Decodable>(_ type: Value.Type, from data: Data) throws -> Value { throw Refusal() }
    }

    @Test func decoderOfASubclassAndOneOfJSON5AreUsedThemselves() throws {
        let refusal = DecodableResponseSerializer([Int].self, decoder: RefusingDecoder())
        #expect(refusal.serialize(nil, data: Data("[1]".utf8)).error?.decodingError is RefusingDecoder.Refusal)
        let decoder = JSONDecoder()
        decoder.allowsJSON5 = true
        #expect(try DecodableResponseSerializer([Int].self, decoder: decoder).decode(Data("[0x10]".utf8)) == [16])
        decoder.allowsJSON5 = false
        decoder.assumesTopLevelDictionary = true
        let serializer = DecodableResponseSerializer([String: Int].self, decoder: decoder)
        #expect(try serializer.decode(Data(#""a":1"#.utf8)) == ["a": 1])
    }

    @Test func openStepListIsAModelToo() throws {
        let serializer = DecodableResponseSerializer([String: String].self, format: .propertyList())
        #expect(try serializer.decode(Data("{ a = b; }".utf8)) == ["a": "b"])
    }

    private final class OwnListDecoder: PropertyListDecoder, @unchecked Sendable {}

    /// PropertyListDecoder itself ends the process over such a number.
    @Test func decoderOfASubclassGetsNoPropertyListThatIsNotUTF8() throws {
        let serializer = DecodableResponseSerializer([Int].self, format: .propertyList(OwnListDecoder()))
        let list = Data("<plist><array><integer> 2</integer></array></plist>".utf8)
        #expect(try serializer.decode(list) == [2])
        var broken = list
        broken[24] = 0xFF
        let error = serializer.serialize(nil, data: broken).error?.decodingError as? DecodingError
        guard case .dataCorrupted(let context) = error else { return #expect(Bool(false), "\(error as Any)") }
        #expect(context.debugDescription.contains("not UTF-8"))
    }

    // MARK: - Values

    @Test func parameterValueIsDecodedAsWhatItHolds() throws {
        let value: ParameterValue = [
            "float": .float(0.1), "decimal": .decimal(Decimal(string: "12.5")!), "uint": .uint(.max), "whole": 3.0,
            "url": .url(URL(string: "http://a/b")!), "long": .string(String(repeating: "x", count: 600)),
            "set": .set([1]), "infinite": .double(-.infinity), "null": nil,
        ]
        struct Model: Decodable {
            var float: Double
            var decimal: Decimal
            var uint: UInt64
            var whole: Int
            var url: URL
            var long: String
            var set: [Int]
            var infinite: Float
            var null: Int?
        }
        let model = try value.decode(Model.self)
        #expect(model.float == 0.1 && model.decimal == Decimal(string: "12.5") && model.uint == .max)
        #expect(model.whole == 3 && model.url.absoluteString == "http://a/b" && model.long.count == 600)
        #expect(model.set == [1] && model.infinite == -.infinity && model.null == nil)
        #expect(try value.decode([String: ParameterValue].self)["uint"] == .uint(.max))
    }

    @Test func parameterValueBeyondTheDepthIsRefusedByName() {
        var value = ParameterValue.null
        for _ in 0..<600 { value = .array([value]) }
        struct Nothing: Decodable { init(from decoder: any Decoder) throws {} }
        #expect(throws: RequestSerializationError.self) { try value.decode(Nothing.self) }
    }
}
