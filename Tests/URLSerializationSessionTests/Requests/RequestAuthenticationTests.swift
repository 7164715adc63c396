import LoopbackServer
import TestSupport
import Testing
import URLSerializationSession

@Suite(.tags(.network), .timeLimit(.minutes(60))) struct RequestAuthenticationTests {
    private let session = Session(configuration: .patient, start: .manually)

    /// Requires user "u" and password "p", and returns the body.
    private static func guarded(_ exchange: Exchange) throws {
        if exchange.request.value(named: "Authorization") == "Basic dTpw" {
            try exchange.respond(status: 200, body: exchange.request.body)
        } else {
            try exchange.respond(status: 401, headers: ["WWW-Authenticate": "Basic realm=\"a\""], body: "no")
        }
    }

    @Test(arguments: [URLCredential.Persistence.none, .forSession, .permanent])
    func aUserIsAskedForOnceInEveryRequest(persistence: URLCredential.Persistence) async throws {
        let server = try LoopbackServer { try Self.guarded($0) }
        let credential = URLCredential(user: "u", password: "p", persistence: persistence)
        for isCredential in [false, true] {
            let request = session.request(server.url("/"))
            if isCredential {
                request.authenticate(with: credential)
            } else {
                request.authenticate(username: "u", password: "p", persistence: persistence)
            }
            request.resume()
            let answer = await request.response()
            #expect(answer.response?.statusCode == 200)
            #expect(request.retryCount == 0)
        }
        let authorizations = server.requests.map { $0.value(named: "Authorization") }
        #expect(authorizations == [nil, "Basic dTpw", nil, "Basic dTpw"])
    }

    @Test func aWrongPasswordIsTriedOnce() async throws {
        let server = try LoopbackServer { try Self.guarded($0) }
        let answer = await session.request(server.url("/")).authenticate(username: "u", password: "x").response()
        #expect(answer.error == nil)
        #expect(answer.response?.statusCode == 401)
        #expect(answer.data == Data("no".utf8))
        #expect(server.requestCount == 2)
    }

    @Test func aUserThatTheSchemeCannotExpressIsAnError() async throws {
        let server = try LoopbackServer { try Self.guarded($0) }
        let answer = await session.request(server.url("/")).authenticate(username: "a:b", password: "x").response()
        #expect((answer.error?.cause as? RequestSerializationError)?.code == .invalidHeader)
        #expect(Request.authorizationHeader(user: "a:b", password: "x") == nil)
        #expect(Request.authorizationHeader(user: "u", password: "p")?.value == "Basic dTpw")
    }

    @Test(arguments: ["Digest realm=\"a\", nonce=\"b\", algorithm=x", "Bearer", "Negotiate", ""])
    func aChallengeThatCannotBeAnsweredIsTheAnswer(challenge: String) async throws {
        let server = try LoopbackServer { exchange in
            try exchange.respond(status: 401, headers: ["WWW-Authenticate": challenge], body: "no")
        }
        let answer = await session.request(server.url("/")).authenticate(username: "u", password: "p").response()
        #expect(answer.response?.statusCode == 401)
        #expect(answer.data == Data("no".utf8))
        #expect(server.requestCount == 1)
    }

    @Test func aCredentialStaysWithItsOrigin() async throws {
        let other = try LoopbackServer { try Self.guarded($0) }
        let target = other.address("/there")
        let server = try LoopbackServer { exchange in
            try exchange.respond(status: 307, headers: ["Location": target], body: "")
        }
        let answer = await session.request(server.url("/"), method: .post, parameters: ["a": 1])
            .authenticate(username: "u", password: "p").response()
        #expect(answer.response?.statusCode == 401)
        #expect(other.requests.map { $0.value(named: "Authorization") } == [nil])
    }

    @Test func aChallengeBehindARedirectionToTheSameOriginIsAnswered() async throws {
        let server = try LoopbackServer { exchange in
            if exchange.request.target == "/" {
                try exchange.respond(status: 308, headers: ["Location": "guarded"], body: "")
            } else {
                try Self.guarded(exchange)
            }
        }
        let answer = await session.request(server.url("/"), method: .put, parameters: ["a": 1])
            .authenticate(username: "u", password: "p").response()
        #expect(answer.data == Data("a=1".utf8))
        #expect(server.requests.map(\.target) == ["/", "/guarded", "/guarded"])
    }

    @Test func bodiesOfEveryKindAreSentAgainWithTheCredential() async throws {
        let server = try LoopbackServer { try Self.guarded($0) }
        _ = try await session.sendBodiesOfEveryKind(to: server, path: "/")
    }

    @Test func aStreamThatWasSentCannotBeSentWithTheCredential() async throws {
        let server = try LoopbackServer { try Self.guarded($0) }
        var request = URLRequest(url: server.url("/"))
        request.httpMethod = "POST"
        request.httpBodyStream = InputStream(data: Data("once".utf8))
        let answer = await session.request(request).authenticate(username: "u", password: "p").response()
        #expect(answer.error?.kind == .bodyNotRepeatable)
        #expect(server.requests.map(\.text) == ["once"])
    }

    /// A request that starts at once may be answered before the expression that makes it has been evaluated.
    @Test(arguments: ["data", "download", "received body"]) func aCredentialMayBeSaidAfterTheChallenge(kind: String)
        async throws
    {
        let server = try LoopbackServer { exchange in
            if exchange.request.value(named: "Authorization") == nil { try exchange.hold() }
            try Self.guarded(exchange)
        }
        let session = Session(configuration: .patient, start: .immediately)
        let download = kind == "download" ? session.download(server.url("/"), method: .post, parameters: ["a": 1]) : nil
        let data = kind == "download" ? nil : session.request(server.url("/"), method: .post, parameters: ["a": 1])
        let request = try #require(download ?? data)
        try await server.waitUntilHeld()
        // So that the end waits for this.
        request.suspend()
        server.release()
        try await eventually("The challenge did not come.") { request.response?.statusCode == 401 }
        request.authenticate(username: "u", password: "p")
        if let download {
            request.resume()
            let response = await download.response()
            #expect(response.response?.statusCode == 200)
            #expect(try Data(contentsOf: #require(response.fileURL)) == Data("a=1".utf8))
        } else if let data, kind == "data" {
            request.resume()
            let response = await data.response()
            #expect(response.response?.statusCode == 200 && response.data == Data("a=1".utf8))
        } else if let data {
            let body = data.receivedBody()
            request.resume()
            var received = Data()
            for try await segment in body { received.append(segment) }
            #expect(received == Data("a=1".utf8))
        }
        #expect(server.requests.map { $0.value(named: "Authorization") } == [nil, "Basic dTpw"])
    }
}

extension Session {
    /// Sends bodies of every kind with a credential to a server that returns them, expects that it received each twice,
    /// and returns the last, a form.
    func sendBodiesOfEveryKind(to server: LoopbackServer, path: String) async throws -> Data {
        let folder = try ScratchFolder()
        let file = try folder.file(Data("content".utf8))
        let sources: [(Uploadable, String)] = [
            (.data(Data("data".utf8)), "data"), (.file(file), "content"),
            (.stream(length: 6) { InputStream(data: Data("stream".utf8)) }, "stream"),
            (.stream(length: nil) { InputStream(data: Data("chunks".utf8)) }, "chunks"),
        ]
        for (source, text) in sources {
            let data = try await upload(source, to: server.url(path), method: .put)
                .authenticate(username: "u", password: "p").validate().data()
            #expect(String(decoding: data, as: UTF8.self) == text)
        }
        #expect(server.requests.map(\.text) == sources.flatMap { [$0.1, $0.1] })
        let form = try await upload(to: server.url("/")) { try $0.append("x", name: "b") }
            .authenticate(username: "u", password: "p").validate().data()
        #expect(String(decoding: form, as: UTF8.self).contains("name=\"b\"\r\n\r\nx\r\n--"))
        return form
    }
}
