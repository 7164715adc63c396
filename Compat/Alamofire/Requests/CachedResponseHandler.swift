/// Decides whether responses are stored in a cache.
///
/// The session stores no responses, so handlers are kept but never called.
public protocol CachedResponseHandler: Sendable {}

/// A handler that treats all responses alike. The session stores none.
public struct ResponseCacher: CachedResponseHandler {
    /// The ways in which responses can be treated.
    public enum Behavior: Sendable {
        /// Stores every response as it is.
        case cache
        /// Stores no response at all.
        case doNotCache
        /// Stores what a closure returns, or nothing if it returns `nil`.
        case modify(@Sendable (_ task: URLSessionDataTask, _ cachedResponse: CachedURLResponse) -> CachedURLResponse?)
    }

    /// The way in which every response is treated.
    public let behavior: Behavior

    /// Creates a cacher that treats all responses alike.
    public init(behavior: Behavior) { self.behavior = behavior }
}

extension CachedResponseHandler where Self == ResponseCacher {
    /// The cacher that stores all responses.
    public static var cache: ResponseCacher { ResponseCacher(behavior: .cache) }
    /// The cacher that stores no response.
    public static var doNotCache: ResponseCacher { ResponseCacher(behavior: .doNotCache) }

    /// Returns a cacher that stores what a closure returns.
    public static func modify(
        using closure: @escaping @Sendable (URLSessionDataTask, CachedURLResponse) -> CachedURLResponse?
    ) -> ResponseCacher { ResponseCacher(behavior: .modify(closure)) }
}
