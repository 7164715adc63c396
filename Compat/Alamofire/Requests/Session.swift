import URLSerializationSession

/// The default session, by the name that Alamofire's examples use.
public let AF = Session.default

/// The version of Alamofire whose names this module has.
public enum AFInfo {
    /// The version of Alamofire, not of this package.
    public static let version = "5.12.0"
}

/// A certificate with its private key by which a server recognizes the client: a parameter of ``Session``.
public typealias ClientCertificate = URLSerializationSession.ClientCertificate

/// Creates requests and keeps them until they end.
///
/// Requests are sent by URLSerializationSession. Releasing the session ends its requests with
/// `AFError.sessionDeinitialized`.
open class Session: @unchecked Sendable {
    /// The session with default settings, also called ``AF``.
    public static let `default` = Session()

    /// The time at which requests are built.
    public enum RequestSetup: Sendable {
        /// At their start, by the first handler or by ``Request/resume()``.
        case lazy
        /// At their creation. They are sent at their start.
        case eager
    }

    /// Changes a request before its parameters are encoded. An error that it throws becomes the request's.
    public typealias RequestModifier = @Sendable (inout URLRequest) throws -> Void

    /// The serial queue of the requests' state.
    public let rootQueue: DispatchQueue
    /// Whether requests are started by their first handler.
    public let startRequestsImmediately: Bool
    /// The time at which requests are built.
    public let requestSetup: RequestSetup
    /// The queue on which requests are built.
    public let requestQueue: DispatchQueue
    /// The queue on which the serializers of responses run, by default one on the root queue.
    public let serializationQueue: DispatchQueue
    /// The interceptor of all requests, before their own.
    public let interceptor: (any RequestInterceptor)?
    /// The evaluators of servers, or `nil` to trust the servers that the system trusts.
    public let serverTrustManager: ServerTrustManager?
    /// The redirect handler of requests that have none.
    public let redirectHandler: (any RedirectHandler)?
    /// The handler for caching. It is never called.
    public let cachedResponseHandler: (any CachedResponseHandler)?
    /// The monitors of all requests, each called on its queue.
    public let eventMonitor: CompositeEventMonitor
    /// The delegate that was passed to the initializer. It is not called.
    public let delegate: SessionDelegate
    /// The monitors that every session has by default.
    public let defaultEventMonitors: [any EventMonitor] = [AlamofireNotifications()]
    /// A copy of the settings that were passed to the initializer, or of its URLSession's.
    public let sessionConfiguration: URLSessionConfiguration

    /// The session that carries out the requests. It reports on the root queue.
    let engine: URLSerializationSession.Session
    private let state: Locked<State>

    private struct State: Sendable {
        var requests: Set<Request> = []
        var identifier = 0
        /// The URLSession that events name, or `nil` until one is needed.
        var urlSession: URLSession?
    }

    /// Creates a session. Without arguments, it has the settings of ``default``.
    ///
    /// - Parameters:
    ///   - session: A URLSession whose settings are used, and which events name, or `nil` for none. It sends nothing.
    ///   - configuration: The settings of the connection without a URLSession, by default with Alamofire's headers.
    ///   - delegate: A delegate, which is not called.
    ///   - rootQueue: The queue of the requests' state. The session creates a serial queue on it.
    ///   - startRequestsImmediately: Whether requests are started by their first handler.
    ///   - requestSetup: The time at which requests are built.
    ///   - requestQueue: The queue on which requests are built, or `nil` for one on the root queue.
    ///   - serializationQueue: The queue of serializers, or `nil` for one on the root queue.
    ///   - interceptor: The interceptor of all requests, before their own.
    ///   - serverTrustManager: The evaluators of servers, or `nil` to trust the servers that the system trusts.
    ///   - redirectHandler: The redirect handler of requests that have none.
    ///   - cachedResponseHandler: A handler for caching, which is never called.
    ///   - eventMonitors: The monitors of all requests.
    ///   - observers: The observers of what is sent and received, such as TrafficRecording's `HARRecorder`. Alamofire
    ///     has none.
    ///   - clientCertificates: The certificates by which servers recognize the client. On Linux a challenge cannot
    ///     bring one. Alamofire has no such parameter.
    public init(
        session: URLSession? = nil, configuration: URLSessionConfiguration = URLSessionConfiguration.af.default,
        delegate: SessionDelegate = SessionDelegate(),
        rootQueue: DispatchQueue = DispatchQueue(label: "AlamofireCompat.root"), startRequestsImmediately: Bool = true,
        requestSetup: RequestSetup = .lazy, requestQueue: DispatchQueue? = nil,
        serializationQueue: DispatchQueue? = nil, interceptor: (any RequestInterceptor)? = nil,
        serverTrustManager: ServerTrustManager? = nil, redirectHandler: (any RedirectHandler)? = nil,
        cachedResponseHandler: (any CachedResponseHandler)? = nil,
        eventMonitors: [any EventMonitor] = [AlamofireNotifications()], observers: [any RequestObserver] = [],
        clientCertificates: [ClientCertificate] = []
    ) {
        let root =
            rootQueue === DispatchQueue.main ? rootQueue : DispatchQueue(label: rootQueue.label, target: rootQueue)
        self.rootQueue = root
        self.delegate = delegate
        self.startRequestsImmediately = startRequestsImmediately
        self.requestSetup = requestSetup
        root.setRoot(root)
        self.requestQueue = requestQueue ?? root.child("requests")
        self.serializationQueue = serializationQueue ?? root.child("serialization")
        self.interceptor = interceptor
        self.serverTrustManager = serverTrustManager
        self.redirectHandler = redirectHandler
        self.cachedResponseHandler = cachedResponseHandler
        eventMonitor = CompositeEventMonitor(eventMonitors)
        let configuration = session?.configuration ?? configuration
        sessionConfiguration = configuration.copy() as? URLSessionConfiguration ?? configuration
        engine = URLSerializationSession.Session(
            configuration: sessionConfiguration, start: .manually, observers: observers, maximumReceivedBytes: nil,
            transportPolicy: serverTrustManager, clientCertificates: clientCertificates, notifies: false, queue: root)
        state = Locked(State(urlSession: session))
    }

    deinit {
        if eventMonitor.isObserved {
            eventMonitor.notify { [session] in $0.urlSession(session, didBecomeInvalidWithError: nil) }
        }
        state.value.urlSession?.endForGood()
        for request in state.value.requests {
            request.underlyingQueue.async {
                request.fail(with: .sessionDeinitialized)
                request.core.cancel()
            }
        }
    }

    /// The URLSession that was passed to the initializer, or one with the session's settings. Events name it, and it
    /// sends nothing.
    ///
    /// On Linux the latter lists the requests' tasks, so that `getAllTasks` can cancel them, and invalidating it
    /// invalidates the session. On Apple's systems use ``cancelAllRequests(completingOnQueue:completion:)``.
    public var session: URLSession {
        state.withLock { state in
            let urlSession = state.urlSession ?? .representing(self, sessionConfiguration)
            state.urlSession = urlSession
            return urlSession
        }
    }

    /// Calls a closure on the root queue with the requests that were started and have not ended.
    public func withAllRequests(perform action: @escaping @Sendable (Set<Request>) -> Void) {
        rootQueue.async { action(self.state.value.requests) }
    }

    /// Cancels the requests that were started and have not ended, and then calls a closure.
    public func cancelAllRequests(
        completingOnQueue queue: DispatchQueue = .main, completion: (@Sendable () -> Void)? = nil
    ) {
        withAllRequests { requests in
            for request in requests { request.cancel() }
            self.rootQueue.async { if let completion { queue.async(execute: completion) } }
        }
    }

    // MARK: - For the requests

    func didStart(_ request: Request) { _ = state.withLock { $0.requests.insert(request) } }

    func didFinish(_ request: Request) { _ = state.withLock { $0.requests.remove(request) } }

    func nextIdentifier() -> Int {
        state.withLock { state in
            state.identifier += 1
            return state.identifier
        }
    }

    /// Returns the interceptor of a request: the session's, then its own.
    func interceptor(for request: Request) -> (any RequestInterceptor)? {
        let interceptors = [interceptor, request.interceptor].compactMap(\.self)
        return interceptors.count > 1 ? Interceptor(interceptors: interceptors) : interceptors.first
    }
}

extension Session: RepresentedRequests {
    package func withTasks(perform action: @escaping @Sendable ([URLSessionTask]) -> Void) {
        withAllRequests { action($0.compactMap(\.lastTask).filter { $0.state != .completed }) }
    }

    package func invalidate(cancellingTasks cancels: Bool) {
        engine.invalidate()
        if cancels { withTasks { for task in $0 { task.cancel() } } }
    }
}

/// A delegate of a session, for the initializers that take one. The session does not call it.
open class SessionDelegate: NSObject, URLSessionDelegate, @unchecked Sendable {
    /// The file manager of the delegate.
    public let fileManager: FileManager

    /// Creates a delegate, which the session keeps and does not call.
    public init(fileManager: FileManager = .default) { self.fileManager = fileManager }
}

extension DispatchQueue {
    private static let rootKey = DispatchSpecificKey<ObjectIdentifier>()

    /// Marks the queue as one on a session's root queue.
    fileprivate func setRoot(_ root: DispatchQueue) { setSpecific(key: Self.rootKey, value: ObjectIdentifier(root)) }

    fileprivate func child(_ name: String) -> DispatchQueue {
        let queue = DispatchQueue(label: "\(label).\(name)", target: self)
        queue.setRoot(self)
        return queue
    }

    /// Performs work, immediately if the current queue is on the same root queue, so that no thread is woken.
    func perform(_ work: @escaping @Sendable () -> Void) {
        if let root = getSpecific(key: Self.rootKey), DispatchQueue.getSpecific(key: Self.rootKey) == root {
            work()
        } else {
            async(execute: work)
        }
    }
}
