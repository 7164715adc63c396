/// Decides whether a request that failed is sent again (`RequestRetrier` of Alamofire 4).
///
/// ``RetryPolicy`` is a ready one. One of your own, which asks for a token when the old one is refused:
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
    /// What to do about an error of a request.
    ///
    /// It is asked for errors of the transport, of validation and of adapters; not for a request that could not be
    /// built, was cancelled, or has handed out a part of its received body already, and not for a body that cannot be
    /// sent again. The task that this runs in is cancelled with the request.
    ///
    /// - Parameters:
    ///   - request: The request; ``Request/retryCount`` says how often it has been sent again.
    ///   - session: The session it belongs to.
    ///   - error: What was wrong.
    func decision(for request: Request, of session: Session, after error: any Error) async -> RetryDecision
}

extension RetryPolicy: RequestRetrier {
    /// Decides by what was sent, what came, and how often that was.
    public func decision(for request: Request, of session: Session, after error: any Error) async -> RetryDecision {
        decision(
            afterRetries: request.retryCount, request: request.request, response: request.response, error: error)
    }
}

extension Request {
    /// Has a retrier decide about failures of this request, after those added before and before the session's.
    ///
    /// The first decision to retry counts.
    @discardableResult
    public func retry(with retrier: some RequestRetrier) -> Self {
        record.withLock { record in
            record.retriers.append { request, error in
                await retrier.decision(for: request, of: request.session, after: error)
            }
        }
        return self
    }
}
