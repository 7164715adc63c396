/// A stream that is read once, while the body is sent.
struct StreamSource: BodySource {
    let length: Int64
    private let stream: TakenOnce<InputStream>

    /// - Parameter stream: The stream, which no other code may use from now on.
    init(_ stream: InputStream, length: Int64) {
        self.stream = TakenOnce(stream)
        self.length = length
    }

    var subject: String { "The stream" }
    var isRepeatable: Bool { false }
    var isReadable: Bool { !stream.isTaken }

    func open() throws(BodySourceError) -> any BodySourceReader {
        guard let stream = stream.take() else { throw .consumed }
        return try StreamReader(stream)
    }
}

/// A reader of a stream to its end, which then closes the stream.
package final class StreamReader: BodySourceReader {
    private let stream: InputStream

    /// Opens the stream, unless it is open.
    package init(_ stream: InputStream) throws(BodySourceError) {
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

    package func read(into buffer: UnsafeMutableRawBufferPointer) throws(BodySourceError) -> Int {
        guard let base = buffer.baseAddress else { return 0 }
        let count = unsafe stream.read(base.assumingMemoryBound(to: UInt8.self), maxLength: buffer.count)
        guard (0...buffer.count).contains(count) else { throw fault }
        return count
    }

    private var fault: BodySourceError {
        let error = stream.reportedFailure
        let cause = error.map { ": \(BodySourceError.text(of: $0))" } ?? ""
        return BodySourceError(
            .unreadableSource,
            "The stream cannot be read\(cause). Append a readable one that no other part has.",
            underlyingError: error)
    }
}

extension InputStream {
    /// The failure of the stream, if the stream names it.
    ///
    /// Foundation on Linux ends the process when a stream without an error is asked for one. A subclass may report the
    /// status `.error` and leave the rest to Foundation, so only Foundation's own streams and this module's are asked.
    package var reportedFailure: (any Error)? {
        guard streamStatus == .error else { return nil }
        #if canImport(Darwin)
            return streamError
        #else
            return type(of: self) == InputStream.self || self is HTTPBodyStream ? streamError : nil
        #endif
    }
}
