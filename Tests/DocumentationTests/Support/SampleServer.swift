import Foundation
import LoopbackServer
import TestSupport
import URLSerializationSession

/// A server on loopback in place of the hosts of samples: `https://api.example.com/orders` asks it for `/orders`.
enum SampleServer {
    @TaskLocal static var current: LoopbackServer?

    /// Runs samples whose sessions ask this server.
    static func with(
        _ respond: @escaping @Sendable (Exchange) throws -> Void, run samples: (LoopbackServer) async throws -> Void
    ) async throws {
        let server = try LoopbackServer { try respond($0) }
        defer { server.stop() }
        try await $current.withValue(server) { try await samples(server) }
    }

    /// Answers with the body of the request.
    static func echo(_ exchange: Exchange) throws {
        let type = exchange.request.value(named: "Content-Type") ?? "text/plain"
        try exchange.respond(headers: ["Content-Type": type], body: exchange.request.body)
    }

    fileprivate struct Rerouting: RequestAdapter {
        let server: LoopbackServer
        let next: (any RequestAdapter)?

        func adapt(_ request: URLRequest) async throws -> URLRequest {
            var request = try await next?.adapt(request) ?? request
            guard let url = request.url, var parts = URLComponents(url: url, resolvingAgainstBaseURL: true),
                let host = parts.host, host.hasSuffix("example.com")
            else { return request }
            (parts.scheme, parts.host, parts.port) = ("http", "127.0.0.1", Int(server.port))
            request.url = parts.url
            return request
        }
    }
}

// These stand in for the initializer in samples: they make sessions that ask the `SampleServer`. They have no default
// arguments, so that the compiler prefers them.

func Session() -> Session { .rerouted() }

func Session(retrier: any RequestRetrier) -> Session { .rerouted(retrier: retrier) }

func Session(adapter: any RequestAdapter, retrier: any RequestRetrier) -> Session {
    .rerouted(adapter: adapter, retrier: retrier)
}

func Session(configuration: URLSessionConfiguration, retrier: any RequestRetrier) -> Session {
    .rerouted(configuration, retrier: retrier)
}

extension Request {
    /// Stands in for the method with a number of seconds in samples, so that a busy machine ends no request.
    func timeout(_ seconds: Int) -> Self { timeout(TimeInterval(seconds + 600)) }
}

extension Session {
    static func stub(answer: @escaping @Sendable (URLRequest) async throws -> StubResponse) -> Session {
        stub(configuration: .patient, answer: answer)
    }

    static func stub(
        retrier: any RequestRetrier, answer: @escaping @Sendable (URLRequest) async throws -> StubResponse
    ) -> Session {
        stub(configuration: .patient, retrier: retrier, answer: answer)
    }

    fileprivate static func rerouted(
        _ configuration: URLSessionConfiguration = .ephemeral, adapter: (any RequestAdapter)? = nil,
        retrier: (any RequestRetrier)? = nil
    ) -> Session {
        // Requests wait while other tests use all threads.
        configuration.timeoutIntervalForRequest = 600
        let adapter = SampleServer.current.map { SampleServer.Rerouting(server: $0, next: adapter) } ?? adapter
        return Session(configuration: configuration, adapter: adapter, retrier: retrier)
    }
}
