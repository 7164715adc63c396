/// The redirect handlers of a request and its session.
///
/// | own | session's | decides |
/// |---|---|---|
/// | none | some | each about the request that the one before has returned |
/// | some | none | each about the request that the one before has returned |
/// | some | some | the own; the session's are called with the decided request, and their answers do not count |
struct RedirectHandlers: Sendable {
    let own: [any RedirectHandler]
    let session: [any RedirectHandler]

    /// The handler that calls them, or `nil` if there are none.
    var handler: RedirectionHandler? {
        guard !own.isEmpty || !session.isEmpty else { return nil }
        return { response, proposed in
            let decided = Self.decision(of: own.isEmpty ? session : own, response, proposed)
            if !own.isEmpty {
                for handler in session { _ = handler.request(after: response, proposing: decided ?? proposed) }
            }
            return decided
        }
    }

    private static func decision(
        of handlers: [any RedirectHandler], _ response: HTTPURLResponse, _ proposed: URLRequest
    ) -> URLRequest? {
        handlers.reduce(proposed) { request, handler in
            request.flatMap { handler.request(after: response, proposing: $0) }
        }
    }
}
