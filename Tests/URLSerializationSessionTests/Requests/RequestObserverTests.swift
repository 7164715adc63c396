import LoopbackServer
import TestSupport
import Testing
import URLSerializationSession

@Suite(.tags(.network), .timeLimit(.minutes(60))) struct RequestObserverTests {
    private struct Observer: RequestObserver {
        let log: Log<(String, RequestMetrics)>

        func observe(_ event: RequestEvent, of request: Request, metrics: RequestMetrics) {
            log.add(("\(event)".prefix { $0 != "(" }.description, metrics))
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

    @Test func anObserverIsToldOfEachEvent() async throws {
        let server = try server()
        let log = Log<(String, RequestMetrics)>()
        var policy = RetryPolicy()
        policy.exponentialBackoffScale = 0.001
        policy.methods = [.post, .get]
        let session = Session(
            configuration: .patient, adapter: Same(), retrier: policy, observers: [Observer(log: log)])
        let request = session.upload(.data(Data("body".utf8)), to: server.url("/"), method: .post).validate()
        _ = await request.response()
        try await eventually("It is told.") { log.all.last?.0 == "finished" }
        #expect(
            log.all.map(\.0) == [
                "made", "attemptStarted", "adapted", "transferStarted", "redirected", "transferStarted", "responded",
                "attemptEnded", "retrying", "attemptStarted", "adapted", "transferStarted", "redirected",
                "transferStarted", "responded", "attemptEnded", "finished",
            ])
        let durations = log.all.map(\.1.duration)
        #expect(durations == durations.sorted() && durations.last ?? 0 > 0)
        #expect(log.all.last?.1.receivedByteCount == 6)
        #expect(log.all.last?.1.retryCount == 1)
    }

    @Test func aDescriptionOfARequestHasNoSecrets() async throws {
        let server = try LoopbackServer { try $0.respond(status: 200, body: "answer") }
        let log = Log<(String, RequestMetrics)>()
        let session = Session(configuration: .patient, observers: [Observer(log: log)])
        _ = await session.request(server.url("/a?token=secret")).response()
        try await eventually("It is told.") { log.all.last?.0 == "finished" }
        let url = server.url("/a").absoluteString
        #expect(
            log.all.map(\.1.requestDescription)
                == Array(repeating: "GET \(url)", count: 3) + Array(repeating: "GET \(url) (200)", count: 3))
    }
}
