/// A finished multipart form: its content, its length, and whether it can be sent again.
///
/// ```swift
/// if let body = request.multipartBody {
///     print(body.contentLength, body.isRepeatable)
/// }
/// ```
///
/// ``makeStream()``, ``data()`` and ``write(to:progress:)`` either write exactly ``contentLength`` bytes or fail.
public struct MultipartBody: Sendable {
    /// The text that separates the parts.
    public let boundary: MultipartBoundary
    /// The form as a body: boundaries, headers and the parts' content.
    package let content: HTTPBody

    /// The body's length in bytes.
    public var contentLength: Int64 { content.contentLength }

    /// `multipart/form-data` with the boundary.
    public var contentType: String { boundary.contentType }

    /// Whether the body can be sent again. It is false if a part is a stream that was appended with `mayBlock: false`.
    public var isRepeatable: Bool { content.isRepeatable }

    /// The error of the latest stream of this body or of a copy of it; `nil` if there is none.
    ///
    /// ```swift
    /// print(task.originalRequest?.multipartBody?.streamError ?? error)
    /// ```
    public var streamError: RequestSerializationError? { content.streamError }

    /// Returns a stream of the body, at its start.
    ///
    /// For `URLSession`'s `needNewBodyStream` use ``MultipartBodyStream/init(_:)``, whose stream fails only when it is
    /// opened. Without a stream, URLSession on Linux waits for its timeout.
    ///
    /// - Throws: ``RequestSerializationError`` with code ``RequestSerializationError/Code/sourceConsumed``, naming a
    ///   part that can be read only once and was read before.
    public func makeStream() throws(RequestSerializationError) -> MultipartBodyStream {
        try content.checkReadable()
        return MultipartBodyStream(self)
    }

    /// Returns the whole body in memory.
    ///
    /// - Throws: ``RequestSerializationError`` naming the part whose content cannot be read or contradicts its length.
    public func data() throws(RequestSerializationError) -> Data { try content.data() }
}

/// The stream of a multipart body in a request (`AFMultipartBodyStream`).
///
/// ```swift
/// func urlSession(_ session: URLSession, task: URLSessionTask, needNewBodyStream completion: (InputStream?) -> Void) {
///     completion(task.originalRequest?.multipartBody.map(MultipartBodyStream.init))
/// }
/// ```
///
/// To send a request while a copy of it is being sent, set the copy's `multipartBody` to itself, which makes a separate
/// stream for the copy.
public final class MultipartBodyStream: HTTPBodyStream {
    /// The form that is streamed.
    public let body: MultipartBody

    /// Creates a stream of the body, at its start.
    public init(_ body: MultipartBody) {
        self.body = body
        super.init(body.content)
    }

    /// Returns a stream of the same body, at its start.
    public override func copy(with zone: NSZone? = nil) -> Any { MultipartBodyStream(body) }
}
