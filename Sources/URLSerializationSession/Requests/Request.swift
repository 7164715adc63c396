/// A request that a session carries out, and its answer: the part that all kinds of requests have in common (`Request` of
/// Alamofire 4).
///
/// A request is started once, can be suspended and resumed, and ends exactly once: with its answer, with an error, or by
/// being cancelled. Its completion handlers run then, in the order they were added.
///
/// When it starts is a setting of its session (`RequestStart`): by default with the first handler of its answer, so that
/// everything said before it counts.
///
/// `@unchecked Sendable`: the mutable state is in `record`, under a lock; the rest is the execution's, on the session's
/// queue.
public class Request: @unchecked Sendable {
    let host: any RequestHost
    /// The request as it was made, or `nil` if it could not be built.
    let original: URLRequest?
    let record: Locked<RequestRecord>
    let execution: RequestExecution
    /// The queue of the request's handlers, which run one at a time.
    let callbacks: DispatchQueue

    init(_ made: Result<URLRequest, any Error>, body: RequestBody, sink: any BodySink, host: any RequestHost) {
        self.host = host
        original = try? made.get()
        record = Locked(RequestRecord(request: original, body: body))
        callbacks = DispatchQueue(label: "URLSerializationSession.request", target: host.callbackTarget)
        execution = RequestExecution(made, body: body, sink: sink, host: host)
        execution.owner = self
    }

    deinit {
        guard host.startsWithFirstHandler, record.value.state == .initialized else { return }
        host.report(
            "URLSerializationSession: \(description) was released without having been started, so nothing was sent. "
                + "Add a response handler, await its answer, or call resume().")
    }

    // MARK: - State

    /// The state that the caller has put the request into.
    public var state: RequestState { record.value.state }
    /// Whether the request has ended, so that its completion handlers run.
    public var isFinished: Bool { record.value.isFinished }
    /// The request as it was sent last, with the changes of adapters, the session and redirections; before that as it was
    /// made. `nil` if it could not be built.
    public var request: URLRequest? { record.value.request }
    /// The task that is running or has run last, or `nil` before the first. Every attempt, redirection and answered
    /// challenge is another task.
    ///
    /// Only read it: cancel and suspend the request, not its task, which on Linux may end the process.
    public var task: URLSessionTask? { record.value.task }
    /// The response, once its head has come. A redirection that is followed is none.
    public var response: HTTPURLResponse? { record.value.response }
    /// The error that the request ended with, or `nil` if there is none or it has not ended.
    public var error: (any Error)? { record.value.error }
    /// The number of times the request was sent again because it failed.
    public var retryCount: Int { record.value.retryCount }
    /// The time of the start.
    public var startTime: Date? { record.value.startTime }
    /// The time of the end.
    public var endTime: Date? { record.value.endTime }
    /// The seconds from the start to the end, or `nil` before the end.
    public var duration: TimeInterval? {
        let record = record.value
        guard let start = record.startTime, let end = record.endTime else { return nil }
        return end.timeIntervalSince(start)
    }

    // MARK: - For the kinds of requests

    /// Whether something stands between the answer and the end.
    var needsValidation: Bool { !record.value.validations.isEmpty }

    /// The received body, as far as validations can be given it.
    var receivedData: Data? { nil }

    /// Places the received body, once it is validated. Called on the request's own queue.
    func place() throws {}
}
