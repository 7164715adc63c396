/// A first-in, first-out buffer of bytes: the first mebibyte in memory and the rest in a file, or all in memory.
///
/// The file has no name, so that no other process can open it and it does not outlive this one. In memory the bytes
/// stay in the segments in which they were received. A single growing buffer is copied whenever the allocator has no
/// room behind it, and both copies exist meanwhile: a body of 16 MiB took up to 32 MiB that way.
struct SpillingBuffer: Sendable {
    /// The number of bytes up to which added ones stay in memory.
    static let room = 1 << 20
    private static let longestRead = 256 << 10
    /// The length up to which segments share a buffer, so that small ones cost no more than their bytes.
    private static let smallest = 1 << 16

    /// The segments in memory, older than the bytes in the file.
    private var segments: [Data] = []
    private var countInMemory: Int { segments.reduce(0) { $0 + $1.count } }
    private var file: OpenFile?
    private var readOffset: Int64 = 0
    private var writeOffset: Int64 = 0

    var count: Int { countInMemory + Int(writeOffset - readOffset) }

    /// Adds bytes that stay in memory, however many.
    mutating func keep(_ data: Data) {
        guard !data.isEmpty else { return }
        if let last = segments.last, last.count + data.count <= Self.smallest {
            segments[segments.count - 1].append(data)
        } else {
            segments.append(data)
        }
    }

    /// Returns all bytes, none of which has been removed or is in the file.
    ///
    /// - Complexity: O(*n*) in the number of bytes if some were added since the last call, and O(1) otherwise.
    mutating func joined() -> Data {
        guard segments.count > 1 else { return segments.first ?? Data() }
        let whole = segments.reduce(into: Data(capacity: countInMemory)) { $0.append($1) }
        segments = [whole]
        return whole
    }

    /// Adds bytes: to the file if it has unread ones or they exceed the room in memory, and otherwise to memory.
    ///
    /// - Throws: ``RequestError`` of kind ``RequestError/Kind/file``.
    mutating func append(_ data: Data) throws {
        guard writeOffset > readOffset || countInMemory + data.count > Self.room else { return keep(data) }
        try RequestError.inTemporaryFile {
            file = try file ?? OpenFile.withoutName("URLSerializationSession")
            try data.withUnsafeBytes { bytes in try file?.write(bytes, at: writeOffset) }
            writeOffset += Int64(data.count)
        }
    }

    /// Removes and returns the oldest bytes, or returns `nil` from an empty buffer.
    ///
    /// - Throws: ``RequestError`` of kind ``RequestError/Kind/file``.
    mutating func next() throws(RequestError) -> Data? {
        // Small ones share a buffer, so there are few.
        if !segments.isEmpty { return segments.removeFirst() }
        guard let file, writeOffset > readOffset else { return nil }
        return try RequestError.inTemporaryFile { () throws -> Data in
            var data = Data(count: Int(min(Int64(Self.longestRead), writeOffset - readOffset)))
            let read = try data.withUnsafeMutableBytes { bytes in try file.read(into: bytes, at: readOffset) }
            guard read > 0 else { throw FileError("has become shorter", code: EIO) }
            readOffset += Int64(read)
            if readOffset == writeOffset {
                (readOffset, writeOffset) = (0, 0)
                // If the space cannot be freed, the next bytes overwrite it.
                try? file.truncate(to: 0)
            }
            return data.prefix(read)
        }
    }
}
