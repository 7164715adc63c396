extension Session {
    /// A plain connection to a host.
    ///
    /// - Parameters:
    ///   - host: A host by its name or address.
    ///   - port: A TCP port, from 1 to 65,535; any other is the request's error.
    @discardableResult
    public func stream(host: String, port: Int) -> StreamRequest {
        stream(.host(host, port: port))
    }

    /// A plain connection.
    @discardableResult
    public func stream(_ source: Streamable) -> StreamRequest {
        start(StreamRequest(source, session: self))
    }
}
