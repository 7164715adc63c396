import TestSupport
import AFNetworkingCompat
import LoopbackServer
import Testing

@testable import LegacyClient

@Suite(.tags(.network), .timeLimit(.minutes(60))) struct RequestLogTests {
    /// The log, which belongs to the main queue.
    private struct Log: @unchecked Sendable { let log = RequestLog() }

    @Test func endOfEveryTaskIsALine() async throws {
        let log = Log()
        try await ClientFixture.with({ exchange in
            let isKnown = exchange.request.path == "/v1/orders/7"
            try exchange.respond(
                status: isKnown ? 200 : 404, headers: ["Content-Type": "application/json"], body: #"{"id":7}"#)
        }) { fixture in
            for id in [7, 8] {
                _ = await fixture.outcome { client, report in
                    client.fetchOrder(
                        id, fields: ["a": 1], success: { _ in report(Outcome("done")) },
                        failure: { report(Outcome($0)) })
                }
            }
            // Other tests' tasks are in the log as well. The notification comes after the answer.
            let server = fixture.server.address("/")
            var lines: [String] = []
            while lines.count < 2 {
                lines = await OnMain.read { log.log.lines.filter { $0.contains(server) } }
                try await Task.sleep(nanoseconds: 5_000_000)
            }
            #expect(
                lines == [
                    "GET \(server)v1/orders/7?a=1 200 with 1 keys",
                    "GET \(server)v1/orders/8?a=1 404 (\(AFURLResponseSerializationErrorDomain) -1011)",
                ])
        }
    }

    @Test func logThatIsGoneObservesNothing() async {
        weak var log: RequestLog?
        do {
            let kept = RequestLog()
            log = kept
            withExtendedLifetime(kept) {}
        }
        #expect(log == nil)
        await OnMain.read {
            NotificationCenter.default.post(name: .AFNetworkingTaskDidComplete, object: nil)
        }
    }
}
