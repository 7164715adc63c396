/// The redirect handlers of a request and its session.
///
/// | own | session's | decides |
/// |---|---|---|
/// | none | some | each about the request that the one before has returned |
/// | some | none | each about the request that the one before has returned |
/// | some | some | the own; the session's are called with the decided request, and their answers do not count |
enum RedirectHandlers {
    /// Returns the handler that calls them, or `nil` if there are none.
    static func handler(
        own: [any RedirectHandler], session: [any RedirectHandler]
    ) -> RedirectionHandler? {
        let (deciding, notified) = own.isEmpty ? (session, []) : (own, session)
        guard !deciding.isEmpty else { return nil }
        return { response, proposed in
            let decided = deciding.reduce(proposed as URLRequest?) { request, handler in
                request.flatMap { handler.request(after: response, proposing: $0) }
            }
            for handler in notified { _ = handler.request(after: response, proposing: decided ?? proposed) }
            return decided
        }
    }
}
