/// What is sent and what comes back: the part that all kinds of requests have in common (`Request` of Alamofire 4).
///
/// A request is started once, can be paused and resumed, and ends exactly once: with what it was for, with an error, or
/// by being cancelled. Its completion handlers run then, in the order they were added.
///
/// `@unchecked Sendable`: what changes is in `record`, under a lock; the rest is the execution's, on the session's queue.
public class Request: @unchecked Sendable {
    /// The session that the request belongs to.
    public let session: Session
    /// The request as it was made; nil if it could not be built.
    let original: URLRequest?
    let record: Locked<RequestRecord>
    let execution: RequestExecution
    /// Where the request's handlers and notifications run, one at a time.
    let callbacks: DispatchQueue

    init(_ made: Result<URLRequest, any Error>, body: RequestBody, sink: any BodySink, session: Session) {
        self.session = session
        original = try? made.get()
        record = Locked(RequestRecord(request: original, body: body))
        callbacks = DispatchQueue(label: "URLSerializationSession.request", target: session.callbackTarget)
        execution = RequestExecution(made, body: body, sink: sink, session: session)
        execution.request = self
    }

    // MARK: - What is known

    /// Where the request is, as its owner has put it.
    public var state: RequestState { record.value.state }
    /// Whether the request has ended, and with it its completion handlers begun.
    public var isFinished: Bool { record.value.isFinished }
    /// The request as it was sent last, with what the adapter, the session and redirections changed; before that as it
    /// was made. Nil if it could not be built.
    public var request: URLRequest? { record.value.request }
    /// The task that is running or has run last; nil before the first. Every attempt, redirection and answer to a
    /// challenge is a task of its own.
    ///
    /// It is there to be looked at: cancel and suspend the request, not its task, which on Linux may end the process.
    public var task: URLSessionTask? { record.value.task }
    /// The response, once its head is there; of a redirection that is followed there is none.
    public var response: HTTPURLResponse? { record.value.response }
    /// Why the request failed; nil if it did not, or has not ended.
    public var error: (any Error)? { record.value.error }
    /// How often the request was sent again because it failed.
    public var retryCount: Int { record.value.retryCount }
    /// When the request was started first.
    public var startTime: Date? { record.value.startTime }
    /// When the request ended.
    public var endTime: Date? { record.value.endTime }
    /// How long the request took, in seconds; nil before its end.
    public var duration: TimeInterval? {
        let record = record.value
        guard let start = record.startTime, let end = record.endTime else { return nil }
        return end.timeIntervalSince(start)
    }

    // MARK: - For the kinds of requests

    /// Whether the session took the request on: it was started before the session's invalidation, or not at all.
    var isAdmitted: Bool { record.value.isAdmitted }

    /// Whether something stands between the answer and the end.
    var needsJudgement: Bool { !record.value.validations.isEmpty }

    /// What was received, as far as validations can be given it.
    var receivedData: Data? { nil }

    /// Puts what was received where it belongs, once it is found to be right. On the request's own queue.
    func settle() throws {}
}
