import LoopbackServer
import TestSupport
import Testing
import URLSerializationSession

/// The event that starts requests, and the calls after it that count.
@Suite(.tags(.network), .timeLimit(.minutes(60))) struct RequestStartTests {
    private func server() throws -> LoopbackServer {
        try LoopbackServer { try $0.respond(status: 200, body: "x") }
    }

    private func session(_ start: RequestStart, log: Log<String> = Log()) -> Session {
        Session(configuration: .patient, start: start, transportPolicy: nil, log: { log.add($0) })
    }

    @Test func theDefaultIsTheFirstHandler() {
        #expect(Session().start == .withFirstHandler)
    }

    @Test(arguments: RequestStart.allCases) func aRequestAloneIsSentAtOnceOrNot(start: RequestStart) async throws {
        let server = try server()
        let session = session(start)
        let request = session.request(server.url("/")).validate().downloadProgress(queue: .global()) { _ in }
        #expect((start == .immediately ? [.resumed, .finished] : [.initialized]).contains(request.state))
        if start == .immediately { try await server.waitForRequests(1, timeout: 600) }
        #expect(session.runningRequests.isEmpty == (start != .immediately) || request.isFinished)
    }

    @Test(arguments: RequestStart.allCases) func aHandlerStartsWhatTheSessionLeavesToIt(start: RequestStart)
        async throws
    {
        let server = try server()
        let session = session(start)
        let log = Log<String>()
        let requests: [Request] = [
            session.request(server.url("/")).response(queue: .global()) { _ in log.add("data") },
            session.request(server.url("/")).response(queue: .global(), serializer: .string) { _ in log.add("text") },
            session.download(server.url("/")).response(queue: .global()) { _ in log.add("file") },
            session.download(server.url("/")).response(queue: .global(), serializer: .string) { _ in log.add("file")
            },
            session.request(server.url("/")).response { _ in log.add("main") },
            session.request(server.url("/")).response(serializer: .string) { _ in log.add("main") },
        ]
        #expect(requests.allSatisfy { $0.state == (start == .manually ? .initialized : .resumed) || $0.isFinished })
        for request in requests { request.resume() }
        try await eventually("They are called.") {
            log.all.sorted() == ["data", "file", "file", "main", "main", "text"]
        }
    }

    @Test(arguments: RequestStart.allCases) func anAwaitAndASequenceStart(start: RequestStart) async throws {
        let server = try server()
        let session = session(start)
        #expect(await session.request(server.url("/")).response().data == Data("x".utf8))
        #expect(try await session.download(server.url("/")).string() == "x")
        var body = Data()
        for try await segment in session.request(server.url("/")).receivedBody() { body += segment }
        #expect(body == Data("x".utf8))
    }

    @Test func aSuspendedRequestIsNotStartedByItsHandler() async throws {
        let server = try server()
        let request = session(.withFirstHandler).request(server.url("/")).suspend().response(queue: .global()) { _ in }
        #expect(request.state == .suspended)
        request.resume()
        #expect(await request.response().error == nil)
    }

    @Test func everythingInTheExpressionCounts() async throws {
        let server = try LoopbackServer { exchange in
            guard exchange.request.value(named: "Authorization") == nil else {
                return try exchange.respond(status: 404)
            }
            try exchange.respond(status: 401, headers: ["WWW-Authenticate": "Basic realm=\"a\""])
        }
        let session = session(.withFirstHandler)
        for _ in 0..<100 {
            let errors = Log<Int?>()
            let request = session.request(server.url("/")).authenticate(username: "u", password: "p").validate()
                .response(queue: .global()) { errors.add(($0.error?.cause as? ResponseSerializationError)?.statusCode) }
            _ = await request.response()
            try await eventually("It is called.") { errors.all == [404] }
        }
    }

    @Test func aValidationAfterTheEndFailsForLaterHandlersAlone() async throws {
        let server = try LoopbackServer { try $0.respond(status: 404) }
        let session = session(.immediately)
        let request = session.request(server.url("/"))
        try await eventually("It ends.") { request.isFinished }
        #expect(await request.response().error == nil)
        #expect(await request.validate().response().error?.cause is ResponseSerializationError)
        #expect(request.retryCount == 0 && server.requestCount == 1)
    }

    @Test func aRequestThatIsReleasedWithoutHavingBeenStartedSaysSo() async throws {
        let server = try server()
        let lines = Log<String>()
        for start in RequestStart.allCases {
            let session = session(start, log: lines)
            session.request(server.url("/a?token=secret"))
            _ = await session.request(server.url("/b")).response()
            session.request(server.url("/c")).cancel()
        }
        #expect(lines.count == 1)
        #expect(lines.all.first?.contains("GET \(server.url("/a"))") == true)
        #expect(lines.all.first?.contains("secret") == false)
    }
}
