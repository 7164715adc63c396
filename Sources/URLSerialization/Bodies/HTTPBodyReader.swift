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
