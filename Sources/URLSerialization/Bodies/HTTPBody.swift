/// The body of a request, read while it is sent: its segments, its length, and whether it can be sent again.
///
/// The same list of segments is counted and written, so ``data()``, a ``HTTPBodyStream`` and a ``BodyFile`` either
/// write exactly ``contentLength`` bytes or fail.
///
/// | body | segments |
/// |---|---|
/// | `HTTPBody.file(photo)` | the file |
/// | `HTTPBody.stream(stream, length: 10)` | the stream, which can be sent once |
/// | `MultipartForm.makeBody()` | boundaries and headers, the content of each part |
package struct HTTPBody: Sendable {
    /// The body's length in bytes.
    package let contentLength: Int64
    package let segments: [BodySegment]
    let throttle: BodyThrottle?
    private let failures = Locked<RequestSerializationError?>(nil)

    /// - Throws: ``RequestSerializationError`` with code ``RequestSerializationError/Code/invalidPartLength`` if the
    ///   lengths add up to more than 2⁶³ − 1 bytes.
    init(_ segments: [BodySegment], throttle: BodyThrottle? = nil) throws(RequestSerializationError) {
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

    /// Returns the body with the content of a file, whose length is taken now.
    ///
    /// - Throws: ``RequestSerializationError`` with code ``RequestSerializationError/Code/unusableFile``.
    package static func file(_ url: URL) throws(RequestSerializationError) -> HTTPBody {
        try HTTPBody([.source(try FileSource(url, part: nil), part: nil)])
    }

    /// Returns the body with the content of a stream, which can be sent once. No other code may use the stream.
    ///
    /// - Throws: ``RequestSerializationError`` with code ``RequestSerializationError/Code/invalidPartLength`` for a
    ///   negative length.
    package static func stream(_ stream: InputStream, length: Int64) throws(RequestSerializationError) -> HTTPBody {
        guard length >= 0 else {
            throw RequestSerializationError(
                .invalidPartLength, field: "Content-Length",
                reason: "A body cannot be \(length) bytes long. Give the stream's true length.")
        }
        return try HTTPBody([.source(StreamSource(stream, length: length), part: nil)])
    }

    /// Whether every segment can be read again from its start.
    package var isRepeatable: Bool {
        segments.allSatisfy { segment in
            if case .source(let source, _) = segment { source.isRepeatable } else { true }
        }
    }

    /// The error of the latest stream of this body or of a copy of it, or `nil`.
    ///
    /// Foundation on Linux drops a stream's error, and the code that waits for a task does not always have the stream.
    package var streamError: RequestSerializationError? { failures.withLock { $0 } }

    func record(_ failure: RequestSerializationError?) { failures.withLock { $0 = failure } }

    /// Returns the whole body.
    ///
    /// - Throws: ``RequestSerializationError`` naming the part whose content cannot be read or contradicts its length.
    func data() throws(RequestSerializationError) -> Data {
        try checkReadable()
        guard let count = Int(exactly: contentLength), let memory = unsafe malloc(max(count, 1)) else {
            throw RequestSerializationError(
                .invalidPartLength, field: "Content-Length",
                reason: "The \(contentLength) bytes of the body do not fit into memory. Stream them.")
        }
        do throws(RequestSerializationError) {
            var reader = HTTPBodyReader(self)
            // A read fills its buffer unless the body ends, and the body is as long as the buffer or fails.
            _ = unsafe try reader.read(into: UnsafeMutableRawBufferPointer(start: memory, count: count))
            try reader.finish()
        } catch {
            unsafe free(memory)
            throw error
        }
        // Data frees the memory, and copies short content at once, so it is created after reading.
        return unsafe Data(bytesNoCopy: memory, count: count, deallocator: .free)
    }

    /// - Throws: ``RequestSerializationError`` naming a part that can be read only once and was read before.
    package func checkReadable() throws(RequestSerializationError) {
        for case .source(let source, let part) in segments where !source.isReadable {
            throw BodySourceError.consumed.error(in: part)
        }
    }
}
