extension Request {
    /// Returns the progress of sending the request's body as a sequence, which ends with the request.
    ///
    /// ```swift
    /// let upload = session.upload(photo, to: "https://example.com/photos")
    /// for await progress in upload.uploadProgress() {
    ///     print(progress.fractionCompleted)
    /// }
    /// let answer = await upload.response()
    /// ```
    ///
    /// Like a handler of the answer, the call starts the request if the session's ``Session/start`` is
    /// ``RequestStart/withFirstHandler``. A reader that stops does not cancel the request. A failure ends the sequence;
    /// the answer has its error.
    ///
    /// - Parameter policy: The values that wait for the reader. All of them are the same object, which always has the
    ///   current count, so by default one waits.
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
        // The last progress is on its way to the same queue then.
        whenFinished { [callbacks] in callbacks.async { continuation.finish() } }
        startWithHandler()
        return progress
    }
}
