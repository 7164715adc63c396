/// What the HTTP request serializers have in common: default headers, placement, encodings and request settings.
///
/// ```swift
/// var serializer = HTTPRequestSerializer()
/// serializer.configuration.headers["Accept"] = "application/json"
/// serializer.configuration.setAuthorization(username: "user", password: "secret")
/// serializer.configuration.timeoutInterval = 30
/// ```
///
/// A configuration can be archived (`Codable`) unless it holds a closure; unlike AFNetworking's copies and archives,
/// which lose the timeout, the string encoding and the methods, it keeps every field.
public struct HTTPRequestConfiguration: Sendable {
    /// The URL that relative references of ``HTTPRequestSerialization/request(method:url:parameters:)`` are resolved
    /// against (RFC 3986, section 5); `nil` for none.
    ///
    /// Its path is a folder, as with `AFHTTPSessionManager`: with `https://example.com/v1`, `orders` becomes
    /// `https://example.com/v1/orders`, and `/orders` becomes `https://example.com/orders`.
    public var baseURL: URL?

    /// Whether ``HTTPRequestSerialization/request(method:url:parameters:)`` and its multipart twin refuse a URL that
    /// cannot be sent: one without a scheme, or of http and https without a host.
    ///
    /// ``RequestSerialization/serialize(_:with:)`` takes every URL, as AFNetworking does.
    public var validatesURLs = true

    /// The headers set on every request that does not have them itself (`HTTPRequestHeaders`).
    ///
    /// At first `Accept-Language`, from the user's languages, and `User-Agent`, from the program and the system.
    public var headers: HTTPHeaders

    /// The methods whose parameters go into the URL (`HTTPMethodsEncodingParametersInURI`): GET, HEAD and DELETE.
    ///
    /// The request's method is upper-cased and looked up in the set as written: an entry `get` never matches.
    public var methodsEncodingParametersInURI: Set<String> = Self.defaultMethods

    /// The encoding of form bodies. What it cannot represent is an error.
    ///
    /// Queries in URLs are not affected, and text that is percent-encoded is UTF-8 in any case.
    public var stringEncoding: String.Encoding = .utf8

    /// How queries and form bodies spell arrays, nulls, dates and the like.
    public var queryStyle: QueryStyle = .afNetworking

    /// Makes queries and form bodies in place of the library (`setQueryStringSerializationWithBlock:`).
    ///
    /// It is called with the caller's request and the parameters, only if there are any. What it throws is the call's
    /// error. In a URL, bytes of its text that may not stand in a query are percent-encoded; existing escapes stay.
    public var queryString: (@Sendable (_ request: URLRequest, _ parameters: Any) throws -> String)?

    /// How many collections may be nested in each other, the outermost included. JSON and property lists never take
    /// more than 512.
    public var maximumDepth = 512

    /// Whether requests may use the cellular radio; nil leaves the request's own setting.
    public var allowsCellularAccess: Bool?
    /// How requests use the cache; nil leaves the request's own setting.
    public var cachePolicy: URLRequest.CachePolicy?
    /// Whether cookies are sent with requests and stored from responses; nil leaves the request's own setting.
    public var httpShouldHandleCookies: Bool?
    /// Whether requests may be sent before earlier responses have come; nil leaves the request's own setting.
    public var httpShouldUsePipelining: Bool?
    /// What requests are for, as the network sees it; nil leaves the request's own setting.
    public var networkServiceType: URLRequest.NetworkServiceType?
    /// Seconds without data after which requests fail; nil leaves the request's own setting.
    ///
    /// Like the five settings above it is applied to new requests, by
    /// ``HTTPRequestSerialization/request(method:url:parameters:)``; ``RequestSerialization/serialize(_:with:)`` leaves
    /// the settings of the request that it is given. So it is in AFNetworking.
    ///
    /// It must be finite, not negative and below 10¹⁷: others are an error when a request is made.
    public var timeoutInterval: TimeInterval?

    /// Creates a configuration. What is left out is AFNetworking's.
    ///
    /// ```swift
    /// let configuration = HTTPRequestConfiguration(headers: ["X-App": "shop"], timeoutInterval: 30)
    /// ```
    ///
    /// The headers come beside `Accept-Language` and `User-Agent`, or in place of them. Every parameter is the property of
    /// its name.
    public init(
        baseURL: URL? = nil,
        validatesURLs: Bool = true,
        headers: HTTPHeaders = [:],
        methodsEncodingParametersInURI: Set<String> = ["GET", "HEAD", "DELETE"],
        stringEncoding: String.Encoding = .utf8,
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
        self.init()
        self.baseURL = baseURL
        self.validatesURLs = validatesURLs
        for header in headers { self.headers.update(header) }
        self.methodsEncodingParametersInURI = methodsEncodingParametersInURI
        self.stringEncoding = stringEncoding
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

    /// AFNetworking's defaults.
    public init() {
        headers = Self.defaultHeaders
    }

    // Made once for the process: neither the languages nor the program change while it runs.
    private static let defaultHeaders: HTTPHeaders = [
        .acceptLanguage(SystemInformation.acceptLanguage), .userAgent(SystemInformation.userAgent),
    ]
    private static let defaultMethods: Set<String> = ["GET", "HEAD", "DELETE"]
}

extension HTTPRequestConfiguration {
    /// Sets the default `Authorization` header to these credentials, by the Basic scheme (RFC 7617) and in UTF-8
    /// (`setAuthorizationHeaderFieldWithUsername:password:`).
    ///
    /// A server splits them at the first colon, so the scheme has no user names with one; like AFNetworking, this sends
    /// what it is given.
    public mutating func setAuthorization(username: String, password: String) {
        headers.update(.authorization(username: username, password: password))
    }

    /// Sets the default `Authorization` header to a bearer token (RFC 6750).
    public mutating func setAuthorization(bearerToken: String) {
        headers.update(.authorization(bearerToken: bearerToken))
    }

    /// Removes the default `Authorization` header (`clearAuthorizationHeader`).
    public mutating func clearAuthorization() {
        headers.remove(name: "Authorization")
    }
}
