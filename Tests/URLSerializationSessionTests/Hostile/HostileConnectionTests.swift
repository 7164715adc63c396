import LoopbackServer
import TestSupport
import Testing
import URLSerializationSession

/// Connections that end, stall or never end: each request ends, once and in time.
@Suite(.tags(.network), .stoppingServers, .serialized, .timeLimit(.minutes(60))) struct HostileConnectionTests {
    private static let chunked = "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n"

    /// The stage at which a connection is reset.
    enum Stage: String, CaseIterable, Sendable {
        case acceptance, request, status, head, emptyBody, body, chunk
    }

    @Test(arguments: Stage.allCases, Ending.Kind.allCases)
    func aResetIsAnErrorAtEveryStage(stage: Stage, kind: Ending.Kind) async throws {
        let server = try LoopbackServer.forConnections { connection in
            if stage != .acceptance {
                _ = try connection.readHead()
                switch stage {
                case .acceptance, .request: break
                case .status: try connection.write("HTTP/1.1 20")
                case .head: try connection.write("HTTP/1.1 200 OK\r\nContent-")
                case .emptyBody: try connection.write("HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\n")
                case .body: try connection.write("HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nhalf")
                case .chunk: try connection.write("\(Self.chunked)9\r\nhalf")
                }
            }
            connection.reset()
        }
        let ending = try await Ending.of(kind, server, from: Session(configuration: .patient))
        #expect(ending.error?.cause is URLError)
        #expect((ending.error?.cause as? URLError)?.code != .timedOut)
    }

    @Test func aPortWithoutAListenerIsAnError() async throws {
        let server = try LoopbackServer { try $0.respond() }
        let url = server.url()
        server.stop()
        let response = await Session(configuration: .patient).request(url).response()
        #expect((response.error?.cause as? URLError)?.code == .cannotConnectToHost)
    }

    /// The segment that a server sends again and again, without end.
    struct Endless: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let start: String
        let segment: String
        /// The pause between two segments, in seconds.
        var pause = 0.001

        init(_ name: String, _ start: String, _ segment: String, pause: TimeInterval = 0.001) {
            testDescription = name
            self.start = start
            self.segment = segment
            self.pause = pause
        }
    }

    @Test(arguments: [
        Endless("headers", "HTTP/1.1 200 OK\r\n", "X-Header: \(String(repeating: "x", count: 1000))\r\n"),
        Endless("a header", "HTTP/1.1 200 OK\r\nX: ", String(repeating: "x", count: 1000)),
        Endless("a status line", "HTTP/1.1 200 ", String(repeating: "x", count: 1000)),
        Endless("line ends", "", "\r\n"),
        Endless("interim responses", "", "HTTP/1.1 103 Early Hints\r\n\r\n"),
        Endless("a body", "HTTP/1.1 200 OK\r\n\r\n", String(repeating: "x", count: 1000)),
        Endless("chunks", chunked, "1\r\nx\r\n"),
        Endless("an extension of a chunk", "\(chunked)1;", String(repeating: "x", count: 100)),
        Endless("trailers", "\(chunked)0\r\n", "X: y\r\n"),
        Endless(
            "the body of a redirection", "HTTP/1.1 302 Found\r\nLocation: /\r\n\r\n",
            String(repeating: "x", count: 1000)),
        Endless(
            "the body of a challenge", "HTTP/1.1 401 No\r\nWWW-Authenticate: Basic realm=x\r\n\r\n",
            String(repeating: "x", count: 1000)),
        Endless("a head, byte by byte", "HTTP/1.1 200 OK\r\nX: ", "x", pause: 0.05),
        Endless("a body, byte by byte", "HTTP/1.1 200 OK\r\n\r\n", "x", pause: 0.05),
        Endless("chunks, byte by byte", chunked, "1\r\nx\r\n", pause: 0.05),
    ])
    func whatNeverEndsIsAnErrorInTime(endless: Endless) async throws {
        let server = try LoopbackServer.forConnections { connection in
            _ = try connection.readHead()
            try connection.write(endless.start)
            while true {
                try connection.write(endless.segment)
                try connection.pause(seconds: endless.pause)
            }
        }
        let ending = try await Ending.of(.data, server, from: Ending.makeSession(idle: 0.15, total: 0.1))
        #expect(ending.error != nil)
    }

    @Test func anEndlessBodyCanBeCancelledWhereverItGoes() async throws {
        let server = try LoopbackServer.forConnections { connection in
            _ = try connection.readHead()
            try connection.write("HTTP/1.1 200 OK\r\n\r\n")
            while true {
                try connection.write(patternFrom: 0, count: 251 * 64)
                // At full speed a body exceeds the session's limit while a busy machine delays the cancellation.
                try connection.pause(seconds: 0.01)
            }
        }
        let session = Session(configuration: .patient)

        let data = session.request(server.url()).resume()
        try await received(100_000, of: data)
        data.cancel()
        #expect((await data.response().error?.cause as? URLError)?.code == .cancelled)

        let download = session.download(server.url()).resume()
        try await received(100_000, of: download)
        download.cancel()
        let response = await download.response()
        #expect((response.error?.cause as? URLError)?.code == .cancelled && response.fileURL == nil)

        var count = 0
        let handedOut = session.request(server.url())
        for try await segment in handedOut.receivedBody() {
            #expect(segment == Connection.pattern(count..<count + segment.count))
            count += segment.count
            if count > 100_000 { break }
        }
        #expect((await handedOut.response().error?.cause as? URLError)?.code == .cancelled)
        try await server.waitForOpenConnections()
        #expect(server.connectionCount == 3)
    }

    @Test func redirectionsInACircleEnd() async throws {
        let server = try LoopbackServer { exchange in
            let next = exchange.request.target == "/a" ? "/b" : "/a"
            try exchange.respond(status: 307, headers: ["Location": next], body: "again")
        }
        let request = Session(configuration: .patient).request(
            server.url("/a"), method: .post, parameters: ["a": "1"])
        #expect((await request.response().error?.cause as? URLError)?.code == .httpTooManyRedirects)
        let requests = server.requests
        #expect(requests.count == 21)
        #expect(requests.allSatisfy { $0.method == "POST" && $0.text == "a=1" })
    }

    @Test func aChallengeWithoutEndIsAnsweredOnce() async throws {
        let server = try LoopbackServer { exchange in
            try exchange.respond(
                status: 401, headers: ["WWW-Authenticate": "Basic realm=\"x\""], body: exchange.request.text)
        }
        let response = await Session(configuration: .patient)
            .request(server.url(), method: .post, parameters: ["a": "1"])
            .authenticate(username: "user", password: "wrong").response()
        #expect(response.error == nil && response.response?.statusCode == 401)
        #expect(response.data == Data("a=1".utf8))
        #expect(server.requests.map(\.text) == ["a=1", "a=1"])
        #expect(server.requests.map { $0.value(named: "Authorization") != nil } == [false, true])
    }

    /// A hundred requests at once, each with another misbehavior: each ends once, and none takes another's answer.
    @Test func manyAtOnceEndEachForItself() async throws {
        let server = try LoopbackServer { exchange in
            let number = Int(exchange.request.path.dropFirst()) ?? 0
            switch number % 6 {
            case 0: try exchange.respond(body: "\(number)")
            case 1: exchange.reset()
            case 2: exchange.close()
            case 3: try exchange.write("HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\n\(number)")
            case 4: try exchange.write("garbage\r\n\r\n")
            default: try exchange.respond(chunks: [Data("\(number)".utf8)])
            }
            if [3, 4].contains(number % 6) { exchange.close() }
        }
        let session = Session(configuration: .patient)
        let count = Locked(0)
        await withTaskGroup(of: Void.self) { group in
            for number in 0..<96 {
                group.addTask {
                    let request = session.request(server.url("/\(number)"))
                    request.response(queue: .global()) { _ in count.withLock { $0 += 1 } }
                    let response = await request.response()
                    if [0, 5].contains(number % 6) {
                        #expect(response.error == nil && response.data == Data("\(number)".utf8))
                    } else {
                        #expect(response.error?.cause is URLError)
                    }
                }
            }
        }
        session.invalidate()
        try await server.waitForOpenConnections()
        try await eventually("\(count.value) of 96 requests have ended") { count.value == 96 }
    }

    /// Returns once `count` bytes have been received, or the request has ended.
    private func received(_ count: Int64, of request: Request) async throws {
        let (stream, continuation) = AsyncStream<Int64>.makeStream()
        request.downloadProgress(queue: .global()) { continuation.yield($0.completedUnitCount) }
        for await received in stream where received >= count { return }
    }
}
