extension Session {
    /// A request whose answer goes to a file.
    ///
    /// ```swift
    /// session.download("https://example.com/map.pdf", to: SuggestedDestination.in()).validate()
    /// ```
    ///
    /// - Parameters:
    ///   - url: A URL or its text.
    ///   - method: The method; with the serializers of this package it decides where the parameters go.
    ///   - parameters: What to send, or nil for nothing.
    ///   - serializer: What puts the parameters into the request.
    ///   - headers: The request's headers.
    ///   - destination: Says where the file goes when all of it is there and no validation has refused it. Without it the
    ///     file is removed with the request.
    @discardableResult
    public func download(
        _ url: some URLConvertible, method: HTTPMethod = .get, parameters: Any? = nil,
        serializer: any RequestSerialization = HTTPRequestSerializer(), headers: HTTPHeaders = [:],
        to destination: DownloadDestination? = nil
    ) -> DownloadRequest {
        download(
            Result {
                let request = try URLRequest(url, method: method, headers: headers, for: serializer)
                return try serializer.serialize(request, with: parameters)
            }, to: destination)
    }

    /// A request that is made already, whose answer goes to a file.
    @discardableResult
    public func download(
        _ request: some URLRequestConvertible, to destination: DownloadDestination? = nil
    ) -> DownloadRequest {
        download(Result { try request.asURLRequest() }, to: destination)
    }

    /// Goes on with a download that was cancelled or failed.
    ///
    /// If the file has changed on the server, or its part is not there any more, the download begins anew. Data can be
    /// used once.
    ///
    /// - Parameters:
    ///   - resumeData: What ``DownloadRequest/resumeData`` gave; anything else is the request's error, ``SessionError``
    ///     with code ``SessionError/Code/unusableResumeData``. That of URLSession itself is something else.
    ///   - headers: Headers that the data does not hold, because they are secret, as `Authorization`.
    ///   - destination: Says where the file goes.
    @discardableResult
    public func download(
        resumingWith resumeData: Data, headers: HTTPHeaders = [:], to destination: DownloadDestination? = nil
    ) -> DownloadRequest {
        let remainder = Result { try ResumeData(resumeData) }
        let made = remainder.flatMap { remainder in
            Result {
                var request = remainder.request
                try request.setValues(headers)
                return request
            }
        }
        return start(DownloadRequest(made, resuming: try? remainder.get(), to: destination, session: self))
    }

    /// A download from either source.
    @discardableResult
    public func download(_ source: Downloadable, to destination: DownloadDestination? = nil) -> DownloadRequest {
        switch source {
        case .request(let request): download(request, to: destination)
        case .resumeData(let data): download(resumingWith: data, to: destination)
        }
    }

    private func download(
        _ made: Result<URLRequest, any Error>, to destination: DownloadDestination?
    ) -> DownloadRequest {
        start(DownloadRequest(made, to: destination, session: self))
    }
}
