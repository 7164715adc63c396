import LoopbackServer
import TestSupport
import Testing
import URLSerializationSession

@Suite(.tags(.network), .timeLimit(.minutes(60))) struct RedirectedRequestTests {
    private let session = Session(configuration: .patient)

    /// Redirects `/status/target`, and answers anything else with the method and the body.
    private static func redirect(_ exchange: Exchange) throws {
        let parts = exchange.request.path.split(separator: "/", maxSplits: 1)
        if let status = parts.first.flatMap({ Int($0) }), (300..<400).contains(status) {
            let location = "/\(parts.dropFirst().first ?? "")"
            try exchange.respond(status: status, headers: ["Location": location], body: "moved")
        } else {
            try exchange.respond(status: 200, body: "\(exchange.request.method) \(exchange.request.text)")
        }
    }

    @Test(arguments: [
        (301, "POST", "GET "), (302, "POST", "GET "), (303, "POST", "GET "), (303, "PUT", "GET "),
        (301, "PUT", "PUT body"), (302, "PATCH", "PATCH body"), (307, "POST", "POST body"), (308, "POST", "POST body"),
        (307, "DELETE", "DELETE body"),
    ])
    func methodAndBodyGoWhereTheStatusSays(status: Int, method: String, expected: String) async throws {
        let server = try LoopbackServer { try Self.redirect($0) }
        let folder = try ScratchFolder()
        let file = try folder.file(Data("body".utf8))
        let sources: [Uploadable] = [
            .data(Data("body".utf8)), .file(file), .stream(length: 4) { InputStream(data: Data("body".utf8)) },
            .stream(length: nil) { InputStream(data: Data("body".utf8)) },
        ]
        for source in sources {
            let request = session.upload(
                source, to: server.url("/\(status)/x"), method: HTTPMethod(rawValue: method),
                headers: ["Content-Type": "text/plain"])
            #expect(String(decoding: try await request.data(), as: UTF8.self) == expected)
            let last = try #require(server.requests.last)
            #expect(last.value(named: "Content-Type") == (expected.hasSuffix("body") ? "text/plain" : nil))
            if !expected.hasSuffix("body") { #expect((last.contentLength ?? 0) == 0 && !last.wasChunked) }
            #expect(request.request?.url == server.url("/x"))
        }
    }

    @Test func aFormIsSentAgain() async throws {
        let server = try LoopbackServer { try Self.redirect($0) }
        let data = try await session.upload(to: server.url("/307/308/x")) { try $0.append("y", name: "b") }
            .data()
        #expect(String(decoding: data, as: UTF8.self).contains("name=\"b\"\r\n\r\ny\r\n"))
        let lengths = server.requests.map(\.bodyLength)
        #expect(lengths.count == 3 && Set(lengths).count == 1)
        #expect(server.requests.allSatisfy { !$0.wasChunked && $0.values(named: "Content-Length").count == 1 })
    }

    @Test func aStreamThatWasSentIsNotSentAgain() async throws {
        let server = try LoopbackServer { try Self.redirect($0) }
        for (path, isSent) in [("/303/x", true), ("/307/x", false)] {
            var request = URLRequest(url: server.url(path))
            request.httpMethod = "POST"
            request.httpBodyStream = InputStream(data: Data("once".utf8))
            let answer = await session.request(request).response()
            if isSent {
                #expect(answer.data == Data("GET ".utf8))
            } else {
                #expect(answer.error?.kind == .bodyNotRepeatable)
            }
        }
    }

    @Test(arguments: [(20, true), (21, false)]) func twentyAreFollowed(count: Int, isFollowed: Bool) async throws {
        let server = try LoopbackServer { exchange in
            let number = Int(exchange.request.path.dropFirst()) ?? 0
            if number > 0 {
                try exchange.respond(status: 302, headers: ["Location": "/\(number - 1)"], body: "")
            } else {
                try exchange.respond(status: 200, body: "end")
            }
        }
        let answer = await session.request(server.url("/\(count)")).response()
        if isFollowed {
            #expect(answer.data == Data("end".utf8))
        } else {
            #expect((answer.error?.cause as? URLError)?.code == .httpTooManyRedirects)
            #expect(server.requestCount == 21)
        }
    }

    @Test func secretsStayWithTheirOrigin() async throws {
        let other = try LoopbackServer { try $0.respond(status: 200) }
        let target = other.address("/there")
        let server = try LoopbackServer { exchange in
            try exchange.respond(
                status: 302, headers: ["Location": exchange.request.target == "/" ? "/again" : target], body: "")
        }
        let configuration = URLSessionConfiguration.patient
        configuration.httpAdditionalHeaders = ["Proxy-Authorization": "session", "X-Session": "kept"]
        let session = Session(configuration: configuration)
        let own: HTTPHeaders = ["Authorization": "Bearer own", "Cookie": "a=b", "X-Own": "kept"]
        _ = await session.request(server.url("/"), headers: own).response()
        for request in server.requests {
            #expect(request.value(named: "Authorization") == "Bearer own")
            #expect(request.value(named: "Cookie") == "a=b")
            #expect(request.value(named: "Proxy-Authorization") == "session")
        }
        let received = try #require(other.requests.first)
        for name in ["Authorization", "Cookie", "Proxy-Authorization"] { #expect(received.value(named: name) == nil) }
        #expect(received.value(named: "X-Own") == "kept")
        #expect(received.value(named: "X-Session") == "kept")
        #expect(received.value(named: "Host") == "127.0.0.1:\(other.port)")
    }

    @Test func authorizationOfTheSessionDoesNotComeBackForAnotherOrigin() async throws {
        let other = try LoopbackServer { try $0.respond(status: 200) }
        let target = other.address("/there")
        let server = try LoopbackServer { try $0.respond(status: 307, headers: ["Location": target], body: "") }
        let configuration = URLSessionConfiguration.patient
        configuration.httpAdditionalHeaders = ["Authorization": "Bearer session", "Cookie": "s=1"]
        _ = await Session(configuration: configuration).request(server.url("/")).response()
        #expect(server.requests.first?.value(named: "Authorization") == "Bearer session")
        let received = try #require(other.requests.first)
        #expect(received.value(named: "Authorization") == nil)
        #expect(received.value(named: "Cookie") == nil)
    }

    @Test func cookiesAreSetAndSentAcrossRedirections() async throws {
        let server = try LoopbackServer { exchange in
            if exchange.request.target == "/" {
                try exchange.respond(
                    status: 302, headers: ["Location": "/next", "Set-Cookie": "token=1; Path=/"], body: "")
            } else {
                try exchange.respond(status: 200, body: exchange.request.value(named: "Cookie") ?? "none")
            }
        }
        #expect(try await session.request(server.url("/")).data() == Data("token=1".utf8))
        #expect(try await session.request(server.url("/next")).data() == Data("token=1".utf8))
    }

    @Test func storedCookiesAreNotSentWithARequestWithoutCookies() async throws {
        let server = try LoopbackServer { exchange in
            try exchange.respond(
                status: 200, headers: exchange.request.target == "/" ? ["Set-Cookie": "token=1; Path=/"] : [:],
                body: exchange.request.value(named: "Cookie") ?? "none")
        }
        let session = Session.obeyingCookieSettings()
        #expect(try await session.request(server.url("/")).data() == Data("none".utf8))
        var request = URLRequest(url: server.url("/next"))
        #expect(try await session.request(request).data() == Data("token=1".utf8))
        request.httpShouldHandleCookies = false
        #expect(try await session.request(request).data() == Data("none".utf8))
        #expect(try await session.request(request).data() == Data("none".utf8))
        request.setValue("own=2", forHTTPHeaderField: "Cookie")
        #expect(try await session.request(request).data() == Data("own=2".utf8))
    }

    @Test func whatComesToARequestWithoutCookiesIsNotKept() async throws {
        let server = try LoopbackServer { exchange in
            try exchange.respond(
                status: 200, headers: ["Set-Cookie": "token=1; Path=/"],
                body: exchange.request.value(named: "Cookie") ?? "none")
        }
        let session = Session.obeyingCookieSettings()
        var request = URLRequest(url: server.url("/"))
        request.httpShouldHandleCookies = false
        for _ in 0..<2 { #expect(try await session.request(request).data() == Data("none".utf8)) }
        #expect(try await session.request(server.url("/")).data() == Data("none".utf8))
    }

    @Test(arguments: [
        ("/a/b/c?q", "d", "/a/b/d"), ("/a/b/c", "../d", "/a/d"), ("/a/b/c", "?x=1", "/a/b/c?x=1"),
        ("/a/b/c", "./", "/a/b/"), ("/a/b", "/c%2Fd", "/c%2Fd"), ("/a", "..//b", "//b"),
    ])
    func relativeLocationsAreResolved(from: String, location: String, target: String) async throws {
        let server = try LoopbackServer { exchange in
            if exchange.request.target == from {
                try exchange.respond(status: 302, headers: ["Location": location], body: "")
            } else {
                try exchange.respond(status: 200)
            }
        }
        #expect(await session.request(server.url(from)).response().error == nil)
        #expect(server.requests.last?.target == target)
    }

    @Test(arguments: ["file:///etc/passwd", "ftp://127.0.0.1/", "javascript:alert(1)", "http://"])
    func othersThanWebAddressesAreRefused(location: String) async throws {
        let server = try LoopbackServer { try $0.respond(status: 302, headers: ["Location": location], body: "") }
        let answer = await session.request(server.url("/")).response()
        #expect(answer.error?.kind == .redirection)
        #expect(answer.data == nil)
    }

    @Test func redirectionsThatAreNotFollowedAreTheAnswer() async throws {
        let session = Session(configuration: .patient, followsRedirections: false)
        let server = try LoopbackServer { exchange in
            try exchange.respond(status: 302, headers: ["Location": "file:///x"], body: "moved")
        }
        let answer = await session.request(server.url("/")).response()
        #expect(answer.error == nil)
        #expect(answer.response?.statusCode == 302)
        #expect(answer.data == Data("moved".utf8))
    }

    @Test(arguments: [300, 304, 305, 306, 302]) func otherStatusesAndNoLocationAreTheAnswer(status: Int) async throws {
        let server = try LoopbackServer { exchange in
            if status == 302 {
                try exchange.respond(status: 302, body: "here")
            } else {
                try exchange.respond(status: status, headers: ["Location": "/x"], body: "here")
            }
        }
        let answer = await session.request(server.url("/")).response()
        #expect(answer.error == nil)
        #expect(answer.response?.statusCode == status)
        #expect(server.requestCount == 1)
    }
}
