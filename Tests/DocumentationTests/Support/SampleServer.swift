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

        func adapt(_ request: URLRequest) -> URLRequest {
            var request = request
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

func Session(configuration: URLSessionConfiguration) -> Session { .rerouted(configuration) }

func Session(retriers: [some RequestRetrier]) -> Session { .rerouted(retriers: retriers) }

func Session(adapters: [some RequestAdapter], retriers: [some RequestRetrier]) -> Session {
    .rerouted(adapters: adapters, retriers: retriers)
}

func Session(configuration: URLSessionConfiguration, retriers: [some RequestRetrier]) -> Session {
    .rerouted(configuration, retriers: retriers)
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
        retriers: [some RequestRetrier], answer: @escaping @Sendable (URLRequest) async throws -> StubResponse
    ) -> Session {
        stub(configuration: .patient, retriers: retriers, answer: answer)
    }

    fileprivate static func rerouted(
        _ configuration: URLSessionConfiguration = .ephemeral, adapters: [any RequestAdapter] = [],
        retriers: [any RequestRetrier] = []
    ) -> Session {
        // Requests wait while other tests use all threads.
        configuration.timeoutIntervalForRequest = 600
        let rerouting = SampleServer.current.map { [SampleServer.Rerouting(server: $0)] } ?? []
        return Session(configuration: configuration, adapters: adapters + rerouting, retriers: retriers)
    }
}
