import Foundation
import LoopbackServer
import TestSupport
import Testing
import URLSerialization
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
                "made", "adapted", "transferStarted", "redirected", "transferStarted", "responded", "retrying",
                "adapted",
                "transferStarted", "redirected", "transferStarted", "responded", "finished",
            ])
        let durations = log.all.map(\.1.duration)
        #expect(durations == durations.sorted() && durations.last ?? 0 > 0)
        #expect(log.all.last?.1.receivedByteCount == 6)
        #expect(log.all.last?.1.retryCount == 1)
    }

    @Test func theLogHasALineForEachEventAndNoSecrets() async throws {
        let server = try LoopbackServer { try $0.respond(status: 200, body: "answer") }
        let lines = Log<String>()
        let session = Session(configuration: .patient, observers: [LoggingObserver { lines.add($0) }])
        _ = await session.request(server.url("/a?token=secret")).response()
        try await eventually("It is told.") { lines.all.last?.contains("finished") == true }
        let texts = lines.all.map { $0.replacingOccurrences(of: server.url("/a").absoluteString, with: "URL") }
        #expect(texts.count == 4)
        #expect(texts.prefix(2) == ["GET URL: made", "GET URL: started"])
        #expect(texts[2].wholeMatch(of: /GET URL \(200\): responded with 200 after \d+\.\d\d s/) != nil)
        #expect(texts[3].hasSuffix(" s, 0 bytes sent, 6 received"))
        #expect(!lines.all.contains { $0.contains("secret") })
    }
}
