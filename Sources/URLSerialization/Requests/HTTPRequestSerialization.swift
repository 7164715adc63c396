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
    /// - Throws: ``RequestSerializationError`` naming the offending key path or field; any error from a closure of the
    ///   configuration, unchanged.
    public func serialize(_ request: URLRequest, with parameters: Any?) throws -> URLRequest {
        try serialize(request, parameters.map(ParameterInput.object)) { try body(for: parameters, in: request) }
    }

    /// Returns the request with default headers and an `Encodable` model as its parameters.
    ///
    /// - Throws: The same errors as ``serialize(_:with:)``, and any error from the model's `encode(to:)`.
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
        for (name, value) in request.allHTTPHeaderFields ?? [:] { try HTTPSyntax.validate(name: name, value: value) }
        try result.addHeaders(configuration.headers)
        if configuration.methodsEncodingParametersInURI.contains(method.uppercased()) {
            let query = try input.map { try queryString(for: $0, in: request) } ?? ""
            guard !query.isEmpty else { return result }
            guard let url = request.url else {
                throw RequestSerializationError(
                    .invalidURL, field: "URL", reason: "The request has no URL to add a query to. Set one.")
            }
            result.url = try url.adding(query: query)
        } else if let body = try body() {
            if result.value(forHTTPHeaderField: "Content-Type") == nil {
                try HTTPSyntax.validate(name: "Content-Type", value: contentType)
                result.setValue(contentType, forHTTPHeaderField: "Content-Type")
            }
            result.httpBody = body
        }
        return result
    }

    private func queryString(for input: ParameterInput, in request: URLRequest) throws -> String {
        if let text = try customQueryString(for: input, in: request) { return URL.repaired(query: text) }
        return try queryStringSerializer(for: .query).string(of: input)
    }
}

extension HTTPRequestSerialization {
    /// Returns the serializer of queries or of forms if there is no closure.
    func queryStringSerializer(for part: QueryPart) -> QueryStringSerializer {
        var serializer = QueryStringSerializer(
            style: configuration.queryStyle, maximumDepth: configuration.maximumDepth)
        serializer.escapedEncoding = configuration.escapedEncoding
        serializer.part = part
        return serializer
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

/// A serializer that puts parameters into a request (`AFURLRequestSerialization`).
public protocol RequestSerialization: Sendable {
    /// Returns the request with the parameters in its URL or its body.
    ///
    /// - Parameters:
    ///   - request: The request to start from. It is not changed.
    ///   - parameters: The parameters to send: a ``ParameterValue``, native Swift values such as `[String: Any]`,
    ///     Foundation objects, or `nil` for none.
    /// - Throws: ``RequestSerializationError`` naming the offending key path or field; errors of the caller's closures,
    ///   unchanged.
    func serialize(_ request: URLRequest, with parameters: Any?) throws -> URLRequest

    /// Returns the request with an `Encodable` model as its parameters, with the same bytes as for the equivalent
    /// dictionary.
    ///
    /// The default converts the model with ``ParameterValue/init(encoding:maximumDepth:)`` and serializes the result.
    ///
    /// - Throws: The same errors as ``serialize(_:with:)``, and any error from the model's `encode(to:)`.
    func serialize(_ request: URLRequest, encoding model: some Encodable) throws -> URLRequest
}

extension RequestSerialization {
    /// Returns the request with an `Encodable` model as its parameters, as a ``ParameterValue``.
    ///
    /// - Throws: The same errors as ``serialize(_:with:)``, and any error from the model's `encode(to:)`.
    public func serialize(_ request: URLRequest, encoding model: some Encodable) throws -> URLRequest {
        try serialize(request, with: ParameterValue(encoding: model))
    }
}

extension HTTPRequestSerialization {
    /// Returns a new request with parameters (`requestWithMethod:URLString:parameters:error:`).
    ///
    /// The configuration's six optional settings are applied only here: ``RequestSerialization/serialize(_:with:)``
    /// keeps the settings of the request that it receives.
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
    /// - Throws: The same errors as ``request(method:url:parameters:headers:)``, and any error from the model's
    ///   `encode(to:)`.
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

// Names that users of this module type first. Using one is an error that says what to write.

extension QueryStringSerializer {
    /// A query of a model, under the method name of Foundation's encoders.
    @available(*, unavailable, renamed: "string(encoding:)")
    public func encode(_ model: some Encodable) throws -> String { fatalError() }
}

extension RequestSerialization {
    /// Alamofire's encoding of parameters or a model.
    @available(*, unavailable, message: "Use serialize(_:with:), serialize(_:encoding:) or request(method:url:).")
    public func encode(_ values: Any, with: Any? = nil, into: URLRequest? = nil) throws -> URLRequest { fatalError() }
}

/// A serializer of XML, which is in another module and of two kinds.
@available(
    *, unavailable, message: "Import URLSerializationXML: XMLParserResponseSerializer, XMLDocumentResponseSerializer."
)
public struct XMLResponseSerializer {
    /// Accepts a call, so that the compiler reports only the unavailable type.
    public init() { fatalError() }
}
