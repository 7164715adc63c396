extension Request: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// The method, the URL and, after a response, the status: `GET https://example.com/ (200)`.
    ///
    /// The URL omits the user, password, query and fragment, which may be secret.
    public var description: String { record.withLock { $0.description } }

    /// The `curl` command of ``cURLDescription(includingSecrets:)``, without secrets.
    public var debugDescription: String { cURLDescription() }

    /// A mirror with ``description`` as its only child, so that `dump` shows no secrets.
    public var customMirror: Mirror { Mirror(self, children: ["description": description], displayStyle: .class) }

    /// Returns a `curl` command that sends the request again, byte for byte, from `sh` or `bash`.
    ///
    /// ```swift
    /// print(request.cURLDescription())
    /// ```
    ///
    /// The command contains a multipart form with its boundary, the paths of files, and the session's cookies for the
    /// URL. A comment replaces a body that is a stream. Headers from adapters and from the session appear only after
    /// the request was sent. Curl adds `User-Agent` and `Accept` where the request has none.
    ///
    /// - Parameter includingSecrets: Whether the command contains the URL's user and password, and the values of
    ///   `Authorization`, `Cookie` and other headers and query parameters named like keys, tokens and passwords.
    ///   Otherwise `REDACTED` replaces them. The body is never redacted.
    /// - Complexity: Linear in the length of a body in memory, with up to four characters for each byte.
    public func cURLDescription(includingSecrets: Bool = false) -> String {
        let (message, body) = record.withLock { record in
            record.isDescribed = true
            return (record.message, record.body)
        }
        guard var request = message else { return "# The request could not be built." }
        let cookies = request.value(forHTTPHeaderField: "Cookie") == nil ? session.cookies(for: request) : []
        for (name, value) in HTTPCookie.requestHeaderFields(with: cookies) where !value.isEmpty {
            request.setValue(value, forHTTPHeaderField: name)
        }
        return CURLCommand(request, body: body, redactsSecrets: !includingSecrets).text
    }
}
