import URLSerializationSession

/// A request of a session: the base class of all kinds.
///
/// The first response handler starts a request, or ``resume()`` does if the session does not start requests.
/// URLSerializationSession sends it, once for each attempt. Its handlers are called once, when it has ended for good.
///
/// `@unchecked Sendable`: the mutable state is in `record`, under a lock.
public class Request: @unchecked Sendable {
    /// A stage in the life of a request, from its creation to its end.
    public enum State: Sendable {
        /// Created, and not yet started by a response handler or by `resume()`.
        case initialized
        /// Started, or continued after a pause.
        case resumed
        /// Paused: nothing more is sent or delivered.
        case suspended
        /// Cancelled. It ends with `AFError.explicitlyCancelled`, or with the error that a stream's handler threw.
        case cancelled
        /// Ended, with its handlers called or about to be called.
        case finished

    }

    /// A closure that receives the progress of a request.
    public typealias ProgressHandler = @Sendable (_ progress: Progress) -> Void
    /// The result of a validation. A failure becomes the request's error.
    public typealias ValidationResult = Result<Void, any (Error & Sendable)>

    /// The answer of a handler of a response's head.
    public enum ResponseDisposition: Sendable {
        /// Receives the body of the response.
        case allow
        /// Cancels the request, whose body is then not returned.
        case cancel
    }

    /// The identity of the request, also in ``RequestAdapterState/requestID``.
    public var id: UUID { record.withLock { $0.id } }
    /// The queue of the request's state: the session's root queue.
    public let underlyingQueue: DispatchQueue
    /// The session's queue on which the serializers of responses run.
    public let serializationQueue: DispatchQueue
    /// Whether the first handler starts the request, or `nil` for the session's setting.
    public let shouldAutomaticallyResume: Bool?
    /// The session, or `nil` once it was released. In Alamofire it is a `RequestDelegate`.
    public private(set) weak var delegate: Session?
    /// The value that makes the request before the adapters, or `nil` for a download that is resumed.
    let source: (any URLRequestConvertible)?
    /// The request that lives this one's life.
    let core: Carrier
    /// The message of the first attempt if the session makes it before the start.
    let early: Promise<Made>?
    /// Set before the handlers are called.
    let ended = Promise<Void>()
    /// Taken when the progress of a direction is observed.
    let (sentObserver, receivedObserver) = (TakenOnce(()), TakenOnce(()))
    let record: Locked<AFRequestRecord>

    init(_ source: (any URLRequestConvertible)?, _ core: Carrier, _ session: Session, _ options: RequestOptions) {
        self.core = core
        self.source = source
        delegate = session
        underlyingQueue = session.rootQueue
        serializationQueue = session.serializationQueue
        shouldAutomaticallyResume = options.resumes
        record = Locked(AFRequestRecord(monitor: session.eventMonitor, interceptor: options.interceptor))
        early = session.requestSetup == .eager ? Promise() : nil
        core.life = self
        core.session.begin(core)
        if let early { make(in: session) { early.set($0) } }
    }

    // MARK: - State

    /// The current state. A handler added after the end makes it `resumed` again until the serializer has run.
    public var state: State {
        switch core.state {
        case .initialized: .initialized
        case .resumed: .resumed
        case .suspended: .suspended
        // A session that is released ends its requests.
        case .cancelled: error?.isSessionDeinitializedError == true ? .finished : .cancelled
        case .finished: record.withLock { $0.lateHandlers } > 0 ? .resumed : .finished
        }
    }
    /// Whether the request has not been started.
    public var isInitialized: Bool { state == .initialized }
    /// Whether the request was started, and is neither paused nor ended.
    public var isResumed: Bool { state == .resumed }
    /// Whether the request is paused, before or after its start.
    public var isSuspended: Bool { state == .suspended }
    /// Whether the request was cancelled, even after it has ended.
    public var isCancelled: Bool { state == .cancelled }
    /// Whether the request has ended without being cancelled.
    public var isFinished: Bool { state == .finished }
    /// The error that the request ended with, or the current attempt's.
    public var error: AFError? { record.withLock { $0.error } }
    /// The number of times the request was sent again.
    public var retryCount: Int { core.retryCount }
    /// The session's monitors, followed by the request's own.
    public var eventMonitor: CompositeEventMonitor { record.withLock { $0.monitor } }
    /// The interceptor of the request, in addition to the session's.
    public var interceptor: (any RequestInterceptor)? { record.withLock { $0.interceptor } }
    /// The redirect handler of the request, which decides in place of the session's.
    public var redirectHandler: (any RedirectHandler)? { record.withLock { $0.redirectHandler } }
    /// The handler for caching. It is never called.
    public var cachedResponseHandler: (any CachedResponseHandler)? { record.withLock { $0.cachedResponseHandler } }
    /// The credential that answers the server's challenges, or `nil` if ``authenticate(with:)`` was not called.
    public var credential: URLCredential? { record.withLock { $0.credential } }

    /// The requests of all attempts as they were built and adapted, in order.
    public var requests: [URLRequest] { record.withLock { $0.requests } }
    /// The first of ``requests``, as it was before the adapters, or `nil` before it is built.
    public var firstRequest: URLRequest? { requests.first }
    /// The last of ``requests``, or `nil` before the first is built.
    public var lastRequest: URLRequest? { requests.last }
    /// The same as ``lastRequest``, under Alamofire's shorter name.
    public var request: URLRequest? { lastRequest }
    /// The requests that were sent, with the changes of redirections.
    public var performedRequests: [URLRequest] { tasks.compactMap(\.currentRequest) }
    /// The server's response to the last attempt, or `nil` before it.
    public var response: HTTPURLResponse? { core.response }
    /// The tasks, one for each attempt. A task represents an attempt and can be cancelled, but belongs to no
    /// URLSession.
    public var tasks: [URLSessionTask] { record.withLock { $0.tasks.map(\.task) } }
    /// The first of ``tasks``, or `nil` before the first attempt.
    public var firstTask: URLSessionTask? { tasks.first }
    /// The last of ``tasks``, or `nil` before the first attempt.
    public var lastTask: URLSessionTask? { record.withLock { $0.tasks.last?.task } }
    /// The same as ``lastTask``, under Alamofire's shorter name.
    public var task: URLSessionTask? { lastTask }
    /// The metrics of all tasks. Always empty, because programs cannot create `URLSessionTaskMetrics`.
    public var allMetrics: [URLSessionTaskMetrics] { [] }
    /// The metrics of the first task. Always `nil`.
    public var firstMetrics: URLSessionTaskMetrics? { nil }
    /// The metrics of the last task. Always `nil`.
    public var lastMetrics: URLSessionTaskMetrics? { nil }
    /// The same as ``lastMetrics``, under Alamofire's shorter name. Always `nil`.
    public var metrics: URLSessionTaskMetrics? { nil }

    /// The current attempt's progress of sending the body; the total is not positive while it is unknown.
    public var uploadProgress: Progress { core.uploadProgress }
    /// The current attempt's progress of receiving the body; the total is not positive if it is unknown.
    public var downloadProgress: Progress { core.downloadProgress }

    // MARK: - For the kinds of requests

    /// The body, the file or the resume data of the current attempt so far.
    var received: Received { record.withLock { (nil, $0.fileURL, $0.resumeData) } }

    /// Whether the request is made without running the caller's code.
    var isPlain: Bool { source is URLRequest || (source as? MadeRequest)?.isPlain == true }

    /// Makes the body of an attempt, or returns `nil` for the message's own.
    func makeBody(of request: URLRequest) throws -> URLSerializationSession.Uploadable? { nil }

    /// Returns the task that represents an attempt.
    func makeTask(_ attempt: AttemptWork) -> URLSessionTask { RequestDataTask(attempt) }

    /// Takes over what an attempt has received, before its validation.
    func didReceive() {}

    /// Takes over the failure of an attempt.
    func didFail(_ error: RequestError, _ task: URLSessionTask) {}

    /// Called when the request has ended for good.
    func didFinish() {}

    /// Returns whether a response has one of these media types or no body.
    func hasAcceptableContent(_ response: HTTPURLResponse, _ types: [String]) -> ValidationResult {
        let own = MediaRange(response.mediaType ?? "")
        if types.contains(where: { MediaRange($0).contains(own) }) { return .success(()) }
        let types = types.sorted()
        return .failure(
            response.mimeType.map { .unacceptableContentType(acceptableContentTypes: types, responseContentType: $0) }
                ?? .missingContentType(acceptableContentTypes: types))
    }

    /// Reports a validation to the monitors.
    func report(_ result: ValidationResult, of response: HTTPURLResponse) {}
}

extension Request: Hashable, Identifiable {
    /// Returns whether both are the same request.
    public static func == (lhs: Request, rhs: Request) -> Bool { lhs === rhs }
    /// Hashes the identity of the object, not its state.
    public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}

/// The request of the session that carries out an attempt.
typealias Carrier = URLSerializationSession.Request

/// The body, the file or the resume data of an attempt.
typealias Received = (data: Data?, fileURL: URL?, resumeData: Data?)

/// The caller's choices for one request.
typealias RequestOptions = (interceptor: (any RequestInterceptor)?, resumes: Bool?)
