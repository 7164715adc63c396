extension SessionError {
    /// A request of a session that has been invalidated.
    static func invalidated(_ url: URL?) -> SessionError {
        SessionError(
            .sessionInvalidated, url: url, reason: "The session has been invalidated. Make the request with another.")
    }

    /// A body that would have to be sent a second time.
    static func bodyNotRepeatable(_ url: URL?) -> SessionError {
        SessionError(
            .bodyNotRepeatable, url: url,
            reason: "The body has to be sent again, and its stream can be read only once. "
                + "Give a closure that makes the stream, a file, or data.")
    }

    /// A transfer without a response and without an error.
    static func noResponse(_ url: URL?) -> SessionError {
        SessionError(
            .noResponse, url: url,
            reason: "The transfer ended without a response. Check that the server is running.")
    }

    /// A Digest challenge on a system that cannot answer it.
    static func digestUnanswerable(_ url: URL?) -> SessionError {
        SessionError(
            .unsupportedChallenge, url: url,
            reason: "The server asks for Digest authentication (RFC 7616), which URLSession on Linux does not answer. "
                + "Have the server offer Basic over https, or set the Authorization header in an adapter.")
    }

    /// A body that is read already.
    static func bodyConsumed(_ url: URL?) -> SessionError {
        SessionError(
            .bodyConsumed, url: url,
            reason: "The received body can be read once, by one task. Keep its pieces, or make another request.")
    }

    /// A file that what was received could not be written to, or be read from again.
    static func unwritable(_ error: any Error, at url: URL) -> SessionError {
        let fault = error as? FileFault
        return SessionError(
            .unwritableFile, url: url,
            reason: "A temporary file \(fault?.reason ?? "cannot be used: \(error.localizedDescription)"). "
                + "Make room there, or set TMPDIR to another directory.",
            underlyingError: fault?.underlyingError ?? error)
    }
}

extension URLError {
    /// The error of a request that its owner has cancelled.
    static func cancelled(_ url: URL?) -> URLError {
        var userInfo: [String: Any] = [NSLocalizedDescriptionKey: "The request was cancelled."]
        userInfo[NSURLErrorFailingURLErrorKey] = url
        return URLError(.cancelled, userInfo: userInfo)
    }
}
