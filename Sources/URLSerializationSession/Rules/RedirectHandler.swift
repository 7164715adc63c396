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
    ///     previous request's body if the method and the status keep it, even from https to http. Return `nil` or
    ///     another request so that such a body is not sent in clear text.
    func request(after response: HTTPURLResponse, proposing request: URLRequest) -> URLRequest?
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
