extension Request {
    /// The progress of sending the request's body, in bytes; its total is −1 while it is unknown.
    ///
    /// It starts from 0 with every attempt, redirection and answered challenge.
    public var uploadProgress: Progress { record.withLock { $0.sent.progress } }

    /// The progress of receiving the response's body, in bytes; its total is −1 where the response does not state it,
    /// or the body is encoded. A download that is resumed includes the part from before.
    ///
    /// It starts over with every attempt.
    public var downloadProgress: Progress { record.withLock { $0.received.progress } }

    /// Calls a closure on the main actor while the body is sent.
    ///
    /// It is called with the current progress if that has begun, then with every change; changes that occur while a
    /// call waits for the main queue are combined. If the request succeeds, the last call has the complete count, or
    /// what was sent before an early answer, and precedes the completion handlers of the same queue.
    @discardableResult
    public func uploadProgress(_ handler: @escaping @MainActor (Progress) -> Void) -> Self {
        uploadProgress(queue: .main) { progress in MainActor.assumeIsolated { handler(progress) } }
    }

    /// Calls a closure on a queue while the body is sent, as ``uploadProgress(_:)`` does on the main actor.
    @discardableResult
    public func uploadProgress(
        queue: DispatchQueue, _ handler: @escaping @Sendable (Progress) -> Void
    ) -> Self {
        record.withLock { $0.sent.add(queue, handler) }?()
        return self
    }

    /// Calls a closure on the main actor while the response's body is received, as ``uploadProgress(_:)`` does while
    /// one is sent.
    @discardableResult
    public func downloadProgress(_ handler: @escaping @MainActor (Progress) -> Void) -> Self {
        downloadProgress(queue: .main) { progress in MainActor.assumeIsolated { handler(progress) } }
    }

    /// Calls a closure on a queue while the response's body is received, as ``uploadProgress(_:)`` does on the main
    /// actor while one is sent.
    @discardableResult
    public func downloadProgress(
        queue: DispatchQueue, _ handler: @escaping @Sendable (Progress) -> Void
    ) -> Self {
        record.withLock { $0.received.add(queue, handler) }?()
        return self
    }
}
