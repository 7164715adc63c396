import Foundation
import URLSerialization

@testable import URLSerializationSession

/// A session without sockets: each transfer is answered by the next line of a script.
final class ScriptedHost: RequestHost, @unchecked Sendable {
    /// A line of the script.
    enum Answer: Sendable {
        case response(Int, [String: String] = [:], body: String = "")
        case failure(URLError.Code)
        /// The head of a response, and then nothing.
        case head(Int)
        /// Nothing.
        case silence
    }

    let queue = DispatchQueue(label: "ScriptedHost.events")
    let notifications = DispatchQueue(label: "ScriptedHost.notifications")
    let callbackTarget = DispatchQueue.global()
    let clock: DeadlineClock
    let transportPolicy: (any TransportPolicy)? = nil
    let followsRedirections = true
    let totalTimeout: TimeInterval?
    let startsWithFirstHandler = true
    let maximumReceivedBytes: Int64? = 1 << 20
    let adapters: [any RequestAdapter]
    let redirectHandlers: [any RedirectHandler] = []
    let observers: [any RequestObserver] = []
    private let retries: Int
    private let script: Locked<[Answer]>
    /// The requests that were sent.
    let sent = Locked<[URLRequest]>([])
    /// The transfers that were launched.
    let transfers = Locked<[Transfer]>([])

    init(_ script: [Answer], adapters: [any RequestAdapter] = [], retries: Int = 0, totalTimeout: TimeInterval? = nil) {
        self.script = Locked(script)
        self.adapters = adapters
        self.retries = retries
        self.totalTimeout = totalTimeout
        clock = DeadlineClock(on: queue)
    }

    func request(_ request: URLRequest, body: RequestBody? = nil) -> DataRequest {
        DataRequest(.success(request), body: body ?? RequestBody(of: request), host: self)
    }

    func idleTimeout(of request: URLRequest) -> TimeInterval? { nil }
    func addHeaders(to request: inout URLRequest) {}
    func report(_ line: String) {}
    func cookies(for request: URLRequest) -> [HTTPCookie] { [] }
    func started(_ request: Request) -> Bool { true }
    func finished(_ request: Request) {}
    var hasRetriers: Bool { retries > 0 }

    func retryDecision(for request: Request, after error: any Error) async -> RetryDecision {
        (error as? URLError)?.code == .timedOut && request.retryCount < retries ? .retryAfter(0.001) : .doNotRetry
    }

    func launch(_ transfer: Transfer) {
        sent.withLock { $0.append(transfer.request) }
        transfers.withLock { $0.append(transfer) }
        let answer = script.withLock { $0.isEmpty ? .silence : $0.removeFirst() }
        queue.async {
            switch answer {
            case .silence: break
            case .failure(let code): transfer.delegate?.transfer(transfer, didCompleteWith: URLError(code))
            case .head(let status): self.respond(to: transfer, status, [:])
            case .response(let status, let headers, let body):
                self.respond(to: transfer, status, headers)
                if !body.isEmpty { transfer.delegate?.transfer(transfer, didReceive: Data(body.utf8)) }
                transfer.delegate?.transfer(transfer, didCompleteWith: nil)
            }
        }
    }

    private func respond(to transfer: Transfer, _ status: Int, _ headers: [String: String]) {
        guard let url = transfer.request.url,
            let response = HTTPURLResponse(
                url: url, statusCode: status, httpVersion: "HTTP/1.1", headerFields: headers)
        else { return }
        transfer.response = response
        transfer.delegate?.transfer(transfer, didReceive: response)
    }
}
