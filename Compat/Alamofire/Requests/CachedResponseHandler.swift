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
