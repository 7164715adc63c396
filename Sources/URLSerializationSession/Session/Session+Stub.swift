extension Session {
    /// Creates a session whose requests a closure answers, for tests and previews.
    ///
    /// ```swift
    /// let session = Session.stub { request in
    ///     guard request.url?.path == "/orders/7" else { return StubResponse(statusCode: 404) }
    ///     return .json(#"{"id": 7}"#)
    /// }
    /// ```
    ///
    /// Everything except the network works as in other sessions: adapters, retries, validation, redirections,
    /// challenges, downloads and progress. Cookies are neither stored nor sent.
    ///
    /// - Parameters:
    ///   - baseURL: The URL that relative ones are resolved against, or `nil` for none.
    ///   - configuration: The session's headers and timeouts.
    ///   - start: The event that starts requests.
    ///   - adapter: The adapter that changes every request, or `nil` for none.
    ///   - retrier: The retrier that decides about failures, or `nil` for none.
    ///   - observers: The observers that are notified of each event of every request.
    ///   - answer: Returns the answer to a message as it would be sent, with its body in `httpBody`, whatever the
    ///     body's source. It is called for each attempt, redirection and answered challenge, concurrently for several
    ///     requests, in a task that is cancelled with the request. An error that it throws, such as
    ///     `URLError(.notConnectedToInternet)`, counts as a network error.
    public static func stub(
        baseURL: URL? = nil, configuration: URLSessionConfiguration = .ephemeral,
        start: RequestStart = .withFirstHandler, adapter: (any RequestAdapter)? = nil,
        retrier: (any RequestRetrier)? = nil, observers: [any RequestObserver] = [],
        answer: @escaping @Sendable (URLRequest) async throws -> StubResponse
    ) -> Session {
        let queue = DispatchQueue(label: "URLSerializationSession.stub")
        return Session(
            baseURL: baseURL, configuration: configuration, start: start, adapters: adapter.map { [$0] } ?? [],
            retriers: retrier.map { [$0] } ?? [], observers: observers, transportPolicy: nil, queue: queue,
            transfers: StubEngine(reportingOn: queue, answer))
    }
}
