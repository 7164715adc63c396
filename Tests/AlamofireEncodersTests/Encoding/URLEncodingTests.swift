import AlamofireEncoders
import Testing

@Suite struct URLEncodingTests {
    private func query(_ parameters: [String: Any], by encoding: URLEncoding = .default) throws -> String? {
        try encoding.encode(URLRequest("GET"), with: parameters).percentEncodedQuery
    }

    // MARK: - Placing

    @Test func emptyParametersAddNoQuestionMark() throws {
        #expect(
            try URLEncoding.default.encode(URLRequest("GET"), with: [:]).url?.absoluteString == "https://example.com/a")
    }

    @Test(
        arguments: [
            ("GET", URLEncoding.default, true), ("HEAD", .default, true), ("DELETE", .default, true),
            ("POST", .default, false), ("PUT", .default, false), ("PATCH", .default, false), ("get", .default, false),
            ("POST", .queryString, true), ("GET", .queryString, true), ("GET", .httpBody, false),
        ] as [(String, URLEncoding, Bool)])
    func destinationDecides(method: String, encoding: URLEncoding, isInURL: Bool) throws {
        var request = try URLRequest("GET")
        request.httpMethod = method
        let isLowerCase = request.httpMethod == "get"
        let result = try encoding.encode(request, with: ["foo": 1, "bar": 2])
        let isInURL = isInURL || method == "get" && !isLowerCase
        #expect(result.percentEncodedQuery == (isInURL ? "bar=2&foo=1" : nil))
        #expect(result.bodyText == (isInURL ? nil : "bar=2&foo=1"))
        let contentType = "application/x-www-form-urlencoded; charset=utf-8"
        #expect(result.headers["Content-Type"] == (isInURL ? nil : contentType))
    }

    @Test(arguments: [
        ("https://example.com/m?baz=qux", "baz=qux&a=%2B"), ("https://example.com/m?hd=[1]", "hd=%5B1%5D&a=%2B"),
        ("https://example.com/m?", "&a=%2B"), ("https://example.com/m#f", "a=%2B"), ("/m?b=c", "b=c&a=%2B"),
    ])
    func queryFollowsAnExistingOne(url: String, expected: String) throws {
        let request = try URLEncoding.default.encode(URLRequest("GET", url), with: ["a": "+"])
        #expect(request.percentEncodedQuery == expected)
        #expect(request.url?.fragment == (url.hasSuffix("#f") ? "f" : nil))
    }

    @Test func missingURLIsAnError() throws {
        let error = #expect(throws: AFError.self) {
            try URLEncoding.default.encode(URLRequest.withoutURL("GET"), with: ["a": 1])
        }
        let isExpected = if case .parameterEncodingFailed(.missingURL) = error { true } else { false }
        #expect(isExpected, "Not a missing URL: \(String(describing: error))")
        #expect(try URLEncoding.default.encode(URLRequest.withoutURL("POST"), with: ["a": 1]).bodyText == "a=1")
    }

    // MARK: - Values

    @Test(arguments: [
        Sample("string", "foo=bar") { ["foo": "bar"] },
        Sample("two strings", "baz=qux&foo=bar") { ["foo": "bar", "baz": "qux"] },
        Sample("number", "foo=25") { ["foo": NSNumber(value: 25)] },
        Sample("Boolean number", "foo=0") { ["foo": NSNumber(value: false)] },
        Sample("integer", "foo=1") { ["foo": 1] },
        Sample("double", "foo=1.1") { ["foo": 1.1] },
        Sample("whole double", "foo=1") { ["foo": 1.0] },
        Sample("Boolean", "foo=1") { ["foo": true] },
        Sample("array", "foo%5B%5D=a&foo%5B%5D=1&foo%5B%5D=1") { ["foo": ["a", 1, true] as [Any]] },
        Sample("dictionary", "foo%5Bbar%5D=1") { ["foo": ["bar": 1]] },
        Sample("dictionary in a dictionary", "foo%5Bbar%5D%5Bbaz%5D=1") { ["foo": ["bar": ["baz": 1]]] },
        Sample("array below", "foo%5Bbar%5D%5Bbaz%5D%5B%5D=a&foo%5Bbar%5D%5Bbaz%5D%5B%5D=1") {
            ["foo": ["bar": ["baz": ["a", 1] as [Any]]]]
        },
        Sample("rows", "k%5B%5D%5B%5D=1&k%5B%5D%5B%5D=2&k%5B%5D%5B%5D=3") { ["k": [[1, 2], [3]]] },
        Sample("null", "foo=%3Cnull%3E") { ["foo": NSNull()] },
        Sample("data", "foo=1%20bytes") { ["foo": Data([7])] },
        Sample("URL", "foo=file%3A///a") { ["foo": URL(fileURLWithPath: "/a")] },
        Sample("empty collections", "") { ["a": [Int](), "b": [String: Int]()] },
    ])
    func valueHasItsText(sample: Sample) throws {
        #expect(try query(sample.dictionary()) == sample.expected)
    }

    @Test func keysAreSortedAtEveryLevel() throws {
        let numbers = Dictionary(uniqueKeysWithValues: (0..<10).map { (String(9 - $0), $0) })
        let expected = (0..<10).map { "k%5B\($0)%5D=\(9 - $0)" }.joined(separator: "&")
        #expect(try query(["k": numbers]) == expected)
    }

    // MARK: - Options

    @Test(arguments: [
        (URLEncoding.ArrayEncoding.brackets, "foo%5B%5D=a&foo%5B%5D=1&foo%5B%5D%5Bb%5D%5B%5D=2"),
        (.noBrackets, "foo=a&foo=1&foo%5Bb%5D=2"),
        (.indexInBrackets, "foo%5B0%5D=a&foo%5B1%5D=1&foo%5B2%5D%5Bb%5D%5B0%5D=2"),
        (.custom { "\($0).\($1 + 1)" }, "foo.1=a&foo.2=1&foo.3%5Bb%5D.1=2"),
    ])
    func arraysAreWrittenAsChosen(arrays: URLEncoding.ArrayEncoding, expected: String) throws {
        #expect(try query(["foo": ["a", 1, ["b": [2]]] as [Any]], by: URLEncoding(arrayEncoding: arrays)) == expected)
    }

    @Test func literalBooleansAreNotNumbers() throws {
        let parameters: [String: Any] = [
            "a": 1, "b": 0, "c": 1.0, "d": NSNumber(value: 1), "e": NSNumber(value: 0.0), "f": true,
            "g": NSNumber(value: false),
        ]
        let encoding = URLEncoding(boolEncoding: .literal)
        #expect(try query(parameters, by: encoding) == "a=1&b=0&c=1&d=1&e=0&f=true&g=false")
    }

    // MARK: - Escaping

    @Test(arguments: [
        (":#[]@!$&'()*+,;=", "%3A%23%5B%5D%40%21%24%26%27%28%29%2A%2B%2C%3B%3D"), ("?/", "?/"),
        ("0123456789", "0123456789"), ("abcdefghijklmnopqrstuvwxyz", "abcdefghijklmnopqrstuvwxyz"),
        ("ABCDEFGHIJKLMNOPQRSTUVWXYZ", "ABCDEFGHIJKLMNOPQRSTUVWXYZ"), ("-._~", "-._~"),
        (" \"#%<>[]\\^`{}|", "%20%22%23%25%3C%3E%5B%5D%5C%5E%60%7B%7D%7C"), ("%25", "%2525"), ("\0\n", "%00%0A"),
        ("français", "fran%C3%A7ais"), ("日本語", "%E6%97%A5%E6%9C%AC%E8%AA%9E"), ("😃", "%F0%9F%98%83"),
        ("العربية", "%D8%A7%D9%84%D8%B9%D8%B1%D8%A8%D9%8A%D8%A9"),
    ])
    func keysAndValuesArePercentEncoded(text: String, escaped: String) throws {
        #expect(URLEncoding.default.escape(text) == escaped)
        #expect(try query([text: text]) == "\(escaped)=\(escaped)")
    }

    @Test func componentsArePercentEncodedPairs() {
        let components = URLEncoding.default.queryComponents(
            fromKey: "k é", value: ["b": ["x&", true], "a": 1] as [String: Any])
        #expect(components.map(\.0) == ["k%20%C3%A9%5Ba%5D", "k%20%C3%A9%5Bb%5D%5B%5D", "k%20%C3%A9%5Bb%5D%5B%5D"])
        #expect(components.map(\.1) == ["1", "x%26", "1"])
    }
}
