import LoopbackServer
import TestSupport
import Testing
import URLSerializationSession

@Suite(.tags(.network), .timeLimit(.minutes(60))) struct SessionInvalidationTests {
    private func holding() throws -> LoopbackServer {
        try LoopbackServer { exchange in
            if exchange.request.target == "/moved" {
                try exchange.hold()
                try exchange.respond(status: 302, headers: ["Location": "/"], body: "")
            } else {
                if exchange.request.target == "/held" { try exchange.hold() }
                try exchange.respond(status: 200, body: "end")
            }
        }
    }

    @Test func runningRequestsFinishWithTheirRedirections() async throws {
        let server = try holding()
        let session = Session(configuration: .patient)
        let requests = ["/held", "/moved"].map { session.request(server.url($0)).resume() }
        try await server.waitUntilHeld(count: 2, timeout: 600)
        session.invalidate()
        session.invalidate()
        server.release()
        for request in requests { #expect(await request.response().data == Data("end".utf8)) }
    }

    @Test(arguments: [true, false]) func requestsFailAfterwards(cancels: Bool) async throws {
        let server = try holding()
        let session = Session(configuration: .patient)
        let early = Session(configuration: .patient, start: .manually)
        let made = early.request(server.url("/"))
        if cancels { #expect(await session.request(server.url("/")).response().error == nil) }
        cancels ? session.invalidateAndCancel() : session.invalidate()
        cancels ? early.invalidateAndCancel() : early.invalidate()
        let count = server.requestCount
        for request in [made, session.request(server.url("/")), session.upload(.data(Data()), to: server.url("/"))] {
            let error = await request.response().error
            #expect(error?.kind == .invalidated)
            #expect(error?.url == server.url("/"))
        }
        let download = await session.download(server.url("/")).response()
        #expect(download.error?.kind == .invalidated)
        let broken = session.request(server.url("/"), method: HTTPMethod(rawValue: "A B"))
        #expect(await broken.response().error?.cause is RequestSerializationError)
        #expect(server.requestCount == count)
        #expect(session.runningRequests.isEmpty)
        try await eventually("The task ends.") { session.taskCount == 0 }
    }

    @Test(arguments: [true, false]) func runningRequestsAreCancelledIfAsked(invalidates: Bool) async throws {
        let server = try holding()
        let session = Session(configuration: .patient)
        let requests = (0..<5).map { _ in session.request(server.url("/held")).resume() }
        try await server.waitUntilHeld(count: 5, timeout: 600)
        #expect(session.runningRequests.count == 5)
        if invalidates { session.invalidateAndCancel() } else { session.cancelAll() }
        for request in requests {
            #expect((await request.response().error?.cause as? URLError)?.code == .cancelled)
        }
        if invalidates {
            try await eventually("The tasks end.") { session.taskCount == 0 }
        } else {
            #expect(await session.request(server.url("/")).response().data == Data("end".utf8))
        }
        server.stop()
    }

    @Test func aSessionThatIsReleasedFinishesItsRequests() async throws {
        let server = try holding()
        let log = Log<Data?>()
        weak var released: Session?
        do {
            let session = Session(configuration: .patient)
            released = session
            session.request(server.url("/moved")).response(queue: .global()) { log.add($0.data) }
        }
        try await server.waitUntilHeld(timeout: 600)
        #expect(released != nil)
        server.release()
        try await eventually("It is answered.") { log.all == [Data("end".utf8)] }
        try await eventually("It goes.") { released == nil }
        // With its connections.
        try await server.waitForOpenConnections(atMost: 0, timeout: 600)
    }
}
