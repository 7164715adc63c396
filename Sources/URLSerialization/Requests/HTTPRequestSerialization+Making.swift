extension HTTPRequestSerialization {
    /// Returns a new request with parameters (`requestWithMethod:URLString:parameters:error:`).
    ///
    /// The configuration's six optional settings are applied only here: ``RequestSerialization/serialize(_:with:)``
    /// keeps those of the request that it receives.
    ///
    /// ```swift
    /// let request = try HTTPRequestSerializer().request(
    ///     method: .get, url: "https://example.com/search", parameters: ["q": "swift"])
    /// ```
    ///
    /// - Parameters:
    ///   - method: The method, which decides where the parameters go.
    ///   - url: A URL or its text, relative to the configuration's ``HTTPRequestConfiguration/baseURL`` if it has one.
    ///   - parameters: The parameters to send: a ``ParameterValue``, native Swift values such as `[String: Any]`,
    ///     Foundation objects, or `nil` for none.
    ///   - headers: The request's own headers, which replace the configuration's.
    /// - Throws: The errors of ``RequestSerialization/serialize(_:with:)``; ``RequestSerializationError`` for a text
    ///   that is not a URL, for a URL without scheme or host unless ``HTTPRequestConfiguration/validatesURLs`` is
    ///   `false`, for a header that cannot be sent, and for a setting out of range.
    public func request(
        method: HTTPMethod, url: some URLConvertible, parameters: Any? = nil, headers: HTTPHeaders = [:]
    ) throws -> URLRequest {
        var request = try request(method, url)
        try request.setHeaders(headers)
        return try serialize(request, with: parameters)
    }

    /// Returns a new request with an `Encodable` model as its parameters, with the same bytes as for the equivalent
    /// dictionary.
    ///
    /// - Throws: The errors of ``request(method:url:parameters:headers:)``, and the error of the model's `encode(to:)`.
    public func request(
        method: HTTPMethod, url: some URLConvertible, encoding model: some Encodable
    ) throws -> URLRequest {
        try serialize(request(method, url), encoding: model)
    }

    private func request(_ method: HTTPMethod, _ url: some URLConvertible) throws -> URLRequest {
        let url = try url.asURL().resolved(against: configuration.baseURL)
        if configuration.validatesURLs {
            try HTTPSyntax.validate(url: url, hint: ", or set the configuration's baseURL")
        }
        var request = URLRequest(url: url)
        try HTTPSyntax.validate(method: method.rawValue)
        request.httpMethod = method.rawValue
        try configuration.applySettings(to: &request)
        return request
    }
}

extension URL {
    /// Resolves a reference against a base URL, if there is one, whose last path component is kept.
    package func resolved(against baseURL: URL?) -> URL {
        guard let baseURL, scheme == nil else { return self }
        let folder = baseURL.hasDirectoryPath ? baseURL : baseURL.appendingPathComponent("")
        return URL(string: relativeString, relativeTo: folder)?.absoluteURL ?? self
    }
}
