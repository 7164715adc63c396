/// The engine that carries out legs as tasks of URLSessions.
///
/// URLSession on Linux adds stored cookies to a request even if its `httpShouldHandleCookies` is `false`, so such
/// requests have a URLSession without a store.
final class URLSessionEngine: Engine {
    private let configuration: URLSessionConfiguration
    private let delegate: SessionDelegate
    private let operations: OperationQueue
    private let queue: DispatchQueue
    private let timeouts: Timeouts
    /// The URLSessions by whether they handle cookies, or `nil` after ``invalidate()``. Used on the queue of tasks.
    private let sessions = Locked<[Bool: URLSession]?>([:])

    /// Creates an engine without a URLSession yet.
    ///
    /// - Parameters:
    ///   - policy: The policy that evaluates servers, or `nil` for none.
    ///   - queue: The queue of the reports.
    init(
        _ configuration: URLSessionConfiguration, policy: (any TransportPolicy)?, reportingOn queue: DispatchQueue
    ) {
        delegate = SessionDelegate(policy: policy, queue: queue)
        operations = URLSessionTraits.isApples ? OperationQueue() : DelegateQueue(queue)
        operations.maxConcurrentOperationCount = 1
        operations.underlyingQueue = queue
        self.queue = queue
        timeouts = Timeouts(configuration)
        self.configuration = Self.sanitized(configuration)
    }

    var answersChallenges: Bool { URLSessionTraits.isApples }
    var pausesTransfers: Bool { URLSessionTraits.isApples }

    func start(_ transfer: Transfer) {
        DispatchQueue.urlSessionTasks.async { [self] in
            guard !transfer.isAbandoned else { return }
            guard let task = makeTask(transfer) else {
                return queue.async { transfer.end(SessionError.invalidated(transfer.message.url)) }
            }
            let owner = transfer.state.withLock { state in
                state.work = task
                return state.owner
            }
            guard owner != nil else { return task.cancel() }
            transfer.report(.started(task))
            task.resume()
        }
    }

    func pause(_ transfer: Transfer) { onTask(of: transfer) { $0.suspend() } }
    func resume(_ transfer: Transfer) { onTask(of: transfer) { $0.resume() } }
    func cancel(_ transfer: Transfer) { onTask(of: transfer) { $0.cancel() } }

    private func onTask(of transfer: Transfer, _ action: @escaping @Sendable (URLSessionTask) -> Void) {
        DispatchQueue.urlSessionTasks.async {
            if let task = transfer.state.withLock({ $0.work }) as? URLSessionTask { action(task) }
        }
    }

    func cookies(for message: URLRequest) -> [HTTPCookie] {
        guard configuration.httpShouldSetCookies, let url = message.url else { return [] }
        return configuration.httpCookieStorage?.cookies(for: url) ?? []
    }

    func applies(_ trust: ServerTrust) -> Bool { URLSessionTraits.isApples }

    func invalidate() {
        DispatchQueue.urlSessionTasks.async { [sessions] in
            let ended = sessions.withLock { sessions in
                defer { sessions = nil }
                return sessions ?? [:]
            }
            for session in ended.values { session.finishTasksAndInvalidate() }
        }
    }

    /// Returns a task that has not been resumed, or `nil` after ``invalidate()``, when creating one would end the
    /// process.
    private func makeTask(_ transfer: Transfer) -> URLSessionTask? {
        sessions.withLock { sessions in
            guard let made = sessions else { return nil }
            // On Linux stored cookies would replace the caller's own.
            let handlesCookies =
                transfer.message.httpShouldHandleCookies
                && transfer.message.value(forHTTPHeaderField: "Cookie") == nil
            let session = made[handlesCookies] ?? makeSession(handlesCookies: handlesCookies)
            sessions?[handlesCookies] = session
            var message = transfer.message
            message.timeoutInterval = timeouts.engine(for: message)
            let task = session.dataTask(with: message)
            delegate.register(transfer, for: task)
            return task
        }
    }

    private func makeSession(handlesCookies: Bool) -> URLSession {
        let cookieless = handlesCookies ? nil : configuration.copy() as? URLSessionConfiguration
        cookieless?.httpCookieStorage = nil
        cookieless?.httpShouldSetCookies = false
        return URLSession(
            configuration: cookieless ?? configuration, delegate: delegate, delegateQueue: operations)
    }

    /// Returns a configuration without settings over which URLSession would end the process, and without those that the
    /// session implements itself.
    private static func sanitized(_ configuration: URLSessionConfiguration) -> URLSessionConfiguration {
        let configuration = configuration.copy() as? URLSessionConfiguration ?? .ephemeral
        configuration.httpAdditionalHeaders = nil
        configuration.timeoutIntervalForRequest = 60
        configuration.timeoutIntervalForResource = 604_800
        URLSessionTraits.sanitize(configuration)
        return configuration
    }
}
