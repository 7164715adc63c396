import URLSerialization

/// A request serializer that puts parameters into the URL or into a form body.
///
/// ```swift
/// let serializer = AFHTTPRequestSerializer()
/// serializer.setValue("1", forHTTPHeaderField: "X-Version")
/// let request = try serializer.request(
///     withMethod: "GET", urlString: "https://example.com/search", parameters: ["q": "swift"])
/// ```
///
/// The class is open for subclassing, as in AFNetworking. The throwing methods call the methods with an error pointer,
/// which do the work. An override of a method with a pointer therefore affects the callers of both. An override of a
/// throwing method affects only its own callers, which include this module. You can also override the getters of
/// ``httpRequestHeaders``, ``httpMethodsEncodingParametersInURI``, ``stringEncoding`` and the six settings.
///
/// Many threads may use a serializer at once: its settings are one value behind a lock. It is `@unchecked Sendable`
/// because the compiler cannot check an open class. A subclass must guard the variables that it adds, and restate the
/// conformance: `class Signer: AFHTTPRequestSerializer, @unchecked Sendable`.
///
/// Copies and archives keep every field; AFNetworking's lose the timeout, the string encoding and the methods. See
/// <doc:Differences>.
open class AFHTTPRequestSerializer: NSObject, AFURLRequestSerialization, @unchecked Sendable {
    // Swift lets subclasses override only members declared in the class itself. The work is in the extensions.

    let settings: Locked<RequestSerializerSettings>

    /// Creates a serializer with AFNetworking's defaults.
    public override init() {
        settings = Locked(RequestSerializerSettings(core: Self.core))
        super.init()
    }

    // MARK: - Settings

    /// The configuration of the core's serializer, including the settings that AFNetworking does not have.
    ///
    /// Setting it replaces the headers, methods, encodings, settings and blocks at once. A subclass that overrides
    /// `copy(with:)` can use it to carry them over.
    public final var coreConfiguration: HTTPRequestConfiguration {
        get { settings.value.configuration }
        set { set(\.configuration, newValue) }
    }

    /// The encoding of form bodies and multipart fields, as a raw value of `String.Encoding`. The default is UTF-8.
    open var stringEncoding: UInt {
        get { field(\.configuration.stringEncoding).rawValue }
        set { set(\.configuration.stringEncoding, String.Encoding(rawValue: newValue)) }
    }

    /// Whether requests may use the cellular radio.
    ///
    /// Like the five properties after it, this one affects new requests once it has been set. Until then it has the
    /// same value as in AFNetworking: `false`, 0 or the default.
    open var allowsCellularAccess: Bool {
        get { field(\.configuration.allowsCellularAccess) ?? false }
        set { set(\.configuration.allowsCellularAccess, newValue) }
    }

    /// The cache policy of requests. The default is `useProtocolCachePolicy`.
    open var cachePolicy: URLRequest.CachePolicy {
        get { field(\.configuration.cachePolicy) ?? .useProtocolCachePolicy }
        set { set(\.configuration.cachePolicy, newValue) }
    }

    /// Whether requests send cookies and responses store them.
    open var httpShouldHandleCookies: Bool {
        get { field(\.configuration.httpShouldHandleCookies) ?? false }
        set { set(\.configuration.httpShouldHandleCookies, newValue) }
    }

    /// Whether requests may be sent before earlier responses arrive.
    open var httpShouldUsePipelining: Bool {
        get { field(\.configuration.httpShouldUsePipelining) ?? false }
        set { set(\.configuration.httpShouldUsePipelining, newValue) }
    }

    /// The kind of network traffic of requests.
    open var networkServiceType: URLRequest.NetworkServiceType {
        get { field(\.configuration.networkServiceType) ?? .default }
        set { set(\.configuration.networkServiceType, newValue) }
    }

    /// The time without data after which requests fail, in seconds. Making a request fails if the value is negative,
    /// not finite or above 10¹⁷.
    open var timeoutInterval: TimeInterval {
        get { field(\.configuration.timeoutInterval) ?? 0 }
        set { set(\.configuration.timeoutInterval, newValue) }
    }

    /// The methods whose parameters go into the URL. The default is GET, HEAD and DELETE. A request's method is
    /// compared in upper case with the entries as written.
    open var httpMethodsEncodingParametersInURI: Set<String> {
        get { field(\.configuration.methodsEncodingParametersInURI) }
        set { set(\.configuration.methodsEncodingParametersInURI, newValue) }
    }

    // MARK: - Headers

    /// The headers of every request that lacks them. The defaults are `Accept-Language` and `User-Agent`.
    open var httpRequestHeaders: [String: String] { field(\.configuration.headers).dictionary }

    /// Sets a default header, or with `nil` removes it. Names are case-insensitive, unlike in AFNetworking.
    open func setValue(_ value: String?, forHTTPHeaderField field: String) {
        settings.withLock { $0.configuration.headers[field] = value }
    }

    /// Returns the value of a default header.
    open func value(forHTTPHeaderField field: String) -> String? {
        settings.withLock { $0.configuration.headers[field] }
    }

    /// Sets the default `Authorization` header to credentials of the Basic scheme (RFC 7617), in UTF-8.
    open func setAuthorizationHeaderFieldWithUsername(_ username: String, password: String) {
        setValue(
            HTTPHeader.authorization(username: username, password: password).value, forHTTPHeaderField: "Authorization")
    }

    /// Removes the default `Authorization` header, but not one that a request has itself.
    open func clearAuthorizationHeader() { settings.withLock { $0.configuration.clearAuthorization() } }

    // MARK: - Query strings

    /// Selects a style for queries, in place of a block (`setQueryStringSerializationWithStyle:`).
    open func setQueryStringSerializationWith(_ style: AFHTTPRequestQueryStringSerializationStyle) {
        set(\.configuration.queryStyle, .afNetworking)
        set(\.configuration.queryString, nil)
    }

    /// Sets the block that makes queries and form bodies (`setQueryStringSerializationWithBlock:`), or with `nil`
    /// selects the style.
    ///
    /// The block receives the caller's request and the parameters, if there are any, on the thread that makes the
    /// request. Its string is used unchanged, except that in a URL the bytes that a query cannot contain are
    /// percent-encoded. If it sets the error, the call fails with it.
    open func setQueryStringSerializationWith(_ block: ((URLRequest, Any, NSErrorPointer) -> String?)?) {
        set(\.configuration.queryString, block.map(Self.queryString))
    }

    // MARK: - Requests

    /// Returns a new request with parameters, as AFNetworking 4.0.1 does
    /// (`requestWithMethod:URLString:parameters:error:`).
    ///
    /// - Parameters:
    ///   - method: The method, which decides where the parameters go.
    ///   - URLString: The text of the URL.
    ///   - parameters: A dictionary, or any value that an overriding serializer accepts. `nil` for no parameters.
    /// - Throws: The error of the method with a pointer.
    open func request(
        withMethod method: String, urlString URLString: String, parameters: Any?
    ) throws -> NSMutableURLRequest {
        try throwing { request(withMethod: method, urlString: URLString, parameters: parameters, error: $0) }
    }

    /// Returns a new request with parameters, as AFNetworking up to 4.0.0 does.
    ///
    /// - Parameters:
    ///   - method: The method, which decides where the parameters go.
    ///   - URLString: The text of the URL.
    ///   - parameters: A dictionary, or any value that an overriding serializer accepts. `nil` for no parameters.
    ///   - error: A pointer that receives the error, or `nil`.
    /// - Returns: The request. With an error it is a request to `about:invalid`, which cannot be sent. AFNetworking
    ///   returns nil in that case, although its type does not allow it.
    open func request(
        withMethod method: String, urlString URLString: String, parameters: Any?, error: NSErrorPointer
    ) -> NSMutableURLRequest {
        answer(method, error) {
            try newRequest(
                method: method, urlString: URLString, parameters: parameters, settings: currentSettings, error: error)
        }
    }

    /// Returns a new request with a multipart form: a field for each of the parameters, then the block's parts
    /// (`multipartFormRequestWithMethod:URLString:parameters:constructingBodyWithBlock:error:`).
    ///
    /// The body is a stream that is read while it is sent, with an exact length. If the form has no parts, the result
    /// is a request without parameters. Copies of the request share the stream: see `URLRequest.multipartBody` of the
    /// module URLSerialization.
    ///
    /// - Parameters:
    ///   - method: Any method except GET and HEAD.
    ///   - URLString: The text of the URL.
    ///   - parameters: The parameters for the form's first fields.
    ///   - block: A closure that appends parts.
    ///   - error: A pointer that receives the error, or `nil`.
    /// - Returns: The request. With an error it is a request to `about:invalid`, which cannot be sent.
    open func multipartFormRequest(
        withMethod method: String, urlString URLString: String, parameters: [String: Any]?,
        constructingBodyWith block: ((any AFMultipartFormData) -> Void)?, error: NSErrorPointer
    ) -> NSMutableURLRequest {
        answer(method, error) {
            try newMultipartRequest(method: method, urlString: URLString, parameters: parameters, block: block)
        }
    }

    /// Returns a new request with a multipart form, throwing the error.
    ///
    /// - Throws: The error of the method with a pointer.
    open func multipartFormRequest(
        withMethod method: String, urlString URLString: String, parameters: [String: Any]?,
        constructingBodyWith block: ((any AFMultipartFormData) -> Void)?
    ) throws -> NSMutableURLRequest {
        try throwing { error in
            multipartFormRequest(
                withMethod: method, urlString: URLString, parameters: parameters, constructingBodyWith: block,
                error: error)
        }
    }

    /// Writes a request's body stream to a file in the background
    /// (`requestWithMultipartFormRequest:writingStreamContentsToFile:completionHandler:`).
    ///
    /// - Parameters:
    ///   - request: A request with a body stream, usually a multipart form. Without one the handler receives an error.
    ///   - fileURL: The URL of a file, which is replaced once the body is complete.
    ///   - handler: Called once on the main queue with the error, or `nil`.
    /// - Returns: A copy of the request without the stream, to be sent with the file. It has no `Content-Length`, which
    ///   sessions take from the file.
    open func request(
        withMultipartForm request: URLRequest, writingStreamContentsToFile fileURL: URL,
        completionHandler handler: (((any Error)?) -> Void)? = nil
    ) -> NSMutableURLRequest {
        request.writeBodyStream(to: fileURL, completion: handler)
        var copy = request.mutableCopy
        copy.multipartBody = nil
        copy.httpBodyStream = nil
        return .copy(of: copy)
    }

    // MARK: - AFURLRequestSerialization

    /// Returns the request with default headers, and the parameters in its URL or its body depending on its method.
    ///
    /// The six settings do not apply: they are for new requests.
    ///
    /// - Parameters:
    ///   - request: The original request, which is not changed.
    ///   - parameters: A dictionary of parameters, or `nil` for none. As in AFNetworking, a single value, or each
    ///     element of a set, is sent under an empty key (`=text`). For null or an empty array, nothing is sent.
    ///   - error: A pointer that receives the error, or `nil`.
    /// - Returns: The request, or `nil` with an error.
    open func request(
        bySerializingRequest request: URLRequest, withParameters parameters: Any?, error: NSErrorPointer
    ) -> URLRequest? {
        do {
            return try serialize(request, parameters, currentSettings)
        } catch let failure {
            error?.pointee = .bridging(failure)
            return nil
        }
    }

    // MARK: - NSSecureCoding, NSCopying

    /// `true`, so that unarchivers that require secure coding accept the class.
    open class var supportsSecureCoding: Bool { true }

    /// Creates a serializer from an archive.
    ///
    /// Returns `nil` if the archive lacks a field or has the wrong kind of value for one.
    public required init?(coder: NSCoder) {
        guard let settings = Self.settings(from: coder) else { return nil }
        self.settings = settings
        super.init()
    }

    /// Archives every field except blocks, as AFNetworking does.
    open func encode(with coder: NSCoder) {
        if coder is CopyingCoder { return }
        let core: any Encodable = settings.value.archivable.core
        SerializerArchive.encode(core, with: coder)
    }

    /// Returns a serializer of the same class with equal fields, blocks included, created by `init(coder:)`.
    ///
    /// A subclass whose `init(coder:)` fails must override this method.
    open func copy(with zone: NSZone? = nil) -> Any { copyWithSettings() }

    // MARK: - Differences between the serializers

    /// The core serializer of a new serializer of the dynamic class.
    class var core: any CoreRequestSerializer { HTTPRequestSerializer() }

    /// The class of this module that the dynamic class is or inherits from.
    class var ownClass: AnyClass { AFHTTPRequestSerializer.self }

    /// Replaces the settings with the values of their getters, and each of the six only if it was set.
    func askGetters(for settings: inout RequestSerializerSettings) {
        var configuration = settings.configuration
        configuration.headers = HTTPHeaders(httpRequestHeaders)
        configuration.methodsEncodingParametersInURI = httpMethodsEncodingParametersInURI
        configuration.stringEncoding = String.Encoding(rawValue: stringEncoding)
        askObservedGetters(for: &configuration)
        settings.configuration = configuration
    }
}
