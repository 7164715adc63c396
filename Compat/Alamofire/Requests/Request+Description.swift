extension Request: CustomStringConvertible {
    /// The method, the URL and, after a response, the status.
    public var description: String {
        guard let request = performedRequests.last ?? lastRequest, let url = request.url else {
            return "No request created yet."
        }
        let line = "\(request.httpMethod ?? "GET") \(url.absoluteString)"
        return response.map { "\(line) (\($0.statusCode))" } ?? line
    }

    /// Calls a closure with the request's `curl` command as soon as the request is built.
    @preconcurrency @discardableResult
    public func cURLDescription(
        on queue: DispatchQueue, calling handler: @escaping @Sendable (String) -> Void
    ) -> Self {
        set { $0.commandHandler = TakenOnce(Callback(queue: queue, handler: handler)) }
        if lastRequest != nil { describe() }
        return self
    }

    /// Calls a closure on the root queue with the request's `curl` command as soon as the request is built.
    @preconcurrency @discardableResult
    public func cURLDescription(calling handler: @escaping @Sendable (String) -> Void) -> Self {
        cURLDescription(on: underlyingQueue, calling: handler)
    }

    /// Returns the `curl` command that sends the request again, with its credential, cookies and secrets.
    ///
    /// The command works in a POSIX shell: characters that the shell would expand are escaped.
    public func cURLDescription() -> String {
        guard let request = lastRequest, let url = request.url, url.host != nil, let method = request.httpMethod else {
            return "$ curl command could not be created"
        }
        var parts = ["$ curl -v", "-X \(method)"]
        func add(_ option: String, _ text: String) {
            let special: Set<Character> = ["\\", "\"", "$", "`"]
            parts.append("\(option)\"\(text.map { special.contains($0) ? "\\\($0)" : "\($0)" }.joined())\"")
        }
        if let user = credential?.user, let password = credential?.password { add("-u ", "\(user):\(password)") }
        let configuration = delegate?.sessionConfiguration
        let storage = configuration?.httpShouldSetCookies == true ? configuration?.httpCookieStorage : nil
        if let cookies = storage?.cookies(for: url), !cookies.isEmpty {
            add("-b ", cookies.map { "\($0.name)=\($0.value)" }.joined(separator: ";"))
        }
        var headers = configuration?.headers ?? HTTPHeaders()
        for header in request.headers { headers.update(header) }
        headers.remove(name: "Cookie")
        for header in headers { add("-H ", "\(header.name): \(header.value)") }
        if let body = request.httpBody { add("-d ", String(decoding: body, as: UTF8.self)) }
        add("", url.absoluteString)
        return parts.joined(separator: " \\\n\t")
    }
}
