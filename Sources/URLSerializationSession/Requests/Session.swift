/// The event that starts a session's requests.
public enum RequestStart: Hashable, Sendable, CaseIterable {
    /// The first handler of the answer, an `await` of it, or reading its body (Alamofire 5's rule).
    ///
    /// Earlier calls in the same expression always take effect. A request that is released without any of these sends
    /// nothing, and logs a line to the standard error.
    case withFirstHandler
    /// The request's creation (Alamofire 4's `startRequestsImmediately`).
    ///
    /// Later calls in the same expression take effect if the request has not ended. Adapters affect only later
    /// attempts: pass them to the session instead, or change the request with `modify`.
    case immediately
    /// ``Request/resume()``, or an `await` of the answer of a request that has not been started.
    ///
    /// A request that is neither started nor cancelled stays in memory with its completion handlers.
    case manually
}

/// Creates requests and executes them (`SessionManager` of Alamofire 4).
///
/// ```swift
/// let session = Session()
/// let order = try await session.request("https://example.com/orders/1")
///     .validate()
///     .decode(with: .json)
/// ```
///
/// Requests run on libcurl on Linux and on URLSession on Apple's systems (``SessionEngine``). The session implements
/// redirections, challenges, timeouts and files itself, so that they work alike on all systems.
///
/// The serializers refuse bodies of media types other than their own: `.json` accepts `application/json`, `text/json`
/// and `text/javascript`. Allow others in a serializer's configuration, such as `acceptableContentTypes` or, for
/// `application/hal+json`, `acceptableSuffixes = ["json"]`.
///
/// Running requests keep their session alive until they end.
public final class Session: Sendable {
    /// A session with the default settings.
    public static let `default` = Session()

    /// The default of ``maximumReceivedBytes``: 256 MiB.
    public static let standardMaximumReceivedBytes: Int64 = 1 << 28

    /// The URL that relative URLs are resolved against, or `nil` for none.
    public let baseURL: URL?
    /// The event that starts requests, by default ``RequestStart/withFirstHandler``.
    public let start: RequestStart
    /// Whether redirections are followed. Otherwise the redirection itself is the answer.
    public let followsRedirections: Bool
    /// The adapters that change every request before it is sent, in order, after the request's own.
    public let adapters: [any RequestAdapter]
    /// The retriers that decide about failures after the request's own: the first decision to retry counts.
    public let retriers: [any RequestRetrier]
    /// The handlers that decide about redirections, each about the request that the previous one returned.
    ///
    /// If a request has its own handlers, they decide instead. The session's handlers are then called with the request
    /// that the request's own handlers chose, and their answers are ignored.
    public let redirectHandlers: [any RedirectHandler]
    /// The observers that are notified of each event of every request.
    public let observers: [any RequestObserver]
    /// Headers for requests that lack them: those of the configuration's `httpAdditionalHeaders`.
    public let headers: HTTPHeaders
    /// The limit in bytes of a response's body that is kept in memory, or `nil` for none.
    ///
    /// If a body is longer after decompression, its transfer ends with an error of kind
    /// ``RequestError/Kind/tooLarge``. The limit does not apply to a body that goes to a file or is read as it
    /// arrives; ``Request/limitReceivedBytes(to:)`` limits these too, or sets another limit for one request.
    public let maximumReceivedBytes: Int64?
    /// The decoder of models in JSON, for calls without a `decoder:`. Do not change it.
    public let decoder: JSONDecoder
    /// The encoder of models that are sent as `json:` without an `encoder:`, or `nil` for `JSONRequestSerializer`. Do
    /// not change it.
    public let encoder: JSONEncoder?
    /// The certificates by which servers recognize the client.
    public let clientCertificates: [ClientCertificate]
    package let transportPolicy: (any TransportPolicy)?

    /// The User-Agent of AFNetworking's serializers, for requests that no serializer made.
    private static let userAgent = HTTPHeaders(
        HTTPRequestConfiguration().headers.filter { $0.name.lowercased() == "user-agent" })

    let queue: DispatchQueue
    let notifications = NotificationBatch(on: DispatchQueue(label: "URLSerializationSession.notifications"))
    /// Whether notifications are posted about requests.
    let notifies: Bool
    let clock: DeadlineClock
    /// The configuration's headers, and the defaults for those that it lacks.
    private let addedHeaders: HTTPHeaders
    /// Writes a line for the developer.
    let log: @Sendable (String) -> Void
    let engine: any Engine
    let timeouts: Timeouts
    let transferCount = Locked(0)
    /// The longest limit of the observers' bodies, or `nil` if none asks for them.
    let observedBodyLimit: Int?
    private let requests = Locked<(running: [ObjectIdentifier: Request], isInvalidated: Bool)>(([:], false))

    /// Creates a session. Without arguments it has the settings of ``default``.
    ///
    /// - Parameters:
    ///   - baseURL: The URL that relative URLs are resolved against, such as `https://example.com/v2`, or `nil`.
    ///   - headers: Headers for requests that lack them, in addition to the configuration's, or `nil` for none.
    ///   - timeout: The idle timeout in seconds of requests without one, or `nil` for the configuration's.
    ///   - configuration: The settings of URLSession. `nil` is `.default` on Apple's systems and `.ephemeral` on Linux,
    ///     where cookies then stay in memory, because Foundation's file of them is shared with other programs.
    ///     `httpAdditionalHeaders` are validated like a request's own; `timeoutIntervalForRequest` applies to requests
    ///     whose own interval is Foundation's 60 seconds; `timeoutIntervalForResource` limits an attempt and its
    ///     redirections. `protocolClasses` may contain `URLProtocol` classes that answer in place of the network.
    ///   - decoder: The ``decoder``.
    ///   - encoder: The ``encoder``, or `nil` for none.
    ///   - start: The event that starts requests.
    ///   - followsRedirections: Whether redirections are followed, at most 20 in a row.
    ///   - adapters: The adapters that change every request before it is sent, in order.
    ///   - retriers: The retriers that decide about failures, in order, such as a ``RetryPolicy``.
    ///   - redirectHandlers: The handlers that decide about redirections, in order.
    ///   - observers: The observers that are notified of each event of each request.
    ///   - maximumReceivedBytes: The limit in bytes of a body that is kept in memory, or `nil` for none.
    ///   - serverTrust: The pins that every server must satisfy, or `nil` for only the system's evaluation.
    ///   - clientCertificates: The certificates by which servers recognize the client.
    ///   - engine: The part that transfers requests. `nil` uses URLSession on Linux for `protocolClasses` that are not
    ///     Foundation's, or else the one that the environment variable `URLSERIALIZATION_ENGINE` names, `libcurl` or
    ///     `urlsession`, or else libcurl.
    public convenience init(
        baseURL: URL? = nil, headers: HTTPHeaders? = nil, timeout: TimeInterval? = nil,
        configuration: URLSessionConfiguration? = nil, decoder: JSONDecoder = JSONDecoder(),
        encoder: JSONEncoder? = nil, start: RequestStart = .withFirstHandler,
        followsRedirections: Bool = true, adapters: [any RequestAdapter] = [], retriers: [any RequestRetrier] = [],
        redirectHandlers: [any RedirectHandler] = [], observers: [any RequestObserver] = [],
        maximumReceivedBytes: Int64? = standardMaximumReceivedBytes, serverTrust: ServerTrust? = nil,
        clientCertificates: [ClientCertificate] = [], engine: SessionEngine? = nil
    ) {
        var configuration = configuration
        if headers != nil || timeout != nil {
            let base = configuration ?? SessionEngine.configuration
            configuration = base.copy() as? URLSessionConfiguration ?? base
            configuration?.timeoutIntervalForRequest = timeout ?? base.timeoutIntervalForRequest
            let names = Set((headers ?? [:]).map { $0.name.lowercased() })
            let others = (base.httpAdditionalHeaders ?? [:]).filter { !names.contains("\($0.key)".lowercased()) }
            configuration?.httpAdditionalHeaders = others.merging(headers?.dictionary ?? [:]) { $1 }
        }
        self.init(
            baseURL: baseURL, configuration: configuration, decoder: decoder, encoder: encoder, start: start,
            followsRedirections: followsRedirections, adapters: adapters, retriers: retriers,
            redirectHandlers: redirectHandlers, observers: observers, maximumReceivedBytes: maximumReceivedBytes,
            defaultHeaders: Self.userAgent, transportPolicy: serverTrust, clientCertificates: clientCertificates,
            engine: engine)
    }

    /// Creates a session whose requests have an idle timeout, such as `.seconds(5)`.
    @available(iOS 16, macOS 13, tvOS 16, watchOS 9, *)
    public convenience init(
        baseURL: URL? = nil, headers: HTTPHeaders? = nil, timeout: Duration,
        configuration: URLSessionConfiguration? = nil
    ) { self.init(baseURL: baseURL, headers: headers, timeout: timeout.interval, configuration: configuration) }

    /// Creates a session with a transport policy.
    ///
    /// - Parameters:
    ///   - defaultHeaders: Headers for requests that have none of these names, after the configuration's.
    ///   - transportPolicy: The policy consulted before each transfer, or `nil` for none.
    ///   - notifies: Whether notifications are posted about requests.
    ///   - log: Writes a line for the developer.
    ///   - queue: The queue of the engine's reports and of timers.
    ///   - kind: The kind of engine, as for the public initializer.
    ///   - engine: An engine to use in place of one of that kind.
    package init(
        baseURL: URL? = nil, configuration: URLSessionConfiguration? = nil, decoder: JSONDecoder = JSONDecoder(),
        encoder: JSONEncoder? = nil, start: RequestStart = .withFirstHandler, followsRedirections: Bool = true,
        adapters: [any RequestAdapter] = [], retriers: [any RequestRetrier] = [],
        redirectHandlers: [any RedirectHandler] = [], observers: [any RequestObserver] = [],
        maximumReceivedBytes: Int64? = standardMaximumReceivedBytes, defaultHeaders: HTTPHeaders = [:],
        transportPolicy: (any TransportPolicy)?, clientCertificates: [ClientCertificate] = [], notifies: Bool = true,
        engine kind: SessionEngine? = nil, log: @escaping @Sendable (String) -> Void = writeToStandardError,
        queue: DispatchQueue = DispatchQueue(label: "URLSerializationSession.events"),
        transfers engine: (any Engine)? = nil
    ) {
        (self.baseURL, self.decoder, self.encoder) = (baseURL, decoder, encoder)
        self.start = start
        self.followsRedirections = followsRedirections
        self.adapters = adapters
        self.retriers = retriers
        self.redirectHandlers = redirectHandlers
        self.observers = observers
        observedBodyLimit = observers.compactMap(\.observedBodyLimit).max()
        self.maximumReceivedBytes = maximumReceivedBytes
        (self.transportPolicy, self.clientCertificates) = (transportPolicy, clientCertificates)
        self.notifies = notifies
        self.log = log
        let configuration = configuration ?? SessionEngine.configuration
        // Values that are not text are replaced by their descriptions: URLSession on Linux would end the process over
        // them.
        let fields = (configuration.httpAdditionalHeaders ?? [:]).map { ("\($0)", "\($1)") }
        headers = HTTPHeaders(Dictionary(fields) { $1 }).sorted()
        addedHeaders = HTTPHeaders(headers + defaultHeaders.filter { [headers] in headers[$0.name] == nil })
        timeouts = Timeouts(
            idle: configuration.timeoutIntervalForRequest, total: configuration.timeoutIntervalForResource.limit)
        self.queue = queue
        self.engine =
            engine ?? SessionEngine.make(kind, configuration, policy: transportPolicy, reportingOn: queue, log: log)
        clock = DeadlineClock(on: queue)
    }

    deinit { engine.invalidate() }

    /// Ends the session: requests that are started later fail with an error of kind
    /// ``RequestError/Kind/invalidated``. Running requests finish, with their redirections and retries.
    public func invalidate() {
        let isIdle = requests.withLock { requests in
            requests.isInvalidated = true
            return requests.running.isEmpty
        }
        if isIdle { engine.invalidate() }
    }

    /// Ends the session, and cancels its running requests.
    public func invalidateAndCancel() {
        invalidate()
        cancelAllRequests()
    }

    /// Cancels every request that has been started and has not ended.
    public func cancelAllRequests() { for request in runningRequests { request.cancel() } }

    /// Cancels every request, as ``cancelAllRequests()`` does.
    public func cancelAll() { cancelAllRequests() }

    /// The requests that have been started and have not ended, in no order.
    public var runningRequests: [Request] { Array(requests.value.running.values) }

    /// The number of transfers that have not completed.
    package var taskCount: Int { transferCount.value }

    // MARK: - For the requests

    /// The cookies that the engine adds to a message.
    func cookies(for message: URLRequest) -> [HTTPCookie] {
        message.httpShouldHandleCookies && headers["Cookie"] == nil ? engine.cookies(for: message) : []
    }

    /// Adds a request to the running ones.
    ///
    /// - Returns: `false` if the session has been invalidated.
    func started(_ request: Request) -> Bool {
        requests.withLock { requests in
            requests.running[ObjectIdentifier(request)] = request
            return !requests.isInvalidated
        }
    }

    /// Removes a request from the running ones.
    func finished(_ request: Request) {
        let wasLast = requests.withLock { requests in
            requests.running[ObjectIdentifier(request)] = nil
            return requests.isInvalidated && requests.running.isEmpty
        }
        if wasLast { engine.invalidate() }
    }

    /// Sets the session's headers for which a serializer would otherwise fill in its defaults.
    ///
    /// - Throws: `RequestSerializationError` naming a header that cannot be sent.
    func setHeaders(inPlaceOf defaults: HTTPHeaders, in request: inout URLRequest) throws {
        try request.setHeaders(HTTPHeaders(headers.filter { defaults[$0.name] != nil }))
    }

    /// Adds the session's headers to a message.
    ///
    /// - Throws: `RequestSerializationError` naming a header that cannot be sent.
    func addHeaders(to message: inout URLRequest) throws { try message.addHeaders(addedHeaders) }
}

/// A session's timeouts in seconds: the idle one, and the total of an attempt.
struct Timeouts: Sendable {
    let idle: TimeInterval
    /// The limit of an attempt, or `nil` for none.
    let total: TimeInterval?

    /// Returns the idle timeout of a message, or `nil` for none: the message's own interval unless that is Foundation's
    /// default of 60 seconds, and otherwise the session's.
    func idle(for message: URLRequest) -> TimeInterval? {
        (message.timeoutInterval == 60 ? idle : message.timeoutInterval).limit
    }
}

extension TimeInterval {
    /// The limit that an interval sets, or `nil` for zero, infinity, NaN, and a week or more: Foundation's default for
    /// a resource.
    var limit: TimeInterval? { self > 0 && self < 604_800 ? self : nil }
}
