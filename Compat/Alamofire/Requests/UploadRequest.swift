import URLSerializationSession

/// A request that sends a body: bytes, a file, a stream or a form. It keeps the body of its response in memory.
public final class UploadRequest: DataRequest, @unchecked Sendable {
    /// The body of an upload: bytes, a file or a stream.
    ///
    /// `@unchecked Sendable`: a stream is read by one transfer.
    public enum Uploadable: @unchecked Sendable, UploadableConvertible {
        /// Bytes in memory, which may be sent more than once.
        case data(Data)
        /// A file, which the request may remove at its end.
        case file(URL, shouldRemove: Bool)
        /// A stream. It can be sent once: a retry or a redirection that needs it again is an error.
        case stream(InputStream)

        /// Returns the body itself, for every attempt the same.
        public func createUploadable() throws -> Uploadable { self }
    }

    /// The value that makes the body.
    public let upload: any UploadableConvertible
    /// The file manager that removes a temporary file.
    public let fileManager: FileManager
    private let body = Locked<Uploadable?>(nil)
    /// The stream that was sent last. It is kept by its attempt.
    private let sentStream = Locked<ObjectIdentifier?>(nil)

    init(
        _ convertible: any UploadConvertible, _ session: Session, _ options: RequestOptions, _ fileManager: FileManager
    ) {
        upload = convertible
        self.fileManager = fileManager
        super.init(convertible, session, options)
    }

    /// The body of the current attempt, or `nil` before it is made.
    public var uploadable: Uploadable? { body.value }

    override func makeBody(of request: URLRequest) throws -> URLSerializationSession.Uploadable? {
        let made = try upload.createUploadable()
        body.withLock { $0 = made }
        notify { $0.request($1, didCreateUploadable: made) }
        switch made {
        case .data(let data): return .data(data)
        case .file(let url, _): return .file(url)
        case .stream(let stream):
            let length = request.value(forHTTPHeaderField: "Content-Length").flatMap { Int64($0) }
            // Only one transfer reads the stream.
            let (stream, identity) = (UncheckedSendable(stream), ObjectIdentifier(stream))
            return .stream(length: length) { [weak self] in
                guard let self, sentStream.exchange(identity) != identity else { throw Self.streamConsumed }
                notify { $0.request($1, didProvideInputStream: stream.value) }
                return stream.value
            }
        }
    }

    override func makeTask(_ attempt: AttemptWork) -> URLSessionTask { RequestUploadTask(attempt) }

    override func didFinish() {
        if case .file(let url, shouldRemove: true) = uploadable { try? fileManager.removeItem(at: url) }
    }

    /// The error of a stream that would have to be sent a second time.
    private static let streamConsumed = RequestError(
        .bodyNotRepeatable,
        reason: "The body has to be sent again, and its stream can be read only once. Upload data or a file.")
}

/// A type whose values are sent as the body of an upload: `Data`, the `URL` of a file, and `InputStream`.
public protocol UploadBody {
    /// The body. Not for callers: the underscore keeps it out of the completion of `Data` and `URL`.
    var _uploadable: UploadRequest.Uploadable { get }
}

extension Data: UploadBody {
    /// The bytes as a body in memory.
    public var _uploadable: UploadRequest.Uploadable { .data(self) }
}

extension URL: UploadBody {
    /// The file as a body. It is not removed.
    public var _uploadable: UploadRequest.Uploadable { .file(self, shouldRemove: false) }
}

extension InputStream: UploadBody {
    /// The stream as a body, which can be sent once.
    public var _uploadable: UploadRequest.Uploadable { .stream(self) }
}

/// Makes the body of an upload.
public protocol UploadableConvertible: Sendable {
    /// Returns the body. Called for every attempt.
    func createUploadable() throws -> UploadRequest.Uploadable
}

/// Makes the request and the body of an upload.
public protocol UploadConvertible: UploadableConvertible & URLRequestConvertible {}

/// A request and a body, which is made once.
///
/// `@unchecked Sendable`: the body is made under the lock.
final class Upload: UploadConvertible, @unchecked Sendable {
    private let request: any URLRequestConvertible
    private let contentType: String?
    private let make: () throws -> UploadRequest.Uploadable
    private lazy var made = Result(catching: make)
    private let lock = NSLock()

    /// - Parameter contentType: The media type to set, or `nil` for the request's own.
    init(
        _ request: any URLRequestConvertible, contentType: String? = nil,
        _ make: @escaping () throws -> UploadRequest.Uploadable
    ) { (self.request, self.contentType, self.make) = (request, contentType, make) }

    func createUploadable() throws -> UploadRequest.Uploadable { try lock.withLock { try made.get() } }

    func asURLRequest() throws -> URLRequest {
        var request = try request.asURLRequest()
        if let contentType { request.headers.update(name: "Content-Type", value: contentType) }
        return request
    }
}

extension MultipartFormData {
    /// Encodes the form in memory below the threshold, and otherwise in a temporary file.
    func uploadable(_ threshold: UInt64, _ fileManager: FileManager) throws -> UploadRequest.Uploadable {
        if contentLength < threshold { return .data(try encode()) }
        let file = fileManager.temporaryDirectory.appendingPathComponent("AlamofireCompat-\(UUID().uuidString).form")
        try writeEncodedData(to: file)
        return .file(file, shouldRemove: true)
    }
}
