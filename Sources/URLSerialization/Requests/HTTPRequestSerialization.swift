/// A request serializer of the kind AFNetworking's refine: default headers first, then the parameters in the URL for
/// some methods and in a body, of the serializer's own media type, for the others (`AFHTTPRequestSerializer`).
///
/// A conforming type supplies its configuration, its media type and its body; everything else follows.
public protocol HTTPRequestSerialization: RequestSerialization {
    /// Headers, placement, encodings and settings.
    var configuration: HTTPRequestConfiguration { get set }
    /// The media type of the bodies, set as `Content-Type` where the request has none.
    var contentType: String { get }

    /// The body for the parameters, or nil to leave the request's body and `Content-Type` as they are.
    ///
    /// - Parameters:
    ///   - parameters: What to send, or nil for nothing.
    ///   - request: The request as the caller made it, without default headers.
    /// - Throws: ``RequestSerializationError`` naming the key path at fault.
    func body(for parameters: Any?, in request: URLRequest) throws -> Data?
}

extension HTTPRequestSerialization {
    /// The request with default headers, and the parameters in its URL or its body, as its method decides
    /// (`requestBySerializingRequest:withParameters:error:`).
    ///
    /// A default header is set where the request has none of that name. `Content-Type` is set with a body where neither
    /// has one; an empty one counts.
    ///
    /// - Parameters:
    ///   - request: The request to start from. It is not changed.
    ///   - parameters: What to send: a ``ParameterValue``, native Swift values such as `[String: Any]`, Foundation
    ///     objects, or `nil` for nothing.
    /// - Throws: ``RequestSerializationError`` naming the key path or the field at fault. What a closure of the
    ///   configuration throws, as it is.
    public func serialize(_ request: URLRequest, with parameters: Any?) throws -> URLRequest {
        try serialize(request, parameters.map(ParameterInput.object)) { try body(for: parameters, in: request) }
    }

    /// The request with default headers, and an `Encodable` model as its parameters.
    ///
    /// - Throws: As ``serialize(_:with:)``, and what the model's own `encode(to:)` throws.
    public func serialize(_ request: URLRequest, encoding model: some Encodable) throws -> URLRequest {
        try serialize(request, with: ParameterValue(encoding: model, maximumDepth: configuration.maximumDepth))
    }

    /// The request with an object or a model in its URL, or with the body that `body` makes of it.
    func serialize(
        _ request: URLRequest, _ input: ParameterInput?, body: () throws -> Data?
    ) throws -> URLRequest {
        let method = request.httpMethod ?? "GET"
        try HTTPSyntax.validate(method: method)
        var result = request.changeable
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
        let fields = request.allHTTPHeaderFields ?? [:]
        for (name, value) in fields { try HTTPSyntax.validate(name: name, value: value) }
        for header in configuration.headers {
            try HTTPSyntax.validate(name: header.name, value: header.value)
            // Foundation compares a name with each field's in turn.
            if fields.isEmpty || request.value(forHTTPHeaderField: header.name) == nil {
                request.setValue(header.value, forHTTPHeaderField: header.name)
            }
        }
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
    /// The serializer of queries where there is no closure.
    var queryStringSerializer: QueryStringSerializer {
        QueryStringSerializer(style: configuration.queryStyle, maximumDepth: configuration.maximumDepth)
    }

    /// The text that the configuration's closure makes of the caller's object, or of a model's ``ParameterValue``; `nil`
    /// without a closure.
    func customQueryString(for input: ParameterInput, in request: URLRequest) throws -> String? {
        guard let queryString = configuration.queryString else { return nil }
        switch input {
        case .object(let value): return try queryString(request, value)
        case .model(let model):
            return try queryString(request, ParameterValue(encoding: model, maximumDepth: configuration.maximumDepth))
        }
    }
}
