// The verbs in Swift 2's spelling. They are in a protocol extension, so that an application's own methods take
// precedence. Their blocks may be today's or those of Swift 2,
// `(operation: AFHTTPRequestOperation!, object: AnyObject!) -> Void`.
extension AFURLSessionManaging where Self: AFHTTPSessionManager {
    /// Swift 2's spelling of `get`.
    @available(*, unavailable, renamed: "get(_:parameters:headers:progress:success:failure:)")
    @discardableResult
    public func GET(
        _ URLString: String, parameters: Any? = nil, headers: [String: String]? = nil,
        progress: ((Progress) -> Void)? = nil, success: ((URLSessionDataTask, AnyObject?) -> Void)? = nil,
        failure: ((URLSessionDataTask?, NSError) -> Void)? = nil
    ) -> URLSessionDataTask? { nil }

    /// Swift 2's spelling of `head`.
    @available(*, unavailable, renamed: "head(_:parameters:headers:success:failure:)")
    @discardableResult
    public func HEAD(
        _ URLString: String, parameters: Any? = nil, headers: [String: String]? = nil,
        success: ((URLSessionDataTask) -> Void)? = nil, failure: ((URLSessionDataTask?, NSError) -> Void)? = nil
    ) -> URLSessionDataTask? { nil }

    /// Swift 2's spelling of `post`.
    @available(*, unavailable, renamed: "post(_:parameters:headers:progress:success:failure:)")
    @discardableResult
    public func POST(
        _ URLString: String, parameters: Any? = nil, headers: [String: String]? = nil,
        progress: ((Progress) -> Void)? = nil, success: ((URLSessionDataTask, AnyObject?) -> Void)? = nil,
        failure: ((URLSessionDataTask?, NSError) -> Void)? = nil
    ) -> URLSessionDataTask? { nil }

    /// Swift 2's spelling of `post` with a multipart form.
    @available(*, unavailable, renamed: "post(_:parameters:headers:constructingBodyWith:progress:success:failure:)")
    @discardableResult
    public func POST(
        _ URLString: String, parameters: Any? = nil, headers: [String: String]? = nil,
        constructingBodyWithBlock block: ((any AFMultipartFormData) -> Void)?,
        progress: ((Progress) -> Void)? = nil, success: ((URLSessionDataTask, AnyObject?) -> Void)? = nil,
        failure: ((URLSessionDataTask?, NSError) -> Void)? = nil
    ) -> URLSessionDataTask? { nil }

    /// Swift 2's spelling of `put`.
    @available(*, unavailable, renamed: "put(_:parameters:headers:success:failure:)")
    @discardableResult
    public func PUT(
        _ URLString: String, parameters: Any? = nil, headers: [String: String]? = nil,
        success: ((URLSessionDataTask, AnyObject?) -> Void)? = nil,
        failure: ((URLSessionDataTask?, NSError) -> Void)? = nil
    ) -> URLSessionDataTask? { nil }

    /// Swift 2's spelling of `patch`.
    @available(*, unavailable, renamed: "patch(_:parameters:headers:success:failure:)")
    @discardableResult
    public func PATCH(
        _ URLString: String, parameters: Any? = nil, headers: [String: String]? = nil,
        success: ((URLSessionDataTask, AnyObject?) -> Void)? = nil,
        failure: ((URLSessionDataTask?, NSError) -> Void)? = nil
    ) -> URLSessionDataTask? { nil }

    /// Swift 2's spelling of `delete`.
    @available(*, unavailable, renamed: "delete(_:parameters:headers:success:failure:)")
    @discardableResult
    public func DELETE(
        _ URLString: String, parameters: Any? = nil, headers: [String: String]? = nil,
        success: ((URLSessionDataTask, AnyObject?) -> Void)? = nil,
        failure: ((URLSessionDataTask?, NSError) -> Void)? = nil
    ) -> URLSessionDataTask? { nil }
}

// The blocks and settings of managers that this module does not have. They are in a protocol extension, so that an
// application's own declarations take precedence.
extension AFURLSessionManaging {
    /// The block that makes body streams.
    @available(*, unavailable, message: "Files and forms are read again. In place of a stream send Data or a file.")
    public func setTaskNeedNewBodyStreamBlock(_ block: ((URLSession, URLSessionTask) -> InputStream)?) {}

    /// The block called when a data task becomes a download task.
    @available(*, unavailable, message: "Make the task by downloadTask(with:progress:destination:completionHandler:).")
    public func setDataTaskDidBecomeDownloadTaskBlock(
        _ block: ((URLSession, URLSessionDataTask, URLSessionDownloadTask) -> Void)?
    ) {}

    /// The block asked before a response is cached.
    @available(*, unavailable, message: "Linux caches nothing. Elsewhere set a configuration's requestCachePolicy.")
    public func setDataTaskWillCacheResponseBlock(
        _ block: ((URLSession, URLSessionDataTask, CachedURLResponse) -> CachedURLResponse)?
    ) {}

    /// The block called with a task's metrics.
    @available(*, unavailable, message: "Tasks have no metrics. Take the time in setTaskDidComplete(_:).")
    public func setTaskDidFinishCollectingMetricsBlock(_ block: ((URLSession, URLSessionTask, Any?) -> Void)?) {}

    /// The block called when a download continues.
    @available(*, unavailable, message: "setDownloadTaskDidWriteDataBlock(_:) counts what was there first.")
    public func setDownloadTaskDidResumeBlock(_ block: ((URLSession, URLSessionDownloadTask, Int64, Int64) -> Void)?) {}

    /// The block called when the events of a background session have been handled.
    @available(*, unavailable, message: "There are no background sessions: a transfer ends with the program.")
    public func setDidFinishEventsForBackgroundURLSessionBlock(_ block: ((URLSession) -> Void)?) {}

    /// Whether upload tasks of background sessions are created again.
    @available(*, unavailable, message: "There are no background sessions: a transfer ends with the program.")
    public var attemptsToRecreateUploadTasksForBackgroundSessions: Bool {
        get { false }
        set {}
    }
}

// Names in Swift 2's spelling. Names of members are in protocol extensions, so that an application's own declarations
// take precedence.

extension NSObjectProtocol where Self: AFNetworkReachabilityManager {
    /// Swift 2's spelling of `shared`.
    @available(*, unavailable, renamed: "shared()")
    public static func sharedManager() -> AFNetworkReachabilityManager { shared() }

    /// Swift 2's spelling of `setReachabilityStatusChange`.
    @available(*, unavailable, renamed: "setReachabilityStatusChange(_:)")
    public func setReachabilityStatusChangeBlock(_ block: ((AFNetworkReachabilityStatus) -> Void)?) {}
}

extension NSObjectProtocol where Self: AFSecurityPolicy {
    /// Swift 2's spelling of `default`.
    @available(*, unavailable, renamed: "default()")
    public static func defaultPolicy() -> AFSecurityPolicy { AFSecurityPolicy() }
}

extension AFURLSessionManaging {
    /// Swift 2's spelling of `init`.
    @available(*, unavailable, renamed: "init()")
    public static func manager() -> AFHTTPSessionManager { AFHTTPSessionManager() }

    /// Swift 2's spelling of `dataTask`.
    @available(*, unavailable, renamed: "dataTask(with:uploadProgress:downloadProgress:completionHandler:)")
    public func dataTaskWithRequest(
        _ request: URLRequest, uploadProgress: ((Progress) -> Void)? = nil,
        downloadProgress: ((Progress) -> Void)? = nil, completionHandler: ((URLResponse, Any?, (any Error)?) -> Void)?
    ) -> URLSessionDataTask { URLSessionDataTask() }
}

extension AFURLRequestSerialization where Self: AFHTTPRequestSerializer {
    /// Swift 2's spelling of `init`.
    @available(*, unavailable, renamed: "init()")
    public static func serializer() -> AFHTTPRequestSerializer { AFHTTPRequestSerializer() }

    /// Swift 2's spelling of `httpRequestHeaders`.
    @available(*, unavailable, renamed: "httpRequestHeaders")
    public var HTTPRequestHeaders: [String: String] { [:] }
}

extension AFURLResponseSerialization where Self: AFHTTPResponseSerializer {
    /// Swift 2's spelling of `init`.
    @available(*, unavailable, renamed: "init()")
    public static func serializer() -> AFHTTPResponseSerializer { AFHTTPResponseSerializer() }
}

extension AFSSLPinningMode {
    /// Swift 2's spelling of `none`.
    @available(*, unavailable, renamed: "none")
    public static var None: AFSSLPinningMode { .none }
}

/// Swift 2's spelling of `Notification.Name.AFNetworkingTaskDidComplete`.
@available(*, unavailable, renamed: "Notification.Name.AFNetworkingTaskDidComplete")
public var AFNetworkingTaskDidCompleteNotification: String { "" }
