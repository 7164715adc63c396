extension Request {
    // MARK: - Adapters and redirect handlers

    /// Has an adapter change this request, after those added before and before the session's.
    ///
    /// It counts for the attempts that begin after the call.
    @discardableResult
    public func adapt(with adapter: some RequestAdapter) -> Self {
        record.withLock { $0.adapters.append(adapter) }
        return self
    }

    /// Has a handler decide about the redirections of this request, after those added before and before the session's.
    ///
    /// Each handler is given the request that the one before has returned.
    @discardableResult
    public func redirect(with handler: some RedirectHandler) -> Self {
        record.withLock { $0.redirectHandlers.append(handler) }
        return self
    }

    // MARK: - Limits

    /// Limits the length of the response's body, wherever it goes.
    ///
    /// A longer one ends the transfer with ``SessionError``, code ``SessionError/Code/bodyTooLarge``. Bytes are counted
    /// as they are handed out, after URLSession has decompressed them; of a download that is resumed, those from before
    /// count.
    ///
    /// Without this call the session's `maximumReceivedBytes` holds, for a body that is kept in memory alone. Where all
    /// readers of the body are serializers with `maximumBytes`, the largest of these ends the transfer as well.
    ///
    /// - Parameter bytes: The number of bytes, or `nil` for no limit.
    @discardableResult
    public func limitReceivedBytes(to bytes: Int64?) -> Self {
        record.withLock { $0.bodyLimit.choice = .own(bytes) }
        return self
    }

    /// Notes a serializer that reads the body.
    func addReader(serializer: any ResponseSerialization) {
        addReader((serializer as? any HTTPResponseSerialization)?.configuration)
    }

    /// Notes a reader of the body: of all of it, or up to the configuration's `maximumBytes` where it has them.
    package func addReader(_ configuration: HTTPResponseConfiguration?) {
        record.withLock { $0.bodyLimit.addReader(configuration) }
    }

    // MARK: - For this package's other modules

    /// Sets the handler that decides about responses. Set it before the request starts.
    package func onResponse(_ handler: @escaping ResponseHandler) {
        record.withLock { $0.responseHandler = handler }
    }

    /// Sets the handler of received data. Set it before the request starts.
    ///
    /// - Parameter isWanted: Whether to hold the data that comes now, during a suspension. Called on the session's queue.
    package func onData(where isWanted: @escaping @Sendable () -> Bool = { true }, _ handler: @escaping DataHandler) {
        record.withLock { $0.dataHandler = (isWanted, handler) }
    }

    /// Sets the handler of authentication challenges. Set it before the request starts.
    ///
    /// - Parameter isWanted: Whether to call the handler now. Called on the session's queue.
    package func onChallenge(where isWanted: @escaping @Sendable () -> Bool, _ handler: @escaping ChallengeHandler) {
        record.withLock { $0.challengeHandler = (isWanted, handler) }
    }

    /// Sets the handler that decides about redirections, in place of all redirect handlers. Set it before the request
    /// starts.
    ///
    /// The handler is called on the request's own queue, with the request that a ``RedirectHandler`` is given.
    package func onRedirection(_ handler: @escaping RedirectionHandler) {
        onRedirection(by: { handler })
    }

    /// Sets the closure that returns the handler of a redirection that comes now, or `nil` to follow it. Set it before the
    /// request starts.
    ///
    /// Called on the session's queue. The handler that it returned decides, whatever it would return later.
    package func onRedirection(by handler: @escaping @Sendable () -> RedirectionHandler?) {
        record.withLock { $0.redirectionHandler = handler }
    }
}
