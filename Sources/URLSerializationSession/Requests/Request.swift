/// A request of a session and its answer: the base class of all kinds of requests (`Request` of Alamofire 4).
///
/// A request is started once, can be suspended and resumed, and ends exactly once: with its answer, with an error, or
/// by being cancelled. Its completion handlers run then, in the order they were added.
///
/// The session decides when its requests start (``Session/start``): by default with the first handler of the answer, so
/// that all calls before it count.
///
/// `@unchecked Sendable`: the mutable state is in `record`, under a lock; the execution uses its own on the session's
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
        let record = record.value
        guard host.startsWithFirstHandler, record.startTime == nil, record.state != .cancelled else { return }
        let name = original == nil ? "a request that could not be built" : description
        host.report(
            "URLSerializationSession: \(name) was released without having been started, so nothing was sent. "
                + "Add a response handler, await its answer, or call resume().")
    }

    // MARK: - State

    /// The state of the request, as the caller controls it.
    public var state: RequestState { record.value.state }
    /// Whether the request has ended, so that its completion handlers run.
    public var isFinished: Bool { record.value.isFinished }
    /// The request as it was sent last, with the changes of adapters, the session and redirections, or before that as
    /// it was made; `nil` if it could not be built.
    public var request: URLRequest? { record.value.request }
    /// The task that is running or has run last, or `nil` before the first. Every attempt, redirection and answered
    /// challenge is another task.
    ///
    /// Use it for reading alone. Cancel and suspend the request, not its task: on Linux the latter may end the process.
    public var task: URLSessionTask? { record.value.task }
    /// The response, or `nil` before its head is received. A redirection that is followed is not the response.
    public var response: HTTPURLResponse? { record.value.response }
    /// The error that the request ended with, or `nil` if there is none or it has not ended.
    public var error: (any Error)? { record.value.error }
    /// The number of times the request was sent again because it failed.
    public var retryCount: Int { record.value.retryCount }
    /// The time of the start, or `nil` before it.
    public var startTime: Date? { record.value.startTime }
    /// The time of the end, or `nil` before it.
    public var endTime: Date? { record.value.endTime }
    /// The seconds from the start to the end, or `nil` before the end.
    public var duration: TimeInterval? {
        let record = record.value
        guard let start = record.startTime, let end = record.endTime else { return nil }
        return end.timeIntervalSince(start)
    }

    // MARK: - For the kinds of requests

    /// Whether the answer has to be validated or placed before the request ends.
    var needsValidation: Bool { !record.value.validations.isEmpty }

    /// The received body for validations, or `nil` where it is not in memory.
    var receivedData: Data? { nil }

    /// Validates the received file. Called on the request's own queue.
    func validateFile() throws {}

    /// Validates the received file for the validations that were added since; an error fails the request for handlers
    /// that are added later.
    func validateFileLate() {}

    /// Places the received body, once it is validated. Called on the request's own queue.
    func place() throws {}
}
