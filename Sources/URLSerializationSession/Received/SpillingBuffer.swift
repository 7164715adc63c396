/// A first-in, first-out buffer of bytes: the first mebibyte in memory and the rest in a file.
///
/// The file has no name, so that no other process can open it and it does not outlive this one.
struct SpillingBuffer: Sendable {
    /// The number of bytes up to which added ones stay in memory.
    static let room = 1 << 20
    private static let longestRead = 256 << 10

    /// The segments in memory, older than the bytes in the file.
    private var segments: [Data] = []
    private var first = 0
    private var countInMemory = 0
    private var file: OpenFile?
    private var readOffset: Int64 = 0
    private var writeOffset: Int64 = 0

    /// The number of bytes.
    var count: Int { countInMemory + Int(writeOffset - readOffset) }

    /// Adds bytes that stay in memory, however many.
    mutating func keep(_ data: Data) {
        guard !data.isEmpty else { return }
        segments.append(data)
        countInMemory += data.count
    }

    /// Adds bytes.
    ///
    /// - Throws: ``SessionError`` with code ``SessionError/Code/unwritableFile``.
    mutating func append(_ data: Data) throws {
        guard writeOffset > readOffset || countInMemory + data.count > Self.room else { return keep(data) }
        do {
            let file = try self.file ?? Self.makeFile()
            self.file = file
            try data.withUnsafeBytes { bytes in try file.write(bytes, at: writeOffset) }
            writeOffset += Int64(data.count)
        } catch {
            throw SessionError.unwritable(error, at: FileManager.default.temporaryDirectory)
        }
    }

    /// Removes and returns the oldest bytes, or returns `nil` from an empty buffer.
    ///
    /// - Throws: ``SessionError`` with code ``SessionError/Code/unwritableFile``.
    mutating func next() throws -> Data? {
        if first < segments.count {
            let segment = segments[first]
            first += 1
            countInMemory -= segment.count
            if first == segments.count {
                segments.removeAll()
                first = 0
            }
            return segment
        }
        guard let file, writeOffset > readOffset else { return nil }
        do {
            var data = Data(count: Int(min(Int64(Self.longestRead), writeOffset - readOffset)))
            let read = try data.withUnsafeMutableBytes { bytes in try file.read(into: bytes, at: readOffset) }
            guard read > 0 else { throw FileFault("has become shorter", code: EIO) }
            readOffset += Int64(read)
            if readOffset == writeOffset {
                (readOffset, writeOffset) = (0, 0)
                file.truncate(to: 0)
            }
            return data.prefix(read)
        } catch {
            throw SessionError.unwritable(error, at: FileManager.default.temporaryDirectory)
        }
    }

    private static func makeFile() throws -> OpenFile {
        let url = FileManager.default.temporaryDirectory.appendingPathComponent(
            "URLSerializationSession-\(UUID().uuidString)")
        let file = try OpenFile.creating(url, isPrivate: true)
        try FileManager.default.removeItem(at: url)
        return file
    }
}
