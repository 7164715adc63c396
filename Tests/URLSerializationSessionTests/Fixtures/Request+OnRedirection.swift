import URLSerializationSession

extension Request {
    /// Sets the handler that decides about redirections, for tests in which it is the same from the start.
    func onRedirection(
        _ handler: @escaping @Sendable (_ response: HTTPURLResponse, _ request: URLRequest) -> URLRequest?
    ) { onRedirection(by: { { $2(handler($0, $1)) } }) }
}
