/// A request whose body is read while it is sent (`UploadRequest` of Alamofire 4).
///
/// Its answer is kept in memory, like the answer of any ``DataRequest``.
public final class UploadRequest: DataRequest, @unchecked Sendable {
    /// The source of the body.
    public let source: Uploadable

    init(_ made: Result<URLRequest, any Error>, source: Uploadable, session: Session) {
        self.source = source
        super.init(made.map { source.request($0) }, body: source.body, session: session)
    }
}

/// The source of an ``UploadRequest``'s body, from which a retry, a redirection or a challenge gets a new one.
public enum Uploadable: Sendable {
    /// Bytes in memory.
    case data(Data)
    /// A file. It must not change while it is sent, because its length is sent first.
    case file(URL)
    /// A stream, which the closure makes whenever the body is sent, and its length in bytes. With `nil` it is sent in
    /// chunks, which not every server accepts (RFC 9112, section 7.1). The closure runs on the request's own queue.
    ///
    /// URLSession on Linux reads the stream on the one thread that all its sessions share, so a read must not block.
    case stream(length: Int64?, @Sendable () throws -> InputStream)
    /// A multipart form.
    case multipart(MultipartBody)

    var body: RequestBody {
        switch self {
        case .data: .inRequest
        case .file(let url): .file(url)
        case .stream(let length, let make): .stream(length: length, isRepeatable: true) { _ in try make() }
        case .multipart(let form): .multipart(form)
        }
    }

    /// The media type of the body, by default `application/octet-stream`.
    var mediaType: String {
        switch self {
        case .data, .stream: "application/octet-stream"
        case .file(let url): MediaType.forFileExtension(url.pathExtension)
        case .multipart(let form): form.contentType
        }
    }

    /// Returns a request with the body, or with the headers of a body that is sent otherwise.
    func request(_ request: URLRequest) -> URLRequest {
        var request = request.mutableCopy
        if case .data(let data) = self {
            request.httpBody = data
            return request
        }
        if case .multipart(let form) = self, request.value(forHTTPHeaderField: "Content-Type") == nil {
            request.setValue(form.contentType, forHTTPHeaderField: "Content-Type")
        }
        request.multipartBody = nil
        request.httpBody = nil
        return request
    }
}
