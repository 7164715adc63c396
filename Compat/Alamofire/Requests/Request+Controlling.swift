import URLSerializationSession

extension Request {
    // MARK: - State

    /// Starts the request, or continues it after a pause. It has no effect on a request that has ended.
    @discardableResult
    public func resume() -> Self {
        guard let sending = change(to: .resumed, { $0.requestDidResume($1) }) else { return self }
        if let (attempt, task) = sending, !attempt.hasEnded {
            attempt.carrier.resume()
            underlyingQueue.async { [self] in
                notify(isPosted: true) { [self] in $0.request(self, didResumeTask: task) }
            }
        }
        beginOnce()
        return self
    }

    /// Pauses the request: nothing further is sent or handed out. What arrives meanwhile is kept whole.
    @discardableResult
    public func suspend() -> Self {
        guard let sending = change(to: .suspended, { $0.requestDidSuspend($1) }) else { return self }
        if let (attempt, task) = sending, !attempt.hasEnded {
            attempt.carrier.suspend()
            underlyingQueue.async { [self] in
                notify(isPosted: true) { [self] in $0.request(self, didSuspendTask: task) }
            }
        }
        return self
    }

    /// Ends the request with `AFError.explicitlyCancelled`. It has no effect on a request that has ended.
    @discardableResult
    public func cancel() -> Self {
        cancel { $0.carrier.cancel() }
        return self
    }

    /// Ends the request, and the attempt that runs with a closure.
    ///
    /// - Returns: Whether an attempt ran.
    @discardableResult
    func cancel(_ end: (Attempt) -> Void) -> Bool {
        guard let sending = change(to: .cancelled, { $0.requestDidCancel($1) }) else { return false }
        guard let (attempt, task) = sending, !attempt.hasEnded else {
            underlyingQueue.async { self.finish(.explicitlyCancelled) }
            return false
        }
        end(attempt)
        underlyingQueue.async { [self] in
            notify(isPosted: true) { [self] in $0.request(self, didCancelTask: task) }
        }
        return true
    }

    /// Changes the state and reports it. Returns the current attempt, or `nil` if the state does not allow the change.
    private func change(
        to state: State, _ event: @escaping @Sendable (any EventMonitor, Request) -> Void
    ) -> (attempt: Attempt, task: URLSessionTask)?? {
        let change = record.withLock { record -> (attempt: Attempt, task: URLSessionTask)?? in
            guard record.state.canBecome(state) else { return nil }
            record.state = state
            return .some(record.sending)
        }
        guard let sending = change else { return nil }
        underlyingQueue.async { [self] in
            if state == .cancelled { fail(with: .explicitlyCancelled) }
            notify(isPosted: true) { [self] in event($0, self) }
        }
        return .some(sending)
    }

    // MARK: - Settings

    /// Answers challenges of the request's server with a user name and a password.
    @discardableResult
    public func authenticate(
        username: String, password: String, persistence: URLCredential.Persistence = .forSession
    ) -> Self {
        authenticate(with: URLCredential(user: username, password: password, persistence: persistence))
    }

    /// Answers challenges of the request's server with a credential. It is not sent to another origin.
    @discardableResult
    public func authenticate(with credential: URLCredential) -> Self {
        let sending = record.withLock { record in
            record.credential = credential
            return record.sending
        }
        sending?.attempt.carrier.authenticate(with: credential)
        return self
    }

    /// Calls a closure while the response's body is received. A second closure replaces the first.
    @discardableResult
    public func downloadProgress(queue: DispatchQueue = .main, closure: @escaping ProgressHandler) -> Self {
        record.withLock { $0.downloadProgress = (queue, closure) }
        observeProgress()
        return self
    }

    /// Calls a closure while the request's body is sent. A second closure replaces the first.
    @discardableResult
    public func uploadProgress(queue: DispatchQueue = .main, closure: @escaping ProgressHandler) -> Self {
        record.withLock { $0.uploadProgress = (queue, closure) }
        observeProgress()
        return self
    }

    /// Sets the handler of redirections, which decides in place of the session's.
    @discardableResult
    public func redirect(using handler: any RedirectHandler) -> Self {
        record.withLock { $0.redirectHandler = handler }
        return self
    }

    /// Sets the handler for caching. It is never called: the session stores no responses.
    @discardableResult
    public func cacheResponse(using handler: any CachedResponseHandler) -> Self {
        record.withLock { $0.cachedResponseHandler = handler }
        return self
    }

    /// Adds an interceptor after the request's others. The session's come first.
    @discardableResult
    public func interceptor(_ interceptor: any RequestInterceptor) -> Self {
        joining(Interceptor(interceptors: [interceptor]))
    }

    /// Adds an adapter after the request's others. The session's come first.
    @discardableResult
    public func adapt(using adapter: any RequestAdapter) -> Self { joining(Interceptor(adapters: [adapter])) }

    /// Adds a retrier after the request's others. The session's come first.
    @discardableResult
    public func retry(using retrier: any RequestRetrier) -> Self { joining(Interceptor(retriers: [retrier])) }

    private func joining(_ other: Interceptor) -> Self {
        record.withLock { $0.interceptor = Interceptor.joining($0.interceptor, other) }
        return self
    }

    /// Adds a monitor of this request.
    @discardableResult
    public func eventMonitor(_ eventMonitor: any EventMonitor) -> Self {
        record.withLock { $0.monitor = CompositeEventMonitor($0.monitor.monitors + [eventMonitor]) }
        return self
    }

    /// Calls a closure with each request that is about to be sent, and with the last one so far.
    @discardableResult
    public func onURLRequestCreation(
        on queue: DispatchQueue = .main, perform handler: @escaping @Sendable (URLRequest) -> Void
    ) -> Self {
        let last = record.withLock { record in
            record.requestHandler = (queue, handler)
            return record.requests.last
        }
        if let last { queue.async { handler(last) } }
        return self
    }

    /// Calls a closure with each task, and with the last one so far.
    @discardableResult
    public func onURLSessionTaskCreation(
        on queue: DispatchQueue = .main, perform handler: @escaping @Sendable (URLSessionTask) -> Void
    ) -> Self {
        let last = record.withLock { record in
            record.taskHandler = (queue, handler)
            return record.sending?.task
        }
        if let last { queue.async { handler(last) } }
        return self
    }
}

// MARK: - Descriptions

extension Request: CustomStringConvertible {
    /// The method, the URL and, after a response, the status.
    public var description: String {
        guard let request = performedRequests.last ?? lastRequest, let url = request.url else {
            return "No request created yet."
        }
        let line = "\(request.httpMethod ?? "GET") \(url.absoluteString)"
        return response.map { "\(line) (\($0.statusCode))" } ?? line
    }

    /// Calls a closure with the request's `curl` command as soon as the request is built.
    @discardableResult
    public func cURLDescription(
        on queue: DispatchQueue, calling handler: @escaping @Sendable (String) -> Void
    ) -> Self {
        let isBuilt = record.withLock { record in
            if record.requests.isEmpty { record.commandHandler = (queue, handler) }
            return !record.requests.isEmpty
        }
        if isBuilt { queue.async { handler(self.cURLDescription()) } }
        return self
    }

    /// Calls a closure with the request's `curl` command on the root queue as soon as the request is built.
    @discardableResult
    public func cURLDescription(calling handler: @escaping @Sendable (String) -> Void) -> Self {
        cURLDescription(on: underlyingQueue, calling: handler)
    }

    /// Returns the `curl` command that sends the request again, with its credential, cookies and secrets.
    ///
    /// The command works in a POSIX shell: characters that the shell would expand are escaped.
    public func cURLDescription() -> String {
        guard let request = lastRequest, let url = request.url, url.host != nil, let method = request.httpMethod else {
            return "$ curl command could not be created"
        }
        var parts = ["$ curl -v", "-X \(method)"]
        if let user = credential?.user, let password = credential?.password {
            parts.append("-u \(ShellWord.quoted("\(user):\(password)"))")
        }
        let configuration = owner?.sessionConfiguration
        let cookies =
            configuration?.httpShouldSetCookies == true ? configuration?.httpCookieStorage?.cookies(for: url) : nil
        if let cookies, !cookies.isEmpty {
            parts.append("-b \(ShellWord.quoted(cookies.map { "\($0.name)=\($0.value)" }.joined(separator: ";")))")
        }
        var headers = configuration?.headers ?? HTTPHeaders()
        for header in request.headers { headers.update(header) }
        headers.remove(name: "Cookie")
        for header in headers { parts.append("-H \(ShellWord.quoted("\(header.name): \(header.value)"))") }
        if let body = request.httpBody { parts.append("-d \(ShellWord.quoted(String(decoding: body, as: UTF8.self)))") }
        parts.append(ShellWord.quoted(url.absoluteString))
        return parts.joined(separator: " \\\n\t")
    }
}

/// Text in a POSIX shell's double quotes.
enum ShellWord {
    static func quoted(_ text: String) -> String {
        let special: Set<Character> = ["\\", "\"", "$", "`"]
        return "\"" + text.reduce(into: "") { $0 += special.contains($1) ? "\\\($1)" : "\($1)" } + "\""
    }
}
