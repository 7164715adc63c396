/// Has a say in which requests go out, and, where the system asks, to which servers.
///
/// What it refuses is the request's error, and is not sent again: the retrier is not asked.
package protocol TransportPolicy: ServerEvaluation {
    /// Looks at a request that is about to go out: each redirection, answered challenge and retry is one.
    ///
    /// Called on the session's queue, where nothing may wait.
    ///
    /// - Throws: Why it must not go. Nothing of it has been sent then, nor is.
    func check(_ request: URLRequest) throws
}
