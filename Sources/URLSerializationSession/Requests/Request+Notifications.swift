extension Request {
    /// Posts a notification.
    func post(_ name: Notification.Name, _ task: URLSessionTask?) {
        session.notifications.async { [self] in
            NotificationCenter.default.post(
                name: name, object: self, userInfo: task.map { [Notification.Key.Task: $0] } ?? [:])
        }
    }
}

extension Notification.Name {
    /// The notifications about requests. The object is the ``Request``; the `userInfo` contains its task, if it has
    /// one.
    ///
    /// They are posted on a queue of the session, not on the main queue, in order for each request.
    public enum Task {
        /// A request was started, or resumed after a suspension.
        public static let DidResume = Notification.Name("URLSerializationSession.Request.didResume")
        /// A request was suspended.
        public static let DidSuspend = Notification.Name("URLSerializationSession.Request.didSuspend")
        /// A request was cancelled.
        public static let DidCancel = Notification.Name("URLSerializationSession.Request.didCancel")
        /// A request that was started has ended.
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
