import LoopbackServer
import TestSupport
import Testing
import URLSerializationSession

/// The calls that throw check the status; handlers and `response()` do not.
@Suite(.tags(.network), .stoppingServers, .timeLimit(.minutes(60))) struct RequiredStatusTests {
    private let session = Session(configuration: .patient)

    enum Call: String, CaseIterable { case data, json, string, decode, decodeWith, file, receivedBody, lines, events }

    private static func make(_ call: Call, _ session: Session, _ url: URL) -> Request {
        call == .file ? session.download(url) : session.request(url)
    }

    private static func perform(_ call: Call, _ request: Request) async throws(RequestError) {
        if let download = request as? DownloadRequest {
            let file = try await download.file()
            try? FileManager.default.removeItem(at: file)
            return
        }
        guard let request = request as? DataRequest else { return }
        switch call {
        case .data: _ = try await request.data()
        case .json: _ = try await request.json()
        case .string: _ = try await request.string()
        case .decode: _ = try await request.decode([String: String].self)
        case .decodeWith: _ = try await request.decode(with: .decodable([String: String].self))
        case .receivedBody: for try await _ in request.receivedBody() {}
        case .lines: for try await _ in request.lines {}
        case .events: for try await _ in request.events {}
        case .file: break
        }
    }

    private static func error(of call: Call, _ request: Request) async -> RequestError? {
        do throws(RequestError) { try await perform(call, request) } catch { return error }
        return nil
    }

    @Test(arguments: Call.allCases, [0, 20, 1 << 16, 300_000])
    func aRefusedResponseIsAnErrorWithItsBody(call: Call, count: Int) async throws {
        let server = try LoopbackServer { exchange in
            if count < 100 {
                try exchange.respond(status: 500, body: String(#"{"message": "Down."}"#.prefix(count)))
            } else {
                try exchange.respond(status: 500, count: count)
            }
        }
        let error = try #require(await Self.error(of: call, Self.make(call, session, server.url("/"))))
        #expect(error.kind == .status && error.statusCode == 500 && error.response != nil && error.mayBeRetried)
        let isKept = [.data, .json, .string, .decode, .decodeWith].contains(call)
        #expect(error.data?.count ?? 0 == (isKept ? count : min(count, 1 << 16)))
        let problem = try? error.decode([String: String].self)
        #expect(problem == (count == 20 ? ["message": "Down."] : nil))
    }

    @Test(arguments: Call.allCases) func anotherStatusIsAcceptableWhereAValidationSaysSo(call: Call) async throws {
        let server = try LoopbackServer { exchange in
            let type = call == .events ? "text/event-stream" : "application/json"
            try exchange.respond(status: 404, headers: ["Content-Type": type], body: #"{"a": "b"}"#)
        }
        let request = Self.make(call, session, server.url("/")).validate(statusCode: 200, 404)
        let error = await Self.error(of: call, request)
        #expect(error == nil)
        let closed = Self.make(call, session, server.url("/")).validate(statusCode: 404).validate { _, _, _ in
            throw POSIXError(.EPERM)
        }
        let refused = await Self.error(of: call, closed)
        #expect(refused?.kind == .other && refused?.underlyingError is POSIXError)
    }

    @Test(arguments: Call.allCases) func theRetriersDecideAboutTheStatus(call: Call) async throws {
        let turns = Events<Void>()
        let server = try LoopbackServer { exchange in
            let isFirst = turns.add(()) == 0
            let type = call == .events ? "text/event-stream" : "application/json"
            try exchange.respond(status: isFirst ? 503 : 200, headers: ["Content-Type": type], body: #"{"a": "b"}"#)
        }
        var policy = RetryPolicy()
        policy.exponentialBackoffScale = 0.001
        let session = Session(configuration: .patient, retriers: [policy])
        let request = Self.make(call, session, server.url("/"))
        #expect(await Self.error(of: call, request) == nil && request.retryCount == 1)
    }

    @Test(arguments: [Call.file, .data, .json, .string, .decode])
    func aRefusedDownloadLeavesItsDestination(call: Call) async throws {
        let server = try LoopbackServer { try $0.respond(status: 500, count: 100_000) }
        let folder = try ScratchFolder()
        let old = try folder.file(Data("old".utf8), named: "x")
        let download = session.download(server.url("/")) { _, _ in (old, .removePreviousFile) }
        let error = await #expect(throws: RequestError.self) {
            switch call {
            case .data: _ = try await download.data()
            case .json: _ = try await download.json()
            case .string: _ = try await download.string()
            case .decode: _ = try await download.decode([String].self)
            default: _ = try await download.file()
            }
        }
        #expect(error?.kind == .status && error?.statusCode == 500 && error?.data?.count == 1 << 16)
        #expect(try Data(contentsOf: old) == Data("old".utf8))
    }

    @Test func aValidationReplacesTheStatusesOfSerializersInACompound() async throws {
        let server = try LoopbackServer { exchange in
            try exchange.respond(status: 404, headers: ["Content-Type": "text/plain"], body: "none")
        }
        let request = session.request(server.url("/")).validate(statusCode: 404)
        let value = try await request.decode(with: .compound(.json, .compound(.string)))
        #expect(value as? String == "none")
    }

    @Test func handlersAndResponsesDoNotCheckTheStatus() async throws {
        let server = try LoopbackServer { try $0.respond(status: 500, body: "{}") }
        #expect(await session.request(server.url("/")).response().error == nil)
        #expect(await session.download(server.url("/")).response().error == nil)
        let answer = await withCheckedContinuation { continuation in
            session.request(server.url("/")).response(queue: .global()) { continuation.resume(returning: $0) }
        }
        #expect(answer.error == nil && answer.statusCode == 500)
    }

    @Test func aCallAfterTheEndChecksTheStatusToo() async throws {
        let server = try LoopbackServer { try $0.respond(status: 500, body: "{}") }
        let request = session.request(server.url("/"))
        _ = await request.response()
        await #expect(throws: RequestError.self) { try await request.data() }
        await #expect(throws: RequestError.self) { try await request.json() }
        let download = session.download(server.url("/"))
        _ = await download.response()
        await #expect(throws: RequestError.self) { try await download.file() }
        for call in [Call.receivedBody, .lines] {
            let ended = session.request(server.url("/"))
            _ = await ended.response()
            #expect(await Self.error(of: call, ended)?.kind == .status)
        }
    }

    @Test(arguments: [Call.receivedBody, .lines, .events])
    func theStatusIsTheErrorOfABodyThatNeverEnds(call: Call) async throws {
        let server = try LoopbackServer.forConnections { connection in
            _ = try connection.readHead()
            try connection.write(Data("HTTP/1.1 404 None\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nshort\r\n".utf8))
            connection.waitUntilClosedByPeer()
        }
        // URLSession on Linux runs all requests of the other suites on one thread, so the bytes may come late.
        let request = session.request(server.url("/")).timeout(600)
        let error = await Self.error(of: call, request)
        #expect(error?.kind == .status && error?.data == Data("short".utf8) && request.retryCount == 0)
        #expect(error?.mayBeRetried == false)
        let limited = try LoopbackServer { try $0.respond(status: 500, count: 5_000) }
        let small = session.request(limited.url("/")).limitReceivedBytes(to: 1_000)
        #expect(await Self.error(of: call, small)?.kind == .status)
    }

    @Test func aRefusedBodyThatTricklesEnds() async throws {
        let server = try LoopbackServer.forConnections { connection in
            _ = try connection.readHead()
            try connection.write(Data("HTTP/1.1 401 No\r\nTransfer-Encoding: chunked\r\n\r\n".utf8))
            while true {
                try connection.write(Data("2\r\n:\n\r\n".utf8))
                usleep(20_000)
            }
        }
        let error = await Self.error(of: .events, session.request(server.url("/")))
        #expect(error?.statusCode == 401 && error?.kind == .status && error?.data?.isEmpty == false)
    }

    @Test func aResumedDownloadKeepsItsPartAfterABusyServer() async throws {
        let whole = Data((0..<200_000).map { UInt8(truncatingIfNeeded: $0) })
        let server = try LoopbackServer.forConnections { connection in
            _ = try connection.readHead()
            let head = "HTTP/1.1 200 OK\r\nETag: \"a\"\r\nContent-Length: 200000\r\n\r\n"
            let busy = "HTTP/1.1 503 Busy\r\nContent-Length: 4\r\n\r\nBusy"
            try connection.write(connection.number == 0 ? Data(head.utf8) + whole.prefix(100_000) : Data(busy.utf8))
        }
        let first = session.download(server.url("/"))
        await #expect(throws: RequestError.self) { try await first.file() }
        let data = try #require(first.resumeData)
        let second = session.download(resumingWith: data)
        let error = await #expect(throws: RequestError.self) { try await second.file() }
        #expect(error?.statusCode == 503 && error?.data == Data("Busy".utf8))
        let kept = try #require(second.resumeData)
        DownloadRequest.discardResumeData(kept)
    }

    @Test(arguments: [Call.data, .json, .receivedBody, .lines, .events]) func theStatusIsTheErrorOfABodyThatBreaksOff(
        call: Call
    )
        async throws
    {
        let server = try LoopbackServer.forConnections { connection in
            _ = try connection.readHead()
            try connection.write(Data("HTTP/1.1 500 Down\r\nContent-Length: 100\r\n\r\nshort".utf8))
        }
        let error = await Self.error(of: call, session.request(server.url("/")))
        #expect(error?.kind == .status && error?.data == Data("short".utf8))
    }

    @Test func aRetrierCanReplaceTheError() async throws {
        struct Refusal: Error {}
        struct Retrier: RequestRetrier {
            func decision(for request: Request, of session: Session, after error: RequestError) -> RetryDecision {
                .doNotRetryWithError(Refusal())
            }
        }
        let session = Session.stub(configuration: .patient, retriers: [Retrier()]) { _ in
            StubResponse(statusCode: 401)
        }
        let error = await #expect(throws: RequestError.self) { try await session.request("https://a.example/").data() }
        #expect(error?.kind == .other && error?.underlyingError is Refusal && error?.statusCode == 401)
    }
}
