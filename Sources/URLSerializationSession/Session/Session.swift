/// Makes requests and carries them out (`SessionManager` of Alamofire 4).
///
/// ```swift
/// let session = Session()
/// let order = try await session.request("https://example.com/orders/1")
///     .validate()
///     .decode(with: .json)
/// ```
///
/// What it hands out runs on URLSession. Of what URLSession does differently on Linux little is left to notice: the
/// session follows redirections, answers challenges, pauses, counts time and writes files itself, on all systems alike.
///
/// A session that is released finishes the requests that are running; they keep it until then.
public final class Session: Sendable {
    /// A session with Foundation's default configuration: cookies are kept from one run of the program to the next.
    public static let `default` = Session()

    /// The ``maximumReceivedBytes`` of a session that is not given another: 256 MiB.
    public static let standardMaximumReceivedBytes: Int64 = 1 << 28

    /// Whether requests start when they are made; if not, ``Request/resume()`` starts them.
    public let startRequestsImmediately: Bool
    /// Whether redirections are followed; if not, the answer is the redirection itself.
    public let followsRedirections: Bool
    /// Changes every request before it is sent.
    public let adapter: (any RequestAdapter)?
    /// Decides whether requests that failed are sent again.
    public let retrier: (any RequestRetrier)?
    /// Headers for requests that have none of these names: those of the configuration's `httpAdditionalHeaders`.
    public let headers: HTTPHeaders
    /// The number of bytes of a response's body that are kept in memory, or `nil` for no limit.
    ///
    /// A body that becomes longer, decompressed, ends its transfer with ``SessionError``, code
    /// ``SessionError/Code/bodyTooLarge``. It does not hold for what goes to a file or is handed out as it comes; a limit
    /// for these, or another for one request, is ``Request/limitReceivedBytes(to:)``.
    public let maximumReceivedBytes: Int64?
    /// Has a say in which requests go out, and to which servers.
    package let transportPolicy: (any TransportPolicy)?

    /// Where the requests' events happen, one at a time.
    let queue: DispatchQueue
    /// Where the user's code runs, for each request in order.
    let callbackTarget = DispatchQueue.global()
    /// Where notifications are posted: one for all requests, because waking a thread for each costs more than posting.
    let notifications = DispatchQueue(label: "URLSerializationSession.notifications")
    let clock: DeadlineClock
    private let tasks: TaskSource
    private let timeouts: Timeouts
    private let requests = Locked(Requests())

    private struct Requests: Sendable {
        var running: [ObjectIdentifier: Request] = [:]
        var isInvalidated = false
    }

    /// A session.
    ///
    /// - Parameters:
    ///   - configuration: How to send. With `.ephemeral` cookies stay in memory. `httpAdditionalHeaders` are checked like
    ///     a request's own; `timeoutIntervalForRequest` counts where a request's own interval is Foundation's 60 seconds;
    ///     `timeoutIntervalForResource` limits an attempt with its redirections. `protocolClasses` may name `URLProtocol`s
    ///     that answer in the network's place.
    ///   - startRequestsImmediately: Whether requests start when they are made. The end of one waits up to a quarter of a
    ///     second for somebody to wait for it, so that all that is said in the expression that makes it counts. One that is
    ///     never started nor cancelled
    ///     stays in memory with its completion handlers.
    ///   - followsRedirections: Whether redirections are followed, at most 20 in a row.
    ///   - adapter: Changes every request before it is sent.
    ///   - retrier: Decides whether requests that failed are sent again, as a ``RetryPolicy`` does.
    ///   - maximumReceivedBytes: The number of bytes of a body that are kept in memory, or `nil` for no limit.
    public convenience init(
        configuration: URLSessionConfiguration = .default, startRequestsImmediately: Bool = true,
        followsRedirections: Bool = true, adapter: (any RequestAdapter)? = nil, retrier: (any RequestRetrier)? = nil,
        maximumReceivedBytes: Int64? = standardMaximumReceivedBytes
    ) {
        self.init(
            configuration: configuration, startRequestsImmediately: startRequestsImmediately,
            followsRedirections: followsRedirections, adapter: adapter, retrier: retrier,
            maximumReceivedBytes: maximumReceivedBytes, transportPolicy: nil)
    }

    /// A session whose requests a policy has a say in.
    package init(
        configuration: URLSessionConfiguration = .default, startRequestsImmediately: Bool = true,
        followsRedirections: Bool = true, adapter: (any RequestAdapter)? = nil, retrier: (any RequestRetrier)? = nil,
        maximumReceivedBytes: Int64? = standardMaximumReceivedBytes, transportPolicy: (any TransportPolicy)?
    ) {
        self.startRequestsImmediately = startRequestsImmediately
        self.followsRedirections = followsRedirections
        self.adapter = adapter
        self.retrier = retrier
        self.maximumReceivedBytes = maximumReceivedBytes
        self.transportPolicy = transportPolicy
        headers = HTTPHeaders(additional: configuration.httpAdditionalHeaders)
        timeouts = Timeouts(configuration)
        queue = DispatchQueue(label: "URLSerializationSession.events")
        clock = DeadlineClock(on: queue)
        tasks = TaskSource(configuration, policy: transportPolicy, reportingOn: queue)
    }

    deinit { tasks.invalidate() }

    /// Ends the session: requests that are started from now on fail with ``SessionError``, code
    /// ``SessionError/Code/sessionInvalidated``.
    ///
    /// - Parameter cancelsRequests: Whether those that are running are cancelled; if not, they finish, with their
    ///   redirections and retries.
    public func invalidate(cancellingRequests cancelsRequests: Bool = false) {
        let isIdle = requests.withLock { requests in
            requests.isInvalidated = true
            return requests.running.isEmpty
        }
        if isIdle { endTasks() }
        if cancelsRequests { cancelAllRequests() }
    }

    /// Not on the events' queue, for which the making of a task may be waiting.
    private func endTasks() { DispatchQueue.urlSessionTasks.async { [tasks] in tasks.invalidate() } }

    /// Cancels every request that has been started and has not ended.
    public func cancelAllRequests() {
        for request in runningRequests { request.cancel() }
    }

    /// The requests that have been started and have not ended, in no order.
    public var runningRequests: [Request] { Array(requests.value.running.values) }

    // MARK: - For the requests

    /// How many tasks URLSession has not completed.
    package var taskCount: Int { tasks.count }

    /// Keeps a request until it has ended; false if the session has been invalidated, and it must fail.
    func started(_ request: Request) -> Bool {
        requests.withLock { requests in
            requests.running[ObjectIdentifier(request)] = request
            return !requests.isInvalidated
        }
    }

    func finished(_ request: Request) {
        let (released, wasLast) = requests.withLock { requests in
            let released = requests.running.removeValue(forKey: ObjectIdentifier(request))
            return (released, requests.isInvalidated && requests.running.isEmpty)
        }
        if wasLast { endTasks() }
        // Released outside of the lock, in case it is the last reference.
        withExtendedLifetime(released) {}
    }

    /// Adds the session's headers to a request.
    ///
    /// - Throws: `RequestSerializationError` naming a header that cannot be sent, which Foundation may leave out.
    func addHeaders(to request: inout URLRequest) throws {
        for header in headers where request.value(forHTTPHeaderField: header.name) == nil {
            try HTTPSyntax.validate(name: header.name, value: header.value)
            request.setValue(header.value, forHTTPHeaderField: header.name)
        }
    }

    /// How long nothing may happen; nil for as long as you like.
    func idleTimeout(of request: URLRequest) -> TimeInterval? { timeouts.idle(for: request) }

    /// How long an attempt may take; nil for as long as you like.
    var totalTimeout: TimeInterval? { timeouts.total }

    /// Makes the task of a transfer, and resumes it.
    func launch(_ transfer: Transfer) {
        DispatchQueue.urlSessionTasks.async { [self] in
            guard !transfer.isAbandoned else { return }
            guard let task = tasks.make(transfer) else {
                return queue.async {
                    guard let execution = transfer.execution else { return }
                    transfer.abandon()
                    execution.attemptEnded(SessionError.invalidated(transfer.request.url))
                }
            }
            guard transfer.adopt(task) else { return task.cancel() }
            transfer.owner?.didStart(task)
            task.resume()
        }
    }
}

/// The name that Alamofire 4 has for ``Session``.
public typealias SessionManager = Session
