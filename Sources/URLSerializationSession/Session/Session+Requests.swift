extension Session {
    /// Creates a request whose parameters a serializer puts into its URL or its body.
    ///
    /// ```swift
    /// session.request("https://example.com/orders", method: .post, parameters: ["id": 1], serializer: .json)
    /// ```
    ///
    /// The request is built at once. If it cannot be built, it fails with the reason, and its completion handlers are
    /// called.
    ///
    /// - Parameters:
    ///   - url: A URL or its text, relative to ``baseURL``, or else to the serializer's base URL, if any.
    ///   - method: The method; with the serializers of this package it decides where the parameters go.
    ///   - parameters: The parameters to send: a `ParameterValue`, native Swift values such as `[String: Any]`,
    ///     Foundation objects, or `nil` for none.
    ///   - serializer: The serializer that puts the parameters into the request.
    ///   - headers: The request's headers; the serializer's and the session's do not replace them.
    ///   - cachePolicy: The cache policy, or `nil` for the session's. libcurl caches nothing.
    ///   - timeout: The idle timeout in seconds (``Request/timeout(_:)-(TimeInterval)``), or `nil` for the session's.
    ///   - modify: Changes the request before the parameters are added. If it throws an error, the request fails with
    ///     that error.
    @discardableResult
    public func request(
        _ url: some URLConvertible, method: HTTPMethod = .get, parameters: Any? = nil,
        serializer: any RequestSerialization = HTTPRequestSerializer(), headers: HTTPHeaders? = nil,
        cachePolicy: URLRequest.CachePolicy? = nil, timeout: TimeInterval? = nil,
        modify: ((inout URLRequest) throws -> Void)? = nil
    ) -> DataRequest {
        request(
            Result {
                var request = try build(url, method, headers, for: serializer, modify)
                request.cachePolicy = cachePolicy ?? request.cachePolicy
                request.timeoutInterval = timeout ?? request.timeoutInterval
                return try serializer.serialize(request, with: parameters)
            })
    }

    /// Creates a request with an `Encodable` model as its parameters. It sends the bytes of the equivalent dictionary.
    @discardableResult
    public func request(
        _ url: some URLConvertible, method: HTTPMethod = .get, encoding model: some Encodable,
        serializer: any RequestSerialization = HTTPRequestSerializer(), headers: HTTPHeaders? = nil,
        modify: ((inout URLRequest) throws -> Void)? = nil
    ) -> DataRequest {
        request(
            Result {
                guard !(model is any RequestSerialization) else {
                    throw RequestSerializationError(
                        .unsupportedValue, field: "encoding",
                        reason: "A serializer is not a model to send. Pass the serializer as `serializer:`.")
                }
                return try serializer.serialize(build(url, method, headers, for: serializer, modify), encoding: model)
            })
    }

    /// Creates a request from a `URLRequest` or a value that makes one.
    ///
    /// A body that is a stream can be sent once; a multipart form can be sent again if its parts can be read again.
    @discardableResult
    public func request(_ request: some URLRequestConvertible) -> DataRequest {
        self.request(Result { try request.asURLRequest() })
    }

    private func request(_ made: Result<URLRequest, any Error>) -> DataRequest {
        begin(DataRequest(resolve(made), session: self))
    }

    /// Resolves the URL of a request that was built outside the session.
    func resolve(_ made: Result<URLRequest, any Error>) -> Result<URLRequest, any Error> {
        guard let baseURL else { return made }
        return made.map { request in
            var request = request.mutableCopy
            request.url = request.url?.resolved(against: baseURL)
            return request
        }
    }

    /// Reports a request, and starts it if the session's requests start immediately.
    @discardableResult
    package func begin<Made: Request>(_ request: Made) -> Made {
        request.notify(.made)
        if start == .immediately { request.resume() }
        return request
    }

    /// Returns a request without its parameters: the settings of the serializer, the caller's headers over them, then
    /// the caller's changes.
    func build(
        _ url: some URLConvertible, _ method: HTTPMethod, _ headers: HTTPHeaders?,
        for serializer: any RequestSerialization, _ modify: ((inout URLRequest) throws -> Void)?
    ) throws -> URLRequest {
        let configuration = (serializer as? any HTTPRequestSerialization)?.configuration
        var request = URLRequest(url: try url.asURL().resolved(against: baseURL ?? configuration?.baseURL))
        try HTTPSyntax.validate(method: method.rawValue)
        request.httpMethod = method.rawValue
        try configuration?.applySettings(to: &request)
        if let defaults = configuration?.headers { try setHeaders(inPlaceOf: defaults, in: &request) }
        try request.setHeaders(headers ?? [:])
        try modify?(&request)
        return request
    }
}
