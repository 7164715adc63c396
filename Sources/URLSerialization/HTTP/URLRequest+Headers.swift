extension URLRequest {
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
