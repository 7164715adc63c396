extension Request {
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

    /// Posts a notification.
    func post(_ name: Notification.Name, _ task: URLSessionTask?) {
        session.notifications.async { [self] in
            NotificationCenter.default.post(
                name: name, object: self, userInfo: task.map { [Notification.Key.Task: $0] } ?? [:])
        }
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
