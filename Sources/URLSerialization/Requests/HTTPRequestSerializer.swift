/// A serializer that puts parameters into the URL, or into a form body (`AFHTTPRequestSerializer`).
///
/// ```swift
/// let request = try HTTPRequestSerializer().request(
///     method: .post, url: "https://example.com/orders", parameters: ["items": [1, 2]])
/// // Content-Type: application/x-www-form-urlencoded
/// // items%5B%5D=1&items%5B%5D=2
/// ```
///
/// Without parameters, the body is an empty form.
///
/// The default style sends numbers and dates as AFNetworking did: `99.99` as `99.98999999999999`, a date as its
/// description. The styles named for a framework, such as ``QueryStyle/rails``, send `99.99` and ISO 8601.
public struct HTTPRequestSerializer: HTTPRequestSerialization, Codable {
    /// The headers, placement, encodings and settings.
    public var configuration: HTTPRequestConfiguration

    /// Creates a serializer. The default configuration is AFNetworking's.
    public init(configuration: HTTPRequestConfiguration = HTTPRequestConfiguration()) {
        self.configuration = configuration
    }

    /// Creates a serializer with a query style, and with headers in addition to AFNetworking's.
    public init(style: QueryStyle, headers: HTTPHeaders = [:]) {
        self.init(configuration: HTTPRequestConfiguration(headers: headers, queryStyle: style))
    }

    /// Creates a serializer with a query style and another form of dates.
    public init(style: QueryStyle = .afNetworking, dateStrategy: DateStrategy) {
        self.init(style: style)
        configuration.queryStyle.dates = dateStrategy
    }

    /// Creates a serializer with headers in addition to AFNetworking's.
    public init(headers: HTTPHeaders) { self.init(configuration: HTTPRequestConfiguration(headers: headers)) }

    /// `application/x-www-form-urlencoded`, without a charset, as in AFNetworking.
    public var contentType: String { "application/x-www-form-urlencoded" }

    /// Returns the query string in ``HTTPRequestConfiguration/stringEncoding``, empty for `nil`.
    ///
    /// - Throws: ``RequestSerializationError`` naming the offending key path, or with code
    ///   ``RequestSerializationError/Code/unrepresentableText``; any error from a closure of the configuration,
    ///   unchanged.
    public func body(for parameters: Any?, in request: URLRequest) throws -> Data? {
        try parameters.map { try body(of: .object($0), in: request) } ?? Data()
    }

    /// Returns the request with default headers and an `Encodable` model as its parameters, with the same bytes as for
    /// the equivalent dictionary.
    ///
    /// - Throws: The same errors as ``serialize(_:with:)``, and any error from the model's `encode(to:)`.
    public func serialize(_ request: URLRequest, encoding model: some Encodable) throws -> URLRequest {
        try serialize(request, .model(model)) { try body(of: .model(model), in: request) }
    }

    private func body(of input: ParameterInput, in request: URLRequest) throws -> Data {
        let encoding = configuration.stringEncoding
        if let text = try customQueryString(for: input, in: request) { return try text.encoded(in: encoding) }
        let bytes = try queryStringSerializer(for: .form).data(of: input)
        return encoding == .utf8 ? bytes : try String(decoding: bytes, as: UTF8.self).encoded(in: encoding)
    }
}

extension String {
    /// Returns the text of a form or of a part in an encoding.
    ///
    /// - Throws: ``RequestSerializationError`` if the encoding cannot represent the text. The error does not quote the
    ///   text, which may be long or secret.
    func encoded(in encoding: String.Encoding, part: String? = nil) throws(RequestSerializationError) -> Data {
        if let data = bytes(in: encoding) { return data }
        throw RequestSerializationError(
            .unrepresentableText, field: "stringEncoding", part: part,
            reason: "The text cannot be represented in the encoding '\(encoding)'. Use UTF-8 or escape the text.")
    }
}

extension RequestSerialization where Self == HTTPRequestSerializer {
    /// A serializer of queries and form bodies, with AFNetworking's defaults.
    public static var form: HTTPRequestSerializer { HTTPRequestSerializer() }

    /// Returns a serializer of queries and form bodies in a style.
    public static func form(style: QueryStyle) -> HTTPRequestSerializer {
        HTTPRequestSerializer(style: style)
    }
}

extension RequestSerialization where Self == HTTPRequestSerializer {
    // The styles by name: `serializer: .rails`.

    /// A serializer of queries and form bodies in ``QueryStyle/php``.
    public static var php: HTTPRequestSerializer { .form(style: .php) }
    /// A serializer of queries and form bodies in ``QueryStyle/rack``.
    public static var rack: HTTPRequestSerializer { .form(style: .rack) }
    /// A serializer of queries and form bodies in ``QueryStyle/rails``.
    public static var rails: HTTPRequestSerializer { .form(style: .rails) }
    /// A serializer of queries and form bodies in ``QueryStyle/qs``.
    public static var qs: HTTPRequestSerializer { .form(style: .qs) }
    /// A serializer of queries and form bodies in ``QueryStyle/flat``.
    public static var flat: HTTPRequestSerializer { .form(style: .flat) }
    /// A serializer of queries and form bodies in ``QueryStyle/go``.
    public static var go: HTTPRequestSerializer { .form(style: .go) }
    /// A serializer of queries and form bodies in ``QueryStyle/querystring``.
    public static var querystring: HTTPRequestSerializer { .form(style: .querystring) }
    /// A serializer of queries and form bodies in ``QueryStyle/afNetworking``, as ``form``.
    public static var afNetworking: HTTPRequestSerializer { .form(style: .afNetworking) }
    /// A serializer of queries and form bodies in ``QueryStyle/laravel``.
    public static var laravel: HTTPRequestSerializer { .form(style: .laravel) }
    /// A serializer of queries and form bodies in ``QueryStyle/symfony``.
    public static var symfony: HTTPRequestSerializer { .form(style: .symfony) }
    /// A serializer of queries and form bodies in ``QueryStyle/sinatra``.
    public static var sinatra: HTTPRequestSerializer { .form(style: .sinatra) }
    /// A serializer of queries and form bodies in ``QueryStyle/express4``.
    public static var express4: HTTPRequestSerializer { .form(style: .express4) }
    /// A serializer of queries and form bodies in ``QueryStyle/express5``.
    public static var express5: HTTPRequestSerializer { .form(style: .express5) }
    /// A serializer of queries and form bodies in ``QueryStyle/express``.
    public static var express: HTTPRequestSerializer { .form(style: .express) }
    /// A serializer of queries and form bodies in ``QueryStyle/django``.
    public static var django: HTTPRequestSerializer { .form(style: .django) }
    /// A serializer of queries and form bodies in ``QueryStyle/flask``.
    public static var flask: HTTPRequestSerializer { .form(style: .flask) }
    /// A serializer of queries and form bodies in ``QueryStyle/fastAPI``.
    public static var fastAPI: HTTPRequestSerializer { .form(style: .fastAPI) }
    /// A serializer of queries and form bodies in ``QueryStyle/gin``.
    public static var gin: HTTPRequestSerializer { .form(style: .gin) }
    /// A serializer of queries and form bodies in ``QueryStyle/spring``.
    public static var spring: HTTPRequestSerializer { .form(style: .spring) }
    /// A serializer of queries and form bodies in ``QueryStyle/aspNetCore``.
    public static var aspNetCore: HTTPRequestSerializer { .form(style: .aspNetCore) }
    /// A serializer of queries and form bodies in ``QueryStyle/phoenix``.
    public static var phoenix: HTTPRequestSerializer { .form(style: .phoenix) }
}
