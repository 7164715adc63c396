extension Request {
    /// The progress of sending the request's body, in bytes; its total is −1 while it is unknown.
    ///
    /// It starts from 0 with every attempt, redirection and answered challenge.
    public var uploadProgress: Progress { record.withLock { $0.sent.progress } }

    /// The progress of receiving the response's body, in bytes; its total is −1 if the response does not state it or
    /// the body is encoded. For a resumed download, it includes the part received earlier.
    ///
    /// It starts over with every attempt.
    public var downloadProgress: Progress { record.withLock { $0.received.progress } }

    /// Calls a closure on the main actor while the body is sent.
    ///
    /// The closure is called with the current progress if sending has begun, and then with every change. Changes that
    /// occur while a call waits for the main queue are combined. If the request succeeds, the last call reports the
    /// complete count, or the bytes sent before an early answer. It precedes the completion handlers on the same queue.
    @discardableResult
    public func uploadProgress(_ handler: @escaping @MainActor (Progress) -> Void) -> Self {
        uploadProgress(queue: .main) { progress in MainActor.assumeIsolated { handler(progress) } }
    }

    /// Calls a closure on a queue while the body is sent, as ``uploadProgress(_:)`` does on the main actor.
    @discardableResult
    public func uploadProgress(queue: DispatchQueue, _ handler: @escaping @Sendable (Progress) -> Void) -> Self {
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
    public func downloadProgress(queue: DispatchQueue, _ handler: @escaping @Sendable (Progress) -> Void) -> Self {
        record.withLock { $0.received.add(queue, handler) }?()
        return self
    }

    // MARK: - Sequences

    /// Returns the progress of sending the request's body as a sequence, which ends with the request.
    ///
    /// ```swift
    /// let upload = session.upload(.file(photo), to: "https://example.com/photos")
    /// for await progress in upload.uploadProgress() {
    ///     print(progress.fractionCompleted)
    /// }
    /// let answer = await upload.response()
    /// ```
    ///
    /// Like a handler of the answer, the call starts the request if the session's ``Session/start`` is
    /// ``RequestStart/withFirstHandler``. A reader that stops does not cancel the request. A failure ends the sequence,
    /// and the answer has the error.
    ///
    /// - Parameter policy: The policy for values that wait for the reader. All of them are the same object, which
    ///   always has the current count, so by default only one waits.
    public func uploadProgress(
        bufferingPolicy policy: AsyncStream<Progress>.Continuation.BufferingPolicy = .bufferingNewest(1)
    ) -> AsyncStream<Progress> {
        progressSequence(policy) { uploadProgress(queue: callbacks, $0) }
    }

    /// Returns the progress of receiving the response's body as a sequence, as ``uploadProgress(bufferingPolicy:)``
    /// does for sending.
    public func downloadProgress(
        bufferingPolicy policy: AsyncStream<Progress>.Continuation.BufferingPolicy = .bufferingNewest(1)
    ) -> AsyncStream<Progress> {
        progressSequence(policy) { downloadProgress(queue: callbacks, $0) }
    }

    private func progressSequence(
        _ policy: AsyncStream<Progress>.Continuation.BufferingPolicy,
        _ observe: (@escaping @Sendable (Progress) -> Void) -> Void
    ) -> AsyncStream<Progress> {
        let (progress, continuation) = AsyncStream.makeStream(of: Progress.self, bufferingPolicy: policy)
        observe { continuation.yield($0) }
        // By then, the last progress is on its way to the same queue.
        whenFinished { [callbacks] in callbacks.async { continuation.finish() } }
        startWithHandler()
        return progress
    }
}

extension ReceivingRequest {
    /// The progress of sending the request's body as a sequence: `for await progress in request.uploadProgress`.
    ///
    /// The property of the same name has the current progress. ``Request/uploadProgress(bufferingPolicy:)`` describes
    /// the sequence.
    public var uploadProgress: AsyncStream<Progress> { uploadProgress() }

    /// The progress of receiving the response's body as a sequence: `for await progress in request.downloadProgress`.
    public var downloadProgress: AsyncStream<Progress> { downloadProgress() }
}
