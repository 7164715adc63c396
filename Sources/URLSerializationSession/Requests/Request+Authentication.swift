extension Request {
    /// Answers a challenge of the server that the request was made for with a user and a password.
    ///
    /// They are sent when the server asks for them, once for each attempt; ``authorizationHeader(user:password:)`` sends
    /// them at once. They are not sent to where a redirection leaves the server's origin. On Linux the Basic scheme is
    /// answered (RFC 7617), elsewhere also what URLSession knows, Digest among them. A challenge without an answer is a
    /// response as others are, with status 401.
    ///
    /// Say it in the expression that makes the request, before somebody waits for the answer.
    @discardableResult
    public func authenticate(
        user: String, password: String, persistence: URLCredential.Persistence = .forSession
    ) -> Self {
        authenticate(with: URLCredential(user: user, password: password, persistence: persistence))
    }

    /// Answers a challenge of the server that the request was made for with a credential.
    @discardableResult
    public func authenticate(with credential: URLCredential) -> Self {
        let previous = record.withLock { record in
            defer { record.credential = credential }
            return record.credential
        }
        withExtendedLifetime(previous) {}
        return self
    }

    /// The header that sends a user and a password by the Basic scheme (RFC 7617) without being asked; nil for a user
    /// that the scheme cannot express, with a colon or control characters.
    public static func authorizationHeader(user: String, password: String) -> (key: String, value: String)? {
        (try? BasicAuthorization(user: user, password: password)).map { ("Authorization", $0.value) }
    }

}
