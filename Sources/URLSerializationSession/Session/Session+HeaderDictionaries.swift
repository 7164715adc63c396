// The same methods for headers in a dictionary. Literals and `nil` are `HTTPHeaders`, which keeps their order: hence
// the attribute.

extension Session {
    /// Creates a request with parameters, and headers in a dictionary.
    @discardableResult
    @_disfavoredOverload
    public func request(
        _ url: some URLConvertible, method: HTTPMethod = .get, parameters: Any? = nil,
        serializer: any RequestSerialization = HTTPRequestSerializer(), headers: [String: String]?,
        modify: ((inout URLRequest) throws -> Void)? = nil
    ) -> DataRequest {
        request(
            url, method: method, parameters: parameters, serializer: serializer, headers: headers.map(HTTPHeaders.init),
            modify: modify)
    }

    /// Creates a request with an `Encodable` model as its parameters, and headers in a dictionary.
    @discardableResult
    @_disfavoredOverload
    public func request(
        _ url: some URLConvertible, method: HTTPMethod = .get, encoding model: some Encodable,
        serializer: any RequestSerialization = HTTPRequestSerializer(), headers: [String: String]?,
        modify: ((inout URLRequest) throws -> Void)? = nil
    ) -> DataRequest {
        request(
            url, method: method, encoding: model, serializer: serializer, headers: headers.map(HTTPHeaders.init),
            modify: modify)
    }

    /// Creates a request whose answer goes to a file, with headers in a dictionary.
    @discardableResult
    @_disfavoredOverload
    public func download(
        _ url: some URLConvertible, method: HTTPMethod = .get, parameters: Any? = nil,
        serializer: any RequestSerialization = HTTPRequestSerializer(), headers: [String: String]?,
        to destination: DownloadDestination? = nil, modify: ((inout URLRequest) throws -> Void)? = nil
    ) -> DownloadRequest {
        download(
            url, method: method, parameters: parameters, serializer: serializer, headers: headers.map(HTTPHeaders.init),
            to: destination, modify: modify)
    }

    /// Creates a request whose answer goes to a file at a URL, with headers in a dictionary.
    @discardableResult
    @_disfavoredOverload
    public func download(
        _ url: some URLConvertible, method: HTTPMethod = .get, parameters: Any? = nil,
        serializer: any RequestSerialization = HTTPRequestSerializer(), headers: [String: String]?,
        to file: URL, modify: ((inout URLRequest) throws -> Void)? = nil
    ) -> DownloadRequest {
        download(
            url, method: method, parameters: parameters, serializer: serializer, headers: headers.map(HTTPHeaders.init),
            to: file, modify: modify)
    }

    /// Resumes a download, with headers in a dictionary.
    @discardableResult
    @_disfavoredOverload
    public func download(
        resumingWith resumeData: Data, headers: [String: String]?, to destination: DownloadDestination? = nil
    ) -> DownloadRequest {
        download(resumingWith: resumeData, headers: headers.map(HTTPHeaders.init), to: destination)
    }

    /// Sends a body, with headers in a dictionary.
    @discardableResult
    @_disfavoredOverload
    public func upload(
        _ source: Uploadable, to url: some URLConvertible, method: HTTPMethod = .post, headers: [String: String]?,
        modify: ((inout URLRequest) throws -> Void)? = nil
    ) -> UploadRequest {
        upload(source, to: url, method: method, headers: headers.map(HTTPHeaders.init), modify: modify)
    }

    /// Sends bytes, with headers in a dictionary.
    @discardableResult
    @_disfavoredOverload
    public func upload(
        _ data: Data, to url: some URLConvertible, method: HTTPMethod = .post, headers: [String: String]?,
        modify: ((inout URLRequest) throws -> Void)? = nil
    ) -> UploadRequest {
        upload(.data(data), to: url, method: method, headers: headers, modify: modify)
    }

    /// Sends a file, with headers in a dictionary.
    @discardableResult
    @_disfavoredOverload
    public func upload(
        _ file: URL, to url: some URLConvertible, method: HTTPMethod = .post, headers: [String: String]?,
        modify: ((inout URLRequest) throws -> Void)? = nil
    ) -> UploadRequest {
        upload(.file(file), to: url, method: method, headers: headers, modify: modify)
    }

    /// Sends a multipart form, with headers in a dictionary.
    @discardableResult
    @_disfavoredOverload
    public func upload(
        to url: some URLConvertible, method: HTTPMethod = .post, parameters: Any? = nil,
        serializer: any HTTPRequestSerialization = HTTPRequestSerializer(), headers: [String: String]?,
        constructingBody: (inout MultipartForm) throws -> Void
    ) -> UploadRequest {
        upload(
            to: url, method: method, parameters: parameters, serializer: serializer,
            headers: headers.map(HTTPHeaders.init), constructingBody: constructingBody)
    }
}
