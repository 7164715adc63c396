/// Decides whether a request that failed is sent again (`RequestRetrier` of Alamofire 4).
///
/// ``RetryPolicy`` conforms. This retrier refreshes a token that the server has refused:
///
/// ```swift
/// struct TokenRetrier: RequestRetrier {
///     let tokens: Tokens
///
///     func decision(for request: Request, of session: Session, after error: any Error) async -> RetryDecision {
///         guard request.response?.statusCode == 401, request.retryCount == 0 else { return .doNotRetry }
///         return await tokens.refresh() ? .retry : .doNotRetry
///     }
/// }
/// ```
public protocol RequestRetrier: Sendable {
    /// Decides about a failure of a request.
    ///
    /// It is called for errors of the transfer, of validation and of adapters, but not for a request that could not be
    /// built, was cancelled, has handed out a part of its received body, or has a body that cannot be sent again. If
    /// the request is cancelled, so is the task in which this runs.
    ///
    /// - Parameters:
    ///   - request: The request, with the number of its retries in ``Request/retryCount``.
    ///   - session: The session of the request.
    ///   - error: The error.
    func decision(for request: Request, of session: Session, after error: any Error) async -> RetryDecision
}

/// An adapter that is also a retrier (Alamofire's name). Pass it to a session as both.
public typealias RequestInterceptor = RequestAdapter & RequestRetrier

extension RetryPolicy: RequestRetrier {
    /// Decides based on the request as it was sent, its response, its error and the number of retries.
    public func decision(for request: Request, of session: Session, after error: any Error) async -> RetryDecision {
        decision(
            afterRetries: request.retryCount, request: request.request, response: request.response, error: error)
    }
}
