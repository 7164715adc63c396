import Testing

@testable import URLSerializationSession

@Suite struct RedirectionTests {
    static func following(
        _ status: Int, _ location: String?, from url: String = "http://a/b/c/d;p?q",
        _ change: (inout URLRequest) -> Void = { _ in }
    ) throws -> Redirection? {
        let url = try #require(URL(string: url))
        var request = URLRequest(url: url)
        change(&request)
        let fields = location.map { ["location": $0] }
        let response = try #require(
            HTTPURLResponse(url: url, statusCode: status, httpVersion: "HTTP/1.1", headerFields: fields))
        return try Redirection.following(ResponseHead(response), to: request)
    }

    static func target(_ location: String, from url: String = "http://a/b/c/d;p?q") throws -> String? {
        try following(302, location, from: url)?.message.url?.absoluteString
    }

    // MARK: - What is a redirection

    @Test(arguments: [200, 201, 300, 304, 305, 306, 309, 399, 404])
    func anotherStatusIsNone(status: Int) throws {
        #expect(try Self.following(status, "/x") == nil)
    }

    @Test(arguments: [nil, "", "  "]) func noneWithoutALocation(location: String?) throws {
        #expect(try Self.following(302, location) == nil)
    }

    // MARK: - Methods and bodies

    @Test(arguments: [
        (301, "POST", "GET"), (302, "POST", "GET"), (303, "POST", "GET"), (303, "PUT", "GET"), (303, "DELETE", "GET"),
    ])
    func theBodyGoesWithTheMethod(status: Int, method: String, expected: String) throws {
        let redirection = try #require(
            try Self.following(status, "/x") {
                $0.httpMethod = method
                $0.httpBody = Data("body".utf8)
                for name in [
                    "Content-Type", "Content-Length", "Content-Encoding", "Content-Language", "Content-Location",
                    "Transfer-Encoding", "Expect", "Accept", "Content-Disposition",
                ] { $0.setValue(" ", forHTTPHeaderField: name) }
            })
        #expect(!redirection.keepsBody)
        #expect(redirection.message.httpMethod == expected)
        #expect(redirection.message.httpBody == nil)
        #expect(redirection.message.httpBodyStream == nil)
        #expect(redirection.message.allHTTPHeaderFields?.keys.sorted() == ["Accept", "Content-Disposition"])
    }

    @Test(arguments: [
        (307, "POST", "https://a/", "http://a/", true), (308, "PUT", "HTTPS://a/", "HTTP://b/", true),
        (301, "PUT", "https://a/", "http://a/", true), (307, "POST", "https://a/", "https://b/", false),
        (307, "POST", "https://a/", "/x", false), (307, "POST", "http://a/", "http://b/", false),
        (307, "POST", "http://a/", "https://b/", false), (303, "POST", "https://a/", "http://a/", false),
        (302, "POST", "https://a/", "http://a/", false),
    ])
    func aBodyIsExposedFromHTTPSToHTTP(
        status: Int, method: String, url: String, location: String, isExposed: Bool
    ) throws {
        let redirection = try Self.following(status, location, from: url) { $0.httpMethod = method }
        #expect(redirection?.exposesBody == isExposed)
    }

    @Test func aBodyStreamGoesWithTheMethod() throws {
        let redirection = try #require(
            try Self.following(303, "/x") {
                $0.httpMethod = "POST"
                $0.httpBodyStream = InputStream(data: Data("body".utf8))
            })
        #expect(redirection.message.httpBodyStream == nil)
    }

    @Test(arguments: [
        (301, "GET"), (302, "GET"), (303, "GET"), (303, "HEAD"), (302, "HEAD"), (301, "PUT"), (302, "DELETE"),
        (302, "PATCH"), (307, "POST"), (308, "POST"), (307, "PUT"), (308, "GET"),
    ])
    func methodAndBodyStay(status: Int, method: String) throws {
        let redirection = try #require(
            try Self.following(status, "/x") {
                $0.httpMethod = method
                $0.httpBody = Data("body".utf8)
                $0.setValue("text/plain", forHTTPHeaderField: "Content-Type")
            })
        #expect(redirection.keepsBody)
        #expect(redirection.message.httpMethod == method)
        #expect(redirection.message.httpBody == Data("body".utf8))
        #expect(redirection.message.value(forHTTPHeaderField: "Content-Type") == "text/plain")
    }

    @Test func settingsStay() throws {
        let redirection = try #require(
            try Self.following(302, "/x") {
                $0.timeoutInterval = 7
                $0.cachePolicy = .reloadIgnoringLocalCacheData
            })
        #expect(redirection.message.timeoutInterval == 7)
        #expect(redirection.message.cachePolicy == .reloadIgnoringLocalCacheData)
    }

    @Test(arguments: ["\u{0}/x", " /x\t", "\u{1F}/x\u{0}"])
    func controlsAndSpacesAroundALocationDoNotCount(location: String) throws {
        #expect(try Self.target(location) == "http://a/x")
    }

    // MARK: - Origins

    @Test(arguments: [
        ("http://a/x", false), ("HTTP://A/x", false), ("http://a:80/x", false), ("//a", false), ("/x", false),
        ("https://a/x", true), ("http://a:8080/x", true), ("http://b/x", true), ("http://a.b/x", true),
        ("https://a:80/x", true), ("http://a./x", true),
    ])
    func secretsStayWithTheOrigin(location: String, leaves: Bool) throws {
        let secrets = ["Authorization", "Proxy-Authorization", "Cookie", "Host"]
        let redirection = try #require(
            try Self.following(307, location, from: "http://me:secret@a/") {
                for name in secrets + ["Accept"] { $0.setValue("x", forHTTPHeaderField: name) }
            })
        #expect(redirection.leavesOrigin == leaves)
        let kept = secrets.filter { redirection.message.value(forHTTPHeaderField: $0) != nil }
        #expect(kept == (leaves ? [] : secrets))
        #expect(redirection.message.value(forHTTPHeaderField: "Accept") == "x")
        #expect(redirection.message.url?.user == (leaves ? nil : "me"))
        #expect(redirection.message.url?.password == (leaves ? nil : "secret"))
    }

    @Test(arguments: [
        ("https://me@a:443/", "https://a/x", "https://me@a/x"),
        ("http://me:p%40%2F@a/", "http://a/x", "http://me:p%40%2F@a/x"),
        ("http://me:p@a/", "//you@a/x", "http://you@a/x"),
        ("http://me:p@a/", "http://you:q@b/x", "http://b/x"),
    ])
    func userInfoIsTheOrigins(url: String, location: String, expected: String) throws {
        #expect(try Self.target(location, from: url) == expected)
    }

    @Test func aRequestWithoutURLIsResolvedAgainstTheResponses() throws {
        let url = try #require(URL(string: "http://a/b/c"))
        let fields = ["Location": "d"]
        let response = try #require(
            HTTPURLResponse(url: url, statusCode: 302, httpVersion: nil, headerFields: fields))
        var request = URLRequest(url: url)
        request.url = nil
        let redirection = try Redirection.following(ResponseHead(response), to: request)
        #expect(redirection?.message.url?.absoluteString == "http://a/b/d")
    }
}
