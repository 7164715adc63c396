import LoopbackServer
import TestSupport
import Testing

@testable import URLSerializationSession
@testable import URLSerializationTransport

/// Answers that no server should send: each request ends with a result or an error.
///
/// The tests are serialized: all sessions of a process share one thread of URLSession's, which so many would keep busy.
///
/// Some answers are not included because URLSession itself ends the process over them on Linux, Swift 6.3, before a
/// program can prevent it: a connection that ends within the fields of a head, fields after the last chunk, and a
/// `Content-Length` of 2⁶³ − 1.
@Suite(.tags(.network), .stoppingServers, .serialized, .timeLimit(.minutes(60))) struct HostileAnswerTests {
    enum Outcome: Sendable {
        case failure
        /// A failure, which libcurl's engine reports as a bad response of the server (−1011).
        case malformed
        /// A status and a body, or `nil` for any body.
        case answer(Int, String?)
        /// Either, depending on the system's URLSession.
        case anything
    }

    /// The bytes that a server sends before it closes the connection.
    struct Answer: Sendable, CustomTestStringConvertible {
        let name: String
        let bytes: Data
        let outcome: Outcome

        init(_ name: String, _ text: String, _ outcome: Outcome) {
            self.init(name, data: Data(text.utf8), outcome)
        }

        init(_ name: String, data: Data, _ outcome: Outcome) {
            self.name = name
            bytes = data
            self.outcome = outcome
        }

        var testDescription: String { name }
    }

    private static let ok = "HTTP/1.1 200 OK\r\n"
    private static let chunked = "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n"

    private static let heads = [
        Answer("nothing", "", .failure),
        Answer("a line end", "\r\n", .failure),
        Answer("garbage", "garbage\r\n\r\n", .malformed),
        Answer("NULs", "\0\0\0\0\r\n\r\n", .malformed),
        Answer("a TLS alert", data: Data([0x15, 3, 1, 0, 2, 2, 40]), .malformed),
        Answer("half a status line", "HTTP/1.1 20", .failure),
        Answer("a status of letters", "HTTP/1.1 xyz OK\r\n\r\n", .malformed),
        Answer("a status of five digits", "HTTP/1.1 99999 OK\r\n\r\n", .malformed),
        Answer("a negative status", "HTTP/1.1 -20 OK\r\n\r\n", .malformed),
        Answer("a status of zeros", "HTTP/1.1 000 OK\r\n\r\n", .anything),
        Answer("status 999", "HTTP/1.1 999 OK\r\nContent-Length: 2\r\n\r\nok", .anything),
        Answer("another protocol", "ICY 200 OK\r\nContent-Length: 2\r\n\r\nok", .anything),
        Answer("another version", "HTTP/9.9 200 OK\r\nContent-Length: 2\r\n\r\nok", .anything),
        Answer("no reason", "HTTP/1.1 200\r\nContent-Length: 2\r\n\r\nok", .anything),
        Answer("a header without a colon", "\(ok)nonsense\r\nContent-Length: 2\r\n\r\nok", .anything),
        Answer("a header without a name", "\(ok): x\r\nContent-Length: 2\r\n\r\nok", .anything),
        Answer("a space in a name", "\(ok)Bad Name: x\r\nContent-Length: 2\r\n\r\nok", .anything),
        Answer("a folded header", "\(ok)X:\r\n folded\r\nContent-Length: 2\r\n\r\nok", .anything),
        Answer("a NUL in a value", "\(ok)X: a\0b\r\nContent-Length: 2\r\n\r\nok", .anything),
        Answer("line feeds alone", "HTTP/1.1 200 OK\nContent-Length: 2\n\nok", .anything),
        Answer(
            "bytes that are no UTF-8", data: Data("\(ok)X: ".utf8) + Data([0xFF, 0xFE, 0x80]) + Data("\r\n\r\n".utf8),
            .anything),
        Answer(
            "a hundred interim responses",
            String(repeating: "HTTP/1.1 103 Early Hints\r\nLink: </x>\r\n\r\n", count: 100)
                + "\(ok)Content-Length: 2\r\n\r\nok", .answer(200, "ok")),
        Answer("an interim response and no more", "HTTP/1.1 100 Continue\r\n\r\n", .failure),
        Answer(
            "an upgrade that nobody asked for", "HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\n\r\nxyz",
            .malformed),
        Answer(
            "a long header", "\(ok)X: \(String(repeating: "x", count: 90_000))\r\nContent-Length: 2\r\n\r\nok",
            .anything),
        Answer(
            "a thousand headers",
            ok + (0..<1000).map { "X-\($0): x\r\n" }.joined() + "Content-Length: 2\r\n\r\nok", .anything),
    ]

    private static let bodies = [
        Answer("too short", "\(ok)Content-Length: 5\r\n\r\nab", .failure),
        Answer("too long", "\(ok)Content-Length: 2\r\n\r\nok and more", .answer(200, "ok")),
        Answer("as long as the connection", "\(ok)\r\nok", .answer(200, "ok")),
        Answer("a length of letters", "\(ok)Content-Length: abc\r\n\r\nok", .malformed),
        Answer("a negative length", "\(ok)Content-Length: -5\r\n\r\nok", .malformed),
        Answer("a length beyond 64 bits", "\(ok)Content-Length: 99999999999999999999999\r\n\r\nok", .malformed),
        Answer("an exabyte", "\(ok)Content-Length: 1000000000000000000\r\n\r\nok", .failure),
        Answer("the same length twice", "\(ok)Content-Length: 2\r\nContent-Length: 2\r\n\r\nok", .answer(200, "ok")),
        Answer("two lengths", "\(ok)Content-Length: 2\r\nContent-Length: 4\r\n\r\nokay", .malformed),
        Answer("two lengths in a list", "\(ok)Content-Length: 2, 4\r\n\r\nokay", .malformed),
        Answer(
            "a length beside chunks",
            "\(ok)Content-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nok\r\n0\r\n\r\n", .malformed),
        Answer("chunks", "\(chunked)2\r\nok\r\n0\r\n\r\n", .answer(200, "ok")),
        Answer("chunks without the last", "\(chunked)2\r\nok\r\n", .failure),
        Answer("a chunk without its end", "\(chunked)5\r\nok", .failure),
        Answer("a chunk longer than it says", "\(chunked)2\r\nokay\r\n0\r\n\r\n", .malformed),
        Answer("a chunk of letters", "\(chunked)zz\r\nok\r\n0\r\n\r\n", .malformed),
        Answer("a negative chunk", "\(chunked)-2\r\nok\r\n0\r\n\r\n", .malformed),
        Answer("a chunk beyond 64 bits", "\(chunked)FFFFFFFFFFFFFFFFF\r\nok\r\n0\r\n\r\n", .malformed),
        Answer(
            "a long extension of a chunk", "\(chunked)2;\(String(repeating: "x", count: 50_000))\r\nok\r\n0\r\n\r\n",
            .anything),
        Answer("an unknown transfer coding", "\(ok)Transfer-Encoding: magic\r\n\r\nok", .malformed),
        Answer("an unknown content coding", "\(ok)Content-Encoding: magic\r\nContent-Length: 2\r\n\r\nok", .anything),
        Answer("no gzip", "\(ok)Content-Encoding: gzip\r\nContent-Length: 2\r\n\r\nok", .failure),
        Answer(
            "half a gzip",
            data: Data("\(ok)Content-Encoding: gzip\r\nContent-Length: 10\r\n\r\n".utf8)
                + Data([0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 3]), .anything),
        Answer("a body with 204", "HTTP/1.1 204 No Content\r\nContent-Length: 2\r\n\r\nok", .answer(204, "")),
        Answer("a body with 304", "HTTP/1.1 304 Not Modified\r\nContent-Length: 2\r\n\r\nok", .answer(304, "")),
        Answer(
            "another answer behind it", "\(ok)Content-Length: 2\r\n\r\nok\(ok)Content-Length: 1\r\n\r\nx",
            .answer(200, "ok")),
    ]

    // On Linux the body of a redirection without a target is lost.
    private static let redirections = [
        Answer(
            "a redirection without a Location", "HTTP/1.1 302 Found\r\nContent-Length: 2\r\n\r\nok", .answer(302, nil)),
        Answer(
            "an empty Location", "HTTP/1.1 302 Found\r\nLocation:\r\nContent-Length: 2\r\n\r\nok", .answer(302, nil)),
        Answer(
            "a Location that is none", "HTTP/1.1 302 Found\r\nLocation: http://[::1\r\nContent-Length: 0\r\n\r\n",
            .failure),
        Answer(
            "a Location with a bad port",
            "HTTP/1.1 302 Found\r\nLocation: http://127.0.0.1:99999/\r\nContent-Length: 0\r\n\r\n", .failure),
        Answer(
            "a Location of another scheme",
            "HTTP/1.1 307 Found\r\nLocation: file:///etc/passwd\r\nContent-Length: 0\r\n\r\n", .failure),
        Answer(
            "a Location that closes",
            "HTTP/1.1 308 Found\r\nLocation: http://127.0.0.1:1/\r\nContent-Length: 0\r\n\r\n", .failure),
        Answer(
            "a redirection that breaks off", "HTTP/1.1 302 Found\r\nLocation: /x\r\nContent-Length: 9\r\n\r\nok",
            .failure),
        Answer(
            "a challenge without a scheme", "HTTP/1.1 401 No\r\nWWW-Authenticate:\r\nContent-Length: 2\r\n\r\nok",
            .answer(401, "ok")),
        Answer(
            "a challenge of nonsense",
            "HTTP/1.1 401 No\r\nWWW-Authenticate: Basic realm=\"unended, ,,= \"\r\nContent-Length: 2\r\n\r\nok",
            .anything),
        Answer(
            "a challenge that breaks off",
            "HTTP/1.1 401 No\r\nWWW-Authenticate: Basic realm=x\r\nContent-Length: 9\r\n\r\nok", .anything),
        Answer(
            "a proxy's challenge",
            "HTTP/1.1 407 No\r\nProxy-Authenticate: Basic realm=x\r\nContent-Length: 2\r\n\r\nok", .answer(407, "ok")),
    ]

    @Test(arguments: heads + bodies + redirections, Ending.Kind.allCases)
    func whatEndsIsAnAnswerOrAnError(answer: Answer, kind: Ending.Kind) async throws {
        let server = try LoopbackServer.forConnections { connection in
            _ = try connection.readHead()
            try connection.write(answer.bytes)
        }
        let session = Session(configuration: .patient)
        let ending = try await Ending.of(kind, server, from: session)
        switch answer.outcome {
        case .anything: break
        case .malformed:
            #expect(ending.error != nil, "\(ending.status ?? 0) \(ending.body ?? Data())")
            #if os(Linux)
                let error = ending.error?.underlyingError as? URLError
                if session.engine is LibcurlEngine { #expect(error?.code == .badServerResponse) }
            #endif
        case .failure: #expect(ending.error != nil, "\(ending.status ?? 0) \(ending.body ?? Data())")
        case .answer(let status, let body):
            #expect(ending.error == nil)
            #expect(ending.status == status)
            if let body { #expect(ending.body.map { String(decoding: $0, as: UTF8.self) } ?? "" == body) }
        }
    }

    /// The same answers from a server that does not close the connection: those without an end run into a timeout.
    @Test(arguments: [
        heads[0], heads[5], bodies[0],
        Answer("half a head", "\(ok)Content-Type: te", .failure),
        Answer("chunks without the last", "\(chunked)2\r\nok\r\n", .failure),
        Answer("an endless body without a byte", "\(chunked)", .failure),
        Answer("the end of an interim response", "HTTP/1.1 100 Continue\r\n\r\n", .failure),
        Answer("half a redirection", "HTTP/1.1 302 Found\r\nLocation: /\r\nContent-Length: 9\r\n\r\nok", .failure),
        Answer(
            "half a challenge", "HTTP/1.1 401 No\r\nWWW-Authenticate: Basic\r\nContent-Length: 9\r\n\r\nok", .failure),
    ])
    func whatDoesNotEndTimesOut(answer: Answer) async throws {
        let server = try LoopbackServer.forConnections { connection in
            _ = try connection.readHead()
            try connection.write(answer.bytes)
            connection.waitUntilClosedByPeer()
        }
        let ending = try await Ending.of(.data, server, from: Ending.makeSession(idle: 0.1))
        #expect((ending.error?.cause as? URLError)?.code == .timedOut)
    }

    @Test func aHeadRequestMayBeAnsweredWithABody() async throws {
        let server = try LoopbackServer.forConnections { connection in
            _ = try connection.readHead()
            try connection.write("\(Self.ok)Content-Length: 2\r\n\r\nok")
        }
        let session = Session(configuration: .patient)
        let response = await session.request(server.url(), method: .head).response()
        #expect(response.error == nil && response.data?.isEmpty ?? true)
    }
}
