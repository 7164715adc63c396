// URLSession has stream tasks on Apple's systems only. Their side is written after the documentation of
// URLSessionStreamTask and has not been run.

extension Streamable {
    /// What stands for the connection where requests do.
    ///
    /// - Throws: `RequestSerializationError` for a port out of range; ``SessionError`` with code
    ///   ``SessionError/Code/streamTasksUnavailable``.
    func request() throws -> URLRequest {
        guard case .host(let host, let port) = self, (1...65_535).contains(port) else {
            throw RequestSerializationError(
                .invalidURL, field: "port", reason: "A TCP port is a number from 1 to 65,535.")
        }
        #if canImport(Darwin)
            var components = URLComponents()
            components.scheme = "tcp"
            components.host = host
            components.port = port
            return URLRequest(url: try components.asURL())
        #else
            throw SessionError(
                .streamTasksUnavailable,
                reason: "No connection to \(host):\(port): URLSession has no stream tasks on this system. "
                    + "Use another library for plain connections.")
        #endif
    }
}

extension URLSession {
    /// The task of a connection; nil for other requests.
    func streamTask(for request: URLRequest) -> URLSessionTask? {
        #if canImport(Darwin)
            guard let url = request.url, url.scheme == "tcp", let host = url.host, let port = url.port else {
                return nil
            }
            return streamTask(withHostName: host, port: port)
        #else
            return nil
        #endif
    }
}

#if canImport(Darwin)
    extension StreamRequest {
        /// The task to read from and write to, once the request is running.
        public var streamTask: URLSessionStreamTask? { task as? URLSessionStreamTask }
    }
#endif
