/// Changes requests before they are sent: a token of the moment, a signature (`RequestAdapter` of Alamofire 4).
///
/// It is asked for every attempt, with the request as it was made: what it changed for the last attempt is not there
/// any more. Redirections and answers to challenges are not attempts of their own.
///
/// A type that need not wait writes a plain function:
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
    /// The request to send.
    ///
    /// The task that this runs in is cancelled with the request.
    ///
    /// - Parameter request: The request as it was made, without the session's additional headers. Its body may be
    ///   changed where it is in the request: not a file's, a stream's or a form's.
    /// - Throws: Whatever keeps the request from being sent. It fails with ``SessionError``, code
    ///   ``SessionError/Code/adaptationFailed``, over that error, and the ``RequestRetrier`` is asked.
    func adapt(_ request: URLRequest) async throws -> URLRequest
}
