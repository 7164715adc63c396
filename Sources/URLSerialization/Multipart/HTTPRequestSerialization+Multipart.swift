extension HTTPRequestSerialization {
    /// Returns a new request with a multipart form as its body: the parameters first, then the closure's parts
    /// (`multipartFormRequestWithMethod:URLString:parameters:constructingBodyWithBlock:error:`).
    ///
    /// The body is a stream, which is read in chunks while it is sent; `Content-Length` is exact. `Content-Type` is
    /// `multipart/form-data`, regardless of the serializer and the default headers. If the form has no parts, the
    /// result is the request without parameters.
    ///
    /// Every leaf of the parameters becomes a form field: bytes unchanged, a null as an empty field, any other value as
    /// its text in a query, in ``HTTPRequestConfiguration/stringEncoding``. Names are UTF-8.
    ///
    /// - Parameters:
    ///   - method: Any method except GET and HEAD.
    ///   - url: A URL or its text.
    ///   - parameters: The form's first fields: a ``ParameterValue``, a `[String: Any]`, an `NSDictionary` or any other
    ///     dictionary; `nil` for none.
    ///   - boundary: The text between the parts. Choose one if the body must be the same each time.
    ///   - constructingBody: A closure that appends parts to the form. Errors that it throws are passed on to the
    ///     caller.
    /// - Throws: ``RequestSerializationError`` naming the offending key path, part or field.
    /// - Complexity: Linear in the number of parts and the length of content in memory. Files are opened, but not read.
    public func multipartRequest(
        method: HTTPMethod, url: some URLConvertible, parameters: Any? = nil,
        boundary: MultipartBoundary = MultipartBoundary(),
        constructingBody: (inout MultipartForm) throws -> Void = { _ in }
    ) throws -> URLRequest {
        var (request, form) = try beginMultipart(method, url, parameters.map(ParameterInput.object), boundary)
        try constructingBody(&form)
        request.multipartBody = try form.makeBody()
        return request
    }

    /// Returns the same request from an asynchronous closure, for parts such as an asynchronous sequence.
    ///
    /// - Throws: The same errors as the synchronous method.
    public func multipartRequest(
        method: HTTPMethod, url: some URLConvertible, parameters: Any? = nil,
        boundary: MultipartBoundary = MultipartBoundary(), isolation: isolated (any Actor)? = #isolation,
        constructingBody: (inout MultipartForm) async throws -> Void
    ) async throws -> URLRequest {
        var (request, form) = try beginMultipart(method, url, parameters.map(ParameterInput.object), boundary)
        try await constructingBody(&form)
        request.multipartBody = try form.makeBody()
        return request
    }

    /// Returns a new request with a multipart form whose first fields are those of an `Encodable` model, the same as
    /// for the equivalent dictionary.
    ///
    /// - Throws: The same errors as the method with parameters, and any error from the model's `encode(to:)`.
    public func multipartRequest(
        method: HTTPMethod, url: some URLConvertible, encoding model: some Encodable,
        boundary: MultipartBoundary = MultipartBoundary(),
        constructingBody: (inout MultipartForm) throws -> Void = { _ in }
    ) throws -> URLRequest {
        var (request, form) = try beginMultipart(method, url, .model(model), boundary)
        try constructingBody(&form)
        request.multipartBody = try form.makeBody()
        return request
    }

    /// Returns the same request for a model, with an asynchronous closure.
    ///
    /// - Throws: The same errors as the synchronous method.
    public func multipartRequest(
        method: HTTPMethod, url: some URLConvertible, encoding model: some Encodable,
        boundary: MultipartBoundary = MultipartBoundary(), isolation: isolated (any Actor)? = #isolation,
        constructingBody: (inout MultipartForm) async throws -> Void
    ) async throws -> URLRequest {
        var (request, form) = try beginMultipart(method, url, .model(model), boundary)
        try await constructingBody(&form)
        request.multipartBody = try form.makeBody()
        return request
    }

    private func beginMultipart(
        _ method: HTTPMethod, _ url: some URLConvertible, _ input: ParameterInput?, _ boundary: MultipartBoundary
    ) throws -> (URLRequest, MultipartForm) {
        guard method != .get, method != .head else {
            throw RequestSerializationError.methodWithoutBody(method.rawValue)
        }
        let request = try request(method: method, url: url)
        var form = MultipartForm(boundary: boundary, encoding: configuration.stringEncoding)
        if let input {
            try form.append(input, style: configuration.queryStyle, maximumDepth: configuration.maximumDepth)
        }
        return (request, form)
    }
}

extension RequestSerializationError {
    /// Returns the error for a form with a method whose requests have no body.
    package static func methodWithoutBody(_ method: String) -> RequestSerializationError {
        RequestSerializationError(
            .methodWithoutBody, field: "httpMethod",
            reason: "A \(method) request has no body to put a form into. Use POST or PUT.")
    }
}
