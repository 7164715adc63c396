/// Decides about redirections (Alamofire 5's `RedirectHandler`).
///
/// ```swift
/// struct SameHost: RedirectHandler {
///     func request(after response: HTTPURLResponse, proposing request: URLRequest) -> URLRequest? {
///         request.url?.host == response.url?.host ? request : nil
///     }
/// }
/// ```
public protocol RedirectHandler: Sendable {
    /// Returns the request to send, or `nil` to make the redirection itself the answer.
    ///
    /// Called on the request's queue.
    ///
    /// - Parameters:
    ///   - response: The redirection.
    ///   - request: The request that it asks for, without headers that were meant for another origin. It has the
    ///     previous request's body if the method and the status keep it. From https to http, such a body is never sent:
    ///     if you return a request with a body, the request fails with ``SessionError/Code/unsafeRedirect``.
    func request(after response: HTTPURLResponse, proposing request: URLRequest) -> URLRequest?
}

extension [any RedirectHandler] {
    /// Returns the closure that asks these handlers of a request and those of its session, or `nil` if there are none.
    ///
    /// | own | session's | decides |
    /// |---|---|---|
    /// | none | some | each about the request that the one before has returned |
    /// | some | none | each about the request that the one before has returned |
    /// | some | some | the own; the session's are called with the decided request, and their answers do not count |
    func handler(notifying sessions: Self) -> RedirectionHandler? {
        let (deciding, notified) = isEmpty ? (sessions, []) : (self, sessions)
        guard !deciding.isEmpty else { return nil }
        return { response, proposed, decide in
            let decided = deciding.reduce(proposed as URLRequest?) { request, handler in
                request.flatMap { handler.request(after: response, proposing: $0) }
            }
            for handler in notified { _ = handler.request(after: response, proposing: decided ?? proposed) }
            decide(decided)
        }
    }
}

/// A redirect handler that treats all redirections alike.
public struct Redirector: RedirectHandler {
    private let decide: @Sendable (HTTPURLResponse, URLRequest) -> URLRequest?

    /// Creates a redirector that calls a closure.
    ///
    /// - Parameter decide: Returns the request to send, or `nil` to make the redirection itself the answer.
    public init(_ decide: @escaping @Sendable (_ response: HTTPURLResponse, _ request: URLRequest) -> URLRequest?) {
        self.decide = decide
    }

    /// Returns what the closure returns.
    public func request(after response: HTTPURLResponse, proposing request: URLRequest) -> URLRequest? {
        decide(response, request)
    }
}

extension RedirectHandler where Self == Redirector {
    /// Makes every redirection the answer.
    public static var doNotFollow: Redirector { Redirector { _, _ in nil } }
}
