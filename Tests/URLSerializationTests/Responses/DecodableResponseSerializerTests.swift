import Testing
import URLSerialization

@Suite struct DecodableResponseSerializerTests {
    struct Order: Codable, Equatable {
        struct Item: Codable, Equatable {
            var price: Double
        }

        var items: [Item]
    }

    private static let order = Order(items: [.init(price: 1.5)])

    @Test func modelsAreReadFromJSON() throws {
        let data = Data(#"{"items":[{"price":1.5}]}"#.utf8)
        let serializer = DecodableResponseSerializer(Order.self)
        #expect(try serializer.decode(data, from: try URLResponse.with()) == Self.order)
        let failed = serializer.serialize(try URLResponse.with(status: 500), data: data)
        #expect(failed.object == Self.order)
        #expect(failed.error?.chain == "response -1011")
        #expect(
            serializer.serialize(try URLResponse.with(contentType: "text/html"), data: data).error?.chain
                == "response -1016")
    }

    @Test(arguments: [PropertyListSerialization.PropertyListFormat.xml, .binary])
    func modelsAreReadFromPropertyLists(_ format: PropertyListSerialization.PropertyListFormat) throws {
        let encoder = PropertyListEncoder()
        encoder.outputFormat = format
        let serializer = DecodableResponseSerializer(Order.self, format: .propertyList())
        let response = try URLResponse.with(contentType: "application/x-plist")
        #expect(try serializer.decode(try encoder.encode(Self.order), from: response) == Self.order)
    }

    @Test func decoderIsTheCallers() throws {
        struct User: Decodable, Equatable {
            var firstName: String
        }
        let decoder = JSONDecoder()
        decoder.keyDecodingStrategy = .convertFromSnakeCase
        let serializer = DecodableResponseSerializer(User.self, format: .json(decoder))
        let user = try serializer.decode(Data(#"{"first_name":"Zoe"}"#.utf8), from: nil)
        #expect(user == User(firstName: "Zoe"))
    }

    @Test(
        arguments: [
            (#"{"items":[{"price":1.5},{"price":"x"}]}"#, "items[1].price: "),
            (#"{"items":[{}]}"#, "items[0].price: The key is missing."),
            (#"{"items":null}"#, "items: "),
            (#"{"items":"#, ""),
        ] as [(String, String)])
    func errorNamesTheKeyPath(_ body: String, _ path: String) throws {
        let error = try #require(throws: ResponseSerializationError.self) {
            try DecodableResponseSerializer(Order.self).decode(
                Data(body.utf8), from: try URLResponse.with(status: 500))
        }
        #expect(error.kind == .undecodable)
        #expect(error.localizedDescription.hasPrefix(path))
        #expect(error.decodingError is DecodingError)
        #expect(error.domain == NSCocoaErrorDomain)
        #expect(error.causes.map(\.kind) == [.unacceptableStatusCode])
        #expect(error.statusCode == 500)
    }

    @Test(arguments: [("7", #"{"7":"x"}"#), ("", #"{"":"x"}"#), ("a.b", #"{"a.b":"x"}"#)])
    func keysThatCouldBeTakenForSomethingElseAreQuoted(_ key: String, _ body: String) {
        let error = DecodableResponseSerializer([String: Int].self).serialize(nil, data: Data(body.utf8)).error
        #expect(error?.localizedDescription.hasPrefix("\"\(key)\": ") == true)
    }

    @Test func malformedJSONIsTheSameErrorWhateverItsSize() throws {
        for count in [100, 100_000] {
            let body = Data(("[" + String(repeating: "1,", count: count)).utf8)
            let error = try #require(DecodableResponseSerializer([Int].self).serialize(nil, data: body).error)
            #expect((error.domain, error.code) == (NSCocoaErrorDomain, CocoaError.Code.coderReadCorrupt.rawValue))
            #expect(error.decodingError is DecodingError)
        }
    }

    @Test func presetNamesTheModel() throws {
        func read<Output>(_ serializer: some ResponseSerialization<Output>, _ body: String) throws -> Output {
            try serializer.decode(Data(body.utf8), from: nil)
        }
        #expect(try read(.decodable([Int].self), "[1,2]") == [1, 2])
    }

    @Test(arguments: ["", " "])
    func emptyBodyIsNoModel(_ body: String) throws {
        let result = DecodableResponseSerializer(Order.self).serialize(
            try URLResponse.with(status: 204), data: Data(body.utf8))
        #expect(result.object == nil && result.error == nil)
    }

    @Test func fragmentsAreModelsToo() throws {
        #expect(try DecodableResponseSerializer(Int.self).decode(Data("7".utf8), from: nil) == 7)
    }

    private indirect enum Nest: Decodable {
        case nest([Nest])

        init(from decoder: any Decoder) throws {
            self = .nest(try decoder.singleValueContainer().decode([Nest].self))
        }

        var depth: Int {
            var depth = 1
            var nest = self
            while case .nest(let inner) = nest, let first = inner.first {
                depth += 1
                nest = first
            }
            return depth
        }
    }

    @Test func modelNestedToTheLimitIsReadOnASmallStack() throws {
        let body = Data((String(repeating: "[", count: 512) + String(repeating: "]", count: 512)).utf8)
        let depth = try SmallStack.run { try DecodableResponseSerializer(Nest.self).decode(body, from: nil).depth }
        #expect(depth == 512)
    }

    @Test(arguments: [PropertyListSerialization.PropertyListFormat.xml, .binary])
    func deepPropertyListIsReadOnASmallStack(_ format: PropertyListSerialization.PropertyListFormat) throws {
        var object: [Any] = []
        for _ in 0..<449 { object = [object] }
        let body = try PropertyListSerialization.data(fromPropertyList: object, format: format, options: 0)
        let (depth, isRead) = try SmallStack.run {
            let serializer = DecodableResponseSerializer(Nest.self, format: .propertyList())
            let object = try PropertyListResponseSerializer().decode(body, from: nil)
            return (try serializer.decode(body, from: nil).depth, object is [Any])
        }
        #expect(depth == 450)
        #expect(isRead)
    }
}
