/// Whether a request may go to URLSession, which on Linux sends line ends in methods and names as they are, drops values
/// that have them, and ends the process over a time that is no number.
package enum RequestCheck {
    /// - Throws: ``RequestSerializationError`` naming what is wrong: a URL without a scheme, or of http and https without
    ///   a host; a method or a field's name that is no token; a field's value with CR, LF or NUL; a `timeoutInterval`
    ///   that is negative or no number.
    package static func validate(_ request: URLRequest) throws(RequestSerializationError) {
        try HTTPSyntax.validate(url: request.url)
        try HTTPSyntax.validate(method: request.httpMethod ?? "GET")
        // In order, so that of several faults it is always the same that is named.
        for (name, value) in (request.allHTTPHeaderFields ?? [:]).sorted(by: { $0.key < $1.key }) {
            try HTTPSyntax.validate(name: name, value: value)
        }
        // Not a number is not at least 0 either.
        guard request.timeoutInterval >= 0 else {
            throw RequestSerializationError(
                .invalidSetting, field: "timeoutInterval",
                reason: "\(request.timeoutInterval) is not a time. Give seconds from 0 up.")
        }
    }
}

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
