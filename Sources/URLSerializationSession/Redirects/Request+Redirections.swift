extension Request {
    /// Decides about a redirection: returns the request to send, usually the one that it is given, or `nil` to make the
    /// redirection itself the answer.
    package typealias RedirectionHandler =
        @Sendable (_ response: HTTPURLResponse, _ request: URLRequest) -> URLRequest?

    /// Sets the handler that decides about redirections. Set it before the request starts.
    ///
    /// The handler is called on the request's own queue. The request that it is given is what the redirection asks for,
    /// without what was meant for another origin; its body is that of the request before where method and status say so,
    /// also from https to http: what the handler returns is sent.
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
