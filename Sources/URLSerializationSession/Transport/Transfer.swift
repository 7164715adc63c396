/// One task of URLSession: a request that goes out and the response that comes, without redirections.
///
/// All of it but ``start(_:)`` and ``bodyStream()`` is the session's queue's. Once it is abandoned it reports nothing.
final class Transfer: @unchecked Sendable {
    private struct Slot {
        var task: URLSessionTask?
        var isAbandoned = false
    }

    /// What is to be sent, and where its body comes from.
    let request: URLRequest
    let body: PreparedBody
    /// Whose task it is. Not changed.
    private(set) weak var owner: Request?
    /// Given up with the last event, which breaks the circle.
    private(set) var execution: RequestExecution?
    /// The response, once its head is there.
    var response: URLResponse?
    /// Whether the task was cancelled because this module goes on from its response by itself: that is then the answer.
    var hasDeclined = false
    var hasAnsweredChallenge = false
    private let slot = Locked(Slot())

    init(_ request: URLRequest, body: PreparedBody, for execution: RequestExecution) {
        self.request = request
        self.body = body
        self.execution = execution
        owner = execution.request
    }

    /// The task, once there is one.
    var task: URLSessionTask? { slot.value.task }

    /// Takes the task over; false if nobody waits for it any more.
    func adopt(_ task: URLSessionTask) -> Bool {
        slot.withLock { slot in
            slot.task = task
            return !slot.isAbandoned
        }
    }

    var isAbandoned: Bool { slot.value.isAbandoned }

    /// Ends the transfer without another event.
    func abandon() {
        execution = nil
        let task = slot.withLock { slot in
            slot.isAbandoned = true
            return slot.task
        }
        if let task { DispatchQueue.urlSessionTasks.async { task.cancel() } }
    }

    /// Says that there will be no more events.
    func detach() { execution = nil }
}
