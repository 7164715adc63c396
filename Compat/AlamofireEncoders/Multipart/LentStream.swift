import URLSerialization

/// A caller's stream as a part's content. It is read once, with the body, and reports the number of bytes read.
final class LentStream: BodySource {
    private struct State {
        var bytesRead: Int64 = 0
        var isCut = false
    }

    /// The length that the caller declared, in bytes.
    let length: Int64
    private let stream: TakenOnce<InputStream>
    private let state = Locked(State())

    /// - Parameter stream: A stream that is not open, or is open and has not been read. No other code may use it from
    ///   now on.
    init(_ stream: InputStream, length: Int64) {
        self.stream = TakenOnce(stream)
        self.length = length
    }

    /// The number of bytes read, including one byte beyond the length if there is one; `nil` before the first read.
    var bytesRead: Int64? { stream.isTaken ? state.withLock { $0.bytesRead } : nil }

    /// Sets whether bytes beyond the length are left in the stream instead of being an error.
    func cutAtLength(_ isCut: Bool) { state.withLock { $0.isCut = isCut } }

    var subject: String { "The stream" }
    var isRepeatable: Bool { false }
    var isReadable: Bool { !stream.isTaken }

    func open() throws(RequestSerializationError) -> any BodySourceReader {
        guard let stream = stream.take() else { throw .consumed }
        return LentStreamReader(stream: try StreamReader(stream), source: self)
    }

    fileprivate var rest: Int64 { state.withLock { $0.isCut ? length - $0.bytesRead : .max } }

    fileprivate func count(_ count: Int) { state.withLock { $0.bytesRead += Int64(count) } }
}

private struct LentStreamReader: BodySourceReader {
    let stream: StreamReader
    let source: LentStream

    func read(into buffer: UnsafeMutableRawBufferPointer) throws(RequestSerializationError) -> Int {
        let room = Int(min(Int64(buffer.count), source.rest))
        guard room > 0 else { return 0 }
        let count = try stream.read(into: UnsafeMutableRawBufferPointer(rebasing: buffer[..<room]))
        source.count(count)
        return count
    }
}
