extension Request {
    /// Starts the request, or continues it after a suspension. It has no effect on a request that is running or has
    /// ended.
    @discardableResult
    public func resume() -> Self {
        perform(.resume)
        return self
    }

    /// Suspends the request: nothing further is sent or handed out. A request that has not been started does not start
    /// before it is resumed.
    ///
    /// On Linux a transfer that has begun continues, and its body is kept; only the transfer of a download that can be
    /// resumed ends, and a new one continues from its last byte. On Apple's systems every transfer stops. The timeouts
    /// of a transfer that continues are not suspended, and the total timeout of an attempt never is. A suspended
    /// request that is neither resumed nor cancelled stays in memory with its completion handlers.
    @discardableResult
    public func suspend() -> Self {
        perform(.suspend)
        return self
    }

    /// Ends the request with `URLError.cancelled`. It has no effect on a request that has ended.
    @discardableResult
    public func cancel() -> Self {
        perform(.cancel)
        return self
    }

    /// Starts the request if the session's requests start with their first handler.
    func startWithHandler() {
        if host.startsWithFirstHandler { perform(.resume, from: .initialized) }
    }

    /// Performs an action if the current state allows it.
    ///
    /// - Parameter required: The state that the request must be in, or `nil` for any.
    func perform(_ action: RequestState.Action, from required: RequestState? = nil) {
        record.withLock { record in
            // A file that is being placed is kept: a cancellation is too late, and one of a suspension ends that.
            let action = record.isPlacing && action == .cancel && record.state == .suspended ? .resume : action
            guard !record.isFinished, !(record.isPlacing && action == .cancel),
                required == nil || record.state == required, let state = record.state.after(action)
            else { return }
            if record.startTime == nil, state != .suspended {
                record.isAdmitted = host.started(self)
                if state == .resumed { record.startTime = Date() }
            }
            record.state = state
            if record.task == nil, state == .resumed || !record.owedNotifications.isEmpty {
                record.owedNotifications.append(action)
                if state == .cancelled { record.postOwedNotifications(of: self) }
            } else {
                postNotification(of: action)
            }
            guard !record.isChangeReported else { return }
            record.isChangeReported = true
            host.queue.async { [self] in
                self.record.withLock { $0.isChangeReported = false }
                execution.ownerHasChanged()
            }
        }
    }

    /// Calls a handler on the request's own queue at the end, or at once if the request has ended. It does not start
    /// the request.
    package func whenFinished(_ handler: @escaping @Sendable () -> Void) {
        record.withLock { record in
            if record.isFinished { callbacks.async(execute: handler) } else { record.handlers.append(handler) }
        }
    }

    /// Releases the task of a request that has ended: a task keeps its URLSession, which keeps its connections.
    package func releaseTask() {
        var task: URLSessionTask?
        record.withLock { if $0.isFinished { swap(&$0.task, &task) } }
        withExtendedLifetime(task) {}
    }

    /// Starts a request that has not been started, and waits for its end. A task that is cancelled before then cancels
    /// the request.
    func ended() async {
        perform(.resume, from: .initialized)
        await withTaskCancellationHandler {
            await withCheckedContinuation { (continuation: CheckedContinuation<Void, Never>) in
                let isFinished = record.withLock { record in
                    if !record.isFinished { record.waiters.append(continuation) }
                    return record.isFinished
                }
                if isFinished { callbacks.async { continuation.resume() } }
            }
        } onCancel: {
            cancel()
        }
    }
}

// MARK: - Notifications

extension Request {
    func postNotification(of action: RequestState.Action, task: URLSessionTask? = nil) {
        host.notifications.async { [self] in post(action, task ?? self.task) }
    }

    /// Posts a notification. Called on the session's queue of notifications.
    private func post(_ action: RequestState.Action, _ task: URLSessionTask?) {
        let name: Notification.Name =
            switch action {
            case .resume: Notification.Name.Task.DidResume
            case .suspend: Notification.Name.Task.DidSuspend
            case .cancel: Notification.Name.Task.DidCancel
            case .finish: Notification.Name.Task.DidComplete
            }
        NotificationCenter.default.post(
            name: name, object: self, userInfo: task.map { [Notification.Key.Task: $0] } ?? [:])
    }
}

extension RequestRecord {
    /// Posts the notifications that were waiting for a task, in order.
    mutating func postOwedNotifications(of request: Request, task: URLSessionTask? = nil) {
        for action in owedNotifications { request.postNotification(of: action, task: task) }
        owedNotifications = []
    }
}

extension Notification.Name {
    /// The notifications about requests. The object is the ``Request``; the `userInfo` contains its task, if any.
    ///
    /// They are posted on a queue of the session, not on the main queue, in order for each request.
    public enum Task {
        /// A request was started, or resumed after a suspension.
        public static let DidResume = Notification.Name("URLSerializationSession.Request.didResume")
        /// A request was suspended.
        public static let DidSuspend = Notification.Name("URLSerializationSession.Request.didSuspend")
        /// A request was cancelled.
        public static let DidCancel = Notification.Name("URLSerializationSession.Request.didCancel")
        /// A request that had a task has ended.
        public static let DidComplete = Notification.Name("URLSerializationSession.Request.didComplete")
    }
}

extension Notification {
    /// The keys of the `userInfo` of notifications about requests.
    public enum Key {
        /// The request's `URLSessionTask`.
        public static let Task = "URLSerializationSession.Request.task"
    }
}
