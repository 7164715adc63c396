import TestSupport
import Testing

@testable import URLSerializationSession

/// The user's code and the engine run outside the request's lock, one effect after another.
@Suite(.timeLimit(.minutes(60))) struct RequestLockTests {
    /// Asks for the request's state on another thread, which a caller that holds the lock would stop.
    private final class Probe: RequestAdapter, RequestRetrier, RedirectHandler, RequestObserver, TransportPolicy {
        let request = Locked<Request?>(nil)
        let (asked, stopped) = (Locked<Set<String>>([]), Log<String>())

        func ask(_ name: String) {
            asked.withLock { _ = $0.insert(name) }
            guard let request = request.value else { return }
            let answer = DispatchSemaphore(value: 0)
            Thread.detachNewThread {
                _ = request.state
                answer.signal()
            }
            if answer.wait(timeout: .now() + 600) == .timedOut { stopped.add(name) }
        }

        func adapt(_ request: URLRequest) async throws -> URLRequest {
            await withCheckedContinuation { continuation in
                ask("adapter")
                continuation.resume()
            }
            return request
        }

        func decision(for request: Request, of session: Session, after error: RequestError) async -> RetryDecision {
            await withCheckedContinuation { continuation in
                ask("retrier")
                continuation.resume()
            }
            return .retry
        }

        func request(after response: HTTPURLResponse, proposing request: URLRequest) -> URLRequest? {
            ask("redirect handler")
            return request
        }

        func observe(_ event: RequestEvent, of request: Request) { ask("observer") }

        func check(_ message: URLRequest, applying applies: (ServerTrust) -> Bool) throws -> ServerTrust? {
            ask("policy")
            return nil
        }

        #if canImport(Security)
            func evaluate(_ trust: SecTrust, host: String) -> Bool { false }
        #endif
    }

    @Test func nothingOfTheCallersRunsUnderIt() async throws {
        let engine = ScriptedEngine([
            .response(302, ["Location": "/next"]), .response(401, ["WWW-Authenticate": "Basic realm=\"a\""]),
            .failure(.timedOut), .response(200, body: "abc"), .response(200, body: "abc"),
        ])
        let probe = Probe()
        let session = Session(
            configuration: .patient, adapters: [probe], retriers: [probe], redirectHandlers: [probe],
            observers: [probe], transportPolicy: probe, queue: engine.queue, transfers: engine)
        let upload = session.upload(
            .stream(length: 1) {
                probe.ask("stream")
                return InputStream(data: Data([1]))
            }, to: "https://example.com/")
        probe.request.withLock { $0 = upload }
        upload.onResponse { _, _ in
            probe.ask("response handler")
            return false
        }
        upload.onData(where: {
            probe.ask("data condition")
            return true
        }) { _ in probe.ask("data") }
        upload.onChallenge(where: { true }) { _, answer in
            probe.ask("challenge")
            answer(.credential(URLCredential(user: "u", password: "p", persistence: .none)))
            return true
        }
        upload.downloadProgress(queue: .global()) { _ in probe.ask("progress") }
        upload.validate { _, _, _ in probe.ask("validation") }
        upload.response(queue: .global(), serializer: .string(encoding: nil)) { _ in probe.ask("handler") }
        upload.whenFinished { probe.ask("end") }
        await upload.ended()

        let download = session.download("https://example.com/") { url, _ in
            probe.ask("destination")
            return (url, [])
        }
        probe.request.withLock { $0 = download }
        download.validateFile { _, _ in probe.ask("file") }
        await download.ended()
        try await eventually("Everything is called.") { probe.asked.value.count == 16 }
        #expect(
            probe.asked.value == [
                "adapter", "retrier", "redirect handler", "observer", "policy", "stream", "response handler",
                "data condition", "data", "challenge", "progress", "validation", "handler", "end", "destination",
                "file",
            ])
        #expect(probe.stopped.all.isEmpty)
    }

    @Test func effectsArePerformedOneByOneInTheOrderOfTheirEvents() async throws {
        let engine = ScriptedEngine([.silence], pausesTransfers: true)
        let request = engine.session().request("https://example.com/").resume()
        await withTaskGroup(of: Void.self) { group in
            for _ in 0..<8 {
                group.addTask { for _ in 0..<500 { request.suspend().resume() } }
            }
        }
        request.cancel()
        try await eventually("It is cancelled.") { engine.actions.all.last == "cancel" }
        let actions = engine.actions.all.dropLast()
        #expect(actions.count > 1000 && actions.count.isMultiple(of: 2))
        #expect(actions.enumerated().allSatisfy { $1 == ($0.isMultiple(of: 2) ? "pause" : "resume") })
        #expect(!engine.hasOverlapped.value)
    }
}
