import LoopbackServer
import TestSupport
import Testing
import URLSerializationSession

@Suite(.tags(.network), .timeLimit(.minutes(60))) struct RequestObserverTests {
    private struct Observer: RequestObserver {
        let log: Log<(event: String, request: String)>

        func observe(_ event: RequestEvent, of request: Request) {
            log.add(("\(event)".prefix { $0 != "(" }.description, "\(request)"))
        }
    }

    private struct Same: RequestAdapter {
        func adapt(_ request: URLRequest) -> URLRequest { request }
    }

    private func server() throws -> LoopbackServer {
        let failures = Locked(1)
        return try LoopbackServer { exchange in
            if exchange.request.target == "/" {
                return try exchange.respond(status: 302, headers: ["Location": "/next"])
            }
            let fails = failures.withLock { count in
                count -= 1
                return count >= 0
            }
            try exchange.respond(status: fails ? 503 : 200, body: "answer")
        }
    }

    @Test func anObserverIsNotifiedOfEachEvent() async throws {
        let server = try server()
        let log = Log<(event: String, request: String)>()
        var policy = RetryPolicy()
        policy.exponentialBackoffScale = 0.001
        policy.methods = [.post, .get]
        let session = Session(
            configuration: .patient, adapters: [Same()], retriers: [policy], observers: [Observer(log: log)])
        let request = session.upload(.data(Data("body".utf8)), to: server.url("/"), method: .post).validate()
        _ = await request.response()
        try await eventually("It is notified.") { log.all.last?.event == "finished" }
        #expect(
            log.all.map(\.event) == [
                "made", "attemptStarted", "adapted", "transferStarted", "redirected", "transferStarted", "responded",
                "attemptEnded", "retrying", "attemptStarted", "adapted", "transferStarted", "redirected",
                "transferStarted", "responded", "attemptEnded", "finished",
            ])
        #expect(request.duration ?? 0 > 0 && request.retryCount == 1)
        #expect(request.downloadProgress.completedUnitCount == 6)
    }

    @Test func aDescriptionOfARequestHasNoSecrets() async throws {
        let server = try LoopbackServer { try $0.respond(status: 200, body: "answer") }
        let log = Log<(event: String, request: String)>()
        let session = Session(configuration: .patient, observers: [Observer(log: log)])
        _ = await session.request(server.url("/a?token=secret")).response()
        try await eventually("It is notified.") { log.all.last?.event == "finished" }
        let url = server.url("/a").absoluteString
        #expect(log.all.count == 6)
        #expect(log.all.allSatisfy { ["GET \(url)", "GET \(url) (200)"].contains($0.request) })
        #expect(log.all.last?.request == "GET \(url) (200)")
    }
}
