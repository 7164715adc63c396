/// The decision about a response before the request can end.
///
/// Called by the driver with the response that answers the request. A handler that returns `true` calls
/// `decide` once, from any queue: with `nil` to continue, or with the error that ends the transfer.
package typealias ResponseHandler =
    @Sendable (_ response: URLResponse, _ decide: @escaping @Sendable ((any Error)?) -> Void) -> Bool

/// The receiver of the segments of the response's body, one after another, none while the request is suspended.
package typealias DataHandler = @Sendable (_ data: Data) -> Void

extension Request {
    // MARK: - Adapters, retriers and redirect handlers

    /// Adds an adapter for this request. Adapters change it in the order they were added, before the session's.
    ///
    /// The adapter applies to attempts that begin after the call.
    @discardableResult
    public func adapt(with adapter: some RequestAdapter) -> Self { change { $0.settings.adapters.append(adapter) } }

    /// Adds a handler for redirections of this request. Handlers decide in the order they were added, each about the
    /// request that the previous one returned.
    ///
    /// The session's handlers are called too, but only after the decision, which they cannot change.
    @discardableResult
    public func redirect(with handler: some RedirectHandler) -> Self {
        change { $0.settings.redirectHandlers.append(handler) }
    }

    /// Adds a retrier for failures of this request. Retriers decide in the order they were added, before the session's.
    ///
    /// The first decision to retry counts.
    @discardableResult
    public func retry(with retrier: some RequestRetrier) -> Self { change { $0.settings.retriers.append(retrier) } }

    /// Adds a ``RetryPolicy`` for this request, with a limit and otherwise its defaults. It decides before the
    /// session's retriers, which may retry more often.
    @discardableResult
    public func retry(_ limit: Int) -> Self { retry(with: RetryPolicy(limit: limit)) }

    // MARK: - Credentials

    /// Answers challenges of the request's server with a user name and a password.
    ///
    /// The session sends them when the server asks for them, once for each attempt, but not to another origin after a
    /// redirection. To send them without a challenge, use the header from ``authorizationHeader(user:password:)``. On
    /// Linux, the session answers the strongest of these schemes: Digest with SHA-256 or MD5 (RFC 7616), and Basic (RFC
    /// 7617). On Apple's systems, it answers every scheme of URLSession. On Linux, a Digest challenge with another
    /// algorithm, or with only `qop=auth-int`, fails the request with ``RequestError/Kind/authentication``. Any
    /// other unanswered challenge is an ordinary response with status 401.
    ///
    /// Call it in the expression that creates the request, before its first handler or `await`.
    @discardableResult
    public func authenticate(
        username: String, password: String, persistence: URLCredential.Persistence = .forSession
    ) -> Self {
        authenticate(with: URLCredential(user: username, password: password, persistence: persistence))
    }

    /// Answers challenges of the request's server with a credential.
    @discardableResult
    public func authenticate(with credential: URLCredential) -> Self { change { $0.credential = credential } }

    /// Returns the header that sends a user and a password in the Basic scheme (RFC 7617) without a challenge, or `nil`
    /// if the user contains a colon or either contains control characters, which the scheme does not allow.
    public static func authorizationHeader(user: String, password: String) -> (key: String, value: String)? {
        (try? BasicAuthorization(user: user, password: password)).map { ("Authorization", $0.value) }
    }

    // MARK: - Limits

    /// Sets the idle timeout: the request fails with an error of kind ``RequestError/Kind/timedOut`` when nothing is
    /// sent or received for that long. Without it the session's configuration sets the timeouts.
    ///
    /// ```swift
    /// let order = try await session.request("https://example.com/orders/1").timeout(5).decode(Order.self)
    /// ```
    ///
    /// It applies to attempts that begin after the call. Adapters get the request with this interval and can change it.
    ///
    /// - Parameter seconds: The timeout in seconds; zero or less for none.
    @discardableResult
    public func timeout(_ seconds: TimeInterval) -> Self { change { $0.settings.timeout = seconds } }

    /// Sets the idle timeout as a duration, such as `.milliseconds(500)`.
    @available(iOS 16, macOS 13, tvOS 16, watchOS 9, *)
    @discardableResult
    public func timeout(_ duration: Duration) -> Self { timeout(duration.interval) }

    /// Limits the length of the response's body, wherever it goes.
    ///
    /// The transfer of a longer body ends with an error of kind ``RequestError/Kind/tooLarge``. Bytes are
    /// counted after URLSession has decompressed them. For a resumed download, the count includes the bytes received
    /// earlier.
    ///
    /// Without this call the limit is the session's ``Session/maximumReceivedBytes``, and only for a body that is kept
    /// in memory. The `maximumBytes` of a serializer does not end a transfer: the serializer refuses the received body.
    ///
    /// - Parameter bytes: The number of bytes, or `nil` for no limit.
    @discardableResult
    public func limitReceivedBytes(to bytes: Int64?) -> Self { change { $0.bodyLimit.own = .some(bytes) } }

    // MARK: - For this package's other modules

    /// Sets the handler that decides about responses. Set it before the request starts.
    package func onResponse(_ handler: @escaping ResponseHandler) {
        record.withLock { $0.settings.responseHandler = handler }
    }

    /// Sets the handler of received data, for a request whose body no further leg continues. Set it before the request
    /// starts.
    ///
    /// - Parameter isWanted: Returns whether to call the handler with data received now, or to hold the data during a
    ///   suspension. Called by the driver, one segment after another.
    package func onData(where isWanted: @escaping @Sendable () -> Bool = { true }, _ handler: @escaping DataHandler) {
        record.withLock { $0.settings.dataHandler = { isWanted() ? handler : nil } }
    }

    /// Sets the handler of authentication challenges. Set it before the request starts.
    ///
    /// - Parameter isWanted: Returns whether to call the handler now. Called by the driver.
    package func onChallenge(where isWanted: @escaping @Sendable () -> Bool, _ handler: @escaping ChallengeHandler) {
        record.withLock { $0.settings.challengeHandler = { isWanted() ? handler : nil } }
    }

    /// Sets the closure that returns the handler for a redirection received now, in place of all redirect handlers, or
    /// `nil` to follow it. Set it before the request starts.
    ///
    /// The closure is called by the driver. The handler that it returns decides, even if it would return another later.
    /// It is called on the request's own queue, with the request that a ``RedirectHandler`` would get.
    package func onRedirection(by handler: @escaping @Sendable () -> RedirectionHandler?) {
        record.withLock { $0.settings.redirectionHandler = handler }
    }

    // MARK: - For the driver

    // Closures are looked up under the lock and called outside it.

    /// The handler of data received now, or `nil` for none.
    var dataHandler: DataHandler? { record.withLock { $0.settings.dataHandler }?() }

    /// The handler for a challenge received now, or `nil` for none.
    package var challengeHandler: ChallengeHandler? { record.withLock { $0.settings.challengeHandler }?() }

    /// The handler for a redirection received now, or `nil` to follow it.
    var redirectionHandler: RedirectionHandler? {
        let (handler, own) = record.withLock { ($0.settings.redirectionHandler, $0.settings.redirectHandlers) }
        return if let handler { handler() } else { own.handler(notifying: session.redirectHandlers) }
    }

    package var keepsRedirections: Bool { !session.followsRedirections || redirectionHandler != nil }

    /// Makes the reports of a small response where the answer is awaited: the engine's thread has other responses to
    /// read.
    package func make(_ reports: @escaping @Sendable () -> Void) {
        let isInMemory = sink.isInMemory
        let (isCallers, task, deadlines) = record.withLock { record in
            let isCallers = !isInMemory || record.settings.hasHandlers
            // Of several tasks, none should wait for another.
            let isAwaited = !isCallers && record.settings.tasks.count == 1
            let deadlines = [record.transfer?.deadline, record.machine.leg?.attempt.deadline]
            return (isCallers, isAwaited ? record.settings.tasks.popLast() : nil, deadlines)
        }
        guard isCallers || task != nil else { return reports() }
        // The response has come: the time until the thread is free does not count.
        for deadline in deadlines { deadline?.pause(.reports) }
        let makeReports = { @Sendable in
            for deadline in deadlines { deadline?.resume(.reports) }
            reports()
        }
        if let task { task.resume(returning: makeReports) } else { callbacks.async(execute: makeReports) }
    }
}

@available(iOS 16, macOS 13, tvOS 16, watchOS 9, *)
extension Duration {
    /// The duration in seconds.
    var interval: TimeInterval { TimeInterval(components.seconds) + TimeInterval(components.attoseconds) / 1e18 }
}
