extension Session {
    /// Sends bytes, a file or a stream. A stream can be sent once.
    ///
    /// - Parameters:
    ///   - body: The body: `Data`, the URL of a file, or an `InputStream`.
    ///   - convertible: The URL.
    ///   - method: The method.
    ///   - headers: The request's headers, which the session's do not replace.
    ///   - interceptor: The interceptor of the request, after the session's.
    ///   - shouldAutomaticallyResume: Whether the first handler starts the request, or `nil` to do as the session does.
    ///   - fileManager: The file manager that removes a temporary file.
    ///   - requestModifier: Changes the request.
    @discardableResult
    public func upload(
        _ body: some UploadBody, to convertible: any URLConvertible, method: HTTPMethod = .post,
        headers: HTTPHeaders? = nil, interceptor: (any RequestInterceptor)? = nil,
        shouldAutomaticallyResume: Bool? = nil, fileManager: FileManager = .default,
        requestModifier: RequestModifier? = nil
    ) -> UploadRequest {
        upload(
            body, with: MadeRequest(convertible, method, headers, requestModifier), interceptor: interceptor,
            shouldAutomaticallyResume: shouldAutomaticallyResume, fileManager: fileManager)
    }

    /// Sends a stream, which can be sent once.
    @discardableResult
    public func upload(
        _ stream: InputStream, to convertible: any URLConvertible, method: HTTPMethod = .post,
        headers: HTTPHeaders? = nil, interceptor: (any RequestInterceptor)? = nil, fileManager: FileManager = .default,
        requestModifier: RequestModifier? = nil
    ) -> UploadRequest {
        let request = MadeRequest(convertible, method, headers, requestModifier)
        return upload(stream, with: request, interceptor: interceptor, fileManager: fileManager)
    }

    /// Sends bytes, a file or a stream, with a request. A stream can be sent once.
    @discardableResult
    public func upload(
        _ body: some UploadBody, with convertible: any URLRequestConvertible,
        interceptor: (any RequestInterceptor)? = nil, shouldAutomaticallyResume: Bool? = nil,
        fileManager: FileManager = .default
    ) -> UploadRequest {
        let upload = Upload(convertible) { body._uploadable }
        return UploadRequest(upload, self, (interceptor, shouldAutomaticallyResume), fileManager)
    }

    /// Sends a form that a closure makes.
    ///
    /// - Parameters:
    ///   - multipartFormData: Appends parts.
    ///   - url: The URL.
    ///   - encodingMemoryThreshold: The length in bytes from which the form is encoded in a temporary file.
    ///   - method: The method.
    ///   - headers: The request's headers, which the session's do not replace.
    ///   - interceptor: The interceptor of the request, after the session's.
    ///   - fileManager: The file manager of the form and its temporary file.
    ///   - requestModifier: Changes the request.
    @discardableResult
    public func upload(
        multipartFormData: @escaping (MultipartFormData) -> Void, to url: any URLConvertible,
        usingThreshold encodingMemoryThreshold: UInt64 = MultipartFormData.encodingMemoryThreshold,
        method: HTTPMethod = .post, headers: HTTPHeaders? = nil, interceptor: (any RequestInterceptor)? = nil,
        fileManager: FileManager = .default, requestModifier: RequestModifier? = nil
    ) -> UploadRequest {
        upload(
            multipartFormData: multipartFormData, with: MadeRequest(url, method, headers, requestModifier),
            usingThreshold: encodingMemoryThreshold, interceptor: interceptor, fileManager: fileManager)
    }

    /// Sends a form that a closure makes, with a request.
    @discardableResult
    public func upload(
        multipartFormData: @escaping (MultipartFormData) -> Void, with request: any URLRequestConvertible,
        usingThreshold encodingMemoryThreshold: UInt64 = MultipartFormData.encodingMemoryThreshold,
        interceptor: (any RequestInterceptor)? = nil, fileManager: FileManager = .default
    ) -> UploadRequest {
        let form = MultipartFormData(fileManager: fileManager)
        multipartFormData(form)
        return upload(
            multipartFormData: form, with: request, usingThreshold: encodingMemoryThreshold, interceptor: interceptor,
            fileManager: fileManager)
    }

    /// Sends a form to a URL. The form must not change afterwards.
    @discardableResult
    public func upload(
        multipartFormData: MultipartFormData, to url: any URLConvertible,
        usingThreshold encodingMemoryThreshold: UInt64 = MultipartFormData.encodingMemoryThreshold,
        method: HTTPMethod = .post, headers: HTTPHeaders? = nil, interceptor: (any RequestInterceptor)? = nil,
        shouldAutomaticallyResume: Bool? = nil, fileManager: FileManager = .default,
        requestModifier: RequestModifier? = nil
    ) -> UploadRequest {
        upload(
            multipartFormData: multipartFormData, with: MadeRequest(url, method, headers, requestModifier),
            usingThreshold: encodingMemoryThreshold, interceptor: interceptor,
            shouldAutomaticallyResume: shouldAutomaticallyResume, fileManager: fileManager)
    }

    /// Sends a form, with a request. The form must not change afterwards.
    @discardableResult
    public func upload(
        multipartFormData: MultipartFormData, with request: any URLRequestConvertible,
        usingThreshold encodingMemoryThreshold: UInt64 = MultipartFormData.encodingMemoryThreshold,
        interceptor: (any RequestInterceptor)? = nil, shouldAutomaticallyResume: Bool? = nil,
        fileManager: FileManager = .default
    ) -> UploadRequest {
        let upload = Upload(request, contentType: multipartFormData.contentType) {
            try multipartFormData.uploadable(encodingMemoryThreshold, fileManager)
        }
        return UploadRequest(upload, self, (interceptor, shouldAutomaticallyResume), fileManager)
    }
}
