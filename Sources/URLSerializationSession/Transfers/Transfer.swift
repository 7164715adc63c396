/// One task of URLSession: a request and its response, without redirections. An abandoned transfer reports nothing.
///
/// `@unchecked Sendable`: all members except ``task``, ``adopt(_:)`` and ``isAbandoned``, which are under a lock, are
/// used on the session's queue alone.
final class Transfer: @unchecked Sendable {
    private struct Slot {
        var task: URLSessionTask?
        var isAbandoned = false
    }

    /// The request to send, and its body.
    let request: URLRequest
    let body: PreparedBody
    /// The receiver of the events, released with the last one, which breaks the reference cycle.
    private(set) var delegate: (any TransferDelegate)?
    /// The response, or `nil` before its head.
    var response: URLResponse?
    /// Whether the task was cancelled because this module continues from its response, which is then the answer.
    var hasDeclined = false
    var hasAnsweredChallenge = false
    private let didStart: @Sendable (URLSessionTask) -> Void
    private let slot = Locked(Slot())

    /// Creates a transfer without a task yet.
    ///
    /// - Parameter didStart: Called with the task before it is resumed, on the queue of tasks.
    init(
        _ request: URLRequest, body: PreparedBody, delegate: any TransferDelegate,
        didStart: @escaping @Sendable (URLSessionTask) -> Void
    ) {
        self.request = request
        self.body = body
        self.delegate = delegate
        self.didStart = didStart
    }

    /// The task, or `nil` before ``adopt(_:)``.
    var task: URLSessionTask? { slot.value.task }

    /// Stores the task. Returns `false` if the transfer is abandoned.
    func adopt(_ task: URLSessionTask) -> Bool {
        let isWanted = slot.withLock { slot in
            slot.task = task
            return !slot.isAbandoned
        }
        if isWanted { didStart(task) }
        return isWanted
    }

    var isAbandoned: Bool { slot.value.isAbandoned }

    /// Ends the transfer without another event.
    func abandon() {
        delegate = nil
        let task = slot.withLock { slot in
            slot.isAbandoned = true
            return slot.task
        }
        if let task { DispatchQueue.urlSessionTasks.async { task.cancel() } }
    }

    /// Releases the delegate after the last event.
    func detach() { delegate = nil }
}

/// The receiver of a transfer's events, on the session's queue.
protocol TransferDelegate: AnyObject, Sendable {
    /// The session's queue.
    var queue: DispatchQueue { get }
    /// The credential that answers a challenge of the server, for which URLSession asks on Apple's systems.
    var credential: URLCredential? { get }
    /// The handler for a challenge received now, or `nil` for none.
    var challengeHandler: ChallengeHandler? { get }
    /// Whether a redirection is followed regardless of its body.
    var dropsBodiesOfRedirections: Bool { get }

    func transfer(_ transfer: Transfer, didSend sent: Int64, of total: Int64)
    func transfer(_ transfer: Transfer, didReceive response: URLResponse)
    func transfer(_ transfer: Transfer, didReceive data: Data)
    func transfer(_ transfer: Transfer, didCompleteWith error: (any Error)?)
    /// Called when the transport policy or the owner refuses the server.
    func transfer(_ transfer: Transfer, wasRefused error: any Error)
}
