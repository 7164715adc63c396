/// A request whose body is read while it is sent (`UploadRequest` of Alamofire 4).
///
/// Its answer is kept in memory, as that of any ``DataRequest``.
public final class UploadRequest: DataRequest, @unchecked Sendable {
    /// Where the body comes from.
    public let source: Uploadable

    init(_ made: Result<URLRequest, any Error>, source: Uploadable, host: any RequestHost) {
        self.source = source
        let made = made.map { source.request($0) }
        super.init(made, body: source.body, host: host)
    }
}

/// Where the body of an ``UploadRequest`` comes from. For a retry, a redirection or a challenge it is made anew.
public enum Uploadable: Sendable {
    /// Bytes in memory.
    case data(Data)
    /// A file. It must not change while it is sent: its length goes ahead of it.
    case file(URL)
    /// A stream, which the closure makes for every time that the body is sent, and its length in bytes; with nil it is
    /// sent in chunks, which not every server takes (RFC 9112, section 7.1). The closure runs on a queue of the
    /// request's own.
    ///
    /// URLSession on Linux reads it on the one thread that all its sessions share, so it must not wait for anything.
    case stream(length: Int64?, @Sendable () throws -> InputStream)
    /// A multipart form.
    case multipart(MultipartBody)

    var body: RequestBody {
        switch self {
        case .data: .inRequest
        case .file(let url): .file(url)
        case .stream(let length, let make): .stream(BodyStreamSource(length: length, make))
        case .multipart(let form): .multipart(form)
        }
    }

    /// What the body is, as far as can be told.
    var mediaType: String {
        switch self {
        case .data, .stream: "application/octet-stream"
        case .file(let url): MediaType.forFileExtension(url.pathExtension)
        case .multipart(let form): form.contentType
        }
    }

    /// The request with what belongs to the body.
    func request(_ request: URLRequest) -> URLRequest {
        var request = request.changeable
        switch self {
        case .data(let data):
            request.httpBody = data
        case .multipart(let form):
            if request.value(forHTTPHeaderField: "Content-Type") == nil {
                request.setValue(form.contentType, forHTTPHeaderField: "Content-Type")
            }
            request.multipartBody = nil
            request.httpBody = nil
        case .file, .stream:
            request.multipartBody = nil
            request.httpBody = nil
        }
        return request
    }
}
