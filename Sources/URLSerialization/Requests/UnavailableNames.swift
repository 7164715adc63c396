// First guesses of users of this module. Using one is an error that says what to write.

extension QueryStyle {
    /// A query in the style, which a ``QueryStringSerializer`` makes.
    @available(*, unavailable, message: "Use QueryStringSerializer(style:).string(from:), or string(encoding:).")
    public func encode(_ parameters: Any) throws -> String { fatalError() }

    /// A style named for a client. Styles here are named for servers.
    @available(*, unavailable, message: "A style has the name of the server that reads it: .rails, .laravel, .express.")
    public static var axios: QueryStyle { fatalError() }
}

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

extension HTTPRequestSerialization {
    /// A shared serializer, as in Alamofire's `URLEncoding.default`. Here a serializer is a value.
    @available(*, unavailable, message: "Create one, or pass .form or .json.")
    public static var `default`: Self { fatalError() }

    /// AFNetworking's `setValue:forHTTPHeaderField:`, which sets a default header.
    @available(*, unavailable, message: "Set headers[name] = value.")
    public func setValue(_ value: String?, forHTTPHeaderField name: String) { fatalError() }

    /// A method of the ``HTTPRequestSerialization/configuration``, which has the headers.
    @available(*, unavailable, message: "Use configuration.setAuthorization(…).")
    public func setAuthorization(username: String? = nil, password: String? = nil, bearerToken: String? = nil) {}
}

extension HTTPRequestSerializer {
    /// A serializer in a style, with a shorter label.
    @available(*, unavailable, renamed: "init(queryStyle:)")
    public init(style: QueryStyle) { fatalError() }
}

extension JSONRequestSerializer {
    /// A serializer with a JSONEncoder's settings.
    @available(*, unavailable, message: "Use writingOptions:, dateStrategy:, dataStrategy:, keyStrategy:.")
    public init(
        options: JSONSerialization.WritingOptions = [], outputFormatting: JSONEncoder.OutputFormatting = [],
        dateEncodingStrategy: DateStrategy? = nil, keyEncodingStrategy: JSONKeyStrategy? = nil
    ) { fatalError() }
}

extension ParameterValue {
    /// The value of a JSON document.
    @available(*, unavailable, message: "Use DecodableResponseSerializer(ParameterValue.self).decode(data).")
    public init(json: Data) { fatalError() }
}

extension URLRequest {
    /// Alamofire's `URLRequest.init(url:method:headers:)`, which does not check the headers.
    @available(*, unavailable, message: "Set method and headers, or use HTTPRequestSerializer().request(method:url:).")
    public init(url: any URLConvertible, method: HTTPMethod, headers: HTTPHeaders? = nil) throws { fatalError() }
}

/// A serializer of XML, which is in another module and of two kinds.
@available(
    *, unavailable, message: "Import URLSerializationXML: XMLParserResponseSerializer, XMLDocumentResponseSerializer."
)
public struct XMLResponseSerializer {
    /// Accepts a call, so that the compiler reports only the unavailable type.
    public init() { fatalError() }
}

/// An encoder of queries, a name modeled on Foundation's `JSONEncoder`.
@available(*, unavailable, renamed: "QueryStringSerializer")
public typealias QueryEncoder = QueryStringSerializer

/// Alamofire's encoding of queries and forms.
@available(*, unavailable, message: "Use HTTPRequestSerializer (.form), or import AlamofireEncoders.")
public typealias URLEncoding = HTTPRequestSerializer

/// Alamofire's `JSONEncoding`, which encodes a `[String: Any]`.
@available(*, unavailable, message: "Use JSONRequestSerializer (.json), or import AlamofireEncoders.")
public typealias JSONEncoding = JSONRequestSerializer

/// Alamofire's encoder of queries and forms.
@available(*, unavailable, message: "Use HTTPRequestSerializer (.form), or import AlamofireEncoders.")
public typealias URLEncodedFormParameterEncoder = HTTPRequestSerializer

/// Alamofire's `JSONParameterEncoder`, which encodes an `Encodable` model.
@available(*, unavailable, message: "Use JSONRequestSerializer (.json), or import AlamofireEncoders.")
public typealias JSONParameterEncoder = JSONRequestSerializer

/// The session of the module URLSerializationSession, which has to be imported.
@available(*, unavailable, message: "Import URLSerializationSession.")
public struct Session {
    /// Accepts a call, so that the compiler reports only the unavailable type.
    public init(configuration: URLSessionConfiguration? = nil) { fatalError() }
    /// Accepts a use, so that the compiler reports only the unavailable type.
    public static var `default`: Session { fatalError() }
}
