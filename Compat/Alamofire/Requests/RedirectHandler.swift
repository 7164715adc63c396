/// Decides whether redirections are followed, changed or made the answer.
public protocol RedirectHandler: Sendable {
    /// Decides how a redirection is handled.
    ///
    /// The request and the redirection wait for the decision. The proposed request has no headers that were meant for
    /// another origin.
    ///
    /// - Parameters:
    ///   - task: The task that is redirected.
    ///   - request: The request that the redirection asks for.
    ///   - response: The redirection.
    ///   - completion: Called once, from any queue, with the request to send, or with `nil` to make the redirection the
    ///     answer.
    func task(
        _ task: URLSessionTask, willBeRedirectedTo request: URLRequest, for response: HTTPURLResponse,
        completion: @escaping @Sendable (URLRequest?) -> Void)
}

/// A redirect handler that treats all redirections alike.
public struct Redirector: RedirectHandler {
    /// The decision of a ``Redirector`` about every redirection.
    public enum Behavior: Sendable {
        /// Sends the request that the redirection asks for.
        case follow
        /// Sends nothing more: the redirection itself is the answer.
        case doNotFollow
        /// Sends the request that a closure returns, or makes the redirection the answer if it returns `nil`.
        case modify(
            @Sendable (_ task: URLSessionTask, _ request: URLRequest, _ response: HTTPURLResponse) -> URLRequest?)
    }

    /// The decision that the redirector makes about every redirection.
    public let behavior: Behavior

    /// Creates a redirector that makes the same decision about every redirection.
    public init(behavior: Behavior) { self.behavior = behavior }

    /// Calls the completion with the request that ``behavior`` decides on, or with `nil`.
    public func task(
        _ task: URLSessionTask, willBeRedirectedTo request: URLRequest, for response: HTTPURLResponse,
        completion: @escaping @Sendable (URLRequest?) -> Void
    ) {
        switch behavior {
        case .follow: completion(request)
        case .doNotFollow: completion(nil)
        case .modify(let change): completion(change(task, request, response))
        }
    }
}

extension RedirectHandler where Self == Redirector {
    /// The redirector that follows all redirections.
    public static var follow: Redirector { Redirector(behavior: .follow) }
    /// The redirector that follows none and makes each redirection the answer.
    public static var doNotFollow: Redirector { Redirector(behavior: .doNotFollow) }

    /// Returns a redirector that sends what a closure returns.
    public static func modify(
        using closure: @escaping @Sendable (URLSessionTask, URLRequest, HTTPURLResponse) -> URLRequest?
    ) -> Redirector { Redirector(behavior: .modify(closure)) }
}

/// Decides whether responses are stored in a cache.
///
/// The session stores no responses, so handlers are kept but never called.
public protocol CachedResponseHandler: Sendable {}

/// A handler that treats all responses alike. The session stores none.
public struct ResponseCacher: CachedResponseHandler {
    /// The decision of a cacher about each response. The session never asks for it.
    public enum Behavior: Sendable {
        /// Stores each response as it was received.
        case cache
        /// Keeps every response out of the cache.
        case doNotCache
        /// Stores the response that a closure returns, or none if it returns `nil`.
        case modify(@Sendable (_ task: URLSessionDataTask, _ cachedResponse: CachedURLResponse) -> CachedURLResponse?)
    }

    /// The decision about responses. It has no effect: the session stores none.
    public let behavior: Behavior

    /// Creates a cacher. It has no effect: the session stores no responses.
    public init(behavior: Behavior) { self.behavior = behavior }
}

extension CachedResponseHandler where Self == ResponseCacher {
    /// The cacher that stores all responses.
    public static var cache: ResponseCacher { ResponseCacher(behavior: .cache) }
    /// The cacher that stores none, as the session does anyway.
    public static var doNotCache: ResponseCacher { ResponseCacher(behavior: .doNotCache) }

    /// Returns a cacher that stores what a closure returns.
    public static func modify(
        using closure: @escaping @Sendable (URLSessionDataTask, CachedURLResponse) -> CachedURLResponse?
    ) -> ResponseCacher { ResponseCacher(behavior: .modify(closure)) }
}
