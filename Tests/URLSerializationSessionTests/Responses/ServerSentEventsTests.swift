import LoopbackServer
import TestSupport
import Testing

@testable import URLSerializationSession
@testable import URLSerializationTransport

@Suite(.tags(.network), .stoppingServers, .timeLimit(.minutes(60))) struct ServerSentEventsTests {
    private static let ok = "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nConnection: close\r\n\r\n"
    private static let chunked = ok.replacingOccurrences(of: "Conn", with: "Transfer-Encoding: chunked\r\nConn")
    private let session = Session(configuration: .patient)

    private func event(_ data: String, _ type: String = "message", id: String = "") -> ServerSentEvent {
        ServerSentEvent(event: type, data: data, id: id, retry: nil)
    }

    private func events(of segments: [Data], limit: Int = 100) throws -> [ServerSentEvent] {
        var (splitter, parser) = (LineSplitter(limit: limit), EventStreamParser(limit: limit))
        var events: [ServerSentEvent] = []
        for segment in segments where !segment.isEmpty {
            splitter.append(segment)
            while let line = try splitter.next() { if let event = try parser.read(line) { events.append(event) } }
        }
        if let line = splitter.finish() { #expect(try parser.read(line) == nil) }
        return events
    }

    // MARK: - The format

    @Test(
        arguments: [
            ("", []), ("\n\n", []), (": comment\n\n", []), ("data: a", []), ("data: a\n", []), ("data: a\n\n", ["a"]),
            ("data:a\n\ndata:  a\n\n", ["a", " a"]), ("data: a\r\rdata: b\r\n\r\n", ["a", "b"]),
            ("data\n\n", [""]), ("data\ndata\n\n", ["\n"]), ("data: a\ndata: b\ndata:\n\n", ["a\nb\n"]),
            ("\u{FEFF}data: a\n\ndata: b\n\n", ["a", "b"]), ("\u{FEFF}\u{FEFF}data: a\n\n", []),
            ("data: a\n\n\u{FEFF}data: b\n\n", ["a"]), ("data : a\nDATA: b\ndatas: c\n\n", []),
            (":\n:data: a\ndata: b:c\n\n", ["b:c"]), ("data:\u{301}x\n\ndata: \u{301}y\n\n", ["\u{301}x", "\u{301}y"]),
            ("event: x\n\ndata: a\n\n", ["a"]), ("data: ☃\n\ndata: cut", ["☃"]),
        ] as [(String, [String])])
    func dataIsJoined(text: String, expected: [String]) throws {
        #expect(try events(of: [Data(text.utf8)]).map(\.data) == expected)
        #expect(try events(of: [Data(text.utf8)]).allSatisfy { $0.event == "message" && $0.id.isEmpty })
    }

    @Test func anEventHasATypeAnIDAndTheServersDelay() throws {
        let text = """
            event: add\nid: 1\ndata: a\n
            data: b\n
            id\nevent:\ndata: c\n
            id: 2\n
            retry: 1500\ndata: d\n
            retry: 1s\nretry: -1\nretry\nid: 3\u{0}\ndata: e\n

            """
        let events = try events(of: [Data(text.utf8)])
        #expect(events.map(\.event) == ["add"] + Array(repeating: "message", count: 4))
        #expect(events.map(\.id) == ["1", "1", "", "2", "2"])
        #expect(events.map(\.retry) == [nil, nil, nil, 1.5, 1.5])
    }

    @Test func eventsAreTheSameWhereverTheBodyIsCut() throws {
        let body = Data("\u{FEFF}id: é\r\ndata: 👩‍🚀\r\ndata: b\r\n\r\n: c\revent: x\rdata: d\r\r".utf8)
        let expected = [event("👩‍🚀\nb", id: "é"), event("d", "x", id: "é")]
        for cut in body.indices { #expect(try events(of: [body[..<cut], body[cut...]]) == expected, "\(cut)") }
        #expect(try events(of: body.map { Data([$0]) }) == expected)
    }

    @Test func bytesThatAreNotUTF8AreReplaced() throws {
        #expect(try events(of: [Data("data: a".utf8) + [0xE2, 0x98, 0x0A, 0x0A]]) == [event("a\u{FFFD}")])
        // The stream ends within a character, and so within an event.
        #expect(try events(of: [Data("data: a\n\ndata: ".utf8) + [0xE2, 0x98]]) == [event("a")])
    }

    @Test func aLineAndTheDataOfAnEventHaveALimit() throws {
        #expect(try events(of: [Data("data:abc\ndata:d\n\n".utf8)], limit: 8) == [event("abc\nd")])
        #expect(try events(of: [Data("data:abc\n\ndata:abc\n\n: a comment\n".utf8)], limit: 11).count == 2)
        for text in ["data: abc", "data:a\ndata:b\ndata:c\ndata:d\ndata:e\n", ":23456789\n", "id: 789012\n"] {
            let error = #expect(throws: RequestError.self) { try events(of: [Data(text.utf8)], limit: 8) }
            #expect(error?.kind == .tooLarge, "\(text)")
        }
    }

    // MARK: - A server

    @Test func eventsAreReadWhileTheyArrive() async throws {
        let isRead = Locked(false)
        let server = try LoopbackServer { exchange in
            try exchange.write(Self.ok + "data: 1\n\n: keep-alive\n\nda")
            while !isRead.value { try exchange.pause(seconds: 0.001) }
            try exchange.write("ta: 2\n\ndata: 3\n")
            exchange.close()
        }
        var data: [String] = []
        for try await event in session.request(server.url("/"), headers: ["Accept-Language": "de"]).events {
            data.append(event.data)
            _ = isRead.exchange(true)
        }
        #expect(data == ["1", "2"])
        let request = try #require(server.requests.first)
        #expect(request.value(named: "Accept") == "text/event-stream")
        #expect(request.value(named: "Cache-Control") == "no-cache")
        #expect(request.value(named: "Last-Event-ID") == nil)
        // Without being asked, it does not reconnect.
        #expect(server.requestCount == 1)
    }

    static let hostile: [(String, String, ResponseSerializationError.Kind?)] = [
        ("an error", "HTTP/1.1 500 No\r\nContent-Type: text/event-stream\r\n\r\ndata: x\n\n", .unacceptableStatusCode),
        ("a status", "HTTP/1.1 201 OK\r\nContent-Type: text/event-stream\r\n\r\ndata: x\n\n", .unacceptableStatusCode),
        ("another type", "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\ndata: x\n\n", .unacceptableContentType),
        ("no type", "HTTP/1.1 200 OK\r\n\r\ndata: x\n\n", .unacceptableContentType),
        ("broken chunks", chunked + "5\r\nda", nil), ("no HTTP", "data: x\n\n", nil),
    ]

    @Test(arguments: hostile, [false, true])
    func aResponseThatIsNoStreamIsAnError(
        bad: (name: String, bytes: String, kind: ResponseSerializationError.Kind?), reconnects: Bool
    ) async throws {
        let server = try LoopbackServer { exchange in
            try exchange.write(bad.bytes)
            exchange.close()
        }
        let error = await #expect(throws: RequestError.self) {
            for try await event in session.request(server.url("/")).events(reconnects: reconnects) {
                Issue.record("\(event)")
            }
        }
        #expect(
            bad.kind == nil
                ? error?.urlErrorCode != nil : (error?.cause as? ResponseSerializationError)?.kind == bad.kind)
        #expect(server.requestCount == 1)
    }

    /// 100 MB. The reader takes at most its limit.
    @Test(
        arguments: [("x", 1 << 20), ("data: x\n", 10_000), (": x\nevent: y\ndata: z\n", 1000), ("data\n", 10_000)]
    )
    func anEventWithoutAnEndIsAnError(line: String, limit: Int) async throws {
        let block = Data(String(repeating: line, count: (1 << 20) / line.utf8.count).utf8)
        let hasEnded = Locked(false)
        let server = try LoopbackServer { exchange in
            try exchange.write(Self.ok + "data: first\n\n")
            defer { _ = hasEnded.exchange(true) }
            for _ in 0..<100 { try exchange.write(block) }
            exchange.close()
        }
        var data: [String] = []
        let error = await #expect(throws: RequestError.self) {
            let request = session.request(server.url("/"))
            for try await event in request.events(maximumBytes: limit, reconnects: true) { data.append(event.data) }
        }
        #expect(error?.kind == .tooLarge && error?.reason.contains("\(limit) bytes") == true)
        #expect(data == ["first"] && server.requestCount == 1)
        // The connection ends with the sequence.
        try await eventually("The server notices.") { hasEnded.value }
    }

    @Test func cancellingTheTaskOrStoppingEndsTheRequest() async throws {
        let ended = Locked(0)
        let server = try LoopbackServer { exchange in
            try exchange.write(Self.ok + "data: 1\n\n")
            exchange.waitUntilClosedByPeer()
            ended.withLock { $0 += 1 }
        }
        let (session, url, isRead) = (session, server.url("/"), Locked(false))
        let task = Task {
            for try await _ in session.request(url).events(reconnects: true) { _ = isRead.exchange(true) }
        }
        try await eventually("An event is read.") { isRead.value }
        task.cancel()
        let thrown = await #expect(throws: RequestError.self) { try await task.value }
        #expect(thrown?.isCancelled == true)
        for try await _ in session.request(url).events(reconnects: true) { break }
        try await eventually("Both connections end.") { ended.value == 2 }
        #expect(server.requestCount == 2)
    }

    // MARK: - Reconnecting

    /// Answers each request with the next text, and ends the connection once so many events are read, or else answers
    /// with status 204.
    private func server(_ answers: [(text: String, count: Int)], _ read: Locked<[ServerSentEvent]>) throws
        -> LoopbackServer
    {
        try LoopbackServer { exchange in
            let number = exchange.connection.number
            guard number < answers.count else { return try exchange.respond(status: 204) }
            try exchange.write(answers[number].text)
            while read.value.count < answers[number].count { try exchange.pause(seconds: 0.001) }
            exchange.close()
        }
    }

    @Test func aStreamIsContinuedWhereAsked() async throws {
        let read = Locked<[ServerSentEvent]>([])
        let server = try server(
            [
                (Self.ok + "retry: 1\nid: a\ndata: 1\n\nid: b\ndata: 2\n", 1), (Self.ok, 1),
                (Self.ok + "data: 3\n\nid: c\n\n", 2), (Self.chunked + "9\r\ndata: 4\n\n\r\n5\r\nid", 3), ("", 3),
                (Self.ok + "\u{FEFF}id\ndata: 5\n\n", 4),
            ], read)
        let modified = Locked(0)
        let request = session.request(server.url("/"), method: .post, parameters: ["q": 1]) { $0.timeoutInterval = 600 }
            .validate { _, _, _ in modified.withLock { $0 += 1 } }
        for try await event in request.events(reconnects: true) { read.withLock { $0.append(event) } }
        #expect(read.value.map(\.data) == ["1", "3", "4", "5"])
        #expect(read.value.map(\.id) == ["a", "a", "c", ""])
        #expect(read.value.allSatisfy { $0.retry == 0.001 })
        let ids = server.requests.map { $0.value(named: "Last-Event-ID") }
        #expect(ids == [nil, "a", "a", "c", "c", "c", nil])
        #expect(server.requests.allSatisfy { $0.body == Data("q=1".utf8) && $0.method == "POST" })
        #expect(server.requests.allSatisfy { $0.value(named: "Accept") == "text/event-stream" })
        #expect(modified.value > 5)
    }

    @Test func theServersDelayIsKept() async throws {
        let read = Locked<[ServerSentEvent]>([])
        let server = try server([(Self.ok + "retry: 700\ndata: 1\n\n", 1), (Self.ok + "data: 2\n\n", 2)], read)
        let start = DispatchTime.now()
        for try await event in session.request(server.url("/")).events(reconnects: true) {
            read.withLock { $0.append(event) }
        }
        #expect(server.requestCount == 3)
        #expect(start.seconds(to: .now()) >= 1.4)
    }

    @Test(
        arguments: [
            (nil, 3), (0, 0.1), (1.5, 1.5), (86400, 86400), (.infinity, 0.1), (1e300, 315_360_000),
        ] as [(TimeInterval?, TimeInterval)])
    func aDelayIsWithinBounds(retry: TimeInterval?, expected: TimeInterval) {
        #expect(EventStreamParser(limit: 1, retry: retry).delay == expected)
    }

    @Test func aRequestThatFailsBeforeTheStreamIsNotMadeAgain() async throws {
        let server = try LoopbackServer.forConnections { $0.close() }
        let thrown = await #expect(throws: RequestError.self) {
            for try await event in session.request(server.url("/")).events(reconnects: true) {
                Issue.record("\(event)")
            }
        }
        // URLSession on Linux has another code for a lost connection.
        #expect([.unreachable, .invalidResponse].contains(thrown?.kind))
    }
}
