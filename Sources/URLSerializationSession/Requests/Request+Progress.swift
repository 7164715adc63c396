extension Request {
    /// How much of the request's body was sent, in bytes; its total is −1 while nobody knows it.
    ///
    /// It begins anew with every attempt, redirection and answer to a challenge.
    public var uploadProgress: Progress { record.withLock { $0.sent.progress } }

    /// How much of the response's body was received, in bytes; its total is −1 where the response does not say it, or
    /// the body comes encoded. Of a download that goes on where it was interrupted, what is there already counts.
    ///
    /// It begins anew with every attempt.
    public var downloadProgress: Progress { record.withLock { $0.received.progress } }

    /// Calls a closure while the body is sent: after every piece, unless the closure is still waiting for its queue.
    @discardableResult
    public func uploadProgress(
        queue: DispatchQueue = .main, _ handler: @escaping @Sendable (Progress) -> Void
    ) -> Self {
        record.withLock { $0.sent.add(ProgressHandler(queue, $0.sent.progress, handler)) }
        return self
    }

    /// Calls a closure while the response's body is received: after every piece, unless the closure is still waiting
    /// for its queue.
    @discardableResult
    public func downloadProgress(
        queue: DispatchQueue = .main, _ handler: @escaping @Sendable (Progress) -> Void
    ) -> Self {
        record.withLock { $0.received.add(ProgressHandler(queue, $0.received.progress, handler)) }
        return self
    }
}

extension Request {
    /// What ``uploadProgress`` shows, as numbers.
    package var sentCount: (completed: Int64, total: Int64) {
        let sent = record.value.sent
        return (sent.completed, sent.total)
    }

    /// What ``downloadProgress`` shows, as numbers.
    package var receivedCount: (completed: Int64, total: Int64) {
        let received = record.value.received
        return (received.completed, received.total)
    }
}
