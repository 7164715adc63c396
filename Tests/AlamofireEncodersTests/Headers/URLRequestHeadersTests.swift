import AlamofireEncoders
import Testing

@Suite struct URLRequestHeadersTests {
    @Test func requestsAreMadeOfText() throws {
        let request = try URLRequest(url: "https://example.com/é", method: .patch, headers: ["Accept": "*/*"])
        #expect(request.url?.absoluteString == "https://example.com/%C3%A9")
        #expect(request.httpMethod == "PATCH")
        #expect(request.value(forHTTPHeaderField: "accept") == "*/*")
        #expect(try URLRequest(url: URLComponents(), method: .get).headers.isEmpty)
    }

    @Test(arguments: ["", "http://a b/", "http://a:port/"])
    func textThatIsNoURLIsAnError(text: String) throws {
        let error = #expect(throws: AFError.self) { try URLRequest(url: text, method: .get) }
        #expect(error?.isInvalidURLError == true)
        #expect(error?.urlConvertible as? String == text)
        #expect(error?.errorDescription == "URL is not valid: \(text)")
        #expect(error?.failureReason?.contains(text.debugDescription) == true)
        // The conformance is the core's, and so is its error.
        #expect(throws: RequestSerializationError.self) { try text.asURL() }
    }

    @Test func otherErrorsAreThrownAsTheyAre() {
        struct Failure: Error {}
        struct Failing: URLConvertible {
            func asURL() throws -> URL { throw Failure() }
        }
        #expect(throws: Failure.self) { try URLRequest(url: Failing(), method: .get) }
    }

    @Test func methodIsRead() throws {
        var request = try URLRequest("GET")
        #expect(request.method == .get)
        request.method = HTTPMethod(rawValue: "PROPFIND")
        #expect(request.httpMethod == "PROPFIND")
        request.method = nil
        #expect(request.method == nil || request.method == .get)
    }

    @Test func headersAreReplaced() throws {
        var request = try URLRequest("GET")
        request.headers = ["B": "2", "A": "1"]
        #expect(request.headers.map(\.name) == ["A", "B"])
        request.headers.update(.contentType("a/b"))
        request.headers["b"] = nil
        #expect(request.allHTTPHeaderFields == ["A": "1", "Content-Type": "a/b"])
        request.headers = [:]
        #expect(request.headers.isEmpty)
    }

    @Test func requestWithoutURLIsChanged() throws {
        let request = try URLRequest.withoutURL("POST")
        var copy = request
        copy.headers["A"] = "1"
        copy.method = .put
        #expect(copy.headers["A"] == "1" && copy.method == .put)
        #expect(request.headers.isEmpty && request.method == .post)
    }

    @Test func responseHasHeaders() throws {
        let url = URL(fileURLWithPath: "/")
        let fields = ["X-B": "2", "X-A": "1"]
        let response = try #require(
            HTTPURLResponse(url: url, statusCode: 200, httpVersion: nil, headerFields: fields))
        #expect(response.headers.map(\.description) == ["X-A: 1", "X-B: 2"])
        #expect(response.headers["x-a"] == "1")
    }

    @Test func configurationHasHeaders() {
        let configuration = URLSessionConfiguration.ephemeral
        configuration.headers = .default
        #expect(configuration.headers == HTTPHeaders(HTTPHeaders.default.dictionary))
        #expect(configuration.httpAdditionalHeaders?.count == 3)
    }
}
