/// Reports to observers, notifications, and the end.
extension Request {
    /// Notifies the observers of a stage.
    func report(_ stage: @autoclosure () -> RequestStage) {
        let observers = session.observers
        guard !observers.isEmpty else { return }
        let stage = stage()
        let metrics = record.withLock { record in
            RequestMetrics(
                duration: record.startTime.map { (record.endTime ?? Date()).timeIntervalSince($0) } ?? 0,
                sentByteCount: record.sent.completed, receivedByteCount: record.received.completed,
                retryCount: record.machine.retries, requestDescription: record.description)
        }
        session.notifications.async { [self] in
            for observer in observers { observer.request(self, didReach: stage, metrics: metrics) }
        }
    }

    /// Stores the task of a transfer. Called on the queue of tasks.
    func didStart(_ task: URLSessionTask) {
        record.withLock { record in
            // A request that has ended must not keep a task.
            if !record.machine.isFinished { record.task = task }
            postOwedNotifications(&record, task)
        }
    }

    /// Posts a notification, or keeps it until there is a task.
    func post(_ name: Notification.Name, _ record: inout RequestRecord) {
        let isStarted = record.machine.state == .resumed
        if record.task == nil, isStarted || !record.owedNotifications.isEmpty {
            record.owedNotifications.append(name)
            if record.machine.state == .cancelled { postOwedNotifications(&record, nil) }
        } else {
            post(name, record.task)
        }
    }

    private func postOwedNotifications(_ record: inout RequestRecord, _ task: URLSessionTask?) {
        for name in record.owedNotifications { post(name, task) }
        record.owedNotifications = []
    }

    private func post(_ name: Notification.Name, _ task: URLSessionTask?) {
        session.notifications.async { [self] in
            NotificationCenter.default.post(
                name: name, object: self, userInfo: task.map { [Notification.Key.Task: $0] } ?? [:])
        }
    }

    // MARK: - The end

    /// Ends the request and calls its completion handlers. After that nothing of the caller's is kept.
    func finish() {
        var changes: [TransferCount.Change] = []
        var (error, isQuiet): ((any Error)?, Bool) = (nil, true)
        let waiters = record.withLock { record -> [CheckedContinuation<Void, Never>]? in
            guard let outcome = record.finish() else { return nil }
            session.finished(self)
            switch outcome {
            case .success: break
            case .failure(let failure): record.error = failure.withoutSecrets
            case .cancellation: record.error = URLError.cancelled(original?.url).withoutSecrets
            }
            error = record.error
            record.endTime = Date()
            sink.finish(error, isAnswered: record.machine.isAnswered)
            if record.startTime != nil, let task = record.task { post(Notification.Name.Task.DidComplete, task) }
            changes = [record.received.end(isComplete: error == nil)]
            changes.append(record.sent.end(isComplete: error == nil && record.sent.isBegun))
            let (settings, waiters, job) = (record.settings, record.waiters, record.job)
            (record.settings, record.waiters, record.job) = (RequestSettings(), [], nil)
            let late =
                settings.validations.dropFirst(record.validated.responses)
                + settings.fileValidations.dropFirst(record.validated.files)
            isQuiet = settings.handlers.isEmpty && late.isEmpty
            // Within the lock, so that a handler that is added later is called after these. Closures are released on
            // this queue, because releasing what they capture may run the user's code.
            guard !settings.isEmpty else { return waiters }
            callbacks.async { [self, changes, isQuiet] in
                if !isQuiet { for change in changes { change.notify() } }
                for validation in late { validateLate(validation) }
                for handler in settings.handlers { handler() }
                withExtendedLifetime((settings, job, changes)) {}
                if !isQuiet { for waiter in waiters { waiter.resume() } }
            }
            return isQuiet ? waiters : []
        }
        guard let waiters else { return }
        if isQuiet { for change in changes { change.notify() } }
        // Waiters that follow handlers resume after them; the others need not wait for another thread.
        for waiter in waiters { waiter.resume() }
        report(.finished(error))
        sink.notifyEnd(error)
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
