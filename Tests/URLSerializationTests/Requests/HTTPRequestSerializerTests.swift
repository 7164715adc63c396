import Testing
import URLSerialization

@Suite struct HTTPRequestSerializerTests {
    private let serializer = HTTPRequestSerializer()

    // MARK: - The URL

    @Test(arguments: [
        ("https://example.com", "https://example.com?a=1"),
        ("https://example.com/p", "https://example.com/p?a=1"),
        ("https://example.com/p?x=1", "https://example.com/p?x=1&a=1"),
        ("https://example.com/p?", "https://example.com/p?&a=1"),
        ("https://example.com/p?x=1&", "https://example.com/p?x=1&&a=1"),
        ("https://example.com/p#top", "https://example.com/p?a=1#top"),
        ("https://example.com/p#a?b", "https://example.com/p?a=1#a?b"),
        ("https://example.com/p?x#a?b", "https://example.com/p?x&a=1#a?b"),
        ("https://example.com/p?#top", "https://example.com/p?&a=1#top"),
        ("http://[::1]:8080/p", "http://[::1]:8080/p?a=1"),
        ("relative/path", "relative/path?a=1"),
    ])
    func queryGoesBeforeTheFragmentAndAfterAnyOtherQuery(url: String, expected: String) throws {
        var serializer = serializer
        serializer.configuration.validatesURLs = false
        let request = try serializer.request(method: .get, url: url, parameters: ["a": 1])
        #expect(request.url?.absoluteString == expected)
    }

    @Test(arguments: ["https://example.com", "https://example.com/p?x=1#f", "https://example.com/p?"])
    func emptyQueryLeavesTheURL(url: String) throws {
        for parameters in [nil, [:], ["a": [Int]()], ["a": [String: Any]()]] as [[String: Any]?] {
            #expect(try serializer.request(method: .get, url: url, parameters: parameters).url?.absoluteString == url)
        }
    }

    @Test(arguments: [
        ("GET", true), ("HEAD", true), ("DELETE", true), ("get", true), ("Delete", true),
        ("POST", false), ("PUT", false), ("PATCH", false), ("OPTIONS", false), ("X-CUSTOM", false),
    ])
    func methodDecidesWhereParametersGo(method: String, isInURL: Bool) throws {
        let request = try serializer.serialize(URLRequest(method), with: ["k": "v"])
        #expect(request.url?.query == (isInURL ? "k=v" : nil))
        #expect(request.bodyText == (isInURL ? nil : "k=v"))
        #expect(request.contentType == (isInURL ? nil : "application/x-www-form-urlencoded"))
    }

    @Test(arguments: [("POST", true), ("post", true), ("GET", false)])
    func methodIsUpperCasedAndTheSetTakenAsWritten(method: String, isInURL: Bool) throws {
        let serializer = serializer.configured { $0.methodsEncodingParametersInURI = ["POST", "get"] }
        let request = try serializer.serialize(URLRequest(method), with: ["k": "v"])
        #expect(request.url?.query == (isInURL ? "k=v" : nil))
    }

    @Test(arguments: [
        (" :#[]@!$&'()*+,;=/?", "%20%3A%23%5B%5D%40%21%24%26%27%28%29%2A%2B%2C%3B%3D/?"),
        ("%20%21", "%2520%2521"),
        (String(repeating: "👷🏻👮🏽", count: 20), String(repeating: Self.escapedEmoji, count: 20)),
    ])
    func valuesAreEscapedOnceAndWhole(value: String, expected: String) throws {
        let request = try serializer.request(method: .get, url: "https://example.com", parameters: ["k": value])
        #expect(request.url?.absoluteString == "https://example.com?k=" + expected)
    }

    private static let escapedEmoji = "%F0%9F%91%B7%F0%9F%8F%BB%F0%9F%91%AE%F0%9F%8F%BD"

    @Test func requestWithoutURLFailsOnlyWhenAQueryNeedsIt() throws {
        var request = try URLRequest("GET")
        request.url = nil
        #expect(try serializer.serialize(request, with: nil).url == nil)
        #expect(try serializer.serialize(request, with: [String: Any]()).url == nil)
        expectRefusal(.invalidURL) { try serializer.serialize(request, with: ["a": 1]) }
        request.httpMethod = "POST"
        #expect(try serializer.serialize(request, with: ["a": 1]).bodyText == "a=1")
    }

    // MARK: - The body

    @Test func formBodyIsEmptyWithoutParameters() throws {
        for parameters in [nil, [:]] as [[String: Any]?] {
            let request = try serializer.serialize(URLRequest("POST"), with: parameters)
            #expect(request.httpBody == Data())
            #expect(request.contentType == "application/x-www-form-urlencoded")
        }
    }

    @Test func formBodyReplacesTheRequestsOwn() throws {
        var request = try URLRequest("POST")
        request.httpBody = Data("old".utf8)
        #expect(try serializer.serialize(request, with: nil).httpBody == Data())
        request.httpMethod = "GET"
        #expect(try serializer.serialize(request, with: ["a": 1]).bodyText == "old")
    }

    @Test(arguments: ["text/plain", ""])
    func contentTypeOfTheRequestStays(contentType: String) throws {
        let request = try URLRequest("POST", headers: ["content-type": contentType])
        #expect(try serializer.serialize(request, with: ["k": "v"]).contentType == contentType)
    }

    @Test(arguments: [
        (String.Encoding.utf8, [UInt8]("k=v".utf8)), (.ascii, [UInt8]("k=v".utf8)),
        (.utf16LittleEndian, [0x6B, 0, 0x3D, 0, 0x76, 0]), (.utf16BigEndian, [0, 0x6B, 0, 0x3D, 0, 0x76]),
    ])
    func formBodyIsInTheStringEncoding(encoding: String.Encoding, expected: [UInt8]) throws {
        let serializer = serializer.configured { $0.stringEncoding = encoding }
        #expect(try serializer.serialize(URLRequest("POST"), with: ["k": "v"]).httpBody == Data(expected))
        let inURL = try serializer.serialize(URLRequest("GET"), with: ["k": "v"])
        #expect(inURL.url?.query == "k=v")
    }

    @Test(arguments: [String.Encoding.ascii, .isoLatin1, .symbol, String.Encoding(rawValue: 9999)])
    func textThatTheEncodingCannotRepresentIsAnError(encoding: String.Encoding) throws {
        let serializer = serializer.configured {
            $0.stringEncoding = encoding
            $0.queryString = { _, _ in "日本" }
        }
        expectRefusal(.unrepresentableText, field: "stringEncoding") {
            try serializer.serialize(URLRequest("POST"), with: ["k": "v"])
        }
    }

    // MARK: - Closures

    @Test func closureReplacesTheWalkInBothPlacements() throws {
        let serializer = serializer.configured {
            $0.queryString = { request, parameters in
                let keys = (parameters as? [String: String] ?? [:]).map { "\($0.key)**\($0.value)" }
                return keys.joined() + (request.value(forHTTPHeaderField: "User-Agent") ?? "")
            }
        }
        #expect(try serializer.serialize(URLRequest("GET"), with: ["k": "v"]).url?.query == "k**v")
        #expect(try serializer.serialize(URLRequest("POST"), with: ["k": "v"]).bodyText == "k**v")
    }

    @Test func closureIsNotCalledWithoutParameters() throws {
        let serializer = serializer.configured { $0.queryString = { _, _ in throw Refusal() } }
        #expect(try serializer.serialize(URLRequest("GET"), with: nil).url?.query == nil)
        #expect(try serializer.serialize(URLRequest("POST"), with: nil).httpBody == Data())
    }

    @Test(arguments: ["GET", "POST"])
    func closuresErrorIsTheCallsError(method: String) throws {
        let serializer = serializer.configured { $0.queryString = { _, _ in throw Refusal() } }
        #expect(throws: Refusal()) { try serializer.serialize(URLRequest(method), with: [String: Any]()) }
    }

    @Test(arguments: [
        ("a=%20&b=c d", "a=%20&b=c%20d"), ("é", "%C3%A9"), ("a#b", "a%23b"), ("100%", "100%25"), ("a[]=1", "a%5B%5D=1"),
        ("a\r\nb\u{0}", "a%0D%0Ab%00"), ("%4", "%254"), ("q=a/b?c", "q=a/b?c"),
    ])
    func closuresTextIsMadeAQueryWithoutEscapingTwice(text: String, expected: String) throws {
        let serializer = serializer.configured { $0.queryString = { _, _ in text } }
        let request = try serializer.request(method: .get, url: "https://example.com/#f", parameters: [String: Any]())
        #expect(request.url?.absoluteString == "https://example.com/?\(expected)#f")
    }

    @Test func closureReceivesAModelAsParameterValue() throws {
        let serializer = serializer.configured {
            $0.queryString = { _, parameters in "\(parameters as? ParameterValue == ["id": 7])" }
        }
        #expect(try serializer.serialize(URLRequest("GET"), encoding: ["id": 7]).url?.query == "true")
    }

    // MARK: - Models and errors

    @Test func modelHasTheBytesOfItsDictionary() throws {
        let model = Model()
        for method in ["GET", "POST"] {
            let fromModel = try serializer.serialize(URLRequest(method), encoding: model)
            let fromDictionary = try serializer.serialize(URLRequest(method), with: Model.parameters)
            #expect(fromModel.snapshot == fromDictionary.snapshot)
            #expect(fromModel.snapshot.contains("tags=a&tags=b&url=https%3A//example.com/x"))
        }
    }

    @Test func requestMadeForAModelIsTheSerializedOne() throws {
        let url = "https://example.com/p"
        let made = try serializer.request(method: .post, url: url, encoding: Model())
        #expect(made.snapshot == (try serializer.serialize(URLRequest("POST"), with: Model.parameters)).snapshot)
    }

    @Test(arguments: [
        Sample("string") { "text" }, Sample("array") { [1, 2] }, Sample("null") { NSNull() },
        Sample("nil in Any") { Int?.none as Any }, Sample("set") { Set([1]) },
    ])
    func queryIsMadeOfADictionary(sample: Sample) throws {
        for method in ["GET", "POST"] {
            expectRefusal(.parametersNotDictionary) {
                try serializer.serialize(URLRequest(method), with: sample.make())
            }
        }
    }

    @Test func depthIsLimitedByTheConfiguration() throws {
        let serializer = serializer.configured { $0.maximumDepth = 2 }
        #expect(try serializer.serialize(URLRequest("GET"), with: ["a": [1]]).url?.query == "a%5B%5D=1")
        expectRefusal(.tooDeep) { try serializer.serialize(URLRequest("GET"), with: ["a": [[1]]]) }
    }

    @Test(arguments: ["GET", "POST"])
    func callersRequestSurvivesEveryError(method: String) throws {
        let request = try URLRequest(method, headers: ["X-Own": "1"])
        let before = request.snapshot
        let failing: [HTTPRequestSerializer] = [
            serializer.configured { $0.headers["Bad"] = "a\r\nb" },
            serializer.configured { $0.queryString = { _, _ in throw Refusal() } },
            serializer.configured { $0.maximumDepth = 0 },
        ]
        for serializer in failing {
            #expect(throws: (any Error).self) { try serializer.serialize(request, with: ["a": 1]) }
            #expect(request.snapshot == before)
        }
    }

    @Test func presetIsTheSerializer() throws {
        let preset: some RequestSerialization = .form
        #expect(try preset.serialize(URLRequest("POST"), with: ["k": "v"]).bodyText == "k=v")
    }

    @Test func archiveKeepsTheConfiguration() throws {
        let serializer = serializer.configured { $0.headers["X-Test"] = "1" }
        let archive = try JSONEncoder().encode(serializer)
        let restored = try JSONDecoder().decode(HTTPRequestSerializer.self, from: archive)
        #expect(restored.configuration.headers == serializer.configuration.headers)
    }
}

private struct Refusal: Error, Equatable {}

/// A model with the properties that encoders treat differently.
private struct Model: Encodable {
    var name = "Zoë"
    var tags: Set = ["b", "a"]
    var url = URL(string: "https://example.com/x")
    var id = UUID(uuid: (0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15))
    var born = Date(timeIntervalSince1970: 0)

    static var parameters: [String: Any] {
        [
            "name": "Zoë", "tags": Set(["a", "b"]), "url": "https://example.com/x",
            "id": "00010203-0405-0607-0809-0A0B0C0D0E0F", "born": Date(timeIntervalSince1970: 0),
        ]
    }
}
