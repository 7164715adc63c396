/// The message that a redirection asks for (RFC 9110, section 15.4; Fetch standard, "HTTP-redirect fetch").
///
/// It replaces URLSession's own, which on Linux forwards `Authorization` and `Cookie` to other hosts, drops the bodies
/// of 307 and 308, and resolves a relative `Location` against the root.
struct Redirection: Sendable {
    /// The message to send next, with the body of the previous one if ``keepsBody`` is true, and without a body
    /// otherwise.
    let message: URLRequest
    /// Whether the body has to be sent again, from its start.
    let keepsBody: Bool
    /// Whether the redirection would send an encrypted body in clear text, from https to http, which needs the caller's
    /// consent.
    let exposesBody: Bool
    /// Whether scheme, host or port differ from the message's, so that secrets for the one must not reach the other.
    let leavesOrigin: Bool

    /// Returns the redirection that a response asks for, or `nil` if its status is not 301, 302, 303, 307 or 308, or it
    /// has no `Location`.
    ///
    /// The caller limits the number of redirections in a row.
    ///
    /// - Parameter message: The message as it was sent.
    /// - Throws: ``SessionError`` with code ``SessionError/Code/unsafeRedirect`` for a `Location` that is not a URL, or
    ///   has a scheme other than http and https.
    static func following(_ response: HTTPURLResponse, to message: URLRequest) throws(SessionError) -> Redirection? {
        guard [301, 302, 303, 307, 308].contains(response.statusCode),
            let location = RedirectLocation(response)
        else { return nil }
        let origin = message.url ?? response.url
        let target = try location.resolved(against: origin)
        let leavesOrigin = Origin(target) != Origin(origin)

        var next = message.mutableCopy
        let userInfo = leavesOrigin ? nil : target.hasUserInfo ? target : origin
        next.url = target.withUserInfo(of: userInfo)
        let method = method(after: response.statusCode, message.httpMethod ?? "GET")
        let keepsBody = method == nil
        if let method {
            next.httpBody = nil
            next.httpBodyStream = nil
            next.httpMethod = method
            next.removeFields(Self.bodyFields)
        }
        if leavesOrigin { next.removeFields(Self.originFields) }
        let exposesBody = keepsBody && origin?.scheme?.lowercased() == "https" && target.scheme?.lowercased() == "http"
        return Redirection(
            message: next, keepsBody: keepsBody, exposesBody: exposesBody, leavesOrigin: leavesOrigin)
    }

    /// Returns the method to change to, or `nil` if method and body stay. Methods are case-sensitive (RFC 9110, section
    /// 9.1).
    private static func method(after status: Int, _ method: String) -> String? {
        switch (status, method) {
        case (303, "GET"), (303, "HEAD"): nil
        case (301, "POST"), (302, "POST"), (303, _): "GET"
        default: nil
        }
    }

    /// The fields that describe a body or its transfer.
    private static let bodyFields = [
        "Content-Type", "Content-Length", "Content-Encoding", "Content-Language", "Content-Location",
        "Transfer-Encoding", "Expect",
    ]
    /// The fields that are meant for one origin. URLSession writes the new `Host`.
    private static let originFields = ["Authorization", "Proxy-Authorization", "Cookie", "Host"]
}
