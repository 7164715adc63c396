import Testing
import URLSerialization

@Suite struct EscapedEncodingTests {
    /// As Python's `urllib.parse.urlencode(…, encoding=…)` writes them, except for a space.
    @Test(
        arguments: [
            ("gbk", ["名": "你好 a&b"], "%C3%FB=%C4%E3%BA%C3%20a%26b"), ("gbk", ["a": "丂A", "b": ""], "a=%81%40A&b="),
            ("big5", ["a": "你"], "a=%A7A"), ("euc-kr", ["a": ["가"]], "a%5B%5D=%B0%A1"),
            ("shift_jis", ["a": "表"], "a=%95%5C"), ("windows-1251", ["a": "Б"], "a=%C1"),
            ("utf-8", ["a": "é"], "a=%C3%A9"),
        ] as [(String, ParameterValue, String)])
    func escapesAreTheEncodingsBytes(_ charset: String, _ parameters: ParameterValue, _ expected: String) throws {
        let encoding = try #require(String.Encoding(charset: charset))
        var serializer = QueryStringSerializer()
        serializer.escapedEncoding = encoding
        #expect(try serializer.string(from: parameters) == expected)
        let configuration = HTTPRequestConfiguration(escapedEncoding: encoding)
        let archived = try JSONDecoder().decode(
            HTTPRequestConfiguration.self, from: try JSONEncoder().encode(configuration))
        let form = HTTPRequestSerializer(configuration: archived)
        let post = try form.request(method: .post, url: "https://a.b", parameters: parameters)
        #expect(post.httpBody == Data(expected.utf8))
        let get = try form.request(method: .get, url: "https://a.b", parameters: parameters)
        #expect(get.url?.absoluteString == "https://a.b?" + expected)
    }

    @Test func aSpaceMayBeAPlusSign() throws {
        var style = QueryStyle.afNetworking
        style.spaces = .plus
        var serializer = QueryStringSerializer(style: style)
        serializer.escapedEncoding = try #require(String.Encoding(charset: "gbk"))
        #expect(try serializer.string(from: ["a": "你 +"]) == "a=%C4%E3+%2B")
    }

    @Test(arguments: [("iso-8859-1", "user[名]"), ("utf-16", "user[名]"), ("euc-jp", "user[名]")])
    func otherTextIsAnErrorNamingItsKey(_ charset: String, _ keyPath: String) throws {
        var serializer = QueryStringSerializer()
        serializer.escapedEncoding = try #require(String.Encoding(charset: charset))
        expectRefusal(.unrepresentableText, at: keyPath) { try serializer.string(from: ["user": ["名": "1"]]) }
    }
}
