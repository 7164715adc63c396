import Foundation
import Testing

/// Stops the servers that a test starts when the test ends.
package struct StoppingServers: SuiteTrait, TestTrait, TestScoping {
    package var isRecursive: Bool { true }

    package func provideScope(
        for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
    ) async throws {
        let servers = StartedServers()
        defer { servers.stop() }
        try await StartedServers.$current.withValue(servers) { try await function() }
    }
}

extension Trait where Self == StoppingServers {
    package static var stoppingServers: Self { Self() }
}

/// The servers of one test.
///
/// `@unchecked Sendable`: all state is accessed under the lock.
final class StartedServers: @unchecked Sendable {
    @TaskLocal static var current: StartedServers?

    private let lock = NSLock()
    private var servers: [LoopbackServer] = []

    func add(_ server: LoopbackServer) { lock.withLock { servers.append(server) } }

    func stop() {
        for server in lock.withLock({ servers }) { server.stop() }
    }
}
