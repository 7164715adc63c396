import URLSerializationSession

extension Request {
    // MARK: - State

    /// Starts the request, or continues it after a pause. It has no effect on a request that has ended.
    @discardableResult
    public func resume() -> Self {
        core.resume()
        return self
    }

    /// Pauses the request: nothing more is sent or delivered. Data that arrives in the meantime is kept in full.
    @discardableResult
    public func suspend() -> Self {
        core.suspend()
        return self
    }

    /// Ends the request with `AFError.explicitlyCancelled`. It has no effect on a request that has ended.
    @discardableResult
    public func cancel() -> Self {
        core.cancel()
        return self
    }

    package func stateChanged(to state: RequestState) {
        // The session reports the end of its requests only by their errors.
        if state == .cancelled, error?.isSessionDeinitializedError == true { return }
        if state == .cancelled {
            set { record in
                record.replaceError(by: .explicitlyCancelled)
                record.error = record.error ?? .explicitlyCancelled
            }
        }
        let new: State = state == .cancelled ? .cancelled : state == .suspended ? .suspended : .resumed
        report(new)
        if let last = record.withLock({ $0.tasks.last }), !last.attempt.isOver { report(new, of: last.task) }
    }

    /// Reports that the request, or one of its tasks, enters a state.
    func report(_ state: State, of task: URLSessionTask? = nil) {
        switch (state, task) {
        case (.initialized, _), (.finished, _): break
        case (.resumed, nil): notify(posting: Self.didResumeNotification) { $0.requestDidResume($1) }
        case (.suspended, nil): notify(posting: Self.didSuspendNotification) { $0.requestDidSuspend($1) }
        case (.cancelled, nil): notify(posting: Self.didCancelNotification) { $0.requestDidCancel($1) }
        case (.resumed, let task?):
            notify(posting: Self.didResumeTaskNotification) { $0.request($1, didResumeTask: task) }
        case (.suspended, let task?):
            notify(posting: Self.didSuspendTaskNotification) { $0.request($1, didSuspendTask: task) }
        case (.cancelled, let task?):
            notify(posting: Self.didCancelTaskNotification) { $0.request($1, didCancelTask: task) }
        }
    }

    // MARK: - Settings

    /// Answers challenges of the request's server with a user name and a password.
    @discardableResult
    public func authenticate(
        username: String, password: String, persistence: URLCredential.Persistence = .forSession
    ) -> Self { authenticate(with: URLCredential(user: username, password: password, persistence: persistence)) }

    /// Answers challenges of the request's server with a credential. It is not sent to another origin.
    @discardableResult
    public func authenticate(with credential: URLCredential) -> Self {
        set { $0.credential = credential }
        core.authenticate(with: credential)
        return self
    }

    /// Calls a closure while the response's body is received. A second closure replaces the first.
    @discardableResult
    public func downloadProgress(queue: DispatchQueue = .main, closure: @escaping ProgressHandler) -> Self {
        set { $0.downloadProgress = Callback(queue: queue, handler: closure) }.observeProgress()
    }

    /// Calls a closure while the request's body is sent. A second closure replaces the first.
    @discardableResult
    public func uploadProgress(queue: DispatchQueue = .main, closure: @escaping ProgressHandler) -> Self {
        set { $0.uploadProgress = Callback(queue: queue, handler: closure) }.observeProgress()
    }

    /// Sets the handler of redirections, which decides in place of the session's.
    @discardableResult
    public func redirect(using handler: any RedirectHandler) -> Self { set { $0.redirectHandler = handler } }

    /// Sets the handler for caching. It is never called: the session stores no responses.
    @discardableResult
    public func cacheResponse(using handler: any CachedResponseHandler) -> Self {
        set { $0.cachedResponseHandler = handler }
    }

    /// Adds an interceptor after the request's others. The session's come first.
    @discardableResult
    public func interceptor(_ interceptor: any RequestInterceptor) -> Self {
        join(Interceptor(interceptors: [interceptor]))
    }

    /// Adds an adapter after the request's others. The session's come first.
    @discardableResult
    public func adapt(using adapter: any RequestAdapter) -> Self { join(Interceptor(adapters: [adapter])) }

    /// Adds a retrier after the request's others. The session's come first.
    @discardableResult
    public func retry(using retrier: any RequestRetrier) -> Self { join(Interceptor(retriers: [retrier])) }

    private func join(_ other: Interceptor) -> Self {
        set { $0.interceptor = Interceptor(interceptors: [$0.interceptor, other].compactMap(\.self)) }
    }

    /// Adds a monitor of this request.
    @discardableResult
    public func eventMonitor(_ eventMonitor: any EventMonitor) -> Self {
        set { $0.monitor = CompositeEventMonitor($0.monitor.monitors + [eventMonitor]) }
    }

    /// Calls a closure with each request that is about to be sent, and with the last one so far.
    @discardableResult
    public func onURLRequestCreation(
        on queue: DispatchQueue = .main, perform handler: @escaping @Sendable (URLRequest) -> Void
    ) -> Self { set(\.requestHandler, Callback(queue: queue, handler: handler)) { $0.requests.last } }

    /// Calls a closure with each task, and with the last one so far.
    @discardableResult
    public func onURLSessionTaskCreation(
        on queue: DispatchQueue = .main, perform handler: @escaping @Sendable (URLSessionTask) -> Void
    ) -> Self { set(\.taskHandler, Callback(queue: queue, handler: handler)) { $0.tasks.last?.task } }

    @discardableResult
    func set(_ change: (inout AFRequestRecord) -> Void) -> Self {
        record.withLock { change(&$0) }
        return self
    }

    private func set<Value>(
        _ path: WritableKeyPath<AFRequestRecord, Callback<Value>?>, _ callback: Callback<Value>,
        _ last: (AFRequestRecord) -> Value?
    ) -> Self {
        let value = record.withLock { record in
            record[keyPath: path] = callback
            return last(record)
        }
        if let value { callback(value) }
        return self
    }
}
