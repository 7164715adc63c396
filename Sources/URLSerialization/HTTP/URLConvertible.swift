/// A value that can be converted to a URL, such as a `URL`, its text or its components.
public protocol URLConvertible: Sendable {
    /// Returns the URL.
    ///
    /// - Throws: ``RequestSerializationError`` with code ``RequestSerializationError/Code/invalidURL`` if there is
    ///   none.
    func asURL() throws -> URL
}

extension URL: URLConvertible {
    /// Returns the URL itself.
    public func asURL() throws -> URL { self }
}

extension String: URLConvertible {
    /// Returns the URL that the text spells.
    public func asURL() throws -> URL {
        if let url = URL(string: self) { return url }
        throw RequestSerializationError(
            .invalidURL, field: "URL",
            reason: isEmpty
                ? "The text is empty. Give a URL." : "\(HTTPSyntax.shown(self)) is not a URL. Check its host and port."
        )
    }
}

extension URLComponents: URLConvertible {
    /// Returns the URL of the components.
    public func asURL() throws -> URL {
        if let url { return url }
        throw RequestSerializationError(
            .invalidURL, field: "URL",
            reason: "The components do not make up a URL. A path beside a host must begin with '/'."
        )
    }
}

/// A value that can be converted to a request.
public protocol URLRequestConvertible: Sendable {
    /// Returns the request.
    ///
    /// - Throws: The error of building the request.
    func asURLRequest() throws -> URLRequest
}

extension URLRequest: URLRequestConvertible {
    /// Returns the request itself.
    public func asURLRequest() throws -> URLRequest { self }
}
