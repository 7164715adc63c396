import AFNetworkingCompat
import Testing

@Suite struct AFHTTPRequestSerializerTests {
    private let serializer = AFHTTPRequestSerializer()

    // MARK: - URLs

    /// The core refuses these: see `HTTPRequestConfiguration.validatesURLs`.
    @Test(arguments: ["orders", "/orders", "not a url", "http://", "//example.com", "localhost:8080/orders"])
    func aURLThatCannotBeSentIsAccepted(text: String) throws {
        for serializer in [serializer, AFJSONRequestSerializer(), AFPropertyListRequestSerializer()] {
            let expected = try #require(URL(string: text))
            #expect(try serializer.request(withMethod: "GET", urlString: text, parameters: nil).url == expected)
            let form = try serializer.multipartFormRequest(
                withMethod: "POST", urlString: text, parameters: ["a": "b"], constructingBodyWith: nil)
            #expect(form.url == expected)
        }
    }

    // MARK: - Placement

    @Test func postWithoutParametersHasAnEmptyFormBody() throws {
        let request = try serializer.serialized(URLRequest("POST"), nil)
        #expect(request.contentType == "application/x-www-form-urlencoded")
        #expect(request.httpBody == Data())
    }

    @Test(arguments: ["https://example.com", "https://example.com/p", "https://example.com/p?a=1"])
    func emptyDictionaryAddsNothingToTheURL(url: String) throws {
        let request = try serializer.serialized(URLRequest("GET", url: url), [String: Any]())
        #expect(request.urlText == url)
    }

    @Test(arguments: [
        ("p", "p?k=1"), ("p?a=1", "p?a=1&k=1"), ("p?", "p?&k=1"), ("p#f", "p?k=1#f"), ("p#f?x", "p?k=1#f?x"),
        ("p?a=1#f", "p?a=1&k=1#f"), ("", "?k=1"),
    ])
    func queryFollowsAnExistingOne(path: String, expected: String) throws {
        let request = try serializer.serialized(URLRequest("GET", url: "https://example.com/\(path)"), ["k": 1])
        #expect(request.urlText == "https://example.com/\(expected)")
    }

    @Test(arguments: ["GET", "HEAD", "DELETE", "get", "Head"])
    func methodsOfTheSetHaveAQueryAndNeitherBodyNorType(method: String) throws {
        let request = try serializer.serialized(URLRequest(method), ["k": 1])
        #expect(request.url?.query == "k=1")
        #expect(request.httpBody == nil)
        #expect(request.contentType == nil)
    }

    @Test(arguments: ["POST", "PUT", "PATCH", "OPTIONS", "patch", "PURGE"])
    func otherMethodsHaveAFormBody(method: String) throws {
        let request = try serializer.serialized(URLRequest(method), ["k": 1])
        #expect(request.contentType == "application/x-www-form-urlencoded")
        #expect(request.bodyText == "k=1")
        #expect(request.urlText == "https://example.com/p")
    }

    @Test func methodsAreLookedUpInUpperCaseAmongEntriesAsWritten() throws {
        #expect(serializer.httpMethodsEncodingParametersInURI == ["GET", "HEAD", "DELETE"])
        serializer.httpMethodsEncodingParametersInURI = ["POST", "put"]
        #expect(try serializer.serialized(URLRequest("POST"), ["k": 1]).url?.query == "k=1")
        #expect(try serializer.serialized(URLRequest("PUT"), ["k": 1]).bodyText == "k=1")
        #expect(try serializer.serialized(URLRequest("GET"), ["k": 1]).bodyText == "k=1")
        serializer.httpMethodsEncodingParametersInURI.insert("DELETE")
        #expect(try serializer.serialized(URLRequest("delete"), ["k": 1]).url?.query == "k=1")
    }

    @Test func requestThatIsSerializedStaysAsItWas() throws {
        let request = try URLRequest("POST", headers: ["X-Own": "1"])
        let before = request.snapshot
        _ = try serializer.serialized(request, ["k": 1])
        #expect(request.snapshot == before)
    }

    // MARK: - Queries

    @Test(arguments: [
        (" :#[]@!$&'()*+,;=/?", "key=%20%3A%23%5B%5D%40%21%24%26%27%28%29%2A%2B%2C%3B%3D/?"),
        (
            "%20%21%22%23%24%25%26%27%28%29%2A%2B%2C%2F",
            "key=%2520%2521%2522%2523%2524%2525%2526%2527%2528%2529%252A%252B%252C%252F"
        ),
        ("-._~aZ09", "key=-._~aZ09"), ("é", "key=%C3%A9"), ("", "key="), ("a\u{0}b\r\n", "key=a%00b%0D%0A"),
    ])
    func valuesAreEscaped(value: String, expected: String) throws {
        #expect(try serializer.query(["key": value]) == expected)
    }

    /// AFNetworking escaped fifty code units at a time, and once split an emoji.
    @Test func longRunsOfEmojiAreEscapedWhole() throws {
        let emoji = "👴🏿👷🏻👮🏽"
        let escaped = "%F0%9F%91%B4%F0%9F%8F%BF%F0%9F%91%B7%F0%9F%8F%BB%F0%9F%91%AE%F0%9F%8F%BD"
        let request = try serializer.request(
            withMethod: "GET", urlString: "http://test.com",
            parameters: ["test": "!" + String(repeating: emoji, count: 5)])
        #expect(request.url?.query == "test=%21" + String(repeating: escaped, count: 5))
    }

    private static let queries = [
        (
            ParametersSample("nested") {
                ["b": ["y": 1, "x": [2, 3]] as [String: Any], "a": NSNull()] as [String: Any]
            },
            "a&b%5Bx%5D%5B%5D=2&b%5Bx%5D%5B%5D=3&b%5By%5D=1"
        ),
        (ParametersSample("set") { ["s": Set(["b", "a"])] }, "s=a&s=b"),
        (
            ParametersSample("booleans") { ["f": false, "t": true, "n": NSNumber(value: true)] as [String: Any] },
            "f=0&n=1&t=1"
        ),
        (
            ParametersSample("Foundation's") {
                NSDictionary(dictionary: ["k": NSArray(array: [NSNumber(value: 1), NSString("x")])])
            }, "k%5B%5D=1&k%5B%5D=x"
        ),
        (ParametersSample("optionals") { ["a": Optional(1) as Any, "b": Optional<Int>.none as Any] }, "a=1&b"),
        (
            ParametersSample("empty collections") { ["a": [Int](), "d": [String: Int](), "z": 1] as [String: Any] },
            "z=1"
        ),
        (
            ParametersSample("date and URL") {
                ["d": Date(timeIntervalSince1970: 0), "u": URL(fileURLWithPath: "/x")] as [String: Any]
            }, "d=1970-01-01%2000%3A00%3A00%20%2B0000&u=file%3A///x"
        ),
    ]

    @Test(arguments: queries)
    func queryIsTheWalkOfTheParameters(sample: ParametersSample, expected: String) throws {
        #expect(try serializer.query(sample.make()) == expected)
        #expect(try serializer.serialized(URLRequest("POST"), sample.make()).bodyText == expected)
    }

    // MARK: - Content types

    @Test(arguments: ["", "text/plain"])
    func ownContentTypeStays(type: String) throws {
        let request = try URLRequest("POST", headers: ["Content-Type": type])
        for serializer in [serializer, AFJSONRequestSerializer(), AFPropertyListRequestSerializer()] {
            #expect(try serializer.serialized(request, ["k": 1]).contentType == type)
        }
    }

    @Test func defaultContentTypeServesForBodies() throws {
        serializer.setValue("application/vnd.own", forHTTPHeaderField: "Content-Type")
        #expect(try serializer.serialized(URLRequest("POST"), ["k": 1]).contentType == "application/vnd.own")
    }

    // MARK: - Encodings

    @Test func encodingIsThatOfBodiesAndNotOfQueries() throws {
        #expect(serializer.stringEncoding == String.Encoding.utf8.rawValue)
        serializer.stringEncoding = String.Encoding.utf16BigEndian.rawValue
        #expect(serializer.stringEncoding == String.Encoding.utf16BigEndian.rawValue)
        let body = try serializer.serialized(URLRequest("POST"), ["k": "é"]).httpBody
        #expect(body == "k=%C3%A9".data(using: .utf16BigEndian))
        #expect(try serializer.query(["k": "é"]) == "k=%C3%A9")
    }

    @Test func encodingIsNotThatOfJSON() throws {
        let serializer = AFJSONRequestSerializer()
        serializer.stringEncoding = String.Encoding.utf16.rawValue
        #expect(try serializer.serialized(URLRequest("POST"), ["k": "é"]).bodyText == #"{"k":"é"}"#)
    }

    // MARK: - Style

    @Test func styleHasOneCaseOfValueZero() {
        #expect(AFHTTPRequestQueryStringSerializationStyle.defaultStyle.rawValue == 0)
        #expect(AFHTTPRequestQueryStringSerializationStyle(rawValue: 1) == nil)
    }

    @Test func settingTheStyleRemovesTheBlock() throws {
        serializer.setQueryStringSerializationWith { _, _, _ in "block" }
        #expect(try serializer.query(["k": 1]) == "block")
        serializer.setQueryStringSerializationWith(.defaultStyle)
        #expect(try serializer.query(["k": 1]) == "k=1")
    }
}
