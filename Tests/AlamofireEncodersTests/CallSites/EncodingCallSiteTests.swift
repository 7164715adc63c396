import AlamofireEncoders
import Testing

/// Calls as in programs written for Alamofire, in a file that imports this module instead and no other module of the
/// package.
@Suite struct EncodingCallSiteTests {
    private func request() throws -> URLRequest {
        try URLRequest(url: "https://example.com/items", method: .post)
    }

    @Test func literalIsTaken() throws {
        let request = try JSONEncoding.default.encode(request(), with: ["a": 1])
        #expect(request.httpBody == Data(#"{"a":1}"#.utf8))
    }

    @Test func mixedLiteralIsTaken() throws {
        let request = try JSONEncoding.default.encode(request(), with: ["a": 1, "b": ["c": ["d"]]])
        #expect(request.httpBody == Data(#"{"a":1,"b":{"c":["d"]}}"#.utf8))
    }

    @Test func nilIsTaken() throws {
        #expect(try JSONEncoding.default.encode(request(), with: nil).httpBody == nil)
        let encoding: any ParameterEncoding = JSONEncoding.default
        #expect(try encoding.encode(request(), with: nil).httpBody == nil)
    }

    @Test func dictionaryOfAnyIsTaken() throws {
        let parameters: [String: Any] = ["a": 1]
        let optional: [String: Any]? = parameters
        let encoding: any ParameterEncoding = JSONEncoding.prettyPrinted
        #expect(try JSONEncoding.default.encode(request(), with: parameters).httpBody == Data(#"{"a":1}"#.utf8))
        #expect(try encoding.encode(request(), with: optional).httpBody == Data("{\n  \"a\" : 1\n}".utf8))
    }

    @Test func typedDictionaryIsTaken() throws {
        let strings = ["a": "b"]
        let numbers = ["a": NSNumber(value: false)]
        let parameters: Parameters = ["a": strings]
        #expect(try JSONEncoding.default.encode(request(), with: strings).httpBody == Data(#"{"a":"b"}"#.utf8))
        #expect(try JSONEncoding.default.encode(request(), with: numbers).httpBody == Data(#"{"a":false}"#.utf8))
        #expect(try JSONEncoding.default.encode(request(), with: parameters).httpBody == Data(#"{"a":{"a":"b"}}"#.utf8))
    }

    @Test func routerMakesRequests() throws {
        #expect(try Router.search("é").asURLRequest().url?.absoluteString == "https://example.com/search")
        let request = try JSONEncoding.default.encode(Router.search("é"), with: ["page": 2])
        #expect(request.httpMethod == "GET")
        #expect(request.headers["Accept"] == "application/json")
        #expect(request.httpBody == Data(#"{"page":2}"#.utf8))
        #expect(Router.search("é").urlRequest != nil)
    }

    @Test func customEncodingConforms() throws {
        let encoding: any ParameterEncoding = CountEncoding()
        #expect(try encoding.encode(request(), with: ["a": 1, "b": 2]).headers["X-Count"] == "2")
        let parameters: [String: Any] = ["a": 1]
        #expect(try encoding.encode(request(), with: parameters).headers["X-Count"] == "1")
        #expect(throws: AFError.self) { try encoding.encode(request(), with: nil) }
    }
}

private enum Router: URLRequestConvertible {
    case search(String)

    func asURLRequest() throws -> URLRequest {
        var request = URLRequest(url: try "https://example.com".asURL().appendingPathComponent("search"))
        request.method = .get
        request.headers.add(.accept("application/json"))
        return request
    }
}

private struct CountEncoding: ParameterEncoding {
    struct Empty: Error {}

    func encode(_ urlRequest: any URLRequestConvertible, with parameters: Parameters?) throws -> URLRequest {
        var request = try urlRequest.asURLRequest()
        guard let parameters else {
            throw AFError.parameterEncodingFailed(reason: .customEncodingFailed(error: Empty()))
        }
        request.headers.update(name: "X-Count", value: String(parameters.count))
        return request
    }
}
