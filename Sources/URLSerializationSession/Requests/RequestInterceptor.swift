/// Changes requests before they are sent, for example to add a token or a signature (`RequestAdapter` of Alamofire 4).
///
/// The session calls it for every attempt, with the request as it was made, without the changes for earlier attempts.
/// Redirections and answered challenges belong to their attempt.
///
/// If your adapter does not wait for anything, omit `async`:
///
/// ```swift
/// struct TokenAdapter: RequestAdapter {
///     let token: String
///
///     func adapt(_ request: URLRequest) throws -> URLRequest {
///         var request = request
///         request.setValue("Bearer \(token)", forHTTPHeaderField: "Authorization")
///         return request
///     }
/// }
/// ```
public protocol RequestAdapter: Sendable {
    /// Returns the request to send in place of the one that was made.
    ///
    /// If the request is cancelled, so is the task in which this runs.
    ///
    /// - Parameter request: The request as it was made, without the session's additional headers. You can change its
    ///   `httpBody`, but not the body of an upload from a file, a stream or a form.
    /// - Throws: Any error that prevents the request from being sent. The ``RequestRetrier`` decides about a
    ///   ``RequestError`` of kind ``RequestError/Kind/adapter`` with that error as the underlying error. If
    ///   it does not retry, the request fails with this error.
    func adapt(_ request: URLRequest) async throws -> URLRequest
}

/// Decides whether a request that failed is sent again (`RequestRetrier` of Alamofire 4).
///
/// ``RetryPolicy`` conforms. This retrier refreshes a token that the server has refused:
///
/// ```swift
/// struct TokenRetrier: RequestRetrier {
///     let tokens: Tokens
///
///     func decision(for request: Request, of session: Session, after error: RequestError) async -> RetryDecision {
///         guard request.response?.statusCode == 401, request.retryCount == 0 else { return .doNotRetry }
///         return await tokens.refresh() ? .retry : .doNotRetry
///     }
/// }
/// ```
public protocol RequestRetrier: Sendable {
    /// Decides about a failure of a request.
    ///
    /// It is called for errors of the transfer, of validation, of adapters and of the serializers of answers in memory,
    /// but not for a request that could not be built, was cancelled, has handed out a part of its received body, or has
    /// a body that cannot be sent again. If the request is cancelled, so is the task in which this runs.
    ///
    /// - Parameters:
    ///   - request: The request, with the number of its retries in ``Request/retryCount``.
    ///   - session: The session of the request.
    ///   - error: The error.
    func decision(for request: Request, of session: Session, after error: RequestError) async -> RetryDecision
}

/// An adapter that is also a retrier (Alamofire's name). Pass it to a session as both.
public typealias RequestInterceptor = RequestAdapter & RequestRetrier

extension RetryPolicy: RequestRetrier {
    /// Decides based on the request as it was sent, its response, its error and the number of retries.
    public func decision(for request: Request, of session: Session, after error: RequestError) async -> RetryDecision {
        decision(afterRetries: request.retryCount, request: request.request, response: request.response, error: error)
    }
}
