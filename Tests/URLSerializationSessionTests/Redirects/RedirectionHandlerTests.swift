import LoopbackServer
import TestSupport
import Testing
import URLSerializationSession

/// The handler of a request is consulted about each redirection.
@Suite(.tags(.network), .stoppingServers, .timeLimit(.minutes(60))) struct RedirectionHandlerTests {
    private let session = Session(configuration: .patient, start: .manually)

    /// Redirects from `/a` to `/b` and from there to `/c`, which returns the body.
    private static func leading(_ exchange: Exchange, status: Int = 307) throws {
        switch exchange.request.path {
        case "/a": try exchange.respond(status: status, headers: ["Location": "/b"], body: "not here")
        case "/b": try exchange.respond(status: status, headers: ["Location": "/c"], body: "nor here")
        default: try exchange.respond(body: exchange.request.text)
        }
    }

    @Test func eachRedirectionIsAskedAboutAndMayBeChanged() async throws {
        let server = try LoopbackServer { try Self.leading($0) }
        let asked = Log<String>()
        let request = session.request(server.url("/a"), method: .post, parameters: ["x": 1])
        request.onRedirection { response, next in
            asked.add("\(response.statusCode) \(response.url?.path ?? "") \(next.url?.path ?? "")")
            var next = next
            next.setValue("\(asked.all.count)", forHTTPHeaderField: "X-Step")
            return next
        }
        request.resume()
        let response = await request.response()
        #expect(response.data == Data("x=1".utf8))
        #expect(asked.all == ["307 /a /b", "307 /b /c"])
        #expect(server.requests.map { $0.value(named: "X-Step") } == [nil, "1", "2"])
        #expect(server.requests.map(\.text) == ["x=1", "x=1", "x=1"])
    }

    @Test(arguments: [301, 303, 307]) func aRedirectionMayBeTheAnswer(status: Int) async throws {
        let server = try LoopbackServer { try Self.leading($0, status: status) }
        let request = session.request(server.url("/a"))
        request.onRedirection { response, next in response.url?.path == "/a" ? next : nil }
        request.resume()
        let response = await request.response()
        #expect(response.error == nil && response.response?.statusCode == status)
        #expect(response.data == Data("nor here".utf8))

        let download = session.download(server.url("/a"))
        download.onRedirection { _, _ in nil }
        download.resume()
        let answer = await download.response()
        #expect(answer.response?.statusCode == status)
        #expect(try Data(contentsOf: #require(answer.fileURL)) == Data("not here".utf8))
        #expect(server.requests.map(\.path) == ["/a", "/b", "/a"])
    }

    @Test func theHandlerThatIsLookedUpDecides() async throws {
        let server = try LoopbackServer { try Self.leading($0) }
        let (request, lookUps) = (session.request(server.url("/a")), Log<Int>())
        request.onRedirection(by: { () -> RedirectionHandler? in
            lookUps.add(1)
            // In force when the redirection arrives, about which URLSession asks, and at its head; removed thereafter.
            guard lookUps.all.count <= 2 else { return nil }
            return { _, _, decide in decide(nil) }
        })
        request.resume()
        let response = await request.response()
        #expect(response.response?.statusCode == 307 && response.data == Data("not here".utf8))
        #expect(lookUps.all.count == (request.task == nil ? 1 : 2))
    }

    @Test func theCredentialOfAChallengeStaysAtItsOrigin() async throws {
        let other = try LoopbackServer { try $0.respond(body: "there") }
        let server = try LoopbackServer { exchange in
            guard exchange.request.value(named: "Authorization") != nil else {
                return try exchange.respond(status: 401, headers: ["WWW-Authenticate": "Basic realm=\"a\""])
            }
            try exchange.respond(status: 302, headers: ["Location": "/b"])
        }
        let target = other.url("/other")
        let request = session.request(server.url("/a")).authenticate(username: "u", password: "p")
        request.onRedirection { _, next in
            var next = next
            next.url = target
            return next
        }
        request.resume()
        #expect(await request.response().data == Data("there".utf8))
        #expect(server.requests.last?.value(named: "Authorization") == "Basic dTpw")
        #expect(other.requests.map { $0.value(named: "Authorization") } == [nil])
    }

    @Test func aRequestMayGoElsewhereWithoutSecretsOfItsOrigin() async throws {
        let other = try LoopbackServer { exchange in
            try exchange.respond(status: 401, headers: ["WWW-Authenticate": "Basic realm=\"a\""], body: "no")
        }
        let server = try LoopbackServer { try Self.leading($0) }
        let target = other.url("/other")
        let request = session.request(server.url("/a")).authenticate(username: "u", password: "p")
        request.onRedirection { _, _ in URLRequest(url: target) }
        request.resume()
        #expect(await request.response().response?.statusCode == 401)
        #expect(other.requests.map { $0.value(named: "Authorization") } == [nil])
    }

    @Test func aBodyMayBeReplacedOrLeftOut() async throws {
        let server = try LoopbackServer { try Self.leading($0) }
        let folder = try ScratchFolder()
        let file = try folder.file(Data("content".utf8))
        let request = session.upload(.file(file), to: server.url("/a"))
        request.onRedirection { response, next in
            var next = next
            if response.url?.path == "/a" { next.httpBody = Data("other".utf8) } else { next.httpMethod = "GET" }
            return next
        }
        request.resume()
        #expect(await request.response().error == nil)
        #expect(server.requests.map(\.method) == ["POST", "POST", "GET"])
        #expect(server.requests.prefix(2).map(\.text) == ["content", "other"])
    }

    @Test func aSentStreamIsAnError() async throws {
        let server = try LoopbackServer { try Self.leading($0) }
        var made = URLRequest(url: server.url("/a"))
        made.httpMethod = "POST"
        made.httpBodyStream = InputStream(data: Data("once".utf8))
        let request = session.request(made)
        request.onRedirection { _, next in next }
        request.resume()
        #expect((await request.response().error)?.kind == .bodyNotRepeatable)
        #expect(server.requests.map(\.text) == ["once"])
    }

    @Test func aRequestMayBeCancelledWhileItsOwnerIsAsked() async throws {
        let server = try LoopbackServer { try Self.leading($0) }
        let request = session.request(server.url("/a"))
        request.onRedirection { [weak request] _, next in
            request?.cancel()
            return next
        }
        request.resume()
        #expect((await request.response().error?.cause as? URLError)?.code == .cancelled)
        #expect(server.requests.map(\.path) == ["/a"])
    }

    @Test(arguments: ["no URL", "no host", "a method with a space"]) func whatCannotBeSentIsAnError(what: String)
        async throws
    {
        let server = try LoopbackServer { try Self.leading($0) }
        let request = session.request(server.url("/a"))
        request.onRedirection { _, next in
            var next = next
            switch what {
            case "no URL": next.url = nil
            case "no host": next.url = URL(string: "http:///x")
            default: next.httpMethod = "A B"
            }
            return next
        }
        request.resume()
        #expect(await request.response().error?.cause is RequestSerializationError)
        #expect(server.requests.map(\.path) == ["/a"])
    }
}
