extension Request {
    /// Sets the idle timeout: the request fails with `URLError.timedOut` when nothing is sent or received for that
    /// long. Without it the timeouts are those of the session's configuration.
    ///
    /// ```swift
    /// let order = try await session.request("https://example.com/orders/1").timeout(5).decode(Order.self)
    /// ```
    ///
    /// It applies to attempts that begin after the call.
    ///
    /// - Parameter seconds: The timeout in seconds; zero or less for none.
    @discardableResult
    public func timeout(_ seconds: TimeInterval) -> Self { adapt(with: TimeoutAdapter(seconds: seconds)) }
}

private struct TimeoutAdapter: RequestAdapter {
    let seconds: TimeInterval

    func adapt(_ request: URLRequest) -> URLRequest {
        var request = request
        request.timeoutInterval = seconds
        return request
    }
}
