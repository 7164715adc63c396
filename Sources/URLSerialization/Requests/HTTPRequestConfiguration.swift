/// The common settings of the HTTP request serializers: default headers, placement, encodings and request settings.
///
/// ```swift
/// var serializer = HTTPRequestSerializer()
/// serializer.configuration.headers["Accept"] = "application/json"
/// serializer.configuration.setAuthorization(username: "user", password: "secret")
/// serializer.configuration.timeoutInterval = 30
/// ```
///
/// A configuration can be archived (`Codable`) unless it has a closure. Unlike AFNetworking's copies and archives,
/// which lose the timeout, the string encoding and the methods, it keeps every field.
public struct HTTPRequestConfiguration: Sendable {
    /// The URL against which relative references of
    /// ``HTTPRequestSerialization/request(method:url:parameters:headers:)`` are resolved (RFC 3986, section 5); `nil`
    /// for none.
    ///
    /// Its path is treated as a folder, as with `AFHTTPSessionManager`: with `https://example.com/v1`, `orders` becomes
    /// `https://example.com/v1/orders`, and `/orders` becomes `https://example.com/orders`.
    public var baseURL: URL?

    /// Whether ``HTTPRequestSerialization/request(method:url:parameters:headers:)`` and its multipart counterpart
    /// refuse a URL that cannot be sent: one without a scheme, or an http or https URL without a host.
    ///
    /// ``RequestSerialization/serialize(_:with:)`` accepts every URL, as AFNetworking does.
    public var validatesURLs = true

    /// The headers set on every request that lacks them (`HTTPRequestHeaders`).
    ///
    /// The defaults are `Accept-Language`, from the user's languages, and `User-Agent`, from the program and the
    /// system.
    public var headers: HTTPHeaders = Self.defaultHeaders

    /// The methods whose parameters go into the URL (`HTTPMethodsEncodingParametersInURI`), by default GET, HEAD and
    /// DELETE.
    ///
    /// The request's method is upper-cased and looked up in the set, so a lower-case entry such as `get` never matches.
    public var methodsEncodingParametersInURI: Set<String>

    /// The encoding of form bodies. A form that it cannot represent is an error.
    ///
    /// Queries in URLs are not affected, and neither is text that is percent-encoded, which is
    /// ``escapedEncoding``.
    public var stringEncoding: String.Encoding = .utf8

    /// The encoding whose bytes are percent-encoded in queries and form bodies, for servers that do not read UTF-8: see
    /// ``QueryStringSerializer/escapedEncoding``.
    public var escapedEncoding: String.Encoding = .utf8

    /// The spelling of arrays, nulls, dates and other values in queries and form bodies.
    public var queryStyle: QueryStyle = .afNetworking

    /// A closure that makes queries and form bodies instead of the library (`setQueryStringSerializationWithBlock:`).
    ///
    /// It is called with the caller's request and the parameters, and only if there are parameters. Errors that it
    /// throws are passed on to the caller. When its text is put into a URL, bytes that a query may not contain are
    /// percent-encoded; existing escapes stay.
    public var queryString: (@Sendable (_ request: URLRequest, _ parameters: Any) throws -> String)?

    /// The number of collections that may be nested in each other, including the outermost. JSON and property lists
    /// never accept more than 512.
    public var maximumDepth = 512

    /// Whether requests may use the cellular network; `nil` keeps the request's own setting.
    public var allowsCellularAccess: Bool?
    /// The cache policy of requests; `nil` keeps the request's own setting.
    public var cachePolicy: URLRequest.CachePolicy?
    /// Whether cookies are sent with requests and stored from responses; `nil` keeps the request's own setting.
    public var httpShouldHandleCookies: Bool?
    /// Whether requests may be sent before earlier responses have arrived; `nil` keeps the request's own setting.
    public var httpShouldUsePipelining: Bool?
    /// The purpose of requests, as declared to the network; `nil` keeps the request's own setting.
    public var networkServiceType: URLRequest.NetworkServiceType?
    /// The time without data, in seconds, after which requests fail; `nil` keeps the request's own setting.
    ///
    /// As in AFNetworking, this and the five settings above are applied only to new requests, by
    /// ``HTTPRequestSerialization/request(method:url:parameters:headers:)``;
    /// ``RequestSerialization/serialize(_:with:)`` keeps the settings of the request that it receives.
    ///
    /// The value must be finite, not negative and below 10¹⁷; any other value is an error when a request is made.
    public var timeoutInterval: TimeInterval?

    /// Creates a configuration. Omitted parameters have AFNetworking's values.
    ///
    /// ```swift
    /// let configuration = HTTPRequestConfiguration(headers: ["X-App": "shop"], timeoutInterval: 30)
    /// ```
    ///
    /// The headers are added to `Accept-Language` and `User-Agent`, or replace them. Every parameter sets the property
    /// of the same name.
    public init(
        baseURL: URL? = nil,
        validatesURLs: Bool = true,
        headers: HTTPHeaders = [:],
        methodsEncodingParametersInURI: Set<String> = ["GET", "HEAD", "DELETE"],
        stringEncoding: String.Encoding = .utf8,
        escapedEncoding: String.Encoding = .utf8,
        queryStyle: QueryStyle = .afNetworking,
        queryString: (@Sendable (_ request: URLRequest, _ parameters: Any) throws -> String)? = nil,
        maximumDepth: Int = 512,
        allowsCellularAccess: Bool? = nil,
        cachePolicy: URLRequest.CachePolicy? = nil,
        httpShouldHandleCookies: Bool? = nil,
        httpShouldUsePipelining: Bool? = nil,
        networkServiceType: URLRequest.NetworkServiceType? = nil,
        timeoutInterval: TimeInterval? = nil
    ) {
        self.baseURL = baseURL
        self.validatesURLs = validatesURLs
        for header in headers { self.headers.update(header) }
        self.methodsEncodingParametersInURI = methodsEncodingParametersInURI
        self.stringEncoding = stringEncoding
        self.escapedEncoding = escapedEncoding
        self.queryStyle = queryStyle
        self.queryString = queryString
        self.maximumDepth = maximumDepth
        self.allowsCellularAccess = allowsCellularAccess
        self.cachePolicy = cachePolicy
        self.httpShouldHandleCookies = httpShouldHandleCookies
        self.httpShouldUsePipelining = httpShouldUsePipelining
        self.networkServiceType = networkServiceType
        self.timeoutInterval = timeoutInterval
    }

    // Made once for the process, since neither the languages nor the program change while it runs.
    private static let defaultHeaders: HTTPHeaders = [
        .acceptLanguage(SystemInformation.acceptLanguage), .userAgent(SystemInformation.userAgent),
    ]
}

extension HTTPRequestConfiguration {
    /// Sets the default `Authorization` header to credentials of the Basic scheme (RFC 7617), encoded as UTF-8
    /// (`setAuthorizationHeaderFieldWithUsername:password:`).
    ///
    /// A server splits the credentials at the first colon, so a user name cannot contain one. Like AFNetworking, this
    /// method does not check that.
    public mutating func setAuthorization(username: String, password: String) {
        headers.update(.authorization(username: username, password: password))
    }

    /// Sets the default `Authorization` header to a bearer token (RFC 6750).
    public mutating func setAuthorization(bearerToken: String) {
        headers.update(.authorization(bearerToken: bearerToken))
    }

    /// Removes the default `Authorization` header (`clearAuthorizationHeader`).
    public mutating func clearAuthorization() { headers.remove(name: "Authorization") }
}
