/// Something a URL can be made of: a `URL`, its text, its components.
public protocol URLConvertible: Sendable {
    /// The URL.
    ///
    /// - Throws: ``RequestSerializationError`` with code ``RequestSerializationError/Code/invalidURL`` if there is none.
    func asURL() throws -> URL
}

extension URL: URLConvertible {
    /// The URL itself.
    public func asURL() throws -> URL { self }
}

extension String: URLConvertible {
    /// The URL that the text spells.
    public func asURL() throws -> URL {
        if let url = URL(string: self) { return url }
        throw RequestSerializationError(
            .invalidURL, field: "URL",
            reason: isEmpty ? "The text is empty. Give a URL." : "'\(self)' is not a URL. Check its host and port."
        )
    }
}

extension URLComponents: URLConvertible {
    /// The URL the components make up.
    public func asURL() throws -> URL {
        if let url { return url }
        throw RequestSerializationError(
            .invalidURL, field: "URL",
            reason: "The components do not make up a URL. A path beside a host must begin with '/'."
        )
    }
}

/// Something a request can be made of.
public protocol URLRequestConvertible: Sendable {
    /// The request.
    ///
    /// - Throws: Whatever building the request throws.
    func asURLRequest() throws -> URLRequest
}

extension URLRequest: URLRequestConvertible {
    /// The request itself.
    public func asURLRequest() throws -> URLRequest { self }
}
