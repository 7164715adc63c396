/// A stage in the life of a request, of which a ``RequestObserver`` is notified. Stages may be added: switch over them
/// with a `default`.
public enum RequestStage: Sendable {
    /// The request was created.
    case made
    /// The adapters returned the request to send.
    case adapted(URLRequest)
    /// A transfer begins: of an attempt, a redirection or an answered challenge.
    case attemptStarted(URLRequest)
    /// The head of the response that answers the request was received.
    case responded(URLResponse)
    /// A redirection is followed.
    case redirected(from: HTTPURLResponse, to: URLRequest)
    /// The request is sent again after an error and a delay in seconds.
    case retrying(after: any Error, delay: TimeInterval)
    /// The request has ended, with an error or without.
    case finished((any Error)?)
}
