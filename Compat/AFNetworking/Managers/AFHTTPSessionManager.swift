import URLSerialization

/// A manager that makes requests from paths and parameters, sends them, and serializes their responses
/// (`AFHTTPSessionManager`).
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
/// Either `success` or `failure` is called, exactly once and on ``AFURLSessionManager/completionQueue``. A failure
/// without a task is an error of the request serializer, such as an invalid URL or refused parameters. An error of the
/// response serializer has the response and the body under ``AFNetworkingOperationFailingURLResponseErrorKey`` and
/// ``AFNetworkingOperationFailingURLResponseDataErrorKey``.
///
/// The class has the methods of AFNetworking 4.0.1, with `headers:`, and the methods of AFNetworking 3, which call
/// them. The last closure may be omitted, because that is how Swift imports a method whose last block may be nil. An
/// override of
/// ``dataTask(withHTTPMethod:urlString:parameters:headers:uploadProgress:downloadProgress:success:failure:)``, or of a
/// method of ``AFURLSessionManager``, affects all of them.
open class AFHTTPSessionManager: AFURLSessionManager, @unchecked Sendable {
    // Swift lets subclasses override only members declared in the class itself, which makes it long.

    /// Creates a manager for a server (`initWithBaseURL:sessionConfiguration:`).
    ///
    /// - Parameters:
    ///   - url: The URL that paths are relative to, or `nil` if requests have whole URLs. If it has a path, a slash is
    ///     added at its end: without one the last part of the path would be replaced. A path that begins with a slash
    ///     replaces the whole path of the base.
    ///   - configuration: The configuration, or `nil` for Foundation's default.
    public init(baseURL url: URL?, sessionConfiguration configuration: URLSessionConfiguration?) {
        super.init(sessionConfiguration: configuration)
        set(\.settings.baseURL, url.map(BaseURL.withSlash))
    }

    /// Creates a manager for a server, with Foundation's default configuration.
    public convenience init(baseURL url: URL?) { self.init(baseURL: url, sessionConfiguration: nil) }

    /// Creates a manager without a base URL.
    public convenience override init(sessionConfiguration configuration: URLSessionConfiguration?) {
        self.init(baseURL: nil, sessionConfiguration: configuration)
    }

    /// Creates a manager without a base URL, with Foundation's default configuration.
    public convenience init() { self.init(baseURL: nil, sessionConfiguration: nil) }

    /// The URL that paths are relative to.
    open var baseURL: URL? { state.withLock { $0.settings.baseURL } }

    /// The serializer of requests. The default makes query strings and form bodies.
    open var requestSerializer: AFHTTPRequestSerializer {
        get { state.withLock { $0.settings.requestSerializer } }
        set { set(\.settings.requestSerializer, newValue) }
    }

    /// The serializer of responses. The default is JSON.
    open var responseSerializer: AFHTTPResponseSerializer {
        get { ForeignResponseSerializer.http(super.serializerInUse) }
        set { super.setResponseSerializer(newValue) }
    }

    // MARK: - Requests

    /// Sends a GET request, by default with the parameters in the URL's query.
    ///
    /// - Parameters:
    ///   - URLString: A path relative to ``baseURL``, or a URL.
    ///   - parameters: The parameters of the query, or `nil` for none.
    ///   - headers: The request's headers, which replace the request serializer's.
    ///   - downloadProgress: Called on ``AFURLSessionManager/operationQueue`` while the response is received.
    ///   - success: Called with the task and the response serializer's object.
    ///   - failure: Called with the task, or `nil` if there is none, and the error.
    /// - Returns: The task, resumed, or `nil` if the request could not be made.
    @discardableResult
    open func get(
        _ URLString: String, parameters: Any?, headers: [String: String]?,
        progress downloadProgress: ((Progress) -> Void)?, success: AFTaskSuccess?, failure: AFTaskFailure? = nil
    ) -> URLSessionDataTask? {
        send("GET", URLString, parameters, headers, downloadProgress: downloadProgress, success, failure)
    }

    /// Sends a HEAD request, by default with the parameters in the URL's query. `success` receives only the task.
    @discardableResult
    open func head(
        _ URLString: String, parameters: Any?, headers: [String: String]?,
        success: ((URLSessionDataTask) -> Void)?, failure: AFTaskFailure? = nil
    ) -> URLSessionDataTask? {
        let success: AFTaskSuccess? = success.map { success in { task, _ in success(task) } }
        return send("HEAD", URLString, parameters, headers, success, failure)
    }

    /// Sends a POST request. Progress is reported on ``AFURLSessionManager/operationQueue`` while the body is sent.
    @discardableResult
    open func post(
        _ URLString: String, parameters: Any?, headers: [String: String]?,
        progress uploadProgress: ((Progress) -> Void)?, success: AFTaskSuccess?, failure: AFTaskFailure? = nil
    ) -> URLSessionDataTask? {
        send("POST", URLString, parameters, headers, uploadProgress: uploadProgress, success, failure)
    }

    /// Sends a POST request with a multipart form, which is read while it is sent: a field for each of the parameters,
    /// then the parts that the block appends.
    @discardableResult
    open func post(
        _ URLString: String, parameters: Any?, headers: [String: String]?,
        constructingBodyWith block: ((any AFMultipartFormData) -> Void)?,
        progress uploadProgress: ((Progress) -> Void)?, success: AFTaskSuccess?, failure: AFTaskFailure? = nil
    ) -> URLSessionDataTask? {
        let request = made(headers, failure) {
            try requestSerializer.multipartFormRequest(
                withMethod: "POST", urlString: absolute(URLString),
                parameters: try KeylessParameters.fields(parameters), constructingBodyWith: block)
        }
        guard let request else { return nil }
        return resumed(
            answering(success, failure) { completion in
                uploadTask(withStreamedRequest: request, progress: uploadProgress, completionHandler: completion)
            })
    }

    /// Sends a PUT request, by default with the parameters in its body.
    @discardableResult
    open func put(
        _ URLString: String, parameters: Any?, headers: [String: String]?, success: AFTaskSuccess?,
        failure: AFTaskFailure? = nil
    ) -> URLSessionDataTask? {
        send("PUT", URLString, parameters, headers, success, failure)
    }

    /// Sends a PATCH request, by default with the parameters in its body.
    @discardableResult
    open func patch(
        _ URLString: String, parameters: Any?, headers: [String: String]?, success: AFTaskSuccess?,
        failure: AFTaskFailure? = nil
    ) -> URLSessionDataTask? {
        send("PATCH", URLString, parameters, headers, success, failure)
    }

    /// Sends a DELETE request, by default with the parameters in the URL's query.
    @discardableResult
    open func delete(
        _ URLString: String, parameters: Any?, headers: [String: String]?, success: AFTaskSuccess?,
        failure: AFTaskFailure? = nil
    ) -> URLSessionDataTask? {
        send("DELETE", URLString, parameters, headers, success, failure)
    }

    /// Creates a task for a request with any method, without resuming it.
    ///
    /// - Returns: The task, or `nil` if the request could not be made, in which case `failure` is called.
    @discardableResult
    open func dataTask(
        withHTTPMethod method: String, urlString URLString: String, parameters: Any?, headers: [String: String]?,
        uploadProgress: ((Progress) -> Void)?, downloadProgress: ((Progress) -> Void)?, success: AFTaskSuccess?,
        failure: AFTaskFailure? = nil
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

    /// Sends a GET request (AFNetworking 3).
    @discardableResult
    open func get(
        _ URLString: String, parameters: Any?, success: AFTaskSuccess?, failure: AFTaskFailure? = nil
    ) -> URLSessionDataTask? {
        get(URLString, parameters: parameters, progress: nil, success: success, failure: failure)
    }

    /// Sends a GET request (AFNetworking 3).
    @discardableResult
    open func get(
        _ URLString: String, parameters: Any?, progress downloadProgress: ((Progress) -> Void)?,
        success: AFTaskSuccess?, failure: AFTaskFailure? = nil
    ) -> URLSessionDataTask? {
        get(
            URLString, parameters: parameters, headers: nil, progress: downloadProgress, success: success,
            failure: failure)
    }

    /// Sends a HEAD request (AFNetworking 3).
    @discardableResult
    open func head(
        _ URLString: String, parameters: Any?, success: ((URLSessionDataTask) -> Void)?, failure: AFTaskFailure? = nil
    ) -> URLSessionDataTask? {
        head(URLString, parameters: parameters, headers: nil, success: success, failure: failure)
    }

    /// Sends a POST request (AFNetworking 3).
    @discardableResult
    open func post(
        _ URLString: String, parameters: Any?, success: AFTaskSuccess?, failure: AFTaskFailure? = nil
    ) -> URLSessionDataTask? {
        post(URLString, parameters: parameters, progress: nil, success: success, failure: failure)
    }

    /// Sends a POST request (AFNetworking 3).
    @discardableResult
    open func post(
        _ URLString: String, parameters: Any?, progress uploadProgress: ((Progress) -> Void)?, success: AFTaskSuccess?,
        failure: AFTaskFailure? = nil
    ) -> URLSessionDataTask? {
        post(
            URLString, parameters: parameters, headers: nil, progress: uploadProgress, success: success,
            failure: failure)
    }

    /// Sends a POST request with a multipart form (AFNetworking 3).
    @discardableResult
    open func post(
        _ URLString: String, parameters: Any?, constructingBodyWith block: ((any AFMultipartFormData) -> Void)?,
        success: AFTaskSuccess?, failure: AFTaskFailure? = nil
    ) -> URLSessionDataTask? {
        post(
            URLString, parameters: parameters, constructingBodyWith: block, progress: nil, success: success,
            failure: failure)
    }

    /// Sends a POST request with a multipart form (AFNetworking 3).
    @discardableResult
    open func post(
        _ URLString: String, parameters: Any?, constructingBodyWith block: ((any AFMultipartFormData) -> Void)?,
        progress uploadProgress: ((Progress) -> Void)?, success: AFTaskSuccess?, failure: AFTaskFailure? = nil
    ) -> URLSessionDataTask? {
        post(
            URLString, parameters: parameters, headers: nil, constructingBodyWith: block, progress: uploadProgress,
            success: success, failure: failure)
    }

    /// Sends a PUT request (AFNetworking 3).
    @discardableResult
    open func put(
        _ URLString: String, parameters: Any?, success: AFTaskSuccess?, failure: AFTaskFailure? = nil
    ) -> URLSessionDataTask? {
        put(URLString, parameters: parameters, headers: nil, success: success, failure: failure)
    }

    /// Sends a PATCH request (AFNetworking 3).
    @discardableResult
    open func patch(
        _ URLString: String, parameters: Any?, success: AFTaskSuccess?, failure: AFTaskFailure? = nil
    ) -> URLSessionDataTask? {
        patch(URLString, parameters: parameters, headers: nil, success: success, failure: failure)
    }

    /// Sends a DELETE request (AFNetworking 3).
    @discardableResult
    open func delete(
        _ URLString: String, parameters: Any?, success: AFTaskSuccess?, failure: AFTaskFailure? = nil
    ) -> URLSessionDataTask? {
        delete(URLString, parameters: parameters, headers: nil, success: success, failure: failure)
    }

    // MARK: - NSObject, NSSecureCoding, NSCopying

    /// The class, the address, the base URL, the session and the operation queue.
    open override var description: String { described(["baseURL: \(baseURL?.absoluteString ?? "(null)")"]) }

    /// Creates a manager from an archive of its base URL, serializers and policy, with Foundation's default
    /// configuration.
    ///
    /// Returns `nil` if the archive lacks one of them or has the wrong kind of object for one.
    public required init?(coder: NSCoder) {
        super.init(coder: coder)
        // A copy takes over the properties of the original.
        if coder is CopyingCoder { return }
        guard let content = ManagerCopy(archive: coder) else { return nil }
        apply(content)
    }

    /// Archives the base URL, the serializers, the policy, the limit of responses, and whether downloads replace files.
    open override func encode(with coder: NSCoder) {
        if coder is CopyingCoder { return }
        super.encode(with: coder)
        ManagerCopy.archive(self, with: coder)
    }

    // MARK: - Differences between the managers

    override var serializerInUse: any AFURLResponseSerialization { responseSerializer }

    override func setResponseSerializer(_ serializer: any AFURLResponseSerialization) {
        responseSerializer = ForeignResponseSerializer.http(serializer)
    }
}
