/// A request serializer in the style of AFNetworking, which sets default headers and then puts the parameters into the
/// URL for some methods and into a body of the serializer's media type for the others (`AFHTTPRequestSerializer`).
///
/// A conforming type supplies its configuration, its media type and its body. The fields of the configuration are also
/// members of the serializer: `serializer.timeoutInterval` is `serializer.configuration.timeoutInterval`.
@dynamicMemberLookup
public protocol HTTPRequestSerialization: RequestSerialization {
    /// The headers, placement, encodings and settings.
    var configuration: HTTPRequestConfiguration { get set }
    /// The media type of the bodies, set as `Content-Type` if the request has none.
    var contentType: String { get }

    /// Returns the body for the parameters, or `nil` to keep the request's body and `Content-Type`.
    ///
    /// - Parameters:
    ///   - parameters: The parameters to send, or `nil` for none.
    ///   - request: The caller's request, without default headers.
    /// - Throws: ``RequestSerializationError`` naming the offending key path.
    func body(for parameters: Any?, in request: URLRequest) throws -> Data?
}

extension HTTPRequestSerialization {
    /// A field of the ``configuration``, such as `serializer.timeoutInterval`.
    public subscript<Value>(dynamicMember field: WritableKeyPath<HTTPRequestConfiguration, Value>) -> Value {
        get { configuration[keyPath: field] }
        set { configuration[keyPath: field] = newValue }
    }

    /// Returns the request with default headers, and with the parameters in its URL or its body, depending on its
    /// method (`requestBySerializingRequest:withParameters:error:`).
    ///
    /// A default header is set if the request has no header of that name. `Content-Type` is set with a body unless the
    /// request or the defaults have one, even an empty one.
    ///
    /// - Parameters:
    ///   - request: The request to start from. It is not changed.
    ///   - parameters: The parameters to send: a ``ParameterValue``, native Swift values such as `[String: Any]`,
    ///     Foundation objects, or `nil` for none.
    /// - Throws: ``RequestSerializationError`` naming the offending key path or field; the error of a closure of the
    ///   configuration, unchanged.
    public func serialize(_ request: URLRequest, with parameters: Any?) throws -> URLRequest {
        try serialize(request, parameters.map(ParameterInput.object)) { try body(for: parameters, in: request) }
    }

    /// Returns the request with default headers and an `Encodable` model as its parameters.
    ///
    /// - Throws: The errors of ``serialize(_:with:)``, and the error of the model's `encode(to:)`.
    public func serialize(_ request: URLRequest, encoding model: some Encodable) throws -> URLRequest {
        try serialize(request, with: ParameterValue(encoding: model, maximumDepth: configuration.maximumDepth))
    }

    /// Returns the request with an object or a model in its URL, or with the body that `body` makes from it.
    func serialize(
        _ request: URLRequest, _ input: ParameterInput?, body: () throws -> Data?
    ) throws -> URLRequest {
        let method = request.httpMethod ?? "GET"
        try HTTPSyntax.validate(method: method)
        var result = request.mutableCopy
        try addDefaultHeaders(to: &result)
        if configuration.methodsEncodingParametersInURI.contains(method.uppercased()) {
            guard let input else { return result }
            try add(query: queryString(for: input, in: request), to: &result)
        } else if let body = try body() {
            if result.value(forHTTPHeaderField: "Content-Type") == nil {
                try HTTPSyntax.validate(name: "Content-Type", value: contentType)
                result.setValue(contentType, forHTTPHeaderField: "Content-Type")
            }
            result.httpBody = body
        }
        return result
    }

    private func addDefaultHeaders(to request: inout URLRequest) throws {
        for (name, value) in request.allHTTPHeaderFields ?? [:] { try HTTPSyntax.validate(name: name, value: value) }
        try request.addHeaders(configuration.headers)
    }

    private func add(query: String, to request: inout URLRequest) throws {
        guard !query.isEmpty else { return }
        guard let url = request.url else {
            throw RequestSerializationError(
                .invalidURL, field: "URL", reason: "The request has no URL to add a query to. Set one.")
        }
        request.url = try url.adding(query: query)
    }

    private func queryString(for input: ParameterInput, in request: URLRequest) throws -> String {
        if let text = try customQueryString(for: input, in: request) { return URL.repaired(query: text) }
        return try queryStringSerializer.string(of: input)
    }
}

extension HTTPRequestSerialization {
    /// The serializer of queries if there is no closure.
    var queryStringSerializer: QueryStringSerializer {
        QueryStringSerializer(style: configuration.queryStyle, maximumDepth: configuration.maximumDepth)
    }

    /// Returns the text that the configuration's closure makes from the caller's object or from a model's
    /// ``ParameterValue``, or `nil` without a closure.
    func customQueryString(for input: ParameterInput, in request: URLRequest) throws -> String? {
        guard let queryString = configuration.queryString else { return nil }
        switch input {
        case .object(let value): return try queryString(request, value)
        case .model(let model):
            return try queryString(request, ParameterValue(encoding: model, maximumDepth: configuration.maximumDepth))
        }
    }
}
