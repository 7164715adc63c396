extension SessionError {
    /// Returns the error of a request whose session has been invalidated.
    static func invalidated(_ url: URL?) -> SessionError {
        SessionError(
            .sessionInvalidated, url: url, reason: "The session has been invalidated. Make the request with another.")
    }

    /// Returns the error of a body that would have to be sent a second time.
    static func bodyNotRepeatable(_ url: URL?) -> SessionError {
        SessionError(
            .bodyNotRepeatable, url: url,
            reason: "The body has to be sent again, and its stream can be read only once. "
                + "Give a closure that makes the stream, a file, or data.")
    }

    /// Returns the error of a transfer that ended without a response and without an error.
    static func noResponse(_ url: URL?) -> SessionError {
        SessionError(
            .noResponse, url: url,
            reason: "The transfer ended without a response. Check that the server is running.")
    }

    /// Returns the error of a Digest challenge that cannot be answered.
    static func digestUnanswerable(_ url: URL?) -> SessionError {
        SessionError(
            .unsupportedChallenge, url: url,
            reason: "The server asks for Digest authentication (RFC 7616) in a form that is not supported. "
                + "Have it offer MD5 or SHA-256 with qop=auth, or set the Authorization header in an adapter.")
    }

    /// Returns the error of an adapter that threw.
    static func adaptationFailed(_ url: URL?, _ error: any Error) -> SessionError {
        SessionError(
            .adaptationFailed, url: url, reason: "The adapter failed: \(error.localizedDescription)",
            underlyingError: error)
    }

    /// Returns the error of a received body that has a reader already.
    static func bodyConsumed(_ url: URL?) -> SessionError {
        SessionError(
            .bodyConsumed, url: url,
            reason: "The received body can be read once, by one task. Keep its segments, or make another request.")
    }

    /// Returns the error of a temporary file that received bytes could not be written to or read from.
    static func unwritable(_ error: any Error, at url: URL) -> SessionError {
        let failure = error as? FileFault
        return SessionError(
            .unwritableFile, url: url,
            reason: "A temporary file \(failure?.reason ?? "cannot be used: \(error.localizedDescription)"). "
                + "Make room there, or set TMPDIR to another directory.",
            underlyingError: failure?.underlyingError ?? error)
    }
}

extension URLError {
    /// Returns the error of a cancelled request.
    static func cancelled(_ url: URL?) -> URLError { making(.cancelled, url, "The request was cancelled.") }

    static func timedOut(_ url: URL?, _ reason: String) -> URLError {
        making(.timedOut, url, "The request timed out: \(reason).")
    }

    static func untrusted(_ host: String, _ url: URL?) -> URLError {
        making(
            .serverCertificateUntrusted, url,
            "The security policy does not trust the certificate of \(host). Check which server answers there; if it is "
                + "the right one, add its certificate to the policy.")
    }

    static func making(_ code: Code, _ url: URL?, _ text: String) -> URLError {
        var userInfo: [String: Any] = [NSLocalizedDescriptionKey: text]
        userInfo[NSURLErrorFailingURLErrorKey] = url
        return URLError(code, userInfo: userInfo)
    }
}
