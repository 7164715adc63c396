extension Request {
    /// Answers challenges of the request's server with a user name and a password.
    ///
    /// They are sent when the server asks for them, once for each attempt; a header made by
    /// ``authorizationHeader(user:password:)`` sends them without a challenge. They are not sent to another origin
    /// after a redirection. On Linux the strongest of these schemes is answered: Digest with SHA-256 or MD5 (RFC 7616),
    /// and Basic (RFC 7617); on Apple's systems every scheme of URLSession. A Digest challenge of another algorithm, or
    /// with `qop=auth-int` only, fails the request on Linux with ``SessionError/Code/unsupportedChallenge``; any other
    /// challenge that is not answered is an ordinary response with status 401.
    ///
    /// Call it in the expression that creates the request, before its first handler or `await`.
    @discardableResult
    public func authenticate(
        username: String, password: String, persistence: URLCredential.Persistence = .forSession
    ) -> Self {
        authenticate(with: URLCredential(user: username, password: password, persistence: persistence))
    }

    /// Answers challenges of the request's server with a credential.
    @discardableResult
    public func authenticate(with credential: URLCredential) -> Self {
        record.withLock { $0.credential = credential }
        return self
    }

    /// Returns the header that sends a user and a password by the Basic scheme (RFC 7617) without a challenge, or `nil`
    /// for a user with a colon and for control characters, which the scheme does not allow.
    public static func authorizationHeader(user: String, password: String) -> (key: String, value: String)? {
        (try? BasicAuthorization(user: user, password: password)).map { ("Authorization", $0.value) }
    }
}
