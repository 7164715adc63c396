/// A stream that is read while the body is sent, once.
///
/// `@unchecked Sendable`: the stream is the caller's until it is given to the form, which documents that it must not be
/// used afterwards, and whoever takes it out of here under the lock is the only one to have it.
final class StreamSource: PartSource, @unchecked Sendable {
    let length: Int64
    private var stream: InputStream?
    private let lock = NSLock()

    init(_ stream: InputStream, length: Int64) {
        self.stream = stream
        self.length = length
    }

    var subject: String { "The stream" }
    var isReadable: Bool { lock.withLock { stream != nil } }

    func open() throws(PartFault) -> any PartReader {
        let stream = lock.withLock {
            defer { self.stream = nil }
            return self.stream
        }
        guard let stream else { throw .consumed }
        return try StreamPartReader(stream)
    }
}

/// Reads a stream to its end, and closes it then.
final class StreamPartReader: PartReader {
    private let stream: InputStream

    /// Opens the stream, unless it is open.
    init(_ stream: InputStream) throws(PartFault) {
        self.stream = stream
        if stream.streamStatus == .notOpen { stream.open() }
        switch stream.streamStatus {
        case .error, .closed: throw fault
        default: break
        }
    }

    deinit {
        stream.close()
    }

    func read(into buffer: UnsafeMutableRawBufferPointer) throws(PartFault) -> Int {
        guard let base = buffer.baseAddress else { return 0 }
        let count = stream.read(base.assumingMemoryBound(to: UInt8.self), maxLength: buffer.count)
        guard (0...buffer.count).contains(count) else { throw fault }
        return count
    }

    private var fault: PartFault {
        let error = stream.failure
        let cause = error.map { ": \(PartFault.text(of: $0))" } ?? ""
        return PartFault(
            .unreadableSource,
            "The stream cannot be read\(cause). Give one that can, is not closed and is in no other part, and the form anew.",
            underlyingError: error)
    }
}
