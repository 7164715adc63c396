import TestSupport
import AFNetworkingCompat
import LoopbackServer
import Testing

@testable import LegacyClient

/// A client of a loopback server, which counts the answers of its calls.
final class ClientFixture: Sendable {
    typealias Report = @Sendable (Outcome) -> Void

    let server: LoopbackServer
    let client: APIClient
    private let reports = Events<Int>()
    private let calls = Events<Void>()

    private init(_ respond: @escaping @Sendable (Exchange) throws -> Void) throws {
        server = try LoopbackServer(LoopbackServer.Options(), respond)
        client = APIClient(baseURL: server.url("/v1"), sessionConfiguration: .patient)
        // Requests wait while other tests use all threads.
        client.requestSerializer.timeoutInterval = 600
    }

    /// Runs a test with a client whose server runs a closure. All calls must have been answered once by its end.
    static func with(
        _ respond: @escaping @Sendable (Exchange) throws -> Void, _ test: (ClientFixture) async throws -> Void
    ) async throws {
        let fixture = try ClientFixture(respond)
        do {
            try await test(fixture)
        } catch {
            await fixture.end()
            throw error
        }
        await fixture.end()
        let calls = fixture.calls.all.count
        #expect(fixture.reports.all.sorted() == Array(0..<calls), "each call answers once")
        #expect(fixture.server.failures == [])
    }

    /// The same, with one answer to everything.
    static func with(
        _ status: Int, _ body: String, _ test: (ClientFixture) async throws -> Void
    ) async throws {
        try await with(
            { try $0.respond(status: status, headers: ["Content-Type": "application/json"], body: body) }, test)
    }

    /// Returns the outcome of a call, on the main queue.
    func outcome(of call: (APIClient, @escaping Report) -> Void) async -> Outcome {
        let (stream, continuation) = AsyncStream<Outcome>.makeStream()
        let number = calls.add(())
        call(client) { [reports] outcome in
            reports.add(number)
            continuation.yield(outcome)
        }
        for await outcome in stream {
            #expect(outcome.isOnMain)
            return outcome
        }
        return Outcome("the test has been cancelled")
    }

    /// Ends everything that could still call back, and lets the main queue finish.
    private func end() async {
        client.invalidateSessionCancelingTasks(true, resetSession: false)
        server.stop()
        for _ in 0..<3 { await OnMain.read {} }
    }
}
