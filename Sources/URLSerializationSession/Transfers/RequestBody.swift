/// Where a request's body comes from, so that it can be made anew for every transfer.
enum RequestBody: Sendable {
    /// None, or the request's own `httpBody`.
    case inRequest
    /// A file, read while it is sent.
    case file(URL)
    /// A multipart form.
    case multipart(MultipartBody)
    /// A stream for every transfer; without a length it is sent in chunks.
    case stream(BodyStreamSource)

    /// The body of a request as the caller made it: a stream in it can be sent once, a form's as often as the form can.
    init(of request: URLRequest) {
        if let form = request.multipartBody {
            self = .multipart(form)
        } else if let stream = request.httpBodyStream {
            let length = request.value(forHTTPHeaderField: "Content-Length").flatMap { Int64($0) }
            self = .stream(BodyStreamSource(once: stream, length: length))
        } else {
            self = .inRequest
        }
    }

    /// Whether the body can be sent again.
    var isRepeatable: Bool {
        switch self {
        case .inRequest, .file: true
        case .multipart(let form): form.isRepeatable
        case .stream(let source): source.isRepeatable
        }
    }

    /// Puts the body into a request that is about to be sent.
    ///
    /// - Throws: ``SessionError`` with code ``SessionError/Code/bodyNotRepeatable``; `RequestSerializationError` for a
    ///   file or a part that cannot be read; what the maker of a stream throws.
    func prepare(_ request: inout URLRequest) throws -> PreparedBody {
        switch self {
        case .inRequest:
            return .none
        case .file(let url):
            return prepare(&request, try HTTPBody.file(url))
        case .multipart(let form):
            // A form with a stream that has been read says which part's it is.
            try form.content.checkReadable()
            return prepare(&request, form.content)
        case .stream(let source):
            let stream = try source.next(for: request)
            guard let length = source.length else {
                request.httpBodyStream = stream
                request.setValue(nil, forHTTPHeaderField: "Content-Length")
                let failure = StreamFailure(stream)
                return PreparedBody(makeStream: { try? source.next(for: nil) }, failure: { failure.error })
            }
            return prepare(&request, try HTTPBody.stream(stream, length: length))
        }
    }

    private func prepare(_ request: inout URLRequest, _ body: HTTPBody) -> PreparedBody {
        request.setStream(HTTPBodyStream(body))
        return PreparedBody(makeStream: { HTTPBodyStream(body) }, failure: { body.streamError })
    }
}

/// A caller's own stream, to be asked why it failed.
///
/// `@unchecked Sendable`: it is asked only after URLSession has given up reading.
private final class StreamFailure: @unchecked Sendable {
    private let stream: InputStream

    init(_ stream: InputStream) { self.stream = stream }

    var error: (any Error)? { stream.reportedFailure }
}

/// The body of one transfer, made anew for it.
struct PreparedBody: Sendable {
    /// Another stream of the body from its start, where URLSession asks for one; nil where there is no stream.
    let makeStream: (@Sendable () -> InputStream?)?
    /// Why the body could not be read, which URLSession does not say.
    let failure: @Sendable () -> (any Error)?

    static let none = PreparedBody(makeStream: nil, failure: { nil })
}
