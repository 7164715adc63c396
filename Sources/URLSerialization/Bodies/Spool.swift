/// The temporary file, shared by all parts of a form, for content that can be read once or has an unknown length.
///
/// The file has no name: no other user can open it, and the system reclaims it however the process ends. It is closed
/// when the form and everything made from it are released.
struct Spool: Sendable {
    private final class Owner: Sendable {}

    /// Referenced once unless the form has been copied.
    private var owner = Owner()
    let file: OpenFile
    /// The offset in bytes of the next content.
    var end: Int64 = 0

    /// Creates a file in the temporary directory and removes its name.
    init() throws(BodySourceError) {
        let name = "URLSerialization-\(UUID().uuidString)"
        let url = FileManager.default.temporaryDirectory.appendingPathComponent(name)
        do throws(FileFault) {
            file = try OpenFile.creating(url, isPrivate: true)
        } catch {
            throw Self.fault(error)
        }
        do {
            try FileManager.default.removeItem(at: url)
        } catch {
            throw BodySourceError(
                .unwritableFile, "The temporary file \(url.path.quoted) cannot be removed.",
                underlyingError: error)
        }
    }

    /// Whether no copy of the form writes to the same file.
    mutating func isExclusive() -> Bool { isKnownUniquelyReferenced(&owner) }

    fileprivate static func fault(_ fault: FileFault) -> BodySourceError {
        BodySourceError(
            .unwritableFile,
            "A file in the temporary directory \(fault.reason). "
                + "Make room there, or set TMPDIR to another directory.",
            underlyingError: fault.underlyingError)
    }
}

/// The writer of one part's content to a spool.
struct SpoolWriter {
    static let bufferSize = 64 << 10

    private let file: OpenFile
    private let start: Int64
    private var written: Int64 = 0
    private var buffer: [UInt8] = []

    init(to spool: borrowing Spool) {
        file = spool.file
        start = spool.end
        buffer.reserveCapacity(Self.bufferSize)
    }

    /// The number of bytes appended so far.
    var length: Int64 { written + Int64(buffer.count) }

    @inline(__always)
    mutating func append(_ byte: UInt8) throws(BodySourceError) {
        buffer.append(byte)
        if buffer.count == Self.bufferSize { try flush() }
    }

    mutating func append(_ bytes: UnsafeRawBufferPointer) throws(BodySourceError) {
        if buffer.count + bytes.count > Self.bufferSize { try flush() }
        guard bytes.count <= Self.bufferSize else { return unsafe try write(bytes) }
        unsafe buffer.append(contentsOf: bytes)
    }

    /// Writes the last bytes and returns the content as a source.
    mutating func finish() throws(BodySourceError) -> SpooledSource {
        try flush()
        return SpooledSource(file: file, offset: start, length: written)
    }

    /// Frees the space of content that failed.
    func discard() {
        file.truncate(to: start)
    }

    private mutating func flush() throws(BodySourceError) {
        let bytes = buffer
        buffer.removeAll(keepingCapacity: true)
        unsafe try bytes.withUnsafeBytes { bytes in Result { () throws(BodySourceError) in unsafe try write(bytes) } }
            .get()
    }

    private mutating func write(_ bytes: UnsafeRawBufferPointer) throws(BodySourceError) {
        do throws(FileFault) {
            unsafe try file.write(bytes, at: start + written)
        } catch {
            throw Spool.fault(error)
        }
        written += Int64(bytes.count)
    }
}

/// Content in a spool.
struct SpooledSource: BodySource {
    let file: OpenFile
    let offset: Int64
    let length: Int64

    var subject: String { "The temporary copy of the content" }

    func open() -> any BodySourceReader {
        OpenFileReader(
            file: file, offset: offset, end: offset + length, subject: subject, remedy: "Build the form anew.")
    }
}
