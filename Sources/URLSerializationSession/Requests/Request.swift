/// A request of a session and its answer: the base class of all kinds of requests (`Request` of Alamofire 4).
///
/// A request is started once, can be suspended and resumed, and ends exactly once: with its answer, with an error, or
/// by being cancelled. Its completion handlers then run in the order they were added.
///
/// The session decides when its requests start (``Session/start``): by default with the first handler of the answer, so
/// that all earlier calls take effect.
///
/// `@unchecked Sendable`: the mutable state is in `record`, under a lock.
public class Request: @unchecked Sendable {
    typealias Machine = RequestRecord.Machine

    /// The session that the request belongs to.
    public let session: Session
    /// The request as it was made, or the reason why it could not be built.
    let made: Result<URLRequest, any Error>
    /// The source of the body, or `nil` for none and for the request's own `httpBody`.
    let body: Uploadable?
    let sink: BodySink
    let record: Locked<RequestRecord>
    /// The queue of the request's handlers, which run one at a time.
    let callbacks: DispatchQueue
    /// The part of another module in this request, or `nil` for none. Set before the request begins.
    package weak var life: (any RequestLife)? { didSet { record.withLock { $0.followLife() } } }

    /// - Parameter body: The source of the body, or `nil` for the request's own body.
    init(_ made: Result<URLRequest, any Error>, body: Uploadable?, sink: BodySink, session: Session) {
        self.session = session
        self.made = made.map(\.withoutStreamFields)
        self.body = body ?? (try? made.get()).flatMap { Uploadable(bodyOf: $0) }
        self.sink = sink
        record = Locked(RequestRecord(try? self.made.get(), body: self.body))
        callbacks = DispatchQueue(label: "URLSerializationSession.request", target: .global())
    }

    deinit {
        guard session.start == .withFirstHandler,
            let description = record.withLock({ $0.isUnused ? $0.description : nil })
        else { return }
        let name = original == nil ? "a request that could not be built" : description
        session.log(
            "URLSerializationSession: \(name) was released without having been started, so nothing was sent. "
                + "Add a response handler, await its answer, or call resume().")
    }

    /// The request as it was made, or `nil` if it could not be built.
    var original: URLRequest? { try? made.get() }

    // MARK: - State

    /// The state of the request, as the caller controls it.
    public var state: RequestState { record.withLock { $0.machine.state } }
    /// Whether the request has ended, so that its completion handlers run.
    public var isFinished: Bool { record.withLock { $0.machine.isFinished } }
    /// Whether the request was cancelled.
    public var isCancelled: Bool { state == .cancelled }
    /// The request as it was last sent, with the changes made by adapters, the session and redirections, or as it was
    /// made if it has not been sent; `nil` if it could not be built.
    public var request: URLRequest? { record.withLock { $0.message } }
    /// The task that is running or ran last, or `nil` before the first. Every attempt, redirection and answered
    /// challenge has another task. The property is `nil` if libcurl runs the request, as by default on Linux.
    ///
    /// Only read the task's properties. Cancel and suspend the request, not its task: on Linux, that may end the
    /// process.
    public var task: URLSessionTask? { record.withLock { $0.task } }
    /// The response, or `nil` before its head is received. A redirection that is followed is not the response.
    public var response: HTTPURLResponse? { record.withLock { $0.response } }
    /// The error that the request ended with, or `nil` if there is none or it has not ended.
    public var error: RequestError? { record.withLock { $0.error } }
    /// The number of times the request was sent again because it failed.
    public var retryCount: Int { record.withLock { $0.machine.retries } }
    /// The time of the start, or `nil` before it.
    public var startTime: Date? { record.withLock { $0.startTime } }
    /// The time of the end, or `nil` before it.
    public var endTime: Date? { record.withLock { $0.endTime } }
    /// The seconds from the start to the end, or `nil` before the end.
    public var duration: TimeInterval? { startTime.flatMap { start in endTime.map { $0.timeIntervalSince(start) } } }
    /// The metrics of the request's transfers that have ended, in order.
    ///
    /// A transfer that is cancelled, for example by a timeout, has none. On Linux, only libcurl measures transfers:
    /// with URLSession, the list stays empty.
    public var metrics: [TransferMetrics] { record.withLock { $0.metrics } }

    // MARK: - For the kinds of requests

    /// The download whose file the answer keeps, or `nil` for a body in memory.
    var download: DownloadRequest? { nil }

    /// Returns the received body for a serializer, or `nil` for none.
    func readBody() throws -> Data? { sink.data }

    /// Returns the answer with a value and an error.
    func answer<Output>(_ value: Output?, _ error: RequestError?) -> Answer<Output> {
        let (message, head) = record.withLock { ($0.message, $0.machine.answer) }
        return Answer(
            request: message, head: head, data: sink.data, value: value, error: error,
            duration: duration ?? 0, download: download, decoder: session.decoder)
    }

    /// Releases the body for reading if the response is acceptable.
    func review() {}
}

/// The state of a request, as the caller controls it.
///
/// A request that has ended cannot be resumed, and a suspended request does not end until it is resumed or cancelled.
public enum RequestState: Hashable, Sendable {
    /// Created, and not started yet.
    case initialized
    /// Started, or continued after a pause.
    case resumed
    /// Suspended: nothing is handed out, and nothing further is sent.
    case suspended
    /// Cancelled. The request then ends with an error of kind ``RequestError/Kind/cancelled``.
    case cancelled
    /// Ended, with or without an error, but not cancelled.
    case finished
}

extension Request: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// The method, the URL and, after a response, the status: `GET https://example.com/ (200)`.
    ///
    /// The URL omits the user, password, query and fragment, which may be secret.
    public var description: String { record.withLock { $0.description } }

    /// The `curl` command of ``cURLDescription(includingSecrets:)``, without secrets.
    public var debugDescription: String { cURLDescription() }

    /// A mirror with ``description`` as its only child, so that `dump` shows no secrets.
    public var customMirror: Mirror { Mirror(self, children: ["description": description], displayStyle: .class) }

    /// Returns a `curl` command that sends the request again, byte for byte, from `sh` or `bash`.
    ///
    /// ```swift
    /// print(request.cURLDescription())
    /// ```
    ///
    /// The command contains a multipart form with its boundary, the paths of files, and the session's cookies for the
    /// URL. A comment replaces a body that is a stream. Headers from adapters and from the session appear only after
    /// the request was sent. Curl adds `User-Agent` and `Accept` where the request has none. The program `base64`
    /// decodes bytes that are not text.
    ///
    /// - Parameter includingSecrets: Whether the command contains the URL's user and password, and the values of
    ///   `Authorization`, `Cookie` and other headers and query parameters named like keys, tokens and passwords.
    ///   Otherwise `REDACTED` replaces them, and the values of such parameters of a form. No other body is redacted.
    /// - Complexity: Linear in the length of a body in memory.
    public func cURLDescription(includingSecrets: Bool = false) -> String {
        let (message, body) = record.withLock { record in
            record.isDescribed = true
            return (record.message, record.body)
        }
        guard var request = message else { return "# The request could not be built." }
        let cookies = request.value(forHTTPHeaderField: "Cookie") == nil ? session.cookies(for: request) : []
        for (name, value) in HTTPCookie.requestHeaderFields(with: cookies) where !value.isEmpty {
            request.setValue(value, forHTTPHeaderField: name)
        }
        return CURLCommand(request, body: body, redactsSecrets: !includingSecrets).text
    }
}
