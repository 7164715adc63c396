@testable import URLSerializationSession
@testable import URLSerializationTransport

/// An engine without sockets: each transfer is answered by the next line of a script.
final class ScriptedEngine: Engine {
    enum Line: Sendable {
        case response(Int, [String: String] = [:], body: String = "")
        /// A response that comes at once, whose reports are made where it is awaited.
        case brief(Int, [String: String] = [:], body: String = "")
        case failure(URLError.Code)
        /// A kept connection that was found dead.
        case dead
        /// The head of a response and the beginning of its body, and then nothing.
        case head(Int, [String: String] = [:], body: String = "")
        /// A response that breaks off, all before the engine's start returns.
        case brokenAtOnce(Int, [String: String], body: String = "", URLError.Code)
        case silence
    }

    private struct Work: TransferWork {
        let engine: ScriptedEngine

        func pause() { engine.act("pause") }
        func resume() { engine.act("resume") }
        func cancel() { engine.act("cancel") }
    }

    let pausesTransfers: Bool
    let queue = DispatchQueue(label: "ScriptedEngine.reports")
    private let script: Locked<[Line]>
    let transfers = Locked<[Transfer]>([])
    /// The actions on transfers after their start.
    let actions = Log<String>()
    /// Whether two threads acted at once.
    let hasOverlapped = Locked(false)
    private let isActing = Locked(false)

    init(_ script: [Line], pausesTransfers: Bool = false) {
        self.script = Locked(script)
        self.pausesTransfers = pausesTransfers
    }

    var sent: [URLRequest] { transfers.value.map(\.message) }

    /// Returns a session with this engine, whose retrier repeats what has timed out.
    func session(
        adapters: [any RequestAdapter] = [], retries: Int = 0, totalTimeout: TimeInterval? = nil,
        followsRedirections: Bool = true, redirectHandlers: [any RedirectHandler] = []
    ) -> Session {
        let configuration = URLSessionConfiguration.patient
        if let totalTimeout { configuration.timeoutIntervalForResource = totalTimeout }
        return Session(
            configuration: configuration, followsRedirections: followsRedirections, adapters: adapters,
            retriers: retries > 0 ? [Retrier(retries: retries)] : [], redirectHandlers: redirectHandlers,
            maximumReceivedBytes: 1 << 20, transportPolicy: nil, queue: queue, transfers: self)
    }

    private struct Retrier: RequestRetrier {
        let retries: Int

        func decision(for request: Request, of session: Session, after error: RequestError) async -> RetryDecision {
            error.urlErrorCode == .timedOut && request.retryCount < retries ? .retryAfter(0.001) : .doNotRetry
        }
    }

    private func act(_ action: String) {
        if isActing.exchange(true) { _ = hasOverlapped.exchange(true) }
        actions.add(action)
        _ = isActing.exchange(false)
    }

    func start(_ transfer: Transfer) {
        _ = transfer.begin(Work(engine: self))
        transfers.withLock { $0.append(transfer) }
        let line = script.withLock { $0.isEmpty ? .silence : $0.removeFirst() }
        if case .brokenAtOnce(let status, let headers, let body, let code) = line {
            _ = respond(to: transfer, status, headers)
            transfer.report(.bytes(Data(body.utf8)))
            return transfer.end(URLError(code))
        }
        queue.async {
            switch line {
            case .silence, .brokenAtOnce: break
            case .failure(let code): transfer.end(URLError(code))
            case .dead: transfer.end(with: .interrupted(URLError(.networkConnectionLost), isDead: true))
            case .head(let status, let headers, let body):
                _ = self.respond(to: transfer, status, headers)
                if !body.isEmpty { transfer.report(.bytes(Data(body.utf8))) }
            case .brief(let status, let headers, let body):
                transfer.owner?.make {
                    let head = self.respond(to: transfer, status, headers)
                    if !body.isEmpty { transfer.report(.bytes(Data(body.utf8))) }
                    transfer.end(nil, head)
                }
            case .response(let status, let headers, let body):
                let response = self.respond(to: transfer, status, headers)
                if !body.isEmpty { transfer.report(.bytes(Data(body.utf8))) }
                transfer.end(nil, response)
            }
        }
    }

    private func respond(to transfer: Transfer, _ status: Int, _ headers: [String: String]) -> ResponseHead? {
        guard let url = transfer.message.url,
            let response = HTTPURLResponse(
                url: url, statusCode: status, httpVersion: "HTTP/1.1", headerFields: headers)
        else { return nil }
        let head = ResponseHead(response)
        transfer.report(.head(head))
        return head
    }
}
