import Testing
import URLSerialization

@Suite struct HTTPHeadersTests {
    @Test func laterValueStandsInTheEarlierPlace() {
        let headers: HTTPHeaders = ["A": "1", "B": "2", "a": "3"]
        #expect(headers.map(\.description) == ["a: 3", "B: 2"])
    }

    @Test func dictionaryIsTakenInTheOrderOfItsNames() {
        #expect(HTTPHeaders(["b": "1", "c": "2", "a": "3"]).map(\.name) == ["a", "b", "c"])
    }

    @Test func sortingIgnoresCase() {
        let headers: HTTPHeaders = ["b": "1", "A": "2", "C": "3"]
        #expect(headers.sorted().map(\.name) == ["A", "b", "C"])
    }

    @Test func archiveKeepsOrderAndMergesNames() throws {
        let headers: HTTPHeaders = [.accept("*/*"), .userAgent("x")]
        let archive = try JSONEncoder().encode(headers)
        #expect(try JSONDecoder().decode(HTTPHeaders.self, from: archive) == headers)
        let twice = Data(#"[{"name":"A","value":"1"},{"name":"a","value":"2"}]"#.utf8)
        #expect(try JSONDecoder().decode(HTTPHeaders.self, from: twice).map(\.description) == ["a: 2"])
    }

    @Test(arguments: [
        (HTTPHeader.accept("v"), "Accept: v"), (.acceptCharset("v"), "Accept-Charset: v"),
        (.acceptEncoding("v"), "Accept-Encoding: v"), (.acceptLanguage("v"), "Accept-Language: v"),
        (.authorization("v"), "Authorization: v"), (.authorization(bearerToken: "v"), "Authorization: Bearer v"),
        (.authorization(username: "a", password: "b"), "Authorization: Basic YTpi"),
        (.contentDisposition("v"), "Content-Disposition: v"), (.contentEncoding("v"), "Content-Encoding: v"),
        (.contentType("v"), "Content-Type: v"), (.userAgent("v"), "User-Agent: v"),
    ])
    func namedHeaderHasItsName(header: HTTPHeader, expected: String) {
        #expect(header.description == expected)
    }
}

@Suite struct HTTPMethodTests {
    @Test func equalityIsCaseSensitive() {
        #expect(HTTPMethod(rawValue: "get") != .get)
    }
}
