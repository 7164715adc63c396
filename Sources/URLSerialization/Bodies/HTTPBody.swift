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

extension URLRequest {
    /// Sets the stream of a body, of any media type, and the fields that make URLSession send it by its length.
    package mutating func setStream(_ stream: HTTPBodyStream) {
        httpBodyStream = stream
        setValue(String(stream.content.contentLength), forHTTPHeaderField: "Content-Length")
        sendStreamByLength()
    }

    /// Makes URLSession send a body stream by the request's `Content-Length`, at once and in one piece, as Apple's
    /// systems do.
    ///
    /// URLSession on Linux sends every stream in chunks and with its `Content-Length`, which some servers
    /// refuse (RFC 9112, section 6.1). An upload task also waits a second for a server that does not answer its
    /// `Expect: 100-continue`. A field whose value is a single space is not sent, and prevents both.
    private mutating func sendStreamByLength() {
        #if !canImport(Darwin)
            setValue(" ", forHTTPHeaderField: "Transfer-Encoding")
            if value(forHTTPHeaderField: "Expect") == nil { setValue(" ", forHTTPHeaderField: "Expect") }
        #endif
    }

    /// Removes the fields set by ``sendStreamByLength()``.
    package mutating func removeStreamFields() {
        #if !canImport(Darwin)
            for name in ["Transfer-Encoding", "Expect"] where value(forHTTPHeaderField: name) == " " {
                setValue(nil, forHTTPHeaderField: name)
            }
        #endif
    }
}

/// A reader of a body's segments in order, exactly as many bytes of each as its length.
///
/// At most one source is open at a time. The first error ends the reading.
struct HTTPBodyReader: ~Copyable {
    private let segments: [BodySegment]
    private var index = -1
    /// The bytes of the current segment not yet read.
    private var rest: Int64 = 0
    /// The source of the current segment, if it has one.
    private var source: (any BodySourceReader)?
    private var failure: RequestSerializationError?

    init(_ body: HTTPBody) {
        segments = body.segments
    }

    /// Fills the buffer as far as there is content.
    ///
    /// - Returns: The number of bytes read; 0 at the end of the body.
    /// - Throws: ``RequestSerializationError`` naming the part whose content cannot be read or contradicts its length.
    mutating func read(into buffer: UnsafeMutableRawBufferPointer) throws(RequestSerializationError) -> Int {
        if let failure { throw failure }
        var filled = 0
        do throws(BodySourceError) {
            while filled < buffer.count {
                if rest == 0 {
                    guard try advance() else { break }
                    continue
                }
                let count = Int(min(Int64(buffer.count - filled), rest))
                let room = unsafe UnsafeMutableRawBufferPointer(rebasing: buffer[filled..<filled + count])
                unsafe filled += try readSegment(into: room)
            }
        } catch {
            source = nil
            let failure = error.error(in: part)
            self.failure = failure
            throw failure
        }
        return filled
    }

    /// Checks that the body has been read to its end.
    mutating func finish() throws(RequestSerializationError) {
        var byte: UInt8 = 0
        _ = unsafe try withUnsafeMutableBytes(of: &byte) { (bytes) throws(RequestSerializationError) in
            unsafe try read(into: bytes)
        }
    }

    /// Moves on from the current segment, which has been read, to the next.
    ///
    /// - Returns: False after the last segment.
    private mutating func advance() throws(BodySourceError) -> Bool {
        if source != nil { try checkEnd() }
        source = nil
        guard index + 1 < segments.count else { return false }
        index += 1
        rest = segments[index].length
        if case .source(let source, _) = segments[index] { self.source = try source.open() }
        return true
    }

    private mutating func readSegment(into buffer: UnsafeMutableRawBufferPointer) throws(BodySourceError) -> Int {
        let length = segments[index].length
        let count: Int
        switch segments[index] {
        case .bytes(let data):
            let start = data.startIndex + Int(length - rest)
            unsafe data.copyBytes(to: buffer, from: start..<start + buffer.count)
            count = buffer.count
        case .source:
            count = unsafe try source?.read(into: buffer) ?? 0
            guard count > 0 else { throw .tooShort(subject, read: length - rest, expected: length) }
        }
        rest -= Int64(count)
        return count
    }

    /// Checks that the current source has no byte beyond its length.
    private mutating func checkEnd() throws(BodySourceError) {
        var byte: UInt8 = 0
        let count = unsafe try withUnsafeMutableBytes(of: &byte) { (bytes) throws(BodySourceError) in
            unsafe try source?.read(into: bytes) ?? 0
        }
        if count > 0 { throw .tooLong(subject, expected: segments[index].length) }
    }

    private var subject: String {
        if case .source(let source, _) = segments[index] { source.subject } else { "The content" }
    }

    private var part: String? {
        if segments.indices.contains(index), case .source(_, let part) = segments[index] { part } else { "" }
    }
}
