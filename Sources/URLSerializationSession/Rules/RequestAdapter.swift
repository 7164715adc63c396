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
    /// Returns the request to send.
    ///
    /// If the request is cancelled, so is the task in which this runs.
    ///
    /// - Parameter request: The request as it was made, without the session's additional headers. You can change its
    ///   `httpBody`, but not the body of an upload from a file, a stream or a form.
    /// - Throws: Any error that prevents the request from being sent. The ``RequestRetrier`` is asked about a
    ///   ``SessionError`` with code ``SessionError/Code/adaptationFailed`` and that error as the underlying error. If
    ///   it does not retry, the request fails with this error.
    func adapt(_ request: URLRequest) async throws -> URLRequest
}
