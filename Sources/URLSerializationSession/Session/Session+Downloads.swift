extension Session {
    /// Creates a request whose answer goes to a file.
    ///
    /// ```swift
    /// session.download("https://example.com/map.pdf", to: SuggestedDestination.in()).validate()
    /// ```
    ///
    /// - Parameters:
    ///   - url: A URL or its text, relative to ``baseURL``, or else to the serializer's base URL, if any.
    ///   - method: The method; with the serializers of this package it decides where the parameters go.
    ///   - parameters: The parameters to send, or `nil` for none.
    ///   - serializer: The serializer that puts the parameters into the request.
    ///   - headers: The request's headers.
    ///   - destination: Returns the place of the file once it is complete and validated. Without a destination, the
    ///     file is removed when the request is released.
    ///   - modify: Changes the request before the parameters are added. If it throws an error, the request fails with
    ///     that error.
    @discardableResult
    public func download(
        _ url: some URLConvertible, method: HTTPMethod = .get, parameters: Any? = nil,
        serializer: any RequestSerialization = HTTPRequestSerializer(), headers: HTTPHeaders? = nil,
        to destination: DownloadDestination? = nil, modify: ((inout URLRequest) throws -> Void)? = nil
    ) -> DownloadRequest {
        let made = Result {
            try serializer.serialize(build(url, method, headers, for: serializer, modify), with: parameters)
        }
        return begin(DownloadRequest(resolve(made), to: destination, session: self))
    }

    /// Creates a request from a `URLRequest` or a value that makes one, whose answer goes to a file.
    @discardableResult
    public func download(
        _ request: some URLRequestConvertible, to destination: DownloadDestination? = nil
    ) -> DownloadRequest {
        begin(DownloadRequest(resolve(Result { try request.asURLRequest() }), to: destination, session: self))
    }

    /// Creates a request whose answer goes to a file at a URL, where no file may exist yet unless the options replace
    /// it. The directory is created if necessary.
    ///
    /// ```swift
    /// session.download("https://example.com/map.pdf", to: folder.appendingPathComponent("map.pdf"))
    /// ```
    @discardableResult
    public func download(
        _ url: some URLConvertible, method: HTTPMethod = .get, parameters: Any? = nil,
        serializer: any RequestSerialization = HTTPRequestSerializer(), headers: HTTPHeaders? = nil,
        to file: URL, options: DownloadOptions = [], modify: ((inout URLRequest) throws -> Void)? = nil
    ) -> DownloadRequest {
        download(
            url, method: method, parameters: parameters, serializer: serializer, headers: headers,
            to: { _, _ in (file, options) }, modify: modify)
    }

    /// Creates a request from a `URLRequest` or a value that makes one, whose answer goes to a file at a URL.
    @discardableResult
    public func download(
        _ request: some URLRequestConvertible, to file: URL, options: DownloadOptions = []
    ) -> DownloadRequest {
        download(request, to: { _, _ in (file, options) })
    }

    /// Resumes a download that was cancelled or failed.
    ///
    /// If the file has changed on the server, or the received part no longer exists, the download starts over. Resume
    /// data can be used once.
    ///
    /// - Parameters:
    ///   - resumeData: The value of ``DownloadRequest/resumeData``. With other data, such as URLSession's, the request
    ///     fails with an error of kind ``RequestError/Kind/resumeData``.
    ///   - headers: Headers that the data omits because they are secret, such as `Authorization`.
    ///   - destination: Returns the place of the file.
    @discardableResult
    public func download(
        resumingWith resumeData: Data, headers: HTTPHeaders? = nil, to destination: DownloadDestination? = nil
    ) -> DownloadRequest { begin(remainder(of: resumeData, headers: headers, to: destination)) }

    /// Returns the request for the rest of a download, which is to be passed to ``begin(_:)``.
    package func remainder(
        of resumeData: Data, headers: HTTPHeaders? = nil, to destination: DownloadDestination? = nil
    ) -> DownloadRequest {
        let remainder = Result { try ResumeData(resumeData) }
        let made = Result {
            var request = try remainder.get().request
            try request.setHeaders(headers ?? [:])
            return request
        }
        return DownloadRequest(made, resuming: try? remainder.get(), to: destination, session: self)
    }
}
