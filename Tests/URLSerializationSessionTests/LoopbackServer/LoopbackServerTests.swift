import Foundation
import LoopbackServer
import TestSupport
import Testing

@Suite(.tags(.network), .stoppingServers) struct LoopbackServerTests {
    /// An answer's head and body, as one text.
    private static func answer(_ status: Int, _ body: String) -> String {
        "HTTP/1.1 \(status) Status\r\nContent-Length: \(body.utf8.count)\r\n\r\n\(body)"
    }

    @Test func requestsOfOneConnectionAreAnsweredInTurnAndKept() throws {
        let server = try LoopbackServer { try $0.respond(body: $0.request.target + $0.request.text) }
        let client = try RawClient(port: server.port)
        try client.send(
            "POST /a?b=1 HTTP/1.1\r\nHost: x\r\nX-A:  1 \r\nx-a: 2\r\nContent-Length: 3\r\n\r\nabcGET /next")
        #expect(try client.receive(until: "abc") == Self.answer(200, "/a?b=1abc"))
        try client.send(" HTTP/1.1\r\n\r\n")
        #expect(try client.receive(until: "/next") == Self.answer(200, "/next"))

        let requests = server.requests
        #expect(requests.map(\.method) == ["POST", "GET"])
        #expect(requests.map(\.connection) == [0, 0])
        let first = try #require(requests.first)
        #expect(first.path == "/a" && first.query == "b=1" && first.version == "HTTP/1.1")
        #expect(first.headerFields.map(\.name) == ["Host", "X-A", "x-a", "Content-Length"])
        #expect(first.values(named: "X-a") == ["1", "2"])
        #expect(first.isComplete && !first.wasChunked)
        #expect(server.connectionCount == 1 && server.openConnectionCount == 1)
    }

    @Test func aBodyInChunksIsReadAndALengthBesideItShows() throws {
        let server = try LoopbackServer { try $0.respond() }
        let client = try RawClient(port: server.port)
        try client.send(
            "PUT / HTTP/1.1\r\nContent-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n"
                + "3;x=y\r\nabc\r\nA\r\n0123456789\r\n0\r\nX-Sum: 9\r\n\r\n")
        _ = try client.receive(until: "\r\n\r\n")
        let request = try #require(server.requests.first)
        #expect(request.text == "abc0123456789")
        #expect(request.wasChunked && request.chunkLengths == [3, 10])
        #expect(request.contentLength == 4)
        #expect(request.trailerFields.map(\.value) == ["9"])
    }

    @Test func ofALongBodyTheBeginningAndTheChecksumAreKept() throws {
        var options = LoopbackServer.Options()
        options.keptBodyLength = 10
        options.digestsBodies = true
        let server = try LoopbackServer(options) { try $0.respond() }
        let body = Data((0..<600_001).map { UInt8(truncatingIfNeeded: $0 * 7) })
        let client = try RawClient(port: server.port)
        try client.send("PUT / HTTP/1.1\r\nContent-Length: \(body.count)\r\n\r\n")
        for start in stride(from: 0, to: body.count, by: 99_991) {
            try client.send(body.dropFirst(start).prefix(99_991))
        }
        _ = try client.receive(until: "\r\n\r\n")
        let request = try #require(server.requests.first)
        #expect(request.body == body.prefix(10) && request.bodyLength == body.count)
        var digest = BodyDigest()
        digest.update(body)
        #expect(request.bodyDigest == digest.value)
        var exchanged = BodyDigest()
        exchanged.update(body.suffix(8) + body.dropFirst(8).dropLast(8) + body.prefix(8))
        #expect(exchanged.value != digest.value)
    }

    @Test(arguments: [
        ("GET /only-two-words\r\n\r\n", "a request line of 2 words"),
        ("GET / HTTP/1.1\r\nno colon\r\n\r\n", "without a colon"),
        ("GET / HTTP/1.1\r\nA: b\rc\r\n\r\n", "a carriage return inside a line"),
        ("PUT / HTTP/1.1\r\nContent-Length: -1\r\n\r\n", "a length that is none"),
        ("PUT / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n", "a chunk whose length is"),
        ("PUT / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n1\r\nabc\r\n", "a chunk too long"),
        (String(repeating: "a", count: 300_000), "256 KiB"),
    ])
    func whatIsNoRequestEndsTheConnectionAndIsToldOf(bytes: String, failure: String) async throws {
        let server = try LoopbackServer { try $0.respond() }
        let client = try RawClient(port: server.port)
        try? client.send(bytes)
        _ = try? client.receive()
        try await server.waitForOpenConnections()
        #expect(server.failures.count == 1 && server.failures.allSatisfy { $0.contains(failure) })
    }

    @Test func aBodyThatEndsEarlyIsKeptAsIncomplete() async throws {
        let server = try LoopbackServer { _ in Issue.record("There is no whole request") }
        let client = try RawClient(port: server.port)
        try client.send("PUT / HTTP/1.1\r\nContent-Length: 9\r\n\r\nabc")
        client.close()
        let request = try await #require(server.waitForRequests(1).first)
        #expect(!request.isComplete && request.text == "abc")
    }

    @Test func answersCanComeBeforeTheBodyAndAGoAheadOnlyIfAskedFor() throws {
        var options = LoopbackServer.Options()
        options.answersBeforeBody = true
        let server = try LoopbackServer(options) { exchange in
            #expect(exchange.request.expectsContinue && exchange.request.bodyLength == 0)
            try exchange.connection.writeContinue()
            try exchange.readBody(upTo: 2)
            try exchange.respond(status: 413, body: exchange.request.text)
        }
        let client = try RawClient(port: server.port)
        try client.send("PUT / HTTP/1.1\r\nContent-Length: 5\r\nExpect: 100-continue\r\n\r\n")
        #expect(try client.receive(until: "\r\n\r\n") == "HTTP/1.1 100 Continue\r\n\r\n")
        try client.send("abc")
        #expect(try client.receive(until: "ab") == Self.answer(413, "ab"))
        // The rest of the body is not taken for a request.
        try client.send("deGET / HTTP/1.1\r\nExpect: 100-continue\r\n\r\n")
        // The answer may arrive in the same read.
        #expect(try client.receive(until: "\r\n\r\n").hasPrefix("HTTP/1.1 100 Continue\r\n\r\n"))
        #expect(server.requests.first?.text == "abcde")
    }

    @Test(arguments: [
        ("HEAD / HTTP/1.1\r\n\r\n", 200, "HTTP/1.1 200 Status\r\nContent-Length: 2\r\n\r\n"),
        ("GET / HTTP/1.1\r\n\r\n", 204, "HTTP/1.1 204 Status\r\n\r\n"),
        ("GET / HTTP/1.1\r\n\r\n", 304, "HTTP/1.1 304 Status\r\n\r\n"),
        ("GET / HTTP/1.0\r\n\r\n", 200, "HTTP/1.1 200 Status\r\nContent-Length: 2\r\n\r\nok"),
    ])
    func answersHaveABodyWhereTheyMay(request: String, status: Int, answer: String) throws {
        let server = try LoopbackServer { try $0.respond(status: status, body: "ok") }
        let client = try RawClient(port: server.port)
        try client.send(request)
        client.endSending()
        #expect(try client.receive() == answer)
    }

    @Test func anAnswerCanBeChunksOrAPatternOrBytesAsTheyAre() throws {
        let server = try LoopbackServer { exchange in
            switch exchange.request.target {
            case "/chunks": try exchange.respond(chunks: [Data("abc".utf8), Data("0123456789".utf8)])
            case "/pattern": try exchange.respond(patternFrom: 300, count: 600_000)
            default: try exchange.write(Data("raw".utf8), slowly: 1, pause: 0.001)
            }
        }
        let client = try RawClient(port: server.port)
        try client.send("GET /chunks HTTP/1.1\r\n\r\n")
        #expect(
            try client.receive(until: "0\r\n\r\n")
                == "HTTP/1.1 200 Status\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\na\r\n0123456789\r\n0\r\n\r\n")
        try client.send("GET /raw HTTP/1.1\r\n\r\n")
        #expect(try client.receive(until: "raw") == "raw")
        try client.send("GET /pattern HTTP/1.1\r\nConnection: close\r\n\r\n")
        let head = "HTTP/1.1 200 Status\r\nContent-Length: 600000\r\n\r\n"
        #expect(try client.receiveBytes() == Data(head.utf8) + Connection.pattern(300..<600_300))
    }

    @Test func aHandlerCanCloseResetAndThrow() async throws {
        struct Refusal: Error {}
        let server = try LoopbackServer { exchange in
            switch exchange.request.target {
            case "/close": exchange.close()
            case "/reset": exchange.reset()
            default: throw Refusal()
            }
        }
        for target in ["/close", "/throw"] {
            let client = try RawClient(port: server.port)
            try client.send("GET \(target) HTTP/1.1\r\n\r\n")
            #expect(try client.receive().isEmpty)
        }
        let client = try RawClient(port: server.port)
        try client.send("GET /reset HTTP/1.1\r\n\r\n")
        #expect(throws: LoopbackServerError.self) { try client.receive() }
        try await server.waitForOpenConnections()
        #expect(server.failures == ["Refusal()"])
    }

    @Test func aGateHoldsTheAnswerUntilItIsReleased() async throws {
        let server = try LoopbackServer { exchange in
            try exchange.hold(at: "answer")
            try exchange.respond()
        }
        let client = try RawClient(port: server.port)
        try client.send("GET / HTTP/1.1\r\n\r\n")
        try await server.waitUntilHeld("answer")
        #expect(throws: LoopbackServerError.self) { try client.receive(timeout: 0.01) }
        server.release("answer")
        #expect(try client.receive(until: "\r\n\r\n").hasPrefix("HTTP/1.1 200"))
    }

    @Test func theEndOfTheClientIsNoticed() async throws {
        let server = try LoopbackServer { exchange in
            // Longer than other tests use all threads, including the one that closes the connection.
            #expect(exchange.waitUntilClosedByPeer(seconds: 3600))
            exchange.close()
        }
        let client = try RawClient(port: server.port)
        try client.send("GET / HTTP/1.1\r\n\r\n")
        try await server.waitForRequests(1)
        #expect(server.openConnectionCount == 1)
        client.close()
        try await server.waitForOpenConnections()
    }

    @Test func whatDoesNotHappenInTimeIsAnError() async throws {
        let server = try LoopbackServer { try $0.respond() }
        await #expect(throws: LoopbackServerError.self) { try await server.waitForRequests(1, timeout: 0.01) }
    }

    /// Each handler waits for something else: a gate, a pause, the client's end, bytes, or space to send.
    @Test func stoppingWakesEveryHandlerAndLeavesNothingOpen() async throws {
        let server = try LoopbackServer { exchange in
            switch exchange.request.target {
            case "/gate": try exchange.hold()
            case "/pause": try exchange.pause(seconds: 3600)
            case "/peer": exchange.waitUntilClosedByPeer(seconds: 3600)
            case "/full": try exchange.respond(count: 1 << 32)
            default: break
            }
        }
        let clients = try ["/gate", "/pause", "/peer", "/full", "/idle"].map { target in
            let client = try RawClient(port: server.port)
            try client.send("GET \(target) HTTP/1.1\r\n\r\n")
            return client
        }
        try await server.waitForRequests(clients.count)
        let start = Date()
        server.stop()
        #expect(Date().timeIntervalSince(start) < 600)
        #expect(server.openConnectionCount == 0 && server.failures.isEmpty)
        for client in clients.prefix(3) { #expect(((try? client.receive()) ?? "").isEmpty) }
        #expect(throws: LoopbackServerError.self) { try RawClient(port: server.port) }
        server.stop()
    }
}
