import URLSerialization

/// Makes requests of paths and parameters, sends them, and has the answers serialized (`AFHTTPSessionManager`).
///
/// ```swift
/// let manager = AFHTTPSessionManager(baseURL: URL(string: "https://api.example.com/v2"))
/// manager.requestSerializer = AFJSONRequestSerializer()
/// manager.requestSerializer.setValue("Bearer \(token)", forHTTPHeaderField: "Authorization")
/// manager.post("orders", parameters: ["id": 1], headers: nil, progress: nil) { task, order in
///     …
/// } failure: { task, error in
///     …
/// }
/// ```
///
/// Either `success` or `failure` is called, exactly once and on ``AFURLSessionManager/completionQueue``. A failure without
/// a task is one of the request serializer: a URL that is none, parameters that were refused. An error of the response
/// serializer has the response and the body under ``AFNetworkingOperationFailingURLResponseErrorKey`` and
/// ``AFNetworkingOperationFailingURLResponseDataErrorKey``.
///
/// The methods have the shapes of AFNetworking 4.0.1, with `headers:`, and those of AFNetworking 3, which call them. The
/// last closure may be left out, as Swift imports a method whose last block may be nil. To
/// override ``dataTask(withHTTPMethod:urlString:parameters:headers:uploadProgress:downloadProgress:success:failure:)`` or a
/// method of ``AFURLSessionManager`` is to have a hand in all of them.
open class AFHTTPSessionManager: AFURLSessionManager, @unchecked Sendable {
    // What subclasses may override must stand in the class itself, which makes it long.

    /// What is called with the task, and with what the response serializer made of the answer.
    public typealias Success = (URLSessionDataTask, Any?) -> Void
    /// What is called with the task, nil if the request could not be made, and with the error.
    public typealias Failure = (URLSessionDataTask?, any Error) -> Void

    let http: Locked<HTTPManagerState>

    /// A manager for a server (`initWithBaseURL:sessionConfiguration:`).
    ///
    /// - Parameters:
    ///   - url: What paths are relative to; nil for URLs alone. If it has a path that path gets a slash at its end, without
    ///     which its last part would be replaced. A path with a slash at its start replaces all of the base's.
    ///   - configuration: How to send; nil for Foundation's default.
    public init(baseURL url: URL?, sessionConfiguration configuration: URLSessionConfiguration?) {
        http = Locked(HTTPManagerState(baseURL: url.map(BaseURL.withSlash)))
        super.init(sessionConfiguration: configuration)
    }

    /// A manager for a server, with Foundation's default configuration.
    public convenience init(baseURL url: URL?) { self.init(baseURL: url, sessionConfiguration: nil) }

    /// A manager without a base URL.
    public convenience override init(sessionConfiguration configuration: URLSessionConfiguration?) {
        self.init(baseURL: nil, sessionConfiguration: configuration)
    }

    /// A manager without a base URL, with Foundation's default configuration.
    public convenience init() { self.init(baseURL: nil, sessionConfiguration: nil) }

    /// What paths are relative to.
    open var baseURL: URL? { http.withLock { $0.baseURL } }

    /// What makes requests of parameters; at first the one for query strings and form bodies.
    open var requestSerializer: any AFHTTPRequestSerializer & AFURLRequestSerialization {
        get { http.withLock { $0.requestSerializer } }
        set { http.set(\.requestSerializer, newValue) }
    }

    /// What makes objects of responses; at first JSON.
    open var responseSerializer: any AFHTTPResponseSerializer & AFURLResponseSerialization {
        get { ForeignResponseSerializer.http(super.serializerInUse) }
        set { super.setResponseSerializer(newValue) }
    }

    // MARK: - Requests

    /// Gets what is at a URL.
    ///
    /// - Parameters:
    ///   - URLString: A path relative to ``baseURL``, or a URL.
    ///   - parameters: What the request serializer makes a query of; nil for nothing.
    ///   - headers: Headers of this request, over those of the request serializer.
    ///   - downloadProgress: Called on ``AFURLSessionManager/operationQueue`` while the answer comes.
    ///   - success: Called with the task, and what the response serializer made of the answer.
    ///   - failure: Called with the task, nil if there is none, and the error.
    /// - Returns: The task, which has been resumed; nil if the request could not be made.
    @discardableResult
    open func get(
        _ URLString: String, parameters: Any?, headers: [String: String]?,
        progress downloadProgress: ((Progress) -> Void)?, success: Success?, failure: Failure? = nil
    ) -> URLSessionDataTask? {
        send("GET", URLString, parameters, headers, downloadProgress: downloadProgress, success, failure)
    }

    /// Gets the head of what is at a URL.
    @discardableResult
    open func head(
        _ URLString: String, parameters: Any?, headers: [String: String]?,
        success: ((URLSessionDataTask) -> Void)?, failure: Failure? = nil
    ) -> URLSessionDataTask? {
        let success: Success? = success.map { success in { task, _ in success(task) } }
        return send("HEAD", URLString, parameters, headers, success, failure)
    }

    /// Posts parameters to a URL. Progress is reported on ``AFURLSessionManager/operationQueue`` while the body is sent.
    @discardableResult
    open func post(
        _ URLString: String, parameters: Any?, headers: [String: String]?,
        progress uploadProgress: ((Progress) -> Void)?, success: Success?, failure: Failure? = nil
    ) -> URLSessionDataTask? {
        send("POST", URLString, parameters, headers, uploadProgress: uploadProgress, success, failure)
    }

    /// Posts a multipart form to a URL, read while it is sent: the parameters first, a dictionary with text for keys or nil,
    /// then the parts that the block appends.
    @discardableResult
    open func post(
        _ URLString: String, parameters: Any?, headers: [String: String]?,
        constructingBodyWith block: ((any AFMultipartFormData) -> Void)?,
        progress uploadProgress: ((Progress) -> Void)?, success: Success?, failure: Failure? = nil
    ) -> URLSessionDataTask? {
        let request = made(headers, failure) {
            try requestSerializer.multipartFormRequest(
                withMethod: "POST", urlString: absolute(URLString),
                parameters: try KeylessParameters.fields(parameters),
                constructingBodyWith: block)
        }
        guard let request else { return nil }
        return resumed(
            answering(success, failure) { completion in
                uploadTask(withStreamedRequest: request, progress: uploadProgress, completionHandler: completion)
            })
    }

    /// Puts parameters to a URL.
    @discardableResult
    open func put(
        _ URLString: String, parameters: Any?, headers: [String: String]?, success: Success?, failure: Failure? = nil
    ) -> URLSessionDataTask? {
        send("PUT", URLString, parameters, headers, success, failure)
    }

    /// Patches what is at a URL with parameters.
    @discardableResult
    open func patch(
        _ URLString: String, parameters: Any?, headers: [String: String]?, success: Success?, failure: Failure? = nil
    ) -> URLSessionDataTask? {
        send("PATCH", URLString, parameters, headers, success, failure)
    }

    /// Deletes what is at a URL.
    @discardableResult
    open func delete(
        _ URLString: String, parameters: Any?, headers: [String: String]?, success: Success?, failure: Failure? = nil
    ) -> URLSessionDataTask? {
        send("DELETE", URLString, parameters, headers, success, failure)
    }

    /// A task for a request with any method, which is not resumed.
    ///
    /// - Returns: The task; nil if the request could not be made, of which `failure` is told.
    @discardableResult
    open func dataTask(
        withHTTPMethod method: String, urlString URLString: String, parameters: Any?, headers: [String: String]?,
        uploadProgress: ((Progress) -> Void)?, downloadProgress: ((Progress) -> Void)?, success: Success?,
        failure: Failure? = nil
    ) -> URLSessionDataTask? {
        let request = made(headers, failure) {
            try requestSerializer.request(
                withMethod: method, urlString: absolute(URLString), parameters: parameters)
        }
        guard let request else { return nil }
        return answering(success, failure) { completion in
            dataTask(
                with: request, uploadProgress: uploadProgress, downloadProgress: downloadProgress,
                completionHandler: completion)
        }
    }

    // MARK: - AFNetworking 3

    /// Gets what is at a URL (AFNetworking 3).
    @discardableResult
    open func get(
        _ URLString: String, parameters: Any?, success: Success?, failure: Failure? = nil
    ) -> URLSessionDataTask? {
        get(URLString, parameters: parameters, progress: nil, success: success, failure: failure)
    }

    /// Gets what is at a URL (AFNetworking 3).
    @discardableResult
    open func get(
        _ URLString: String, parameters: Any?, progress downloadProgress: ((Progress) -> Void)?, success: Success?,
        failure: Failure? = nil
    ) -> URLSessionDataTask? {
        get(
            URLString, parameters: parameters, headers: nil, progress: downloadProgress, success: success,
            failure: failure)
    }

    /// Gets the head of what is at a URL (AFNetworking 3).
    @discardableResult
    open func head(
        _ URLString: String, parameters: Any?, success: ((URLSessionDataTask) -> Void)?, failure: Failure? = nil
    ) -> URLSessionDataTask? {
        head(URLString, parameters: parameters, headers: nil, success: success, failure: failure)
    }

    /// Posts parameters to a URL (AFNetworking 3).
    @discardableResult
    open func post(
        _ URLString: String, parameters: Any?, success: Success?, failure: Failure? = nil
    ) -> URLSessionDataTask? {
        post(URLString, parameters: parameters, progress: nil, success: success, failure: failure)
    }

    /// Posts parameters to a URL (AFNetworking 3).
    @discardableResult
    open func post(
        _ URLString: String, parameters: Any?, progress uploadProgress: ((Progress) -> Void)?, success: Success?,
        failure: Failure? = nil
    ) -> URLSessionDataTask? {
        post(
            URLString, parameters: parameters, headers: nil, progress: uploadProgress, success: success,
            failure: failure)
    }

    /// Posts a multipart form to a URL (AFNetworking 3).
    @discardableResult
    open func post(
        _ URLString: String, parameters: Any?, constructingBodyWith block: ((any AFMultipartFormData) -> Void)?,
        success: Success?, failure: Failure? = nil
    ) -> URLSessionDataTask? {
        post(
            URLString, parameters: parameters, constructingBodyWith: block, progress: nil, success: success,
            failure: failure)
    }

    /// Posts a multipart form to a URL (AFNetworking 3).
    @discardableResult
    open func post(
        _ URLString: String, parameters: Any?, constructingBodyWith block: ((any AFMultipartFormData) -> Void)?,
        progress uploadProgress: ((Progress) -> Void)?, success: Success?, failure: Failure? = nil
    ) -> URLSessionDataTask? {
        post(
            URLString, parameters: parameters, headers: nil, constructingBodyWith: block, progress: uploadProgress,
            success: success, failure: failure)
    }

    /// Puts parameters to a URL (AFNetworking 3).
    @discardableResult
    open func put(
        _ URLString: String, parameters: Any?, success: Success?, failure: Failure? = nil
    ) -> URLSessionDataTask? {
        put(URLString, parameters: parameters, headers: nil, success: success, failure: failure)
    }

    /// Patches what is at a URL with parameters (AFNetworking 3).
    @discardableResult
    open func patch(
        _ URLString: String, parameters: Any?, success: Success?, failure: Failure? = nil
    ) -> URLSessionDataTask? {
        patch(URLString, parameters: parameters, headers: nil, success: success, failure: failure)
    }

    /// Deletes what is at a URL (AFNetworking 3).
    @discardableResult
    open func delete(
        _ URLString: String, parameters: Any?, success: Success?, failure: Failure? = nil
    ) -> URLSessionDataTask? {
        delete(URLString, parameters: parameters, headers: nil, success: success, failure: failure)
    }

    // MARK: - NSObject, NSSecureCoding, NSCopying

    /// The class, the object's address, and what it consists of.
    open override var description: String { described(["baseURL: \(baseURL?.absoluteString ?? "(null)")"]) }

    /// Reads an archived manager: its base URL, serializers and policy, with Foundation's default configuration.
    ///
    /// Nil for an archive that lacks one of them or holds something else in its place.
    public required init?(coder: NSCoder) {
        guard let content = HTTPManagerState.content(of: coder) else { return nil }
        http = Locked(content.state)
        super.init(coder: coder)
        if let serializer = content.responseSerializer { super.setResponseSerializer(serializer) }
        if let securityPolicy = content.securityPolicy { policy.withLock { $0 = securityPolicy } }
        if content.replacesFilesOfDownloads { replacesFilesOfDownloads = true }
    }

    /// Archives the base URL, the serializers and the policy.
    open override func encode(with coder: NSCoder) {
        if coder is CopyingCoder { return }
        super.encode(with: coder)
        HTTPManagerState.encode(self, with: coder)
    }

    // MARK: - What the classes of this module differ in

    override var serializerInUse: any AFURLResponseSerialization { responseSerializer }

    override func setResponseSerializer(_ serializer: any AFURLResponseSerialization) {
        responseSerializer = ForeignResponseSerializer.http(serializer)
    }

    override var copyable: ManagerCopy {
        var content = super.copyable
        content.baseURL = baseURL
        content.requestSerializer = requestSerializer.copy() as? AFHTTPRequestSerializer
        return content
    }

    override func apply(_ content: ManagerCopy) {
        super.apply(content)
        http.withLock { http in
            http.baseURL = content.baseURL
            if let serializer = content.requestSerializer { http.requestSerializer = serializer }
        }
    }
}
