/// The part of a session that its requests need.
protocol RequestHost: ExecutionHost {
    /// Whether a request starts when the first handler of its answer is added.
    var startsWithFirstHandler: Bool { get }
    /// The limit of a body that is kept in memory in bytes, or `nil` for none.
    var maximumReceivedBytes: Int64? { get }
    /// The queue on which notifications are posted and observers called: one for all requests, because waking a thread
    /// for each costs more than posting.
    var notifications: DispatchQueue { get }
    /// The target of the requests' own queues.
    var callbackTarget: DispatchQueue { get }
    var adapters: [any RequestAdapter] { get }
    var redirectHandlers: [any RedirectHandler] { get }
    var observers: [any RequestObserver] { get }
    /// Writes a line for the developer.
    func report(_ line: String)
    /// The cookies that URLSession adds to a request.
    func cookies(for request: URLRequest) -> [HTTPCookie]
    /// Adds a request to the running ones.
    ///
    /// - Returns: `false` if the session has been invalidated.
    func started(_ request: Request) -> Bool
    /// Removes a request from the running ones.
    func finished(_ request: Request)
    /// Whether the session has retriers.
    var hasRetriers: Bool { get }
    /// Returns the decision of the session's retriers about a failure.
    func retryDecision(for request: Request, after error: any Error) async -> RetryDecision
}
