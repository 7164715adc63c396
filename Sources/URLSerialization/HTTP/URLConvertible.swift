/// A value that can be converted to a URL, such as a `URL`, its text or its components.
public protocol URLConvertible: Sendable {
    /// Returns the URL that the value stands for.
    ///
    /// - Throws: ``RequestSerializationError`` with code ``RequestSerializationError/Code/invalidURL`` if there is
    ///   none.
    func asURL() throws -> URL
}

extension URL: URLConvertible {
    /// Returns the URL itself, which is not checked.
    public func asURL() throws -> URL { self }
}

extension String: URLConvertible {
    /// Returns the URL that the string represents.
    public func asURL() throws -> URL {
        if let url = URL(string: self) { return url }
        throw RequestSerializationError(
            .invalidURL, field: "URL",
            reason: isEmpty
                ? "The text is empty. Give a URL."
                : "\(HTTPSyntax.excerpt(of: self)) is not a URL. Check its host and port.")
    }
}

extension URLComponents: URLConvertible {
    /// Returns the URL of the components.
    public func asURL() throws -> URL {
        if let url { return url }
        throw RequestSerializationError(
            .invalidURL, field: "URL",
            reason: "The components do not make up a URL. With a host, the path must begin with '/'.")
    }
}

/// A value that can be converted to a request.
public protocol URLRequestConvertible: Sendable {
    /// Returns the request that the value stands for.
    ///
    /// - Throws: The error of building the request.
    func asURLRequest() throws -> URLRequest
}

extension URLRequest: URLRequestConvertible {
    /// Returns the request itself, which is not checked.
    public func asURLRequest() throws -> URLRequest { self }
}

extension URL {
    /// Returns the URL with a query added before its fragment, after the URL's own query if it has one. An empty query
    /// adds nothing.
    ///
    /// AFNetworking adds the query after the fragment, where no server sees it; this difference is deliberate.
    /// Otherwise the result is AFNetworking's: `p?` becomes `p?&a=1`, because the URL has a query, though an empty one,
    /// and a `?` inside the fragment does not begin a query.
    ///
    /// - Parameter query: Percent-encoded text.
    /// - Throws: ``RequestSerializationError`` with code ``RequestSerializationError/Code/invalidURL`` if the result is
    ///   not a URL.
    func adding(query: String) throws(RequestSerializationError) -> URL {
        guard !query.isEmpty else { return self }
        let text = absoluteString
        let end = text.utf8.firstIndex(of: UInt8(ascii: "#")) ?? text.endIndex
        let hasQuery = text.utf8[..<end].contains(UInt8(ascii: "?"))
        guard let url = URL(string: text[..<end] + (hasQuery ? "&" : "?") + query + text[end...]) else {
            throw RequestSerializationError(
                .invalidURL, field: "URL",
                reason: "With its query \(HTTPSyntax.excerpt(of: text)) is no longer a URL. Percent-encode the query.")
        }
        return url
    }

    /// Returns a query with all bytes that a query may not contain (RFC 3986, section 3.4) percent-encoded. Escapes
    /// stay.
    ///
    /// If a URL's text has even one forbidden byte, Foundation escapes it, and escapes every existing escape again.
    package static func repaired(query: String) -> String {
        let parts = query.unicodeScalars.split(separator: "%", omittingEmptySubsequences: false).map(String.init)
        let escaped = parts.map { $0.addingPercentEncoding(withAllowedCharacters: .urlQueryAllowed) ?? "" }
        return zip(parts, escaped).dropFirst().reduce(escaped[0]) { query, part in
            let digits = part.0.utf8.prefix(2)
            let isEscape = digits.count == 2 && digits.allSatisfy { $0.hexadecimalValue != nil }
            return query + (isEscape ? "%" : "%25") + part.1
        }
    }
}
