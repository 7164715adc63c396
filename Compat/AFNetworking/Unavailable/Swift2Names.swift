// Names in Swift 2's spelling. Those of members are in extensions of protocols, so that an application's own are
// preferred.

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
