/// The source of a request's body, from which every transfer gets a new one.
enum RequestBody: Sendable {
    /// No body, or the request's own `httpBody`.
    case inRequest
    /// A file, read while it is sent.
    case file(URL)
    /// A multipart form.
    case multipart(MultipartBody)
    /// A stream, which the closure makes for every transfer with its URL, and its length in bytes. One without a length
    /// is sent in chunks.
    case stream(length: Int64?, isRepeatable: Bool, @Sendable (URL?) throws -> InputStream)

    /// Creates the source of a request's body as the caller made it. A stream in it can be sent once; a form can be
    /// sent again if its parts can be read again.
    init(of request: URLRequest) {
        if let form = request.multipartBody {
            self = .multipart(form)
        } else if let stream = request.httpBodyStream {
            let once = TakenOnce(stream)
            self = .stream(length: Leg.contentLength(of: request), isRepeatable: false) { url in
                guard let stream = once.take() else { throw SessionError(.bodyNotRepeatable, url) }
                return stream
            }
        } else {
            self = .inRequest
        }
    }

    /// Whether the body can be sent again.
    var isRepeatable: Bool {
        switch self {
        case .inRequest, .file: true
        case .multipart(let form): form.isRepeatable
        case .stream(_, let isRepeatable, _): isRepeatable
        }
    }

    /// Puts the body into a request that is about to be sent.
    ///
    /// - Throws: ``SessionError`` with code ``SessionError/Code/bodyNotRepeatable``; `RequestSerializationError` for a
    ///   file or a part that cannot be read; the error of the closure that makes a stream.
    func prepare(_ request: inout URLRequest) throws -> PreparedBody {
        switch self {
        case .inRequest:
            return PreparedBody(makeStream: nil, failure: { nil })
        case .file(let url):
            return prepare(&request, try HTTPBody.file(url))
        case .multipart(let form):
            // Throws an error that names the part whose stream has been read already.
            try form.content.checkReadable()
            return prepare(&request, form.content)
        case .stream(let length, _, let make):
            let stream = try make(request.url)
            guard let length else {
                request.httpBodyStream = stream
                request.setValue(nil, forHTTPHeaderField: "Content-Length")
                // Used here only after URLSession has stopped reading it.
                let sent = UncheckedSendable(stream)
                return PreparedBody(makeStream: { try? make(nil) }, failure: { sent.value.reportedFailure })
            }
            return prepare(&request, try HTTPBody.stream(stream, length: length))
        }
    }

    private func prepare(_ request: inout URLRequest, _ body: HTTPBody) -> PreparedBody {
        request.setStream(HTTPBodyStream(body))
        return PreparedBody(makeStream: { HTTPBodyStream(body) }, failure: { body.streamError })
    }
}

/// The body of one transfer.
struct PreparedBody: Sendable {
    /// The closure that returns another stream of the body from its start, or `nil` for a body that is not a stream.
    let makeStream: (@Sendable () -> InputStream?)?
    /// The closure that returns the error of reading the body, which URLSession does not report.
    let failure: @Sendable () -> (any Error)?
}
