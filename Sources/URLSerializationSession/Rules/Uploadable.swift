/// The source of an ``UploadRequest``'s body, from which a retry, a redirection or a challenge gets a new one.
public enum Uploadable: Sendable {
    /// Bytes in memory, which can be sent any number of times.
    case data(Data)
    /// A file. It must not change while it is sent, because its length is sent first.
    case file(URL)
    /// A stream, which the closure creates whenever the body is sent, and its length in bytes. If the length is `nil`,
    /// the stream is sent in chunks, which not every server accepts (RFC 9112, section 7.1). The closure runs on the
    /// request's own queue.
    ///
    /// URLSession on Linux reads the stream on the one thread that all its sessions share, so a read must not block.
    case stream(length: Int64?, @Sendable () throws -> InputStream)
    case multipart(MultipartBody)

    /// Creates the source of a request's body as the caller made it, or returns `nil` for a body in memory and for
    /// none. A stream in the request can be sent once.
    init?(bodyOf request: URLRequest) {
        if let form = request.multipartBody {
            self = .multipart(form)
            return
        }
        guard let stream = request.httpBodyStream else { return nil }
        let (once, url) = (TakenOnce(stream), request.url)
        self = .stream(length: Leg.contentLength(of: request)) {
            guard let stream = once.take() else { throw RequestError(.bodyNotRepeatable, url) }
            return stream
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

    /// Returns a request with the body, or with the headers of a body that is sent separately. A `multipart` type
    /// without a boundary gets the form's.
    ///
    /// - Throws: `RequestSerializationError` for a type with another boundary than the form's.
    func request(_ request: URLRequest) throws -> URLRequest {
        var request = request.mutableCopy
        request.multipartBody = nil
        request.httpBody = nil
        switch self {
        case .data(let data): request.httpBody = data
        case .multipart(let form):
            let type = request.value(forHTTPHeaderField: "Content-Type") ?? form.contentType
            guard type.lowercased().hasPrefix("multipart/") else { break }
            let boundary = HTTPSyntax.parameters(of: type)["boundary"]
            let whole = boundary == nil ? type + form.contentType.drop { $0 != ";" } : type
            request.setValue(whole, forHTTPHeaderField: "Content-Type")
            guard let boundary, boundary != form.boundary.description else { break }
            let reason = "Its boundary \(boundary.quoted) is not the form's. Omit it."
            throw RequestSerializationError(.invalidSetting, field: "Content-Type", reason: reason)
        default: break
        }
        return request
    }

    /// Puts the body into a message that is about to be sent.
    ///
    /// - Throws: `RequestSerializationError` for a file or a part that cannot be read; the error of the closure that
    ///   makes a stream.
    func prepare(_ message: inout URLRequest) throws -> PreparedBody {
        let body: HTTPBody
        switch self {
        case .data(let data):
            message.httpBody = data
            return PreparedBody()
        case .file(let url):
            body = try HTTPBody.file(url)
            // Nothing is read of a body without a length, but a file like `/proc/cpuinfo` states none and has content.
            if body.contentLength == 0 { _ = try body.data() }
        case .multipart(let form):
            // Throws an error that names the part whose stream has been read already.
            try form.content.checkReadable()
            body = form.content
        case .stream(let length?, let make): body = try HTTPBody.stream(make(), length: length)
        case .stream(nil, let make):
            let stream = try make()
            message.httpBodyStream = stream
            message.setValue(nil, forHTTPHeaderField: "Content-Length")
            // Used here only after URLSession has stopped reading it.
            let sent = UncheckedSendable(stream)
            return PreparedBody(makeStream: { try? make() }, failure: { sent.value.reportedFailure })
        }
        message.setStream(HTTPBodyStream(body))
        return PreparedBody(makeStream: { HTTPBodyStream(body) }, failure: { body.streamError })
    }
}
