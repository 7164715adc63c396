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
    /// Called on a queue of the request's own.
    ///
    /// - Parameters:
    ///   - response: The redirection.
    ///   - request: The request that it asks for, without headers that were meant for another origin. It has the body
    ///     of the request before where method and status keep it, also from https to http: only the handler can prevent
    ///     that such a body is sent in clear text.
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
