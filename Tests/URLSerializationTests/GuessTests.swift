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
        let rails = try HTTPRequestSerializer(style: .rails)
            .request(method: .post, url: url, parameters: parameters)
        #expect(body(of: rails) == "items%5B%5D=1&items%5B%5D=2&paid=true")
        let named = HTTPRequestSerializer(style: .laravel, headers: ["X-App": "shop"])
        #expect(named.configuration.headers["X-App"] == "shop" && named.configuration.headers["User-Agent"] != nil)
        #expect(HTTPRequestSerializer(headers: ["Accept": "a/b"]).configuration.headers["accept"] == "a/b")
    }

    @Test func aStyleHasAnotherFormOfDates() throws {
        let date = ["at": Date(timeIntervalSince1970: 0)]
        let rails = try HTTPRequestSerializer(style: .rails, dateStrategy: .iso8601)
            .request(method: .post, url: url, parameters: date)
        #expect(body(of: rails) == "at=1970-01-01T00%3A00%3A00Z")
        let plain = try HTTPRequestSerializer(dateStrategy: .secondsSince1970)
            .request(method: .post, url: url, parameters: date)
        #expect(body(of: plain) == "at=0")
    }

    @Test func headersOfRequestsAndConfigurationsAreLists() throws {
        var request = URLRequest(url: try #require(URL(string: url)))
        request.headers = ["B": "2", "A": "1"]
        request.headers["b"] = nil
        request.headers.update(name: "C", value: "3")
        #expect(request.headers.map(\.name) == ["A", "C"] && request.value(forHTTPHeaderField: "a") == "1")
        let configuration = URLSessionConfiguration.ephemeral
        configuration.headers = ["A": "1"]
        #expect(configuration.httpAdditionalHeaders as? [String: String] == ["A": "1"])
        #expect(configuration.headers["a"] == "1")
    }

    @Test func aParserIsNamedForItsFramework() throws {
        #expect(try QueryParser(style: .rails).parse("a[]=1") == ["a": ["1"]])
    }

    @Test func serializersAreMadeByTheirShortNames() throws {
        func form(_ serializer: any RequestSerialization) throws -> String {
            var request = URLRequest(url: try #require(URL(string: url)))
            request.httpMethod = "POST"
            return body(of: try serializer.serialize(request, with: ["paid": true]))
        }
        #expect(try form(.form) == "paid=1")
        #expect(try form(.form(style: .rails)) == "paid=true" && form(.json) == #"{"paid":true}"#)
        for isJSON in [true, false] {
            let short: any RequestSerialization = isJSON ? .json : .form
            let long: any RequestSerialization = isJSON ? JSONRequestSerializer() : HTTPRequestSerializer()
            #expect(try form(short) == (isJSON ? #"{"paid":true}"# : "paid=1") && form(long) == form(short))
        }
        let json = try JSONRequestSerializer(keyStrategy: .convertToSnakeCase)
            .request(method: .post, url: url, parameters: order)
        #expect(body(of: json).contains(#""first_item""#))
        #expect(try query(["firstItem": 1], QueryStyle(keys: .convertToSnakeCase)) == "first_item=1")
        var request = URLRequest(url: try #require(URL(string: url)))
        request.httpMethod = "POST"
        let short: any RequestSerialization = .json(keyStrategy: .snakeCase, dateStrategy: .iso8601)
        let date = ["at": Date(timeIntervalSince1970: 0)]
        #expect(body(of: try short.serialize(request, with: date)) == #"{"at":"1970-01-01T00:00:00Z"}"#)
        #expect(body(of: try short.serialize(request, with: order)).contains("first_item"))
    }

    @Test func settingsAreMembersOfTheSerializer() throws {
        var serializer = HTTPRequestSerializer()
        serializer.headers["X-App"] = "shop"
        serializer.queryStyle = .rails
        serializer.timeoutInterval = 5
        let request = try serializer.request(method: .get, url: url, parameters: ["paid": true])
        #expect(request.value(forHTTPHeaderField: "X-App") == "shop" && request.url?.query == "paid=true")
        #expect(request.timeoutInterval == 5 && serializer.configuration.timeoutInterval == 5)
        var anySerializer: any HTTPRequestSerialization = JSONRequestSerializer(headers: ["X-App": "a"])
        anySerializer.headers["X-App"] = "b"
        #expect(anySerializer.configuration.headers["X-App"] == "b")
        #expect(PropertyListRequestSerializer(headers: ["X-App": "c"]).headers["X-App"] == "c")
    }

    @Test func aRequestHasHeaders() throws {
        let request = try HTTPRequestSerializer(headers: ["X-App": "shop"]).request(
            method: .post, url: url, parameters: order, headers: ["X-App": "own", "Content-Type": "text/x"])
        #expect(request.value(forHTTPHeaderField: "X-App") == "own")
        #expect(request.value(forHTTPHeaderField: "Content-Type") == "text/x" && request.httpBody?.isEmpty == false)
        let error = #expect(throws: RequestSerializationError.self) {
            try HTTPRequestSerializer().request(method: .get, url: url, headers: ["X-App": "a\r\nb"])
        }
        #expect(error?.field == "X-App" && error?.code == .invalidHeader)
    }

    @Test(
        arguments: [
            (QueryStyle.laravel, QueryDialect.laravel), (.symfony, .php), (.rails, .rails), (.sinatra, .sinatra),
            (.symfony, .symfony), (.express4, .express4), (.express5, .querystring), (.express, .express),
            (.django, .flat), (.flask, .flask), (.php, .php), (.rack, .rack), (.qs, .qs), (.flat, .django), (.go, .go),
            (.querystring, .express5),
        ])
    func frameworksHaveTheirNames(style: QueryStyle, dialect: QueryDialect) {
        #expect(style.dialect == dialect)
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
        // A set that is not a model's is refused next to one that is.
        #expect(throws: RequestSerializationError.self) {
            try JSONRequestSerializer().request(method: .post, url: url, parameters: ["m": order, "s": Set([1])])
        }
    }

    /// AFNetworking sends an object's description, which for a model has its address.
    @Test func anObjectThatIsEncodableIsAModel() throws {
        final class Customer: NSObject, Encodable {
            let name = "Zoe"
            enum CodingKeys: CodingKey { case name }
        }
        final class Labelled: NSObject {
            override var description: String { "label" }
        }
        #expect(try query(["c": Customer()]) == "c%5Bname%5D=Zoe" && query(Customer()) == "name=Zoe")
        #expect(try query(["c": [Customer()] as NSArray]) == "c%5B%5D%5Bname%5D=Zoe")
        #expect(try query(["l": Labelled()]) == "l=label")
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
            expectRefusal(.tooDeep) { try query(parameters(around, levels)) }
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
            let message = error.map { ($0 as NSError).localizedDescription } ?? ""
            #expect(message.contains("A URLQueryItem cannot be a value. Pass an array of them as the parameters of a"))
        }
    }

    @Test func variablesStandInAValue() throws {
        let (q, page, isOpen, price) = ("tea", 3, true, 1.5)
        let parameters: ParameterValue = [
            "q": .string(q), "page": .int(page), "open": .bool(isOpen), "price": .double(price), "text": "\(q)!",
        ]
        #expect(try query(parameters) == "open=1&page=3&price=1.5&q=tea&text=tea%21")
        #expect(ParameterValue.int(3) == .int(Int64(3)))
        // The literal is a [String: Any], because parameters may be any value.
        let request = try HTTPRequestSerializer().request(method: .get, url: url, parameters: ["q": q, "page": page])
        #expect(request.url?.query == "page=3&q=tea")
    }

    // MARK: - Reading a value

    @Test func aValueIsReadByKeysAndIndices() throws {
        let value: ParameterValue = [
            "items": [["sku": "a", "n": 2], ["sku": "b"]], "at": .date(Date(timeIntervalSince1970: 0)),
        ]
        #expect(value["items"]?[0]?["sku"]?.string == "a")
        #expect(value["items"]?[0]?["n"]?.int == 2 && value["items"]?[2] == nil && value["items"]?[-1] == nil)
        #expect(value["items"]?.elements.map { $0["sku"]?.string } == ["a", "b"])
        #expect(value.dictionary?.keys == ["items", "at"] && value.dictionary?.values.last == value["at"])
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
}
