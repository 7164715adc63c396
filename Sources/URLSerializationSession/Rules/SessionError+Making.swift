extension SessionError {
    /// Creates an error whose reason is the same for every request.
    init(_ code: Code, _ url: URL?) { self.init(code, url: url, reason: Self.reasons[code] ?? "") }

    private static let reasons: [Code: String] = [
        .sessionInvalidated: "The session has been invalidated. Make the request with another.",
        .bodyNotRepeatable: "The body has to be sent again, and its stream can be read only once. "
            + "Give a closure that makes the stream, a file, or data.",
        .noResponse: "The transfer ended without a response. Check that the server is running.",
        .unsupportedChallenge: "The server asks for Digest authentication (RFC 7616) in a form that is not supported. "
            + "Have it offer MD5 or SHA-256 with qop=auth, or set the Authorization header in an adapter.",
        .bodyConsumed: "The received body can be read once, by one task. Keep its segments, or make another request.",
        .tooManyParts: "The server delivers the file in more parts than are requested: \(PartAllowance.mostParts), or "
            + "\(PartAllowance.mostSmallParts) that bring less than 1 MiB and a hundredth of the missing bytes. Resume "
            + "the download later, or use another server.",
        .unsafeRedirect: "The server redirects an encrypted body from https to http, where it would be sent in clear "
            + "text. Have the server redirect to an https URL, or send the body to the new URL yourself.",
    ]

    /// Returns the error of an adapter that threw.
    static func adaptationFailed(_ url: URL?, _ error: any Error) -> SessionError {
        SessionError(
            .adaptationFailed, url: url, reason: "The adapter failed: \(error.localizedDescription)",
            underlyingError: error)
    }

    /// Does work that writes received bytes to a temporary file, or reads them from it.
    ///
    /// - Parameter url: The URL of the file or of its directory.
    /// - Throws: ``SessionError`` with code ``SessionError/Code/unwritableFile``.
    static func inTemporaryFile<Result>(
        at url: URL = FileManager.default.temporaryDirectory, _ work: () throws -> Result
    ) throws(SessionError) -> Result {
        do {
            return try work()
        } catch {
            let failure = error as? FileError
            throw SessionError(
                .unwritableFile, url: url,
                reason: "A temporary file \(failure?.reason ?? "cannot be used: \(error.localizedDescription)"). "
                    + "Make room there, or set TMPDIR to another directory.",
                underlyingError: failure?.underlyingError ?? error)
        }
    }
}

extension URLError {
    /// Returns the error of a cancelled request.
    static func cancelled(_ url: URL?) -> URLError { making(.cancelled, url, "The request was cancelled.") }

    static func untrusted(_ host: String, _ url: URL?) -> URLError {
        making(
            .serverCertificateUntrusted, url,
            "The security policy does not trust the certificate of \(host). Check which server answers there; if it is "
                + "the right one, add its certificate to the policy.")
    }

    /// - Parameter cause: A description for developers, or `nil` for none.
    static func making(_ code: Code, _ url: URL?, _ text: String, cause: String? = nil) -> URLError {
        var userInfo: [String: Any] = [NSLocalizedDescriptionKey: text]
        userInfo[NSURLErrorFailingURLErrorKey] = url
        userInfo[NSDebugDescriptionErrorKey] = cause
        return URLError(code, userInfo: userInfo)
    }
}
