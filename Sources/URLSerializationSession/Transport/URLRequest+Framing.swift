extension URLRequest {
    /// Removes what says how long the body is: URLSession says it, or this module does, from the body itself.
    ///
    /// URLSession on Linux sends the caller's `Content-Length` whatever the body is, and what is left over is the
    /// next request on the connection (RFC 9112, section 11.2).
    mutating func removeFraming() {
        for name in ["Content-Length", "Transfer-Encoding"] where value(forHTTPHeaderField: name) != nil {
            setValue(nil, forHTTPHeaderField: name)
        }
    }
}

extension URL {
    /// The URL with its scheme as RFC 3986, section 3.1, would have it written: URLSession on Linux takes no other.
    var withLowercaseScheme: URL {
        guard let scheme, scheme != scheme.lowercased(),
            var components = URLComponents(url: self, resolvingAgainstBaseURL: true)
        else { return self }
        components.scheme = scheme.lowercased()
        return components.url ?? self
    }
}
