/// A finished multipart form: what is sent, how long it is, and how often it can be.
///
/// ```swift
/// if let body = request.multipartBody {
///     print(body.contentLength, body.isRepeatable)
/// }
/// ```
///
/// One list of segments is counted and written, so ``contentLength`` is what ``makeStream()``, ``data()`` and
/// ``write(to:progress:)`` give, or they fail.
public struct MultipartBody: Sendable {
    /// What separates the parts.
    public let boundary: MultipartBoundary
    /// The body's length in bytes.
    public let contentLength: Int64
    let segments: [BodySegment]
    let throttle: MultipartThrottle?
    let failures = StreamFailures()

    init(
        boundary: MultipartBoundary, segments: [BodySegment], throttle: MultipartThrottle?
    ) throws(RequestSerializationError) {
        self.boundary = boundary
        self.segments = segments
        self.throttle = throttle
        var length: Int64 = 0
        for segment in segments {
            let (sum, overflow) = length.addingReportingOverflow(segment.length)
            guard !overflow else {
                throw RequestSerializationError(
                    .invalidPartLength, field: "Content-Length",
                    reason: "The parts' lengths add up to more than 2^63 - 1 bytes. Give their true lengths.")
            }
            length = sum
        }
        contentLength = length
    }

    /// `multipart/form-data` with the boundary.
    public var contentType: String { boundary.contentType }

    /// Whether the body can be sent again: no part is a stream that was given with `mayBlock: false`.
    public var isRepeatable: Bool {
        !segments.contains { segment in
            if case .source(is StreamSource, _) = segment { true } else { false }
        }
    }

    /// Why the latest stream of this body, or of a copy, failed; nil if it did not.
    ///
    /// ```swift
    /// print(task.originalRequest?.multipartBody?.streamError ?? error)
    /// ```
    public var streamError: RequestSerializationError? { failures.get() }

    /// A stream of the body from its start.
    ///
    /// For `URLSession`'s `needNewBodyStream` use ``MultipartBodyStream/init(_:)``, which makes one that fails when it is
    /// opened: given no stream at all, URLSession on Linux waits for its timeout.
    ///
    /// - Throws: ``RequestSerializationError`` with code ``RequestSerializationError/Code/sourceConsumed``, naming the
    ///   part, if one of them can be read only once and has been.
    public func makeStream() throws(RequestSerializationError) -> MultipartBodyStream {
        try checkReadable()
        return MultipartBodyStream(self)
    }

    /// The whole body in memory.
    ///
    /// - Throws: ``RequestSerializationError`` naming the part whose content cannot be read or contradicts its length.
    public func data() throws(RequestSerializationError) -> Data {
        try checkReadable()
        guard let count = Int(exactly: contentLength), let memory = malloc(max(count, 1)) else {
            throw RequestSerializationError(
                .invalidPartLength, field: "Content-Length",
                reason: "The \(contentLength) bytes of the body do not fit into memory. Stream them.")
        }
        let data = Data(bytesNoCopy: memory, count: count, deallocator: .free)
        var reader = MultipartBodyReader(self)
        // A read fills its buffer unless the body ends, and the body is as long as the buffer or fails.
        _ = try reader.read(into: UnsafeMutableRawBufferPointer(start: memory, count: count))
        try reader.finish()
        return data
    }

    /// - Throws: ``RequestSerializationError`` naming a part that can be read only once and has been.
    func checkReadable() throws(RequestSerializationError) {
        for case .source(let source, let part) in segments where !source.isReadable {
            throw PartFault.consumed.error(in: part)
        }
    }
}
