/// A closure that receives the adapted request, or the error to end with. Call it once, from any queue.
public typealias AdaptCompletion = @Sendable (_ result: Result<URLRequest, any Error>) -> Void

/// A closure that receives a retrier's decision. Call it once, from any queue.
public typealias RetryCompletion = @Sendable (RetryResult) -> Void

/// The context of a request that an adapter changes.
public struct RequestAdapterState: Sendable {
    /// The ``Request/id`` of the request, or a random one if an ``Interceptor`` was called without it.
    public let requestID: UUID
    /// The session that sends the request.
    public let session: Session
}

/// Changes requests before they are sent.
public protocol RequestAdapter: Sendable {
    /// Changes a request before each attempt to send it.
    ///
    /// - Parameters:
    ///   - urlRequest: The request as it was made, without the changes of earlier attempts.
    ///   - session: The session of the request.
    ///   - completion: Called once, from any queue, with the request to send or the error to end with.
    func adapt(_ urlRequest: URLRequest, for session: Session, completion: @escaping AdaptCompletion)

    /// Changes a request whose identity is known.
    ///
    /// The default calls ``adapt(_:for:completion:)``.
    func adapt(_ urlRequest: URLRequest, using state: RequestAdapterState, completion: @escaping AdaptCompletion)
}

extension RequestAdapter {
    /// Calls ``adapt(_:for:completion:)`` with the session of the state.
    public func adapt(_ urlRequest: URLRequest, using state: RequestAdapterState, completion: @escaping AdaptCompletion)
    { adapt(urlRequest, for: state.session, completion: completion) }
}

/// A decision about a request that failed.
public enum RetryResult: Sendable {
    /// Sends the request again at once.
    case retry
    /// Sends the request again after a delay in seconds.
    case retryWithDelay(TimeInterval)
    /// Lets the next retrier decide. If there is no other, the request fails.
    case doNotRetry
    /// Lets the request fail with `AFError.requestRetryFailed`.
    case doNotRetryWithError(any Error)
}

/// Decides whether a request that failed is sent again.
public protocol RequestRetrier: Sendable {
    /// Decides about a failure of a request.
    ///
    /// - Parameters:
    ///   - request: The request, with the number of its retries in ``Request/retryCount``.
    ///   - session: The session of the request.
    ///   - error: The error of the transfer, of a validation, of an adapter or of a response serializer.
    ///   - completion: Called once, from any queue, with the decision.
    func retry(_ request: Request, for session: Session, dueTo error: any Error, completion: @escaping RetryCompletion)
}

/// An adapter and a retrier. Its defaults change and retry nothing.
public protocol RequestInterceptor: RequestAdapter, RequestRetrier {}

extension RequestInterceptor {
    /// Calls the completion with the request unchanged.
    public func adapt(_ urlRequest: URLRequest, for session: Session, completion: @escaping AdaptCompletion) {
        completion(.success(urlRequest))
    }

    /// Calls the completion with ``RetryResult/doNotRetry``, whatever the error.
    public func retry(
        _ request: Request, for session: Session, dueTo error: any Error, completion: @escaping RetryCompletion
    ) { completion(.doNotRetry) }
}

/// A closure that changes a request, as ``RequestAdapter/adapt(_:for:completion:)`` does.
public typealias AdaptHandler =
    @Sendable (_ request: URLRequest, _ session: Session, _ completion: @escaping AdaptCompletion) -> Void

/// A closure that decides about a failure, as ``RequestRetrier/retry(_:for:dueTo:completion:)`` does.
public typealias RetryHandler =
    @Sendable (_ request: Request, _ session: Session, _ error: any Error, _ completion: @escaping RetryCompletion) ->
    Void

/// An adapter that calls a closure.
open class Adapter: RequestInterceptor, @unchecked Sendable {
    private let handler: AdaptHandler

    /// Creates an adapter that calls a closure.
    public init(_ adaptHandler: @escaping AdaptHandler) { handler = adaptHandler }

    /// Calls the closure that the adapter was created with.
    open func adapt(_ urlRequest: URLRequest, for session: Session, completion: @escaping AdaptCompletion) {
        handler(urlRequest, session, completion)
    }
}

extension RequestAdapter where Self == Adapter {
    /// Returns an adapter that calls a closure.
    public static func adapter(using closure: @escaping AdaptHandler) -> Adapter { Adapter(closure) }
}

/// A retrier that calls a closure.
open class Retrier: RequestInterceptor, @unchecked Sendable {
    private let handler: RetryHandler

    /// Creates a retrier that calls a closure.
    public init(_ retryHandler: @escaping RetryHandler) { handler = retryHandler }

    /// Calls the closure that the retrier was created with.
    open func retry(
        _ request: Request, for session: Session, dueTo error: any Error, completion: @escaping RetryCompletion
    ) { handler(request, session, error, completion) }
}

extension RequestRetrier where Self == Retrier {
    /// Returns a retrier that calls a closure.
    public static func retrier(using closure: @escaping RetryHandler) -> Retrier { Retrier(closure) }
}

/// Several adapters and retriers in order.
///
/// Each adapter changes the request that the previous adapter returned. The first retrier that does not return
/// ``RetryResult/doNotRetry`` decides.
open class Interceptor: RequestInterceptor, @unchecked Sendable {
    /// The adapters, with the interceptors after them.
    public let adapters: [any RequestAdapter]
    /// The retriers, with the interceptors after them.
    public let retriers: [any RequestRetrier]

    /// Creates an interceptor from two closures.
    public convenience init(adaptHandler: @escaping AdaptHandler, retryHandler: @escaping RetryHandler) {
        self.init(adapters: [Adapter(adaptHandler)], retriers: [Retrier(retryHandler)])
    }

    /// Creates an interceptor from an adapter and a retrier.
    public convenience init(adapter: any RequestAdapter, retrier: any RequestRetrier) {
        self.init(adapters: [adapter], retriers: [retrier])
    }

    /// Creates an interceptor from adapters, retriers and interceptors.
    public init(
        adapters: [any RequestAdapter] = [], retriers: [any RequestRetrier] = [],
        interceptors: [any RequestInterceptor] = []
    ) {
        self.adapters = adapters + interceptors
        self.retriers = retriers + interceptors
    }

    /// Changes a request with all adapters.
    open func adapt(_ urlRequest: URLRequest, for session: Session, completion: @escaping AdaptCompletion) {
        adapt(urlRequest, using: RequestAdapterState(requestID: UUID(), session: session), completion: completion)
    }

    /// Changes a request whose identity is known with all adapters.
    open func adapt(_ urlRequest: URLRequest, using state: RequestAdapterState, completion: @escaping AdaptCompletion) {
        guard let first = adapters.first else { return completion(.success(urlRequest)) }
        let others = Interceptor(adapters: Array(adapters.dropFirst()))
        first.adapt(urlRequest, using: state) { result in
            guard case .success(let adapted) = result else { return completion(result) }
            others.adapt(adapted, using: state, completion: completion)
        }
    }

    /// Asks the retriers in order, until one does not answer ``RetryResult/doNotRetry``.
    open func retry(
        _ request: Request, for session: Session, dueTo error: any Error, completion: @escaping RetryCompletion
    ) {
        guard let first = retriers.first else { return completion(.doNotRetry) }
        let others = Interceptor(retriers: Array(retriers.dropFirst()))
        first.retry(request, for: session, dueTo: error) { result in
            guard case .doNotRetry = result else { return completion(result) }
            others.retry(request, for: session, dueTo: error, completion: completion)
        }
    }
}

extension RequestInterceptor where Self == Interceptor {
    /// Returns an interceptor made from two closures.
    public static func interceptor(adapter: @escaping AdaptHandler, retrier: @escaping RetryHandler) -> Interceptor {
        Interceptor(adaptHandler: adapter, retryHandler: retrier)
    }

    /// Returns an interceptor made from an adapter and a retrier.
    public static func interceptor(adapter: any RequestAdapter, retrier: any RequestRetrier) -> Interceptor {
        Interceptor(adapter: adapter, retrier: retrier)
    }

    /// Returns an interceptor made from adapters, retriers and interceptors.
    public static func interceptor(
        adapters: [any RequestAdapter] = [], retriers: [any RequestRetrier] = [],
        interceptors: [any RequestInterceptor] = []
    ) -> Interceptor { Interceptor(adapters: adapters, retriers: retriers, interceptors: interceptors) }
}
