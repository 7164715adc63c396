import Testing

@testable import URLSerializationSession

@Suite struct RequestCheckTests {
    private func request(_ url: String = "http://a/") throws -> URLRequest {
        URLRequest(url: try #require(URL(string: url)))
    }

    private func error(in request: URLRequest) throws -> RequestSerializationError {
        try #require(throws: RequestSerializationError.self) { try RequestCheck.validate(request) }
    }

    @Test(arguments: [
        "http://a", "HTTPS://a:65535/x?y#z", "http://[::1]/", "http://u:p@a/", "ftp://a/", "mock:x", "data:,x",
        "file:///x",
    ]) func anAbsoluteURLIsSent(url: String) throws {
        #expect(throws: Never.self) { try RequestCheck.validate(request(url)) }
    }

    @Test(arguments: [
        ("/x", "scheme"), ("x", "scheme"), ("//a/x", "scheme"), ("http:", "host"), ("http:/x", "host"),
        ("https:///x", "host"), ("http://:80/", "host"), ("http://a:65536/", "port"),
    ]) func anotherIsNot(url: String, reason: String) throws {
        let error = try error(in: request(url))
        #expect(error.code == .invalidURL)
        #expect(error.reason.contains(reason))
    }

    @Test func aURLRelativeToAnotherIsTakenAsAWhole() throws {
        let url = try #require(URL(string: "x", relativeTo: URL(string: "http://a/b/")))
        #expect(throws: Never.self) { try RequestCheck.validate(URLRequest(url: url)) }
    }

    @Test func noURLIsNotSent() throws {
        var request = try request()
        request.url = nil
        #expect(try error(in: request).code == .invalidURL)
    }

    @Test(arguments: ["GET x", "a\r\nb", "GET\0", "GÉT", "a/b"]) func aMethodIsAToken(method: String) throws {
        var request = try request()
        request.httpMethod = method
        #expect(try error(in: request).code == .invalidMethod)
    }

    @Test(arguments: [
        ("X Y", "z"), ("X\r\nY", "z"), ("X:", "z"), ("", "z"), ("X", "a\r\nb"), ("X", "a\nb"), ("X", "a\rb"),
        ("X", "a\0b"),
    ]) func namesAreTokensAndValuesOneLine(name: String, value: String) throws {
        var request = try request()
        request.allHTTPHeaderFields = ["Accept": "x", name: value]
        let error = try error(in: request)
        #expect(error.code == .invalidHeader)
        #expect(error.field == name)
    }

    @Test(arguments: ["", " ", "a\tb", "é", "a, b; c=\"d\""]) func otherValuesAreSent(value: String) throws {
        var request = try request()
        request.allHTTPHeaderFields = ["X-Y": value]
        #expect(throws: Never.self) { try RequestCheck.validate(request) }
    }

    @Test(arguments: [.nan, -1, -.infinity, -0.001]) func aTimeIsANumberFromZeroUp(seconds: TimeInterval) throws {
        var request = try request()
        request.timeoutInterval = seconds
        let error = try error(in: request)
        #expect(error.code == .invalidSetting)
        #expect(error.field == "timeoutInterval")
    }

    @Test(arguments: [0, 0.5, 60, 1e20, .infinity]) func otherTimesAreTheTransportsToLimit(seconds: TimeInterval) throws
    {
        var request = try request()
        request.timeoutInterval = seconds
        #expect(throws: Never.self) { try RequestCheck.validate(request) }
    }
}
