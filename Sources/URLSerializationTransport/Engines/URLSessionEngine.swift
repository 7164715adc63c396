/// The engine that carries out legs as tasks of a URLSession, whose delegate it is.
///
/// The delegate's methods run on the session's queue, except the one that asks for a body stream.
final class URLSessionEngine: NSObject, Engine, URLSessionDataDelegate {
    #if canImport(Darwin)
        /// Whether URLSession is Apple's. On Linux, it differs in these ways:
        ///
        /// - `suspend()` on a running task does not hold its transfer: the request is sent again, received bytes are
        ///   handed out twice, and resuming ends the process.
        /// - It answers only Basic challenges, does not hand out the response's body, and never completes a task whose
        ///   challenge is not answered.
        /// - A decision about a redirection after the task was cancelled ends the process.
        /// - The delegate is not asked about servers' certificates.
        static let isApples = true
    #else
        static let isApples = false
    #endif

    /// The closure that gets the answer to a challenge.
    typealias Reply = @Sendable (URLSession.AuthChallengeDisposition, URLCredential?) -> Void

    private struct Entry: Sendable {
        let task: URLSessionTask
        let transfer: Transfer
        /// The head of the response, or `nil` before it.
        var head: ResponseHead?
        /// Whether the task was cancelled because this module continues from its response, which is then the answer.
        var isDeclined = false
    }

    /// The queue on which tasks are created, resumed and cancelled. These calls wait for URLSession's thread, which may
    /// be waiting for the queue of a session's events.
    ///
    /// The process has one such queue, as it has one such thread on Linux: a queue for each session would block a
    /// thread for each, until none is left for the events.
    fileprivate static let tasks = DispatchQueue(label: "URLSerializationSession.tasks")

    /// The policy that evaluates servers, or `nil` for none.
    let policy: (any TransportPolicy)?
    /// The queue of the delegate's calls.
    let queue: DispatchQueue
    private let configuration: URLSessionConfiguration
    /// The URLSession, made with the first task.
    private let state = Locked<(session: URLSession?, isInvalidated: Bool)>((nil, false))
    /// The transfers by their tasks, which exist until they complete.
    private let entries = Locked<[ObjectIdentifier: Entry]>([:])

    /// Creates an engine without a URLSession yet.
    ///
    /// - Parameters:
    ///   - policy: The policy that evaluates servers, or `nil` for none.
    ///   - queue: The queue of the reports.
    init(_ configuration: URLSessionConfiguration, policy: (any TransportPolicy)?, reportingOn queue: DispatchQueue) {
        self.policy = policy
        self.queue = queue
        self.configuration = configuration.copy() as? URLSessionConfiguration ?? .ephemeral
        // The session implements these itself, and over some values URLSession on Linux would end the process.
        self.configuration.httpAdditionalHeaders = nil
        self.configuration.timeoutIntervalForRequest = 60
        self.configuration.timeoutIntervalForResource = 604_800
        guard !Self.isApples else { return }
        // On Linux the cache never answers but keeps every body in memory, and stored credentials never match.
        self.configuration.urlCache = nil
        self.configuration.urlCredentialStorage = nil
    }

    var answersChallenges: Bool { Self.isApples }
    var pausesTransfers: Bool { Self.isApples }

    func start(_ transfer: Transfer) {
        Self.tasks.async { [self] in
            guard !transfer.isOver else { return }
            guard transfer.certificate == nil || Self.isApples else {
                let reason = "URLSession on Linux sends no client's certificate. Use SessionEngine.libcurl."
                let error = URLError.making(.clientCertificateRejected, transfer.message.url, reason)
                return queue.async { transfer.end(with: .refused(error)) }
            }
            guard let task = makeTask(transfer)
            else { return queue.async { transfer.end(RequestError(.invalidated, transfer.message.url)) } }
            guard let isPaused = transfer.begin(TaskWork(task: task)) else { return task.cancel() }
            transfer.report(.started(task))
            if !isPaused || !Self.isApples { task.resume() }
        }
    }

    func cookies(for message: URLRequest) -> [HTTPCookie] {
        guard configuration.httpShouldSetCookies, let url = message.url else { return [] }
        return configuration.httpCookieStorage?.cookies(for: url) ?? []
    }

    func applies(_ trust: ServerTrust) -> Bool { Self.isApples }

    func invalidate() {
        Self.tasks.async { [state] in
            state.exchange((nil, isInvalidated: true)).session?.finishTasksAndInvalidate()
        }
    }

    /// Returns a task that has not been resumed, or `nil` after ``invalidate()``, when creating one would end the
    /// process.
    private func makeTask(_ transfer: Transfer) -> URLSessionTask? {
        state.withLock { state in
            guard !state.isInvalidated else { return nil }
            let session = state.session ?? makeSession()
            state.session = session
            var message = transfer.message
            // The module's own timeouts count.
            message.timeoutInterval = 1e9
            let task = session.dataTask(with: message)
            entries.withLock { $0[ObjectIdentifier(task)] = Entry(task: task, transfer: transfer) }
            return task
        }
    }

    private func makeSession() -> URLSession {
        let operations = Self.isApples ? OperationQueue() : DelegateQueue()
        operations.maxConcurrentOperationCount = 1
        operations.underlyingQueue = queue
        return URLSession(configuration: configuration, delegate: self, delegateQueue: operations)
    }

    func transfer(_ task: URLSessionTask) -> Transfer? { entries.withLock { $0[ObjectIdentifier(task)]?.transfer } }

    // MARK: - Tasks

    func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?) {
        guard let entry = entries.withLock({ $0.removeValue(forKey: ObjectIdentifier(task)) }) else { return }
        // URLSession on Linux reports some responses only at the end, such as a 302 without a usable `Location`.
        let head = entry.head ?? task.response.map(ResponseHead.init)
        let code = error?.urlErrorCode
        let isDeclined = entry.isDeclined && code == .cancelled && head != nil
        // URLSession on Linux reports some errors as plain `NSError`s, which cannot be caught as `URLError`.
        let failure = code.map { URLError($0, userInfo: (error as NSError?)?.userInfo ?? [:]) } ?? error
        entry.transfer.end(isDeclined ? nil : failure?.withoutSecrets, head)
    }

    /// Declines every redirection: the module follows them itself, with the body and without secrets for other hosts.
    func urlSession(
        _ session: URLSession, task: URLSessionTask, willPerformHTTPRedirection response: HTTPURLResponse,
        newRequest request: URLRequest, completionHandler: @escaping @Sendable (URLRequest?) -> Void
    ) {
        guard !Self.isApples else { return completionHandler(nil) }
        // On Linux an answer for a task that was cancelled in the meantime ends the process. So none is sent: the task
        // is cancelled, and the redirection is its response. An answer is needed only if the redirection's body is.
        guard let owner = transfer(task)?.owner else { return }
        if owner.keepsRedirections {
            if task.state == .running { completionHandler(nil) }
            return
        }
        let head = ResponseHead(response)
        entries.withLock { entries in
            entries[ObjectIdentifier(task)]?.head = head
            entries[ObjectIdentifier(task)]?.isDeclined = true
        }
        Self.tasks.async { task.cancel() }
    }

    func urlSession(
        _ session: URLSession, task: URLSessionTask, didReceive challenge: URLAuthenticationChallenge,
        completionHandler: @escaping Reply
    ) {
        #if canImport(Darwin)
            answer(challenge, of: task, completionHandler)
        #else
            // Ends the task as cancelled, with the 401 as its response.
            entries.withLock { $0[ObjectIdentifier(task)]?.isDeclined = true }
            Self.tasks.async { completionHandler(.cancelAuthenticationChallenge, nil) }
        #endif
    }

    /// Returns another body stream. Called on URLSession's own thread, which waits.
    func urlSession(
        _ session: URLSession, task: URLSessionTask,
        needNewBodyStream completionHandler: @escaping @Sendable (InputStream?) -> Void
    ) {
        completionHandler(transfer(task)?.body.makeStream?())
    }

    func urlSession(
        _ session: URLSession, task: URLSessionTask, didSendBodyData bytesSent: Int64, totalBytesSent: Int64,
        totalBytesExpectedToSend: Int64
    ) {
        transfer(task)?.report(.sent(totalBytesSent, of: totalBytesExpectedToSend))
    }

    // MARK: - Data tasks

    func urlSession(
        _ session: URLSession, dataTask: URLSessionDataTask, didReceive response: URLResponse,
        completionHandler: @escaping @Sendable (URLSession.ResponseDisposition) -> Void
    ) {
        completionHandler(.allow)
        // URLSession on Linux reports interim responses too (RFC 9110, section 15.2).
        let head = ResponseHead(response)
        if let status = head.statusCode, (100..<200).contains(status) { return }
        entries.withLock { $0[ObjectIdentifier(dataTask)]?.head = head }
        transfer(dataTask)?.report(.head(head))
    }

    func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
        transfer(dataTask)?.report(.bytes(data))
    }
}

/// A task, whose methods are called on the queue of tasks.
private struct TaskWork: TransferWork {
    let task: URLSessionTask

    // On Linux a task that was resumed may end the process if it is suspended.
    func pause() { if URLSessionEngine.isApples { URLSessionEngine.tasks.async { task.suspend() } } }
    func resume() { if URLSessionEngine.isApples { URLSessionEngine.tasks.async { task.resume() } } }
    func cancel() { URLSessionEngine.tasks.async { task.cancel() } }
}

/// The queue of a URLSession's delegate: its calls run on its underlying queue, with a limited number waiting.
///
/// URLSession on Linux adds received bytes to its delegate's queue and continues to receive, so that a file that is
/// written more slowly than it arrives accumulates in memory, and a cancellation is reported only after all of it. Here
/// URLSession waits instead, and so does the server. It waits on the one thread of all URLSessions in the process, so
/// nothing on the queue may wait for URLSession or for the user.
private final class DelegateQueue: OperationQueue, @unchecked Sendable {
    /// At most 256 calls wait, each with at most 16 KiB of received bytes.
    private let vacancies = DispatchSemaphore(value: 256)

    override func addOperation(_ block: @escaping @Sendable () -> Void) {
        vacancies.wait()
        underlyingQueue?.async { [vacancies] in
            block()
            vacancies.signal()
        }
    }
}
