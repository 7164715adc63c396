// The verbs in Swift 2's spelling. They are in an extension of a protocol, so that an application's own are preferred.
extension AFURLSessionManaging where Self: AFHTTPSessionManager {
    /// Swift 2's spelling of `get`.
    @available(*, unavailable, renamed: "get(_:parameters:headers:progress:success:failure:)")
    @discardableResult
    public func GET(
        _ URLString: String, parameters: Any? = nil, headers: [String: String]? = nil,
        progress: ((Progress) -> Void)? = nil, success: AFTaskSuccess? = nil, failure: AFTaskFailure? = nil
    ) -> URLSessionDataTask? { nil }

    /// Swift 2's spelling of `head`.
    @available(*, unavailable, renamed: "head(_:parameters:headers:success:failure:)")
    @discardableResult
    public func HEAD(
        _ URLString: String, parameters: Any? = nil, headers: [String: String]? = nil,
        success: ((URLSessionDataTask) -> Void)? = nil, failure: AFTaskFailure? = nil
    ) -> URLSessionDataTask? { nil }

    /// Swift 2's spelling of `post`.
    @available(*, unavailable, renamed: "post(_:parameters:headers:progress:success:failure:)")
    @discardableResult
    public func POST(
        _ URLString: String, parameters: Any? = nil, headers: [String: String]? = nil,
        progress: ((Progress) -> Void)? = nil, success: AFTaskSuccess? = nil, failure: AFTaskFailure? = nil
    ) -> URLSessionDataTask? { nil }

    /// Swift 2's spelling of `post` with a multipart form.
    @available(*, unavailable, renamed: "post(_:parameters:headers:constructingBodyWith:progress:success:failure:)")
    @discardableResult
    public func POST(
        _ URLString: String, parameters: Any? = nil, headers: [String: String]? = nil,
        constructingBodyWithBlock block: ((any AFMultipartFormData) -> Void)?,
        progress: ((Progress) -> Void)? = nil, success: AFTaskSuccess? = nil, failure: AFTaskFailure? = nil
    ) -> URLSessionDataTask? { nil }

    /// Swift 2's spelling of `put`.
    @available(*, unavailable, renamed: "put(_:parameters:headers:success:failure:)")
    @discardableResult
    public func PUT(
        _ URLString: String, parameters: Any? = nil, headers: [String: String]? = nil,
        success: AFTaskSuccess? = nil, failure: AFTaskFailure? = nil
    ) -> URLSessionDataTask? { nil }

    /// Swift 2's spelling of `patch`.
    @available(*, unavailable, renamed: "patch(_:parameters:headers:success:failure:)")
    @discardableResult
    public func PATCH(
        _ URLString: String, parameters: Any? = nil, headers: [String: String]? = nil,
        success: AFTaskSuccess? = nil, failure: AFTaskFailure? = nil
    ) -> URLSessionDataTask? { nil }

    /// Swift 2's spelling of `delete`.
    @available(*, unavailable, renamed: "delete(_:parameters:headers:success:failure:)")
    @discardableResult
    public func DELETE(
        _ URLString: String, parameters: Any? = nil, headers: [String: String]? = nil,
        success: AFTaskSuccess? = nil, failure: AFTaskFailure? = nil
    ) -> URLSessionDataTask? { nil }
}

// The same with blocks as Swift 2 declared them, `(operation: AFHTTPRequestOperation!, object: AnyObject!) -> Void`.
extension AFURLSessionManaging where Self: AFHTTPSessionManager {
    /// Swift 2's spelling of `get`.
    @available(*, unavailable, renamed: "get(_:parameters:headers:progress:success:failure:)")
    @discardableResult
    public func GET(
        _ URLString: String, parameters: Any?, success: @escaping (URLSessionDataTask?, AnyObject?) -> Void,
        failure: @escaping (URLSessionDataTask?, NSError?) -> Void
    ) -> URLSessionDataTask? { nil }

    /// Swift 2's spelling of `post`.
    @available(*, unavailable, renamed: "post(_:parameters:headers:progress:success:failure:)")
    @discardableResult
    public func POST(
        _ URLString: String, parameters: Any?, success: @escaping (URLSessionDataTask?, AnyObject?) -> Void,
        failure: @escaping (URLSessionDataTask?, NSError?) -> Void
    ) -> URLSessionDataTask? { nil }

    /// Swift 2's spelling of `put`.
    @available(*, unavailable, renamed: "put(_:parameters:headers:success:failure:)")
    @discardableResult
    public func PUT(
        _ URLString: String, parameters: Any?, success: @escaping (URLSessionDataTask?, AnyObject?) -> Void,
        failure: @escaping (URLSessionDataTask?, NSError?) -> Void
    ) -> URLSessionDataTask? { nil }

    /// Swift 2's spelling of `patch`.
    @available(*, unavailable, renamed: "patch(_:parameters:headers:success:failure:)")
    @discardableResult
    public func PATCH(
        _ URLString: String, parameters: Any?, success: @escaping (URLSessionDataTask?, AnyObject?) -> Void,
        failure: @escaping (URLSessionDataTask?, NSError?) -> Void
    ) -> URLSessionDataTask? { nil }

    /// Swift 2's spelling of `delete`.
    @available(*, unavailable, renamed: "delete(_:parameters:headers:success:failure:)")
    @discardableResult
    public func DELETE(
        _ URLString: String, parameters: Any?, success: @escaping (URLSessionDataTask?, AnyObject?) -> Void,
        failure: @escaping (URLSessionDataTask?, NSError?) -> Void
    ) -> URLSessionDataTask? { nil }
}
