extension Request: CustomStringConvertible, CustomDebugStringConvertible {
    /// The method, the URL and the status, as far as they are there: `GET https://example.com/ (200)`.
    ///
    /// The URL has neither its user information nor its query, where secrets stand.
    public var description: String {
        let record = record.value
        guard let request = record.request else { return "No request has been made" }
        let url = request.url.map(SessionError.text(of:)) ?? ""
        let method = request.httpMethod ?? "GET"
        let line = "\(HTTPSyntax.isToken(method) ? method : method.quoted) \(url)"
        return record.response.map { "\(line) (\($0.statusCode))" } ?? line
    }

    /// The `curl` command of ``cURLDescription(includingSecrets:)``, without secrets.
    public var debugDescription: String { cURLDescription() }

    /// A `curl` command that sends the request again, byte for byte, from `sh` or `bash`.
    ///
    /// ```swift
    /// print(request.cURLDescription())
    /// ```
    ///
    /// A multipart form comes with its boundary, files by their paths. A body that can be read only once is not in it; a
    /// comment says so. The session's cookies for the URL are in it. Before the request was sent, headers of adapters and
    /// of the session are not. Curl adds `User-Agent` and `Accept` where the request has none.
    ///
    /// - Parameter includingSecrets: Whether the URL's user and password are printed, and the values of `Authorization`,
    ///   `Cookie` and other headers and of parameters of the query that have the names of keys, tokens and passwords; if
    ///   not, `REDACTED` stands in their place. The body is printed as it is.
    /// - Complexity: Linear in the length of what is in memory, up to four characters for each byte.
    public func cURLDescription(includingSecrets: Bool = false) -> String {
        let record = record.value
        guard var request = record.request else { return "# The request could not be built." }
        let cookies = request.value(forHTTPHeaderField: "Cookie") == nil ? host.cookies(for: request) : []
        for (name, value) in HTTPCookie.requestHeaderFields(with: cookies) where !value.isEmpty {
            request.setValue(value, forHTTPHeaderField: name)
        }
        return CURLCommand(request, body: record.body.exported(in: request), redactsSecrets: !includingSecrets).text
    }
}

extension RequestBody {
    /// The body as a command can have it.
    fileprivate func exported(in request: URLRequest) -> CURLCommand.Body {
        switch self {
        case .inRequest: request.httpBody.map { .data($0) } ?? .none
        case .file(let url): .file(url)
        case .multipart(let form): .multipart(form)
        case .stream: .unknown
        }
    }
}
