extension Request {
    /// Decides about a redirection: gives the request that is sent, usually the one that it is given, or nil to have the
    /// redirection itself as the answer.
    package typealias RedirectionHandler =
        @Sendable (_ response: HTTPURLResponse, _ request: URLRequest) -> URLRequest?

    /// Has a closure asked, on the request's own queue, before each redirection is followed.
    ///
    /// The request that it is given is what the redirection asks for, without what was meant for another origin; its body
    /// is the one of the request before where method and status say so, also from https to http: what the closure
    /// returns is sent. To be set before the request is started.
    ///
    /// - Parameter isWanted: Whether to keep the body of a redirection that comes now, in case the handler makes it the
    ///   answer. Called on the session's queue.
    package func onRedirection(
        where isWanted: @escaping @Sendable () -> Bool = { true }, _ handler: @escaping RedirectionHandler
    ) {
        record.withLock { $0.redirectionHandler = (isWanted, handler) }
    }
}
