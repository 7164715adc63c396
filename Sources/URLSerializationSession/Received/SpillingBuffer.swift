/// Bytes in the order they came, the first mebibyte in memory and the rest in a file.
///
/// The file has no name, so that nobody else can open it and nothing is left of it.
struct SpillingBuffer: Sendable {
    /// The bytes that are kept in memory at most, but for those that were there before.
    static let room = 1 << 20
    private static let longestRead = 256 << 10

    /// Older than what is in the file.
    private var pieces: [Data] = []
    private var first = 0
    private var count = 0
    private var file: OpenFile?
    private var readOffset: Int64 = 0
    private var writeOffset: Int64 = 0

    /// Adds bytes that are in memory anyway.
    mutating func keep(_ data: Data) {
        guard !data.isEmpty else { return }
        pieces.append(data)
        count += data.count
    }

    /// Adds bytes.
    ///
    /// - Throws: ``SessionError`` with code ``SessionError/Code/unwritableFile``.
    mutating func append(_ data: Data) throws {
        guard writeOffset > readOffset || count + data.count > Self.room else { return keep(data) }
        do {
            let file = try self.file ?? Self.makeFile()
            self.file = file
            try data.withUnsafeBytes { bytes in try file.write(bytes, at: writeOffset) }
            writeOffset += Int64(data.count)
        } catch {
            throw SessionError.unwritable(error, at: FileManager.default.temporaryDirectory)
        }
    }

    /// The oldest bytes; nil if there are none.
    ///
    /// - Throws: ``SessionError`` with code ``SessionError/Code/unwritableFile``.
    mutating func next() throws -> Data? {
        if first < pieces.count {
            let piece = pieces[first]
            first += 1
            count -= piece.count
            if first == pieces.count {
                pieces.removeAll()
                first = 0
            }
            return piece
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
