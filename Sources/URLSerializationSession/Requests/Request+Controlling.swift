extension Request {
    /// Starts the request, or goes on after a pause. Does nothing to one that is running or has ended.
    @discardableResult
    public func resume() -> Self {
        perform(.resume)
        return self
    }

    /// Pauses the request: before its start it is held back; after it nothing is handed out any more.
    ///
    /// What is already on its way comes in the meantime and is kept, but for a download that can be taken up again: its
    /// transfer ends, and goes on from there when it is resumed. On Apple's systems every transfer stops. Its timeouts
    /// count in the meantime where the transfer goes on.
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

    /// Does what an action asks for, if it means something now.
    func perform(_ action: RequestState.Action) {
        record.withLock { record in
            guard !record.isFinished, !(record.isSettling && action == .cancel),
                let state = record.state.after(action)
            else { return }
            if record.startTime == nil, state != .suspended {
                record.isAdmitted = session.started(self)
                if state == .resumed { record.startTime = Date() }
            }
            record.state = state
            if record.task == nil, state == .resumed || !record.owedNotifications.isEmpty {
                record.owedNotifications.append(action)
                if state == .cancelled { record.postOwedNotifications(of: self) }
            } else {
                postNotification(of: action)
            }
            // Within the lock, so that the session's queue has the actions in the order of the states.
            session.queue.async { [execution] in
                switch action {
                case .resume: execution.resume()
                case .suspend: execution.pause()
                case .cancel: execution.cancel()
                case .finish: break
                }
            }
        }
    }

    // MARK: - What the execution reports, on the session's queue

    func willSend(_ request: URLRequest, _ body: RequestBody) {
        let news = record.withLock { record in
            record.request = request
            record.body = body
            return record.sent.set(0, of: -1)
        }
        news?.tell()
    }

    func didStart(_ task: URLSessionTask) {
        record.withLock { record in
            // The task of a request that has ended was released.
            if !record.isFinished { record.task = task }
            record.postOwedNotifications(of: self, task: task)
        }
    }

    func willReceive(_ response: URLResponse, from offset: Int64, of total: Int64?) {
        let length = response.expectedBodyLength
        let news = record.withLock { record in
            record.response = response as? HTTPURLResponse
            return record.received.set(offset, of: total ?? (length < 0 ? -1 : offset.saturatingSum(length)))
        }
        news?.tell()
    }

    func didSend(_ sent: Int64, of total: Int64) {
        record.withLock { $0.sent.set(sent, of: total) }?.tell()
    }

    func didReceive(_ count: Int64) {
        record.withLock { $0.received.add(count) }?.tell()
    }

    func countRetry() {
        record.withLock { record in
            record.retryCount += 1
            record.judgedCount = 0
            record.response = nil
        }
    }

    /// The response was not the last: another is on its way.
    func forgetResponse() {
        record.withLock { record in
            record.judgedCount = 0
            record.response = nil
        }
    }

    /// Takes the last step of the states, from which no other leads back; false if the request has been paused.
    func beginFinish() -> Bool {
        record.withLock { record in
            if record.state == .cancelled { return true }
            guard let state = record.state.after(.finish) else { return false }
            record.state = state
            return true
        }
    }

    /// Whether somebody waits for the answer; if not, the execution is told when somebody does.
    ///
    /// The expression that makes a request goes on after its start: `validate()`, `authenticate(…)`, `response { }`. A
    /// thread that loses its turn in the middle must not change what comes of it.
    func isAwaited() -> Bool {
        record.withLock { record in
            record.isExpecting = !record.isAwaited
            return record.isAwaited
        }
    }

    /// Says that somebody waits.
    func expectAnswer() {
        let isExpected = record.withLock { record in
            defer { record.isExpecting = false }
            record.isAwaited = true
            return record.isExpecting
        }
        if isExpected { session.queue.async { [execution] in execution.stopExpecting() } }
    }

    /// Ends the request: its completion handlers run from now on.
    func finish(_ error: (any Error)?, isAnswered: Bool) {
        let waiters = record.withLock { record -> [CheckedContinuation<Void, Never>] in
            // Whoever has cancelled is told so, though the end came first.
            let isCancelled = record.state == .cancelled && error?.isCancellation != true
            record.error = isCancelled ? URLError.cancelled(record.request?.url) : error
            record.isAnswered = isAnswered && record.state != .cancelled
            record.endTime = Date()
            record.isFinished = true
            let (handlers, validations) = (record.handlers, record.validations)
            let waiters = record.waiters
            record.handlers = []
            record.validations = []
            record.waiters = []
            let task = record.startTime == nil ? nil : record.task
            if let task { postNotification(of: .finish, task: task) }
            guard !handlers.isEmpty || !validations.isEmpty else { return waiters }
            // Within the lock, so that a handler that is added meanwhile comes after them.
            let late = validations.dropFirst(record.judgedCount)
            let goesOn = handlers.isEmpty && late.isEmpty
            callbacks.async { [self] in
                for validation in late { validateLate(validation) }
                for handler in handlers { handler() }
                // Closures are released here, where what they held can be.
                withExtendedLifetime(validations) {}
                if !goesOn { for waiter in waiters { waiter.resume() } }
            }
            return goesOn ? waiters : []
        }
        // Those who wait behind handlers go on after them; the others need not wait for another thread.
        for waiter in waiters { waiter.resume() }
    }

    /// Has a handler called on the request's own queue at the end, or now if that has passed.
    package func whenFinished(_ handler: @escaping @Sendable () -> Void) {
        record.withLock { record in
            if record.isFinished { callbacks.async(execute: handler) } else { record.handlers.append(handler) }
        }
        expectAnswer()
    }

    /// Releases the task of a request that has ended: it keeps its URLSession, and that its connections.
    package func releaseTask() {
        var task: URLSessionTask?
        record.withLock { if $0.isFinished { swap(&$0.task, &task) } }
        withExtendedLifetime(task) {}
    }

    /// Lets a task wait for the end.
    func resumeWhenFinished(_ waiter: CheckedContinuation<Void, Never>) {
        let isFinished = record.withLock { record in
            if !record.isFinished { record.waiters.append(waiter) }
            return record.isFinished
        }
        if isFinished { callbacks.async { waiter.resume() } } else { expectAnswer() }
    }

    fileprivate func postNotification(of action: RequestState.Action, task: URLSessionTask? = nil) {
        session.notifications.async { [self] in post(action, task ?? self.task) }
    }

    /// On the session's queue for them.
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
    /// Posts what has waited for a task, in order.
    fileprivate mutating func postOwedNotifications(of request: Request, task: URLSessionTask? = nil) {
        for action in owedNotifications { request.postNotification(of: action, task: task) }
        owedNotifications = []
    }
}

extension URLResponse {
    /// The length of the body as it will be handed out, in bytes; −1 where it is not known.
    fileprivate var expectedBodyLength: Int64 {
        // URLSession decodes what is encoded, and says how long it was before.
        if let response = self as? HTTPURLResponse, !response.isIdentity { return -1 }
        return max(expectedContentLength, -1)
    }
}
