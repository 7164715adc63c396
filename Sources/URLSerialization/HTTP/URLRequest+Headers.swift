extension URLRequest {
    /// The headers, in the order of their names. Setting them replaces all previous ones.
    ///
    /// They are not checked, and Foundation on Linux sends CR and LF in them: set text from other sources by
    /// ``setHeaders(_:)``.
    public var headers: HTTPHeaders {
        get { HTTPHeaders(allHTTPHeaderFields ?? [:]) }
        set {
            self = mutableCopy
            allHTTPHeaderFields = newValue.dictionary
        }
    }

    /// Sets headers, in place of those of the same names.
    ///
    /// - Throws: ``RequestSerializationError`` naming a header that cannot be sent. `setValue(_:forHTTPHeaderField:)`
    ///   drops it silently on Linux.
    public mutating func setHeaders(_ headers: HTTPHeaders) throws {
        for header in headers {
            try HTTPSyntax.validate(name: header.name, value: header.value)
            setValue(header.value, forHTTPHeaderField: header.name)
        }
    }
}

extension HTTPURLResponse {
    /// The headers, in the order of their names.
    public var headers: HTTPHeaders { HTTPHeaders(allHeaderFields as? [String: String] ?? [:]) }
}

extension URLSessionConfiguration {
    /// The headers of every request, in the order of their names. Setting them replaces all previous ones.
    public var headers: HTTPHeaders {
        get { HTTPHeaders(httpAdditionalHeaders as? [String: String] ?? [:]) }
        set { httpAdditionalHeaders = newValue.dictionary }
    }
}
