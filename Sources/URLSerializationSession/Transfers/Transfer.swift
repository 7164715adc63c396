/// One task of URLSession: a request that goes out and the response that comes, without redirections.
///
/// All of it but ``adopt(_:)`` and ``isAbandoned`` is the session's queue's. Once it is abandoned it reports nothing.
final class Transfer: @unchecked Sendable {
    private struct Slot {
        var task: URLSessionTask?
        var isAbandoned = false
    }

    /// The request to send, and its body.
    let request: URLRequest
    let body: PreparedBody
    /// Released with the last event, which breaks the circle.
    private(set) var delegate: (any TransferDelegate)?
    /// The response, once its head has come.
    var response: URLResponse?
    /// Whether the task was cancelled because this module continues from its response, which is then the answer.
    var hasDeclined = false
    var hasAnsweredChallenge = false
    private let didStart: @Sendable (URLSessionTask) -> Void
    private let slot = Locked(Slot())

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

    /// The task, once there is one.
    var task: URLSessionTask? { slot.value.task }

    /// Takes the task; returns `false` if the transfer is abandoned.
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

    /// Notes that there will be no more events.
    func detach() { delegate = nil }
}

/// The receiver of a transfer's events, on the session's queue.
protocol TransferDelegate: AnyObject, Sendable {
    /// The session's queue.
    var queue: DispatchQueue { get }
    /// The credential that answers a challenge of the server, which URLSession asks for on Apple's systems.
    var credential: URLCredential? { get }
    /// The handler of a challenge that comes now.
    var challengeHandler: ChallengeHandler? { get }
    /// Whether a redirection is followed whatever its body.
    var dropsBodiesOfRedirections: Bool { get }

    func transfer(_ transfer: Transfer, didSend sent: Int64, of total: Int64)
    func transfer(_ transfer: Transfer, didReceive response: URLResponse)
    func transfer(_ transfer: Transfer, didReceive data: Data)
    func transfer(_ transfer: Transfer, didCompleteWith error: (any Error)?)
    /// The transport policy or the owner refuses to talk to the server.
    func transfer(_ transfer: Transfer, wasRefused error: any Error)
}
