/// A finished multipart form: what is sent, how long it is, and how often it can be.
///
/// ```swift
/// if let body = request.multipartBody {
///     print(body.contentLength, body.isRepeatable)
/// }
/// ```
///
/// ``contentLength`` is the number of bytes that ``makeStream()``, ``data()`` and ``write(to:progress:)`` write, or they
/// fail.
public struct MultipartBody: Sendable {
    /// The text that separates the parts.
    public let boundary: MultipartBoundary
    /// The form as a body: boundaries, headers and the parts' content.
    package let content: HTTPBody

    /// The body's length in bytes.
    public var contentLength: Int64 { content.contentLength }

    /// `multipart/form-data` with the boundary.
    public var contentType: String { boundary.contentType }

    /// Whether the body can be sent again: no part is a stream that was given with `mayBlock: false`.
    public var isRepeatable: Bool { content.isRepeatable }

    /// The error of the latest stream of this body, or of a copy, or `nil`.
    ///
    /// ```swift
    /// print(task.originalRequest?.multipartBody?.streamError ?? error)
    /// ```
    public var streamError: RequestSerializationError? { content.streamError }

    /// Returns a stream of the body from its start.
    ///
    /// For `URLSession`'s `needNewBodyStream` use ``MultipartBodyStream/init(_:)``, which makes one that fails when it is
    /// opened: given no stream at all, URLSession on Linux waits for its timeout.
    ///
    /// - Throws: ``RequestSerializationError`` with code ``RequestSerializationError/Code/sourceConsumed``, naming the
    ///   part, if one of them can be read only once and has been.
    public func makeStream() throws(RequestSerializationError) -> MultipartBodyStream {
        try content.checkReadable()
        return MultipartBodyStream(self)
    }

    /// Returns the whole body in memory.
    ///
    /// - Throws: ``RequestSerializationError`` naming the part whose content cannot be read or contradicts its length.
    public func data() throws(RequestSerializationError) -> Data { try content.data() }
}

/// The stream of a multipart body, as a request carries it (`AFMultipartBodyStream`).
///
/// ```swift
/// func urlSession(_ session: URLSession, task: URLSessionTask, needNewBodyStream completion: (InputStream?) -> Void) {
///     completion(task.originalRequest?.multipartBody.map(MultipartBodyStream.init))
/// }
/// ```
///
/// To send a request while a copy of it is being sent, set the copy's `multipartBody` to itself, which makes a stream for
/// the copy alone.
public final class MultipartBodyStream: HTTPBodyStream {
    /// The form that is streamed.
    public let body: MultipartBody

    /// A stream of the body, from its start.
    public init(_ body: MultipartBody) {
        self.body = body
        super.init(body.content)
    }

    /// A stream of the same body, from its start.
    public override func copy(with zone: NSZone? = nil) -> Any { MultipartBodyStream(body) }
}
