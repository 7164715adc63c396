/// A stream that stays another's: it is read when the body is, once, and its owner can ask how far.
///
/// `@unchecked Sendable`: what changes is behind a lock, and whoever takes the stream out of here is the only one to have
/// it.
package final class LentStream: PartSource, @unchecked Sendable {
    private let lock = NSLock()
    private var stream: InputStream?
    private var given: Int64 = 0
    private var isCut = false

    /// How many bytes the stream is said to have.
    package let length: Int64

    /// A stream that is not yet open, or is open and was not read.
    package init(_ stream: InputStream, length: Int64) {
        self.stream = stream
        self.length = length
    }

    /// How many bytes were read, one beyond the length among them where there is one; nil before the first.
    package var bytesRead: Int64? { lock.withLock { stream == nil ? given : nil } }

    /// Leaves what the stream has beyond its length where it is: it is then no error.
    package func cutAtLength(_ isCut: Bool) { lock.withLock { self.isCut = isCut } }

    var subject: String { "The stream" }
    var isReadable: Bool { lock.withLock { stream != nil } }

    func open() throws(PartFault) -> any PartReader {
        let stream = lock.withLock {
            defer { self.stream = nil }
            return self.stream
        }
        guard let stream else { throw .consumed }
        return LentStreamReader(stream: try StreamPartReader(stream), source: self)
    }

    fileprivate var rest: Int64 { lock.withLock { isCut ? length - given : .max } }

    fileprivate func count(_ count: Int) { lock.withLock { given += Int64(count) } }
}

private struct LentStreamReader: PartReader {
    let stream: StreamPartReader
    let source: LentStream

    func read(into buffer: UnsafeMutableRawBufferPointer) throws(PartFault) -> Int {
        let room = Int(min(Int64(buffer.count), source.rest))
        guard room > 0 else { return 0 }
        let count = try stream.read(into: UnsafeMutableRawBufferPointer(rebasing: buffer[..<room]))
        source.count(count)
        return count
    }
}
