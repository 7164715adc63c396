import URLSerializationSession

extension Request {
    /// Sets the handler that decides about redirections, in place of all redirect handlers.
    func onRedirection(_ handler: @escaping RedirectionHandler) { onRedirection(by: { handler }) }
}
