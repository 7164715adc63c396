/// A reader that reads a source once, from start to end. Releasing the reader closes the source.
package protocol BodySourceReader {
    /// Reads into a buffer that is not empty.
    ///
    /// The source may have more bytes than its declared length, so the caller compares.
    ///
    /// - Returns: The number of bytes read; 0 at the end.
    /// - Throws: ``RequestSerializationError``, without the part's name.
    mutating func read(into buffer: UnsafeMutableRawBufferPointer) throws(RequestSerializationError) -> Int
}

extension HTTPBody {
    /// Returns the whole body in one block of memory.
    ///
    /// - Throws: ``RequestSerializationError`` naming the part whose content cannot be read or contradicts its length.
    package func data() throws(RequestSerializationError) -> Data {
        try checkReadable()
        guard contentLength < Int.max, let memory = unsafe malloc(Int(contentLength) + 1) else {
            throw RequestSerializationError(
                .invalidPartLength, field: "Content-Length",
                reason: "The \(contentLength) bytes of the body do not fit into memory. Stream them.")
        }
        let count = Int(contentLength)
        do throws(RequestSerializationError) {
            var reader = HTTPBodyReader(self)
            // A read fills its buffer unless the body ends. Asking for one more byte makes it check for the end.
            _ = unsafe try reader.read(into: UnsafeMutableRawBufferPointer(start: memory, count: count + 1))
        } catch {
            unsafe free(memory)
            throw error
        }
        // Data frees the memory, and copies short content at once, so it is created after reading.
        return unsafe Data(bytesNoCopy: memory, count: count, deallocator: .free)
    }
}

/// A reader of a body's segments in order, which reads exactly as many bytes of each as its length.
///
/// At most one source is open at a time. After an error, nothing more may be read.
struct HTTPBodyReader: ~Copyable {
    private let segments: [BodySegment]
    private var index = -1
    /// The bytes of the current segment not yet read.
    private var rest: Int64 = 0
    /// The reader of the current segment.
    private var reader: (any BodySourceReader)?

    init(_ body: HTTPBody) { segments = body.segments }

    /// Fills the buffer unless the content ends first.
    ///
    /// - Returns: The number of bytes read; 0 at the end of the body.
    /// - Throws: ``RequestSerializationError`` naming the part whose content cannot be read or contradicts its length.
    mutating func read(into buffer: UnsafeMutableRawBufferPointer) throws(RequestSerializationError) -> Int {
        var filled = 0
        do throws(RequestSerializationError) {
            while filled < buffer.count {
                guard rest > 0 else {
                    guard try advance() else { break }
                    continue
                }
                let room = Int(min(Int64(buffer.count - filled), rest))
                let count =
                    unsafe try reader?.read(
                        into: UnsafeMutableRawBufferPointer(rebasing: buffer[filled..<filled + room])) ?? 0
                guard count > 0 else {
                    let source = segments[index].source
                    throw .tooShort(source.subject, read: source.length - rest, expected: source.length)
                }
                filled += count
                rest -= Int64(count)
            }
        } catch {
            throw error.inPart(segments[index].part)
        }
        return filled
    }

    /// Moves on from the current segment, which has been read, to the next.
    ///
    /// - Returns: False after the last segment.
    /// - Throws: ``RequestSerializationError``, also for a source with a byte beyond its length.
    private mutating func advance() throws(RequestSerializationError) -> Bool {
        var byte: UInt8 = 0
        let count = unsafe try withUnsafeMutableBytes(of: &byte) { (bytes) throws(RequestSerializationError) in
            unsafe try reader?.read(into: bytes) ?? 0
        }
        guard count == 0 else {
            throw .tooLong(segments[index].source.subject, expected: segments[index].source.length)
        }
        reader = nil
        guard index + 1 < segments.count else { return false }
        index += 1
        rest = segments[index].source.length
        reader = try segments[index].source.open()
        return true
    }
}

struct DataReader: BodySourceReader {
    var data: Data

    mutating func read(into buffer: UnsafeMutableRawBufferPointer) -> Int {
        let count = unsafe data.copyBytes(to: buffer)
        data = data.dropFirst(count)
        return count
    }
}

/// A reader of an open file between two offsets.
struct OpenFileReader: BodySourceReader {
    let file: OpenFile
    var offsets = 0..<Int64.max
    /// The file and the remedy as an error names them.
    let subject: String
    let remedy: String

    mutating func read(into buffer: UnsafeMutableRawBufferPointer) throws(RequestSerializationError) -> Int {
        do throws(FileError) {
            let room = unsafe UnsafeMutableRawBufferPointer(rebasing: buffer.prefix(offsets.count))
            let count = unsafe try file.read(into: room, at: offsets.lowerBound)
            offsets = offsets.dropFirst(count)
            return count
        } catch {
            throw error.error(.unreadableSource, subject, remedy)
        }
    }
}

/// A reader that reads a stream to its end and then closes it.
package final class StreamReader: BodySourceReader {
    private let stream: InputStream

    /// Opens the stream, unless it is open.
    package init(_ stream: InputStream) throws(RequestSerializationError) {
        self.stream = stream
        if stream.streamStatus == .notOpen { stream.open() }
        if [.error, .closed].contains(stream.streamStatus) { throw failure }
    }

    deinit {
        stream.close()
    }

    package func read(into buffer: UnsafeMutableRawBufferPointer) throws(RequestSerializationError) -> Int {
        guard let base = buffer.baseAddress else { return 0 }
        let count = unsafe stream.read(base.assumingMemoryBound(to: UInt8.self), maxLength: buffer.count)
        guard (0...buffer.count).contains(count) else { throw failure }
        return count
    }

    /// Returns the next bytes, at most `count`, or none at the end.
    package func next(_ count: Int) throws -> Data {
        // Memory from `Data` would first be filled with zeros, which takes a tenth of the time of sending a large file.
        let memory = UnsafeMutableRawPointer.allocate(byteCount: count, alignment: 16)
        do {
            let end = unsafe try read(into: UnsafeMutableRawBufferPointer(start: memory, count: count))
            return unsafe Data(
                bytesNoCopy: memory, count: end, deallocator: .custom { start, _ in unsafe start.deallocate() })
        } catch {
            unsafe memory.deallocate()
            throw error
        }
    }

    private var failure: RequestSerializationError {
        let error = stream.reportedFailure
        let cause = error.map { ": \($0.reasonInSentence)" } ?? ""
        return RequestSerializationError(
            .unreadableSource,
            reason: "The stream cannot be read\(cause). Append a readable one that no other part has.",
            underlyingError: error)
    }
}

extension Error {
    /// The error's reason in a form that fits within a sentence.
    var reasonInSentence: String {
        let text = (self as NSError).localizedFailureReason ?? localizedDescription
        return text.hasSuffix(".") ? String(text.dropLast()) : text
    }
}

extension InputStream {
    /// The failure of the stream, if the stream reports one.
    ///
    /// Foundation on Linux crashes the process when a stream without an error is asked for one. A subclass may report
    /// the status `.error` and leave the rest to Foundation, so only Foundation's own streams and this module's are
    /// asked.
    package var reportedFailure: (any Error)? {
        guard streamStatus == .error else { return nil }
        #if canImport(Darwin)
            return streamError
        #else
            return type(of: self) == InputStream.self || self is HTTPBodyStream ? streamError : nil
        #endif
    }
}
