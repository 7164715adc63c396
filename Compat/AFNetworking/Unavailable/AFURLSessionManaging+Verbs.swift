// The verbs in Swift 2's spelling. They are in an extension of a protocol, so that an application's own are preferred.
extension AFURLSessionManaging where Self: AFHTTPSessionManager {
    /// Swift 2's spelling of `get`.
    @available(*, unavailable, renamed: "get(_:parameters:headers:progress:success:failure:)")
    @discardableResult
    public func GET(
        _ URLString: String, parameters: Any? = nil, headers: [String: String]? = nil,
        progress: ((Progress) -> Void)? = nil, success: AFHTTPSessionManager.Success? = nil,
        failure: AFHTTPSessionManager.Failure? = nil
    ) -> URLSessionDataTask? { nil }

    /// Swift 2's spelling of `head`.
    @available(*, unavailable, renamed: "head(_:parameters:headers:success:failure:)")
    @discardableResult
    public func HEAD(
        _ URLString: String, parameters: Any? = nil, headers: [String: String]? = nil,
        success: ((URLSessionDataTask) -> Void)? = nil, failure: AFHTTPSessionManager.Failure? = nil
    ) -> URLSessionDataTask? { nil }

    /// Swift 2's spelling of `post`.
    @available(*, unavailable, renamed: "post(_:parameters:headers:progress:success:failure:)")
    @discardableResult
    public func POST(
        _ URLString: String, parameters: Any? = nil, headers: [String: String]? = nil,
        progress: ((Progress) -> Void)? = nil, success: AFHTTPSessionManager.Success? = nil,
        failure: AFHTTPSessionManager.Failure? = nil
    ) -> URLSessionDataTask? { nil }

    /// Swift 2's spelling of `post` with a multipart form.
    @available(*, unavailable, renamed: "post(_:parameters:headers:constructingBodyWith:progress:success:failure:)")
    @discardableResult
    public func POST(
        _ URLString: String, parameters: Any? = nil, headers: [String: String]? = nil,
        constructingBodyWithBlock block: ((any AFMultipartFormData) -> Void)?,
        progress: ((Progress) -> Void)? = nil, success: AFHTTPSessionManager.Success? = nil,
        failure: AFHTTPSessionManager.Failure? = nil
    ) -> URLSessionDataTask? { nil }

    /// Swift 2's spelling of `put`.
    @available(*, unavailable, renamed: "put(_:parameters:headers:success:failure:)")
    @discardableResult
    public func PUT(
        _ URLString: String, parameters: Any? = nil, headers: [String: String]? = nil,
        success: AFHTTPSessionManager.Success? = nil, failure: AFHTTPSessionManager.Failure? = nil
    ) -> URLSessionDataTask? { nil }

    /// Swift 2's spelling of `patch`.
    @available(*, unavailable, renamed: "patch(_:parameters:headers:success:failure:)")
    @discardableResult
    public func PATCH(
        _ URLString: String, parameters: Any? = nil, headers: [String: String]? = nil,
        success: AFHTTPSessionManager.Success? = nil, failure: AFHTTPSessionManager.Failure? = nil
    ) -> URLSessionDataTask? { nil }

    /// Swift 2's spelling of `delete`.
    @available(*, unavailable, renamed: "delete(_:parameters:headers:success:failure:)")
    @discardableResult
    public func DELETE(
        _ URLString: String, parameters: Any? = nil, headers: [String: String]? = nil,
        success: AFHTTPSessionManager.Success? = nil, failure: AFHTTPSessionManager.Failure? = nil
    ) -> URLSessionDataTask? { nil }
}

// The same with blocks as Swift 2 declared them, `(operation: AFHTTPRequestOperation!, object: AnyObject!) -> Void`.
extension AFURLSessionManaging where Self: AFHTTPSessionManager {
    /// The success block of Swift 2.
    public typealias OldSuccess = (URLSessionDataTask?, AnyObject?) -> Void
    /// The failure block of Swift 2.
    public typealias OldFailure = (URLSessionDataTask?, NSError?) -> Void

    /// Swift 2's spelling of `get`.
    @available(*, unavailable, renamed: "get(_:parameters:headers:progress:success:failure:)")
    @discardableResult
    public func GET(
        _ URLString: String, parameters: Any?, success: @escaping OldSuccess, failure: @escaping OldFailure
    ) -> URLSessionDataTask? { nil }

    /// Swift 2's spelling of `post`.
    @available(*, unavailable, renamed: "post(_:parameters:headers:progress:success:failure:)")
    @discardableResult
    public func POST(
        _ URLString: String, parameters: Any?, success: @escaping OldSuccess, failure: @escaping OldFailure
    ) -> URLSessionDataTask? { nil }

    /// Swift 2's spelling of `put`.
    @available(*, unavailable, renamed: "put(_:parameters:headers:success:failure:)")
    @discardableResult
    public func PUT(
        _ URLString: String, parameters: Any?, success: @escaping OldSuccess, failure: @escaping OldFailure
    ) -> URLSessionDataTask? { nil }

    /// Swift 2's spelling of `patch`.
    @available(*, unavailable, renamed: "patch(_:parameters:headers:success:failure:)")
    @discardableResult
    public func PATCH(
        _ URLString: String, parameters: Any?, success: @escaping OldSuccess, failure: @escaping OldFailure
    ) -> URLSessionDataTask? { nil }

    /// Swift 2's spelling of `delete`.
    @available(*, unavailable, renamed: "delete(_:parameters:headers:success:failure:)")
    @discardableResult
    public func DELETE(
        _ URLString: String, parameters: Any?, success: @escaping OldSuccess, failure: @escaping OldFailure
    ) -> URLSessionDataTask? { nil }
}
