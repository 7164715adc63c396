import Foundation
import Testing
import URLSerialization

/// Lines that a new user might write before reading the documentation. Each compiles, and does what it says.
@Suite struct GuessTests {
    struct Item: Codable, Equatable { var sku: String, tags: Set<String> }
    struct Order: Codable, Equatable {
        var id: Int
        var firstItem: Item?
    }
    struct Refusing: Encodable {
        struct Failure: Error {}
        func encode(to encoder: any Encoder) throws { throw Failure() }
    }

    private let order = Order(id: 7, firstItem: Item(sku: "a", tags: ["y", "x"]))
    private let url = "https://example.com/orders"

    private func query(_ parameters: Any, _ style: QueryStyle = .afNetworking) throws -> String {
        try QueryStringSerializer(style: style).string(from: parameters)
    }

    private func body(of request: URLRequest) -> String { String(decoding: request.httpBody ?? Data(), as: UTF8.self) }

    // MARK: - Making serializers

    @Test func aSerializerIsMadeOfAStyle() throws {
        let parameters: ParameterValue = ["items": [1, 2], "paid": true]
        let rails = try HTTPRequestSerializer(queryStyle: .rails)
            .request(method: .post, url: url, parameters: parameters)
        #expect(body(of: rails) == "items%5B%5D=1&items%5B%5D=2&paid=true")
        let named = HTTPRequestSerializer(queryStyle: .laravel, headers: ["X-App": "shop"])
        #expect(named.configuration.headers["X-App"] == "shop" && named.configuration.headers["User-Agent"] != nil)
        #expect(HTTPRequestSerializer(headers: ["Accept": "a/b"]).configuration.headers["accept"] == "a/b")
    }

    @Test(
        arguments: [
            (QueryStyle.laravel, QueryFramework.php), (.symfony, .php), (.rails, .rack), (.sinatra, .rack),
            (.express4, .qs), (.express5, .querystring), (.django, .flat), (.flask, .flat),
        ])
    func frameworksHaveTheirNames(style: QueryStyle, framework: QueryFramework) {
        #expect(style.framework == framework)
    }

    @Test func aStyleIsMadeOfItsChoices() throws {
        let style = QueryStyle(arrays: .indices, nulls: .literal, booleans: .literal, spaces: .plus)
        #expect(
            try query(["a": [true, nil], "b": "x y"] as ParameterValue, style) == "a%5B0%5D=true&a%5B1%5D=null&b=x+y")
    }

    @Test func aConfigurationIsMadeOfItsFields() throws {
        let configuration = HTTPRequestConfiguration(
            headers: ["Accept": "application/json", "User-Agent": "shop"], queryStyle: .rails, timeoutInterval: 30)
        #expect(configuration.headers.map(\.name) == ["Accept-Language", "User-Agent", "Accept"])
        #expect(configuration.headers["User-Agent"] == "shop" && configuration.timeoutInterval == 30)
        let archived = try JSONDecoder().decode(
            HTTPRequestConfiguration.self,
            from: JSONEncoder().encode(HTTPRequestConfiguration(baseURL: URL(string: "https://a/b"))))
        #expect(archived.baseURL?.absoluteString == "https://a/b" && archived.validatesURLs)
    }

    // MARK: - Parameters

    @Test func aModelIsParameters() throws {
        let query = "firstItem%5Bsku%5D=a&firstItem%5Btags%5D=x&firstItem%5Btags%5D=y&id=7"
        #expect(try self.query(order) == query)
        let get = try HTTPRequestSerializer().request(method: .get, url: url, parameters: order)
        #expect(get.url?.query == query)
        let json = try JSONRequestSerializer(keyStrategy: .snakeCase)
            .request(method: .post, url: url, parameters: order)
        #expect(body(of: json) == #"{"id":7,"first_item":{"sku":"a","tags":["x","y"]}}"#)
        let plist = try PropertyListRequestSerializer().request(method: .post, url: url, parameters: order)
        #expect(body(of: plist).contains("<key>sku</key>"))
        #expect(try ParameterValue(bridging: order)["firstItem"]?["sku"] == "a")
    }

    @Test func aModelMayStandInsideOtherParameters() throws {
        let parameters: [String: Any] = ["order": order, "all": [order, order.firstItem as Any], "n": 1]
        let json = try JSONRequestSerializer().body(for: parameters, in: URLRequest(url: URL(filePath: "/")))
        let item = #"{"sku":"a","tags":["x","y"]}"#
        let model = #"{"id":7,"firstItem":\#(item)}"#
        #expect(
            String(decoding: json ?? Data(), as: UTF8.self) == #"{"all":[\#(model),\#(item)],"n":1,"order":\#(model)}"#)
        // A set that is not a model's is refused beside one that is.
        #expect(throws: RequestSerializationError.self) {
            try JSONRequestSerializer().request(method: .post, url: url, parameters: ["m": order, "s": Set([1])])
        }
    }

    @Test func aModelThatFailsIsNamedByItsKeyPath() throws {
        let error = #expect(throws: RequestSerializationError.self) {
            try query(["a": ["b": Refusing()] as [String: Any]])
        }
        #expect(error?.keyPath == "a[b]" && error?.underlyingError is Refusing.Failure)
        #expect(error?.description.contains("Refusing could not be encoded") == true)
        struct Map: Encodable { var map = [Data(): 1] }
        let parameters: [(Any, String)] = [
            (Map(), "map"), (["order": Map()], "order[map]"), (["a": [1, Map()] as [Any]], "a[1][map]"),
        ]
        for (parameters, path) in parameters {
            let error = #expect(throws: RequestSerializationError.self) { try query(parameters) }
            #expect(error?.keyPath == path && error?.code == .unsupportedKey)
        }
    }

    /// A model may keep its encoder, and use it long after the parameters were serialized.
    @Test func anEncoderThatIsKeptHarmsNothing() throws {
        final class Keeper: Encodable {
            // Only this test uses it, on one thread.
            nonisolated(unsafe) static var kept: (any Encoder)?
            func encode(to encoder: any Encoder) throws {
                Self.kept = encoder
                var container = encoder.container(keyedBy: ParameterKey.self)
                try container.encode(1, forKey: ParameterKey(stringValue: "a"))
            }
        }
        #expect(try query(["k": Keeper()]) == "k%5Ba%5D=1")
        var container = try #require(Keeper.kept).container(keyedBy: ParameterKey.self)
        for index in 0..<1000 { try container.encode("late", forKey: ParameterKey(stringValue: "\(index)")) }
        Keeper.kept = nil
    }

    struct ParameterKey: CodingKey {
        var stringValue: String
        var intValue: Int? { nil }
        init(stringValue: String) { self.stringValue = stringValue }
        init?(intValue: Int) { nil }
    }

    @Test func aDeepModelInsideDeepParametersIsRefusedOrHeld() throws {
        final class Nest: Encodable {
            var inner: Nest?
            init(_ levels: Int) { inner = levels > 1 ? Nest(levels - 1) : nil }
            enum CodingKeys: String, CodingKey { case inner }
        }
        func parameters(_ around: Int, _ levels: Int) -> Any {
            (0..<around).reduce(Nest(levels) as Any) { inner, _ in ["k": inner] }
        }
        for (around, levels) in [(1, 300), (200, 300), (400, 100)] {
            #expect(throws: Never.self) { try query(parameters(around, levels)) }
        }
        for (around, levels) in [(1, 600), (400, 200), (200, 100_00)] {
            let error = #expect(throws: RequestSerializationError.self) { try query(parameters(around, levels)) }
            #expect(error?.code == .tooDeep)
        }
    }

    @Test func queryItemsAreParametersInTheirOrder() throws {
        let items = [
            URLQueryItem(name: "b", value: "1 2"), URLQueryItem(name: "a[]", value: nil),
            URLQueryItem(name: "b", value: ""),
        ]
        #expect(try query(items) == "b=1%202&a%5B%5D&b=")
        #expect(try query(items, QueryStyle(nulls: .omitted, spaces: .plus)) == "b=1+2&b=")
        let form = try HTTPRequestSerializer().request(method: .post, url: url, parameters: items)
        #expect(body(of: form) == "b=1%202&a%5B%5D&b=")
        #expect(try query([URLQueryItem]()) == "")
        for style in [QueryStyle.php, .rails, .qs] {
            let error = #expect(throws: RequestSerializationError.self) { try query(items, style) }
            #expect(error?.reason.contains("Pass a dictionary") == true)
        }
        let nested = #expect(throws: RequestSerializationError.self) { try query(["a": items]) }
        #expect(nested?.keyPath == "a[0]" && nested?.reason.contains("the parameters of") == true)
        for serializer in [JSONRequestSerializer() as any HTTPRequestSerialization, PropertyListRequestSerializer()] {
            let error = #expect(throws: (any Error).self) {
                try serializer.request(method: .post, url: url, parameters: items)
            }
            let userInfo = error.map { ($0 as NSError).userInfo } ?? [:]
            #expect("\(userInfo)".contains("URLQueryItem"))
        }
    }

    @Test func variablesStandInAValue() throws {
        let (q, page, isOpen, price) = ("tea", 3, true, 1.5)
        let parameters: ParameterValue = [
            "q": .string(q), "page": .int(page), "open": .bool(isOpen), "price": .double(price), "text": "\(q)!",
        ]
        #expect(try query(parameters) == "open=1&page=3&price=1.5&q=tea&text=tea%21")
        #expect(ParameterValue.int(3) == .int(Int64(3)))
    }

    // MARK: - Reading a value

    @Test func aValueIsReadByKeysAndIndices() throws {
        let value: ParameterValue = [
            "items": [["sku": "a", "n": 2], ["sku": "b"]], "at": .date(Date(timeIntervalSince1970: 0)),
        ]
        #expect(value["items"]?[0]?["sku"]?.string == "a")
        #expect(value["items"]?[0]?["n"]?.int == 2 && value["items"]?[2] == nil && value["items"]?[-1] == nil)
        #expect(value["items"]?.elements.map { $0["sku"]?.string } == ["a", "b"])
        #expect(value["items"]?.array?.count == 2 && value.dictionary?.map(\.key) == ["items", "at"])
        #expect(value["at"]?.date == Date(timeIntervalSince1970: 0) && value["no"] == nil)
        #expect(ParameterValue.null.isNull && ParameterValue(true).bool == true && ParameterValue(1).bool == nil)
        #expect(ParameterValue(2.0).int == 2 && ParameterValue(2.5).int == nil && ParameterValue(2).double == 2)
        #expect(ParameterValue.uint(.max).int == nil && ParameterValue.double(.nan).int == nil)
        #expect(ParameterValue.decimal(7).int == 7 && ParameterValue(Data([1])).data == Data([1]))
    }

    @Test func aValueIsDecoded() throws {
        #expect(try ParameterValue(encoding: order).decode(Order.self) == order)
        #expect(try ParameterValue("a").decode(String.self) == "a" && ParameterValue.null.decode(Int?.self) == nil)
        let date = Date(timeIntervalSinceReferenceDate: 123_456_789.123_456_78)
        #expect(try ParameterValue(date).decode(Date.self) == date)
        #expect(try ParameterValue(Data([1, 2])).decode(Data.self) == Data([1, 2]))
        #expect(try ParameterValue.double(.infinity).decode(Double.self) == .infinity)
        #expect(try ParameterValue(date).decode(ParameterValue.self) == ParameterValue(date))
        for text in ["a", "42", "nan", "AAAA"] {
            #expect(throws: DecodingError.self) { try ParameterValue(text).decode(Double.self) }
            #expect(throws: DecodingError.self) { try ParameterValue(text).decode(Date.self) }
            #expect(throws: DecodingError.self) { try ParameterValue(text).decode(Data.self) }
        }
        let error = #expect(throws: DecodingError.self) {
            try (["id": 1, "firstItem": ["sku": 2]] as ParameterValue).decode(Order.self)
        }
        guard case .typeMismatch(_, let context) = error else { return #expect(Bool(false), "\(error as Any)") }
        #expect(context.codingPath.map(\.stringValue) == ["firstItem", "sku"])
    }

    // MARK: - Responses

    private func response(_ status: Int = 200, _ contentType: String? = "application/json") throws -> HTTPURLResponse {
        let url = try #require(URL(string: url))
        let fields = contentType.map { ["Content-Type": $0] }
        return try #require(HTTPURLResponse(url: url, statusCode: status, httpVersion: nil, headerFields: fields))
    }

    @Test func bodiesAreDecodedByOneVerb() throws {
        let data = Data(#"{"id":7}"#.utf8)
        #expect(try DecodableResponseSerializer(Order.self).decode(data, from: response()).id == 7)
        #expect(try DecodableResponseSerializer(Order.self).decodeIfPresent(Data(), from: response(204)) == nil)
        #expect(try DecodableResponseSerializer(Order?.self).decode(Data(), from: response(204)) == nil)
        #expect(try HTTPResponseSerializer().decode(data, from: response()) == data)
        #expect(throws: ResponseSerializationError.self) {
            try DecodableResponseSerializer(ParameterValue.self).decode(Data(), from: response(204))
        }
    }

    @Test(
        arguments: [
            ("text/plain; charset=ISO-8859-1", [0xE9], "é"), ("text/plain; charset=\"utf-8\"", [0xC3, 0xA9], "é"),
            ("text/plain", [0xC3, 0xA9], "é"), ("text/html; level=1; Charset=windows-1252", [0x80], "€"),
            (nil, [0x61], "a"), ("text/plain; charset=utf-16be", [0x00, 0x61], "a"), ("text/plain", [], ""),
        ] as [(String?, [UInt8], String)])
    func textHasTheCharsetOfItsResponse(contentType: String?, bytes: [UInt8], text: String) throws {
        #expect(try StringResponseSerializer().decode(Data(bytes), from: response(200, contentType)) == text)
    }

    @Test func textThatIsNoneIsAnError() throws {
        let unknown = #expect(throws: ResponseSerializationError.self) {
            try StringResponseSerializer().decode(Data([0x61]), from: response(200, "text/plain; charset=klingon"))
        }
        #expect(unknown?.localizedDescription.contains("klingon") == true)
        #expect(throws: ResponseSerializationError.self) {
            try StringResponseSerializer().decode(Data([0xFF]), from: response(200, "text/plain"))
        }
        let serializer: StringResponseSerializer = .string(encoding: .isoLatin1)
        #expect(try serializer.decode(Data([0xFF]), from: response(200, "text/plain; charset=klingon")) == "ÿ")
    }

    @Test func statusCodesAreARange() throws {
        var configuration = HTTPResponseConfiguration()
        configuration.acceptableStatusCodes = 200..<500
        #expect(throws: Never.self) { try configuration.validate(response(404), data: nil) }
        #expect(throws: ResponseSerializationError.self) { try configuration.validate(response(500), data: nil) }
        #expect(configuration == HTTPResponseConfiguration(acceptableStatusCodes: 200..<500))
        configuration.acceptableStatusCodes?.insert(503)
        #expect(throws: Never.self) { try configuration.validate(response(503), data: nil) }
    }

    @Test func aSuffixIsAContentType() throws {
        var serializer = JSONResponseSerializer()
        serializer.configuration.acceptableContentTypes?.insert("+json")
        let data = Data("[]".utf8)
        #expect(throws: Never.self) { try serializer.decode(data, from: response(200, "application/hal+json")) }
        #expect(throws: ResponseSerializationError.self) {
            try serializer.decode(data, from: response(200, "application/hal+xml"))
        }
    }

    // MARK: - URLs

    @Test(arguments: [
        "not a url", "http://", "orders/1", "/orders", "//example.com", "https://a:99999/", "localhost:8080/orders",
        "example.com:443",
    ])
    func whatCannotBeSentIsRefused(text: String) throws {
        var serializers: [any HTTPRequestSerialization] = [
            HTTPRequestSerializer(), JSONRequestSerializer(), PropertyListRequestSerializer(),
        ]
        for serializer in serializers {
            let error = #expect(throws: RequestSerializationError.self) {
                try serializer.request(method: .get, url: text)
            }
            #expect(error?.code == .invalidURL)
            #expect(throws: RequestSerializationError.self) {
                try serializer.multipartRequest(method: .post, url: text) { try $0.append("a", name: "b") }
            }
        }
        for index in serializers.indices {
            serializers[index].configuration.validatesURLs = false
            #expect(throws: Never.self) { try serializers[index].request(method: .get, url: text) }
        }
    }

    @Test(
        arguments: [
            ("https://a.com/v1", "orders", "https://a.com/v1/orders"),
            ("https://a.com/v1/", "orders/1?x=2", "https://a.com/v1/orders/1?x=2"),
            ("https://a.com/v1", "/orders", "https://a.com/orders"),
            ("https://a.com", "orders", "https://a.com/orders"),
            ("https://a.com/v1", "https://b.com/c", "https://b.com/c"),
            ("https://a.com/v1", "//b.com/c", "https://b.com/c"),
        ])
    func aReferenceIsRelativeToTheBaseURL(base: String, reference: String, expected: String) throws {
        let serializer = JSONRequestSerializer(configuration: HTTPRequestConfiguration(baseURL: URL(string: base)))
        let request = try serializer.request(method: .get, url: reference)
        #expect(request.url?.absoluteString == expected)
    }

    // MARK: - Messages

    @Test func messagesSayWhatToDo() throws {
        let missing = #expect(throws: RequestSerializationError.self) {
            try HTTPRequestSerializer().request(method: .get, url: "orders/1")
        }
        #expect(missing?.description.contains(#""orders/1" has no scheme"#) == true)
        let secret = #expect(throws: RequestSerializationError.self) {
            try HTTPRequestSerializer().request(method: .get, url: "https://u:pw@h:99999/a?token=x#y")
        }
        #expect(secret?.description.contains(#"The URL "h:99999/a" has a port"#) == true)
        let broken = #expect(throws: ResponseSerializationError.self) {
            try JSONResponseSerializer().decode(Data("{\n  \"a\": tru\n}".utf8), from: response())
        }
        #expect(broken?.localizedDescription == "“true” is misspelt at byte 9 (line 2, column 8): \"tru\".")
        #expect(broken?.domain == NSCocoaErrorDomain && broken?.code == 3840)
        let model = #expect(throws: ResponseSerializationError.self) {
            try DecodableResponseSerializer(Order.self).decode(Data("{\"id\": 1".utf8), from: response())
        }
        #expect(model?.localizedDescription.contains("it ends at byte 8 (line 1, column 9)") == true)
        let typeless = #expect(throws: ResponseSerializationError.self) {
            try JSONResponseSerializer().decode(Data("[]".utf8), from: response(200, nil))
        }
        #expect(typeless?.localizedDescription == "Request failed: the response has no Content-Type")
    }
}
