import AFNetworkingCompat
import LoopbackServer
import TestSupport
import Testing

@testable import LegacyClient

@Suite(.tags(.network), .stoppingServers, .timeLimit(.minutes(60))) struct SearchClientTests {
    private func find(_ client: SearchClient, _ fields: Any?) async -> Outcome {
        await withCheckedContinuation { continuation in
            client.find(
                fields, success: { continuation.resume(returning: Outcome($0.joined(separator: "|"))) },
                failure: { continuation.resume(returning: Outcome($0)) })
        }
    }

    @Test func itemsAreFoundByTheServersOwnQuery() async throws {
        let server = try LoopbackServer {
            try $0.respond(headers: ["Content-Type": "text/plain; charset=utf-8"], body: #"["shoe","hat"]"#)
        }
        let client = SearchClient(host: "127.0.0.1:\(server.port)")
        client.requestSerializer.timeoutInterval = 600
        defer { client.invalidateSessionCancelingTasks(true) }
        let outcome = await find(client, ["size": 10, "color": "dark red"])
        #expect(outcome.object == "shoe|hat")
        #expect(outcome.isOnMain)
        #expect(server.requests.map(\.target) == ["/search/items?color:dark%20red;size:10"])
    }

    @Test func errorOfTheQueryIsTheErrorOfTheCall() async throws {
        let client = SearchClient(host: "127.0.0.1:1")
        let outcome = await find(client, ["a"])
        #expect(outcome.domain == SearchErrorDomain)
        #expect(outcome.code == 1)
        #expect(outcome.isOnMain)
    }
}
