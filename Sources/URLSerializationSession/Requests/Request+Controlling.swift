extension Request {
    /// Starts the request, or continues it after a suspension. Does nothing to one that is running or has ended.
    @discardableResult
    public func resume() -> Self {
        perform(.resume)
        return self
    }

    /// Suspends the request: before its start it is held back; after it nothing further is sent or handed out.
    ///
    /// A body that is on its way is received and kept, but for a download that can be resumed: its transfer ends, and a
    /// new one goes on from there. On Apple's systems every transfer stops. Timeouts count meanwhile where the transfer
    /// goes on.
    @discardableResult
    public func suspend() -> Self {
        perform(.suspend)
        return self
    }

    /// Ends the request with `URLError.cancelled`. Does nothing to one that has ended.
    @discardableResult
    public func cancel() -> Self {
        perform(.cancel)
        return self
    }

    /// Starts the request if the session leaves that to the first handler.
    func startWithHandler() {
        if host.startsWithFirstHandler { perform(.resume, from: .initialized) }
    }

    /// Does what an action asks for, if it means something now.
    ///
    /// - Parameter required: The state that the request must be in, or `nil` for any.
    func perform(_ action: RequestState.Action, from required: RequestState? = nil) {
        record.withLock { record in
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

    /// Calls a handler on the request's own queue at the end, or at once if the request has ended. It starts nothing.
    package func whenFinished(_ handler: @escaping @Sendable () -> Void) {
        record.withLock { record in
            if record.isFinished { callbacks.async(execute: handler) } else { record.handlers.append(handler) }
        }
    }

    /// Releases the task of a request that has ended: it keeps its URLSession, and that its connections.
    package func releaseTask() {
        var task: URLSessionTask?
        record.withLock { if $0.isFinished { swap(&$0.task, &task) } }
        withExtendedLifetime(task) {}
    }

    /// Waits for the end, and starts a request that nothing has started. A task that is cancelled meanwhile cancels the
    /// request.
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

    /// On the session's queue of notifications.
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
    /// Posts the notifications that have waited for a task, in order.
    mutating func postOwedNotifications(of request: Request, task: URLSessionTask? = nil) {
        for action in owedNotifications { request.postNotification(of: action, task: task) }
        owedNotifications = []
    }
}

extension Notification.Name {
    /// What is posted about requests. The object is the ``Request``; its task is in the `userInfo`, if it has one.
    ///
    /// They are posted on a queue of the session's, each request's in order, not on the main one.
    public enum Task {
        /// A request was started, or resumed after a pause.
        public static let DidResume = Notification.Name("URLSerializationSession.Request.didResume")
        /// A request was paused.
        public static let DidSuspend = Notification.Name("URLSerializationSession.Request.didSuspend")
        /// A request was cancelled.
        public static let DidCancel = Notification.Name("URLSerializationSession.Request.didCancel")
        /// A request has ended that had a task.
        public static let DidComplete = Notification.Name("URLSerializationSession.Request.didComplete")
    }
}

extension Notification {
    /// Keys of what the notifications about requests carry.
    public enum Key {
        /// The request's `URLSessionTask`.
        public static let Task = "URLSerializationSession.Request.task"
    }
}
