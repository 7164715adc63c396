/// Requests whose answers go to files.
extension Session {
    /// Creates a download with a dictionary of parameters.
    ///
    /// - Parameters:
    ///   - convertible: The URL.
    ///   - method: The method.
    ///   - parameters: The parameters, or `nil` for none.
    ///   - encoding: The encoding of the parameters.
    ///   - headers: The request's headers, which the session's do not replace.
    ///   - interceptor: The interceptor of the request, after the session's.
    ///   - shouldAutomaticallyResume: Whether the first handler starts the request, or `nil` to do as the session does.
    ///   - requestModifier: Changes the request before the parameters are encoded.
    ///   - destination: Returns the URL to move the file to. Without a destination the file stays in the temporary
    ///     directory.
    @discardableResult
    public func download(
        _ convertible: any URLConvertible, method: HTTPMethod = .get, parameters: Parameters? = nil,
        encoding: any ParameterEncoding = URLEncoding.default, headers: HTTPHeaders? = nil,
        interceptor: (any RequestInterceptor)? = nil, shouldAutomaticallyResume: Bool? = nil,
        requestModifier: RequestModifier? = nil, to destination: DownloadRequest.Destination? = nil
    ) -> DownloadRequest {
        let made = MadeRequest(convertible, method, headers, requestModifier, encode: encoding.encoding(parameters))
        return DownloadRequest(.request(made), self, (interceptor, shouldAutomaticallyResume), destination)
    }

    /// Creates a download with a model as its parameters.
    @discardableResult
    public func download<Parameters: Encodable & Sendable>(
        _ convertible: any URLConvertible, method: HTTPMethod = .get, parameters: Parameters? = nil,
        encoder: any ParameterEncoder = URLEncodedFormParameterEncoder.default, headers: HTTPHeaders? = nil,
        interceptor: (any RequestInterceptor)? = nil, shouldAutomaticallyResume: Bool? = nil,
        requestModifier: RequestModifier? = nil, to destination: DownloadRequest.Destination? = nil
    ) -> DownloadRequest {
        let made = MadeRequest(convertible, method, headers, requestModifier, encode: encoder.encoding(parameters))
        return DownloadRequest(.request(made), self, (interceptor, shouldAutomaticallyResume), destination)
    }

    /// Creates a download from a `URLRequest` or a value that makes one.
    @discardableResult
    public func download(
        _ convertible: any URLRequestConvertible, interceptor: (any RequestInterceptor)? = nil,
        shouldAutomaticallyResume: Bool? = nil, to destination: DownloadRequest.Destination? = nil
    ) -> DownloadRequest {
        DownloadRequest(.request(convertible), self, (interceptor, shouldAutomaticallyResume), destination)
    }

    /// Resumes a download that was cancelled or failed.
    ///
    /// If the file has changed on the server, or the received part no longer exists, the download starts over.
    ///
    /// The data must come from ``DownloadRequest/resumeData``. Resume data from URLSession is an error.
    @discardableResult
    public func download(
        resumingWith data: Data, interceptor: (any RequestInterceptor)? = nil, shouldAutomaticallyResume: Bool? = nil,
        to destination: DownloadRequest.Destination? = nil
    ) -> DownloadRequest {
        DownloadRequest(.resumeData(data), self, (interceptor, shouldAutomaticallyResume), destination)
    }
}
