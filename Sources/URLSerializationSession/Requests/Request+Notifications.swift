extension Request {
    func post(_ name: Notification.Name, _ task: URLSessionTask?) {
        guard session.notifies else { return }
        session.notifications.add { [self] in
            NotificationCenter.default.post(
                name: name, object: self, userInfo: task.map { [Notification.Key.Task: $0] } ?? [:])
        }
    }
}

/// The notifications of a session, which are posted together a little later: waking a thread for each would cost a
/// small request a tenth of its time (`serialization-benchmarks --session`).
package final class NotificationBatch: Sendable {
    let queue: DispatchQueue
    private let waiting = Locked<[@Sendable () -> Void]>([])

    package init(on queue: DispatchQueue) { self.queue = queue }

    /// Posts a notification, or does other work that is not urgent, after the work added earlier.
    package func add(_ work: @escaping @Sendable () -> Void) {
        let isFirst = waiting.withLock { waiting in
            waiting.append(work)
            return waiting.count == 1
        }
        guard isFirst else { return }
        queue.asyncAfter(deadline: .now() + 0.005) { [waiting] in
            for work in waiting.exchange([]) { work() }
        }
    }
}

extension Notification.Name {
    /// The notifications about requests. The object is the ``Request``; the `userInfo` contains its task, if it has
    /// one.
    ///
    /// They are posted on a queue of the session, not on the main queue, in order for each request and up to a few
    /// milliseconds after the event.
    public enum Task {
        /// A request was started, or resumed after a suspension.
        public static let DidResume = Notification.Name("URLSerializationSession.Request.didResume")
        /// A request was suspended, so that nothing is handed out until it is resumed.
        public static let DidSuspend = Notification.Name("URLSerializationSession.Request.didSuspend")
        /// A request was cancelled. `DidComplete` follows if it had been started.
        public static let DidCancel = Notification.Name("URLSerializationSession.Request.didCancel")
        /// A request that was started has ended.
        public static let DidComplete = Notification.Name("URLSerializationSession.Request.didComplete")
    }
}

extension Notification {
    /// The keys of the `userInfo` of notifications about requests.
    public enum Key {
        /// The request's `URLSessionTask`, which is missing if libcurl runs the request.
        public static let Task = "URLSerializationSession.Request.task"
    }
}
