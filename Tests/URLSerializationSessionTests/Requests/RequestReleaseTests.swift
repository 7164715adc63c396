import LoopbackServer
import TestSupport
import Testing

@testable import URLSerializationSession

/// Nothing of a request outlives its end: every kind of closure is released, and what it captures with it.
@Suite(.tags(.network), .stoppingServers, .timeLimit(.minutes(60))) struct RequestReleaseTests {
    private final class Captured: Sendable {}

    private struct Adapter: RequestAdapter {
        let captured: Captured
        func adapt(_ request: URLRequest) -> URLRequest { request }
    }

    private struct Retrier: RequestRetrier {
        let captured: Captured
        func decision(for request: Request, of session: Session, after error: RequestError) async -> RetryDecision {
            .doNotRetry
        }
    }

    enum Kind: String, CaseIterable, Sendable {
        case response, validate, validateFile, uploadProgress, downloadProgress, redirect, adapt, retry, destination
        case onResponse, onData, onChallenge, onRedirection, whenFinished
    }

    /// Makes a request that keeps what a closure of the kind captures.
    private func make(_ kind: Kind, _ captured: Captured, _ session: Session, _ url: URL) -> Request {
        let data = session.request(url)
        let keep: @Sendable () -> Void = { withExtendedLifetime(captured) {} }
        switch kind {
        case .response: return data.response(queue: .global()) { _ in keep() }
        case .validate: return data.validate { _, _, _ in keep() }
        case .validateFile: return session.download(url).validateFile { _, _ in keep() }
        case .uploadProgress: return data.uploadProgress(queue: .global()) { _ in keep() }
        case .downloadProgress: return data.downloadProgress(queue: .global()) { _ in keep() }
        case .redirect:
            return data.redirect(
                with: Redirector { _, request in
                    keep(); return request
                })
        case .adapt: return data.adapt(with: Adapter(captured: captured))
        case .retry: return data.retry(with: Retrier(captured: captured))
        case .destination:
            return session.download(
                url,
                to: { temporary, _ in
                    keep(); return (temporary, [])
                })
        case .onResponse:
            data.onResponse { _, _ in
                keep(); return false
            }
        case .onData: data.onData { _ in keep() }
        case .onChallenge:
            data.onChallenge(where: {
                keep(); return false
            }) { _, _ in false }
        case .onRedirection:
            data.onRedirection { _, request in
                keep(); return request
            }
        case .whenFinished: data.whenFinished { keep() }
        }
        return data
    }

    @Test(arguments: Kind.allCases, [200, 404]) func aClosureIsReleasedAtTheEnd(kind: Kind, status: Int) async throws {
        let server = try LoopbackServer { try $0.respond(status: status, body: "body") }
        let session = Session(configuration: .patient, start: .manually)
        var captured: Captured? = Captured()
        weak let remaining = captured
        let request = make(kind, try #require(captured), session, server.url("/"))
        if status == 404 { request.validate() }
        captured = nil
        await request.resume().ended()
        try await eventually("It is released.") { remaining == nil }
        // The request itself is still there, with its answer.
        #expect(request.response?.statusCode == status)
    }
}
