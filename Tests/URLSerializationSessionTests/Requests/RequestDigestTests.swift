import LoopbackServer
import TestSupport
import Testing

@testable import URLSerializationSession
@testable import URLSerializationTransport

/// Requests to servers that ask for Digest authentication.
@Suite(.tags(.network), .timeLimit(.minutes(60))) struct RequestDigestTests {
    private let session = Session(configuration: .patient, start: .manually)

    private func server(_ digest: DigestGuard = DigestGuard()) throws -> LoopbackServer {
        try LoopbackServer { try digest.respond(to: $0) }
    }

    /// The `nc` of each request, or `nil` without an answer.
    private func numbers(_ server: LoopbackServer) -> [String?] {
        server.requests.map { DigestGuard.answer($0)["nc"] }
    }

    @Test func bodiesOfEveryKindAreSentWholeWithEachMessage() async throws {
        let server = try server()
        let form = try await session.sendBodiesOfEveryKind(to: server, path: "/a?b")
        #expect(server.requests.suffix(2).allSatisfy { $0.body == form })
        #expect(numbers(server) == Array(repeating: [nil, "00000001"], count: 5).flatMap(\.self))
    }

    @Test(arguments: [MessageDigest.md5, .sha256], ["", "Basic realm=\"b\", ", "Negotiate, "])
    func theStrongestChallengeIsAnswered(digest: MessageDigest, other: String) async throws {
        let server = try server(DigestGuard(digest: digest, other: other))
        let answer = await session.request(server.url("/")).authenticate(username: "u", password: "p").response()
        #expect(answer.error == nil && answer.response?.statusCode == 200)
        #expect(server.requestCount == 2)
    }

    @Test(arguments: ["/a/../b/./c", "/p?", "/?x=%20&y=a/../b", "/%C3%BC", "/a;b=c,d?e[]=f", "", "/a%2Fb/", "/.a/..b"])
    func theTargetIsTheOneThatIsSent(path: String) async throws {
        let server = try server()
        let url = server.url("").absoluteString + path
        let answer = await session.request(url).authenticate(username: "u", password: "p").response()
        #expect(answer.response?.statusCode == 200, "\(server.requests.map(\.target))")
    }

    @Test func aWrongPasswordIsTriedOnce() async throws {
        let server = try server()
        let answer = await session.request(server.url("/")).authenticate(username: "u", password: "x").response()
        #expect(answer.error == nil && answer.response?.statusCode == 401)
        #expect(answer.data == Data("no".utf8))
        #expect(server.requestCount == 2)
    }

    @Test(arguments: [true, false]) func aStaleNonceIsAnsweredOnceMore(isStaleAgain: Bool) async throws {
        let turns = Events<Void>()
        let server = try LoopbackServer { exchange in
            let number = turns.add(()) + 1
            try DigestGuard(nonce: "n\(isStaleAgain ? number : min(number, 2))").respond(to: exchange)
        }
        let answer = await session.request(server.url("/"), method: .post, parameters: ["a": 1])
            .authenticate(username: "u", password: "p").response()
        #expect(answer.error == nil && answer.response?.statusCode == (isStaleAgain ? 401 : 200))
        #expect(server.requests.map(\.text) == ["a=1", "a=1", "a=1"])
        #expect(numbers(server) == [nil, "00000001", "00000001"])
    }

    @Test func aRedirectionOnTheOriginIsAnsweredWithTheNextNumber() async throws {
        let server = try LoopbackServer { exchange in
            if exchange.request.target == "/", exchange.request.value(named: "Authorization") != nil {
                try exchange.respond(status: 308, headers: ["Location": "/next?a"], body: "")
            } else {
                try DigestGuard().respond(to: exchange)
            }
        }
        let answer = await session.request(server.url("/"), method: .put, parameters: ["a": 1])
            .authenticate(username: "u", password: "p").response()
        #expect(answer.data == Data("a=1".utf8))
        #expect(server.requests.map(\.target) == ["/", "/", "/next?a"])
        #expect(numbers(server) == [nil, "00000001", "00000002"])
    }

    @Test(arguments: [true, false]) func anAnswerStaysWithItsOrigin(isChallengedFirst: Bool) async throws {
        let other = try server()
        let target = other.address("/there")
        let server = try LoopbackServer { exchange in
            if isChallengedFirst, exchange.request.value(named: "Authorization") == nil {
                return try DigestGuard().respond(to: exchange)
            }
            try exchange.respond(status: 307, headers: ["Location": target], body: "")
        }
        let answer = await session.request(server.url("/"), method: .post, parameters: ["a": 1])
            .authenticate(username: "u", password: "p").response()
        #expect(answer.error == nil && answer.response?.statusCode == 401)
        #expect(numbers(other) == [nil])
    }

    @Test func aDownloadContinuesWithTheNextNumber() async throws {
        let challenge = "Digest realm=\"a\", nonce=\"b\", qop=auth"
        let engine = ScriptedEngine([
            .brokenAtOnce(200, ["ETag": "\"v\"", "Content-Length": "4"], body: "ab", .timedOut),
            .response(401, ["WWW-Authenticate": challenge]),
            .response(206, ["ETag": "\"v\"", "Content-Range": "bytes 2-2/4"], body: "c"),
            .response(206, ["ETag": "\"v\"", "Content-Range": "bytes 3-3/4"], body: "d"),
        ])
        let response = await engine.session(retries: 1).download("https://example.com/")
            .authenticate(username: "u", password: "p").response()
        #expect(try String(contentsOf: #require(response.fileURL), encoding: .utf8) == "abcd")
        let numbers = engine.sent.map { message in
            AuthenticationChallenges(message.value(forHTTPHeaderField: "Authorization") ?? "").challenges.first?
                .parameters["nc"]
        }
        #expect(numbers == [nil, nil, "00000001", "00000002"])
    }

    @Test func aCredentialMayBeSetAfterTheChallenge() async throws {
        let server = try server()
        let request = session.request(server.url("/"), method: .post, parameters: ["a": 1])
        request.onResponse { _, decide in
            request.authenticate(username: "u", password: "p")
            decide(nil)
            return true
        }
        #expect(try await request.validate().data() == Data("a=1".utf8))
        #expect(server.requestCount == 2)
    }
}
