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
