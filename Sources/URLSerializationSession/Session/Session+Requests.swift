extension Session {
    /// A request with parameters.
    ///
    /// ```swift
    /// session.request("https://example.com/orders", method: .post, parameters: ["id": 1], serializer: .json)
    /// ```
    ///
    /// It is built at once; what is wrong with it is the request's error, and its completion handlers are called.
    ///
    /// - Parameters:
    ///   - url: A URL or its text.
    ///   - method: The method; with the serializers of this package it decides where the parameters go.
    ///   - parameters: What to send: a `ParameterValue`, native Swift values such as `[String: Any]`, Foundation
    ///     objects, or nil for nothing.
    ///   - serializer: What puts the parameters into the request.
    ///   - headers: The request's headers; the serializer's and the session's do not replace them.
    @discardableResult
    public func request(
        _ url: some URLConvertible, method: HTTPMethod = .get, parameters: Any? = nil,
        serializer: any RequestSerialization = HTTPRequestSerializer(), headers: HTTPHeaders = [:]
    ) -> DataRequest {
        request(
            Result {
                let request = try URLRequest(url, method: method, headers: headers, for: serializer)
                return try serializer.serialize(request, with: parameters)
            })
    }

    /// A request with an `Encodable` model as its parameters: the bytes of the equivalent dictionary.
    @discardableResult
    public func request(
        _ url: some URLConvertible, method: HTTPMethod = .get, encoding model: some Encodable,
        serializer: any RequestSerialization = HTTPRequestSerializer(), headers: HTTPHeaders = [:]
    ) -> DataRequest {
        request(
            Result {
                guard !(model is any RequestSerialization) else {
                    throw RequestSerializationError(
                        .unsupportedValue, field: "encoding",
                        reason: "A serializer is no model to send: what the parameters are written by is `serializer:`."
                    )
                }
                let request = try URLRequest(url, method: method, headers: headers, for: serializer)
                return try serializer.serialize(request, encoding: model)
            })
    }

    /// A request that is made already, or that something makes.
    ///
    /// A stream as its body can be sent once; that of a multipart form as often as its parts can be read.
    @discardableResult
    public func request(_ request: some URLRequestConvertible) -> DataRequest {
        self.request(Result { try request.asURLRequest() })
    }

    private func request(_ made: Result<URLRequest, any Error>) -> DataRequest {
        let body = (try? made.get()).map { RequestBody(of: $0) } ?? .inRequest
        return start(DataRequest(made, body: body, session: self))
    }

    /// Starts a request, unless its owner wants to.
    func start<Made: Request>(_ request: Made) -> Made {
        if startRequestsImmediately { request.resume() }
        return request
    }
}

extension URLRequest {
    /// A request before its parameters are put in: the settings of the serializer, and the caller's headers over them.
    init(
        _ url: some URLConvertible, method: HTTPMethod, headers: HTTPHeaders,
        for serializer: (any RequestSerialization)?
    ) throws {
        self.init(url: try url.asURL())
        try HTTPSyntax.validate(method: method.rawValue)
        httpMethod = method.rawValue
        if let serializer = serializer as? any HTTPRequestSerialization {
            try serializer.configuration.applySettings(to: &self)
        }
        try setValues(headers)
    }

    /// Sets headers, over those that are there.
    ///
    /// - Throws: `RequestSerializationError` naming a header that cannot be sent, which Foundation may leave out.
    mutating func setValues(_ headers: HTTPHeaders) throws {
        for header in headers {
            try HTTPSyntax.validate(name: header.name, value: header.value)
            setValue(header.value, forHTTPHeaderField: header.name)
        }
    }
}
