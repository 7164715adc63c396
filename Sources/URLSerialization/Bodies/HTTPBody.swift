/// The body of a request, read while it is sent: its segments, its length, and whether it can be sent again.
///
/// The same list of segments is counted and written, so ``data()``, ``write(to:progress:_:)`` and a
/// ``HTTPBodyStream`` either write exactly ``contentLength`` bytes or fail.
///
/// | body | segments |
/// |---|---|
/// | `HTTPBody.file(photo)` | the file |
/// | `HTTPBody.stream(stream, length: 10)` | the stream, which can be sent once |
/// | `MultipartForm.makeBody()` | boundaries and headers, the content of each part |
package struct HTTPBody: Sendable {
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
            let (sum, overflow) = length.addingReportingOverflow(segment.source.length)
            guard !overflow else {
                throw RequestSerializationError(
                    .invalidPartLength, field: "Content-Length",
                    reason: "The parts' lengths add up to more than 2^63 - 1 bytes. Give their true lengths.")
            }
            length = sum
        }
        contentLength = length
    }

    /// Returns a body with the content of a file, whose length is recorded now.
    ///
    /// - Throws: ``RequestSerializationError`` with code ``RequestSerializationError/Code/unusableFile``.
    package static func file(_ url: URL) throws(RequestSerializationError) -> HTTPBody {
        try HTTPBody([.source(try FileSource(url, part: nil), part: nil)])
    }

    /// Returns a body with the content of a stream, which can be sent once. No other code may use the stream.
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
    package var isRepeatable: Bool { segments.allSatisfy(\.source.isRepeatable) }

    /// The error of the latest stream of this body or of a copy of it, or `nil`.
    ///
    /// Foundation on Linux drops a stream's error, and the code that waits for a task does not always have the stream.
    package var streamError: RequestSerializationError? { failures.withLock { $0 } }

    func record(_ failure: RequestSerializationError?) { failures.withLock { $0 = failure } }

    /// - Throws: ``RequestSerializationError`` naming a part that can be read only once and was read before.
    package func checkReadable() throws(RequestSerializationError) {
        for segment in segments where !segment.source.isReadable {
            throw RequestSerializationError.consumed.inPart(segment.part)
        }
    }
}

extension URLRequest {
    /// Sets the stream of a body, of any media type, and the fields that make URLSession send it at once and unchunked,
    /// with the request's `Content-Length`, as on Apple's systems.
    ///
    /// URLSession on Linux sends every stream in chunks and with its `Content-Length`, which some servers
    /// refuse (RFC 9112, section 6.1). An upload task also waits a second for a server that does not answer its
    /// `Expect: 100-continue`. A field whose value is a single space is not sent, and prevents both.
    package mutating func setStream(_ stream: HTTPBodyStream) {
        httpBodyStream = stream
        setValue(String(stream.content.contentLength), forHTTPHeaderField: "Content-Length")
        #if !canImport(Darwin)
            setValue(" ", forHTTPHeaderField: "Transfer-Encoding")
            if value(forHTTPHeaderField: "Expect") == nil { setValue(" ", forHTTPHeaderField: "Expect") }
        #endif
    }

    /// Removes the fields set to a single space by ``setStream(_:)``.
    package mutating func removeStreamFields() {
        #if !canImport(Darwin)
            for name in ["Transfer-Encoding", "Expect"] where value(forHTTPHeaderField: name) == " " {
                setValue(nil, forHTTPHeaderField: name)
            }
        #endif
    }
}
