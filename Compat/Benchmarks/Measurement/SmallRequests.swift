import Foundation
import URLSerializationSession

/// Small requests to a server on this machine, some at a time: each sender sends its next one after the answer.
struct SmallRequests: Sendable {
    /// The URL of the requests.
    let url: URL
    /// The number of requests.
    let count: Int
    /// The number of requests at a time.
    var inFlight = 8

    /// The configuration of the session, which allows as many connections as requests at a time.
    var configuration: URLSessionConfiguration {
        let configuration = URLSessionConfiguration.ephemeral
        configuration.httpMaximumConnectionsPerHost = inFlight
        return configuration
    }

    /// Sends the requests through a session.
    func send(through session: Session) async throws {
        try await send { url in try await session.request(URLRequest(url: url)).data() }
    }

    /// Sends the requests through bare URLSession with `data(for:)`, waiting for each answer.
    func send(through session: URLSession) async throws {
        try await send { url in try await session.data(for: URLRequest(url: url)).0 }
    }

    /// Sends the requests with a closure that returns the body of the answer to one.
    func send(_ send: @escaping @Sendable (URL) async throws -> Data) async throws {
        try await withThrowingTaskGroup(of: Void.self) { senders in
            for sender in 0..<inFlight {
                senders.addTask {
                    for _ in stride(from: sender, to: count, by: inFlight) {
                        guard try await send(url) == SessionServer.smallBody else {
                            throw BenchmarkError.failure("a small request was answered with something else")
                        }
                    }
                }
            }
            try await senders.waitForAll()
        }
    }
}
