import URLSerialization

/// Puts parameters into the URL, or into a form body.
///
/// ```swift
/// let serializer = AFHTTPRequestSerializer()
/// serializer.setValue("1", forHTTPHeaderField: "X-Version")
/// let request = try serializer.request(
///     withMethod: "GET", urlString: "https://example.com/search", parameters: ["q": "swift"])
/// ```
///
/// The class is made to be subclassed, as AFNetworking's is. The forms of methods that throw call those that leave their
/// error in a pointer, and those do the work: to override one of these is honoured by whoever calls either. An override
/// of a form that throws is seen by those who call that form, this module among them. The getters of
/// ``httpRequestHeaders``, ``httpMethodsEncodingParametersInURI``, ``stringEncoding`` and the six settings may be
/// overridden, too.
///
/// It may be used by many threads at once. It is `@unchecked Sendable` because the compiler checks no class that is open;
/// what it holds is one value behind a lock. A subclass with variables of its own must guard them, and say so:
/// `class Signer: AFHTTPRequestSerializer, @unchecked Sendable`.
///
/// Copies and archives keep every field; AFNetworking's lose the timeout, the string encoding and the methods. See
/// <doc:CopiesAndArchives>.
open class AFHTTPRequestSerializer: NSObject, AFURLRequestSerialization, @unchecked Sendable {
    // What subclasses may override must stand in the class itself, which makes it long: the work is in the extensions.

    let settings: Locked<RequestSettings>

    /// A serializer with AFNetworking's defaults.
    public override init() {
        settings = Locked(RequestSettings())
        super.init()
    }

    // MARK: - Settings

    /// The configuration of the core's serializer, all of it: also what AFNetworking has no name for.
    ///
    /// Setting it replaces the headers, methods, encodings, settings and blocks at once. A subclass that overrides
    /// `copy(with:)` carries them over by it.
    public final var coreConfiguration: HTTPRequestConfiguration {
        get { settings.value.configuration }
        set { set(\.configuration, newValue) }
    }

    /// The encoding of form bodies and of multipart fields; UTF-8 at first. A raw value of `String.Encoding`.
    open var stringEncoding: UInt {
        get { field(\.configuration.stringEncoding).rawValue }
        set { set(\.configuration.stringEncoding, String.Encoding(rawValue: newValue)) }
    }

    /// Whether requests may use the cellular radio. Like the five settings after it, it reaches new requests only once it
    /// has been set; until then it reads as in AFNetworking: false, 0 or the default.
    open var allowsCellularAccess: Bool {
        get { field(\.configuration.allowsCellularAccess) ?? false }
        set { set(\.configuration.allowsCellularAccess, newValue) }
    }

    /// How requests use the cache.
    open var cachePolicy: URLRequest.CachePolicy {
        get { field(\.configuration.cachePolicy) ?? .useProtocolCachePolicy }
        set { set(\.configuration.cachePolicy, newValue) }
    }

    /// Whether cookies are sent with requests and stored from responses.
    open var httpShouldHandleCookies: Bool {
        get { field(\.configuration.httpShouldHandleCookies) ?? false }
        set { set(\.configuration.httpShouldHandleCookies, newValue) }
    }

    /// Whether requests may be sent before earlier responses have come.
    open var httpShouldUsePipelining: Bool {
        get { field(\.configuration.httpShouldUsePipelining) ?? false }
        set { set(\.configuration.httpShouldUsePipelining, newValue) }
    }

    /// What requests are for, as the network sees it.
    open var networkServiceType: URLRequest.NetworkServiceType {
        get { field(\.configuration.networkServiceType) ?? .default }
        set { set(\.configuration.networkServiceType, newValue) }
    }

    /// Seconds without data after which requests fail. One that is not finite, negative or beyond 10¹⁷ is an error when a
    /// request is made.
    open var timeoutInterval: TimeInterval {
        get { field(\.configuration.timeoutInterval) ?? 0 }
        set { set(\.configuration.timeoutInterval, newValue) }
    }

    /// The methods whose parameters go into the URL: GET, HEAD and DELETE. They are compared in upper case, with the
    /// entries as written.
    open var httpMethodsEncodingParametersInURI: Set<String> {
        get { field(\.configuration.methodsEncodingParametersInURI) }
        set { set(\.configuration.methodsEncodingParametersInURI, newValue) }
    }

    // MARK: - Headers

    /// The headers set on every request that does not have them itself; at first `Accept-Language` and `User-Agent`.
    open var httpRequestHeaders: [String: String] { field(\.configuration.headers).dictionary }

    /// Sets a default header; nil removes it. Names are compared without case, which AFNetworking does not.
    open func setValue(_ value: String?, forHTTPHeaderField field: String) {
        settings.withLock { $0.configuration.headers[field] = value }
    }

    /// A default header's value.
    open func value(forHTTPHeaderField field: String) -> String? {
        settings.withLock { $0.configuration.headers[field] }
    }

    /// Sets the default `Authorization` header to credentials, by the Basic scheme (RFC 7617) and in UTF-8.
    open func setAuthorizationHeaderFieldWithUsername(_ username: String, password: String) {
        setValue(
            HTTPHeader.authorization(username: username, password: password).value, forHTTPHeaderField: "Authorization")
    }

    /// Removes the default `Authorization` header.
    open func clearAuthorizationHeader() {
        settings.withLock { $0.configuration.clearAuthorization() }
    }

    // MARK: - Query strings

    /// Has queries spelled in a style, and not by a block (`setQueryStringSerializationWithStyle:`).
    open func setQueryStringSerializationWith(_ style: AFHTTPRequestQueryStringSerializationStyle) {
        set(\.configuration.queryStyle, .afNetworking)
        set(\.configuration.queryString, nil)
    }

    /// Has queries and form bodies made by a block (`setQueryStringSerializationWithBlock:`); nil for the style's way.
    ///
    /// The block is called with the caller's request and the parameters, if there are any, on the thread on which the
    /// request is made. What it returns is used as it is; in a URL, bytes that may not stand in a query are
    /// percent-encoded. If it leaves an error, that is the call's.
    open func setQueryStringSerializationWith(_ block: ((URLRequest, Any, NSErrorPointer) -> String?)?) {
        set(\.configuration.queryString, block.map { QueryStringBlock(block: $0).queryString(for:_:) })
    }

    // MARK: - Requests

    /// A new request with parameters, as AFNetworking 4.0.1 makes it (`requestWithMethod:URLString:parameters:error:`).
    ///
    /// - Parameters:
    ///   - method: The method; it decides where the parameters go.
    ///   - URLString: The URL's text.
    ///   - parameters: What to send: a dictionary, or what an overriding serializer takes; nil for nothing.
    /// - Throws: The error that the form with a pointer leaves.
    open func request(
        withMethod method: String, urlString URLString: String, parameters: Any?
    ) throws -> NSMutableURLRequest {
        var error: NSError?
        let request = request(withMethod: method, urlString: URLString, parameters: parameters, error: &error)
        if let error { throw error }
        return request
    }

    /// A new request with parameters, as AFNetworking makes it up to 4.0.0.
    ///
    /// - Parameters:
    ///   - method: The method; it decides where the parameters go.
    ///   - URLString: The URL's text.
    ///   - parameters: What to send: a dictionary, or what an overriding serializer takes; nil for nothing.
    ///   - error: Where an error is left, or nil.
    /// - Returns: The request. Beside an error, one to `about:invalid`, which cannot be sent; AFNetworking returns nil
    ///   there, whatever the type says.
    open func request(
        withMethod method: String, urlString URLString: String, parameters: Any?, error: NSErrorPointer
    ) -> NSMutableURLRequest {
        answer(method, error) {
            try newRequest(
                method: method, urlString: URLString, parameters: parameters, settings: currentSettings, error: error)
        }
    }

    /// A new request with a multipart form: the parameters first, then the block's parts
    /// (`multipartFormRequestWithMethod:URLString:parameters:constructingBodyWithBlock:error:`).
    ///
    /// The body is a stream, read piece by piece while it is sent; its length is exact. Without any part it is the
    /// request without parameters. Copies of the request share the stream: see `URLRequest.multipartBody` of the module
    /// URLSerialization.
    ///
    /// - Parameters:
    ///   - method: Any method but GET and HEAD, which are an error.
    ///   - URLString: The URL's text.
    ///   - parameters: What the form's first fields are made of.
    ///   - block: Appends parts.
    ///   - error: Where an error is left, or nil.
    /// - Returns: The request. Beside an error, one to `about:invalid`, which cannot be sent.
    open func multipartFormRequest(
        withMethod method: String, urlString URLString: String, parameters: [String: Any]?,
        constructingBodyWith block: ((any AFMultipartFormData) -> Void)?, error: NSErrorPointer
    ) -> NSMutableURLRequest {
        answer(method, error) {
            try newMultipartRequest(method: method, urlString: URLString, parameters: parameters, block: block)
        }
    }

    /// The same with the error thrown.
    ///
    /// - Throws: The error that the form with a pointer leaves.
    open func multipartFormRequest(
        withMethod method: String, urlString URLString: String, parameters: [String: Any]?,
        constructingBodyWith block: ((any AFMultipartFormData) -> Void)?
    ) throws -> NSMutableURLRequest {
        var error: NSError?
        let request = multipartFormRequest(
            withMethod: method, urlString: URLString, parameters: parameters, constructingBodyWith: block, error: &error
        )
        if let error { throw error }
        return request
    }

    /// Writes a request's body stream to a file, in the background
    /// (`requestWithMultipartFormRequest:writingStreamContentsToFile:completionHandler:`).
    ///
    /// - Parameters:
    ///   - request: A request with a body stream, usually a multipart form; without one the handler is given an error.
    ///   - fileURL: The URL of a file, which is replaced once the body is whole.
    ///   - handler: Called once, on the main queue, with what went wrong or nil.
    /// - Returns: A copy of the request without the stream, to be sent with the file. It has no `Content-Length`, which
    ///   sessions take from the file.
    open func request(
        withMultipartForm request: URLRequest, writingStreamContentsToFile fileURL: URL,
        completionHandler handler: (((any Error)?) -> Void)? = nil
    ) -> NSMutableURLRequest {
        BodyStreamFile(fileURL).write(request, completion: handler)
        var copy = request.changeable
        copy.multipartBody = nil
        copy.httpBodyStream = nil
        return .copy(of: copy)
    }

    // MARK: - AFURLRequestSerialization

    /// The request with default headers, and the parameters in its URL or its body, as its method decides.
    ///
    /// The six settings are not applied: they are for new requests.
    ///
    /// - Parameters:
    ///   - request: The request to start from. It is not changed.
    ///   - parameters: The parameters to send, a dictionary. As in AFNetworking a single value, or each element of a set, is
    ///     sent under an empty key (`=text`), and null and an empty array as nothing. `nil` for no parameters.
    ///   - error: Where an error is left, or nil.
    /// - Returns: The request; nil if there is an error.
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

    /// True.
    open class var supportsSecureCoding: Bool { true }

    /// Reads an archived serializer.
    ///
    /// Nil for an archive that lacks a field or holds something else in its place.
    public required init?(coder: NSCoder) {
        guard let settings = Self.settings(from: coder) else { return nil }
        self.settings = settings
        super.init()
    }

    /// Archives every field but blocks, as AFNetworking.
    open func encode(with coder: NSCoder) {
        if coder is CopyingCoder { return }
        SerializerArchive.encode(coreSerializer(settings.value.archivable), with: coder)
    }

    /// A serializer of the same class with equal fields, blocks included, made by `init(coder:)`.
    ///
    /// A subclass whose `init(coder:)` gives up must override this.
    open func copy(with zone: NSZone? = nil) -> Any { copyWithSettings() }

    // MARK: - What the classes of this module differ in

    /// The core serializer with some settings: of the dynamic class.
    func coreSerializer(_ settings: RequestSettings) -> any CoreRequestSerializer {
        HTTPRequestSerializer(configuration: settings.configuration)
    }

    /// The settings in an archive of the dynamic class.
    class func archivedSettings(in coder: NSCoder) throws -> RequestSettings {
        let serializer = try SerializerArchive.decode(HTTPRequestSerializer.self, from: coder)
        return RequestSettings(configuration: serializer.configuration)
    }

    /// The class of this module that the dynamic class is or inherits from.
    class var ownClass: AnyClass { AFHTTPRequestSerializer.self }

    /// Puts the answers of the getters in the place of what is locked; of the six settings, those that were set.
    func askGetters(for settings: inout RequestSettings) {
        var configuration = settings.configuration
        configuration.headers = HTTPHeaders(httpRequestHeaders)
        configuration.methodsEncodingParametersInURI = httpMethodsEncodingParametersInURI
        configuration.stringEncoding = String.Encoding(rawValue: stringEncoding)
        askObservedGetters(for: &configuration)
        settings.configuration = configuration
    }
}
