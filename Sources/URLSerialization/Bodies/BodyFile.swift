/// A file that a body is written to.
package struct BodyFile {
    private let body: HTTPBody
    private let url: URL
    private let progress: Progress

    /// The chunk size in bytes, the same as in Linux's own copying of files. A chunk of this size stays in a core's
    /// cache between reading and writing; larger chunks are slower.
    private static let chunkSize = 64 << 10
    /// The disk space that is reserved at a time, since a body may turn out shorter than declared.
    private static let reservedLength: Int64 = 64 << 20

    /// Creates the writer of a body to a file. Cancelling `progress`, which counts bytes, cancels the writing.
    package init(_ url: URL, body: HTTPBody, progress: Progress? = nil) {
        self.url = url
        self.body = body
        self.progress = progress ?? Progress(totalUnitCount: body.contentLength)
    }

    /// Writes the body next to the file, on this thread, and then moves it to the file's place.
    ///
    /// - Parameter observer: Called after each chunk with the bytes written so far and the body's length.
    /// - Throws: ``RequestSerializationError`` naming the part whose content cannot be read or contradicts its length,
    ///   or with code ``RequestSerializationError/Code/unwritableFile``; `CancellationError`.
    package func write(_ observer: ((_ written: Int64, _ length: Int64) -> Void)? = nil) throws {
        let replacement = try FileReplacement(of: url)
        try checkParts(against: replacement.target)
        try replacement.write { try copyBody(to: $0, observer) }
    }

    private func checkParts(against target: URL) throws {
        for case .source(let source as FileSource, let part) in body.segments
        where source.url.resolvingSymlinksInPath() == target {
            throw RequestSerializationError(
                .unwritableFile, part: part,
                reason: "\(url.path.quoted) is the part's own file, which the body would replace. "
                    + "Write the body to another.")
        }
    }

    private func copyBody(to file: OpenFile, _ observer: ((Int64, Int64) -> Void)?) throws {
        try body.checkReadable()
        var reader = HTTPBodyReader(body)
        let room = min(Self.chunkSize, body.throttle?.packetSize ?? .max)
        let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: room, alignment: 4096)
        defer { unsafe buffer.deallocate() }
        var (written, reserved): (Int64, Int64) = (0, 0)
        while true {
            if progress.isCancelled { throw CancellationError() }
            if written >= reserved {
                let length = min(Self.reservedLength, body.contentLength - written)
                file.reserve(length, at: written)
                reserved = written + length
            }
            let count = unsafe try reader.read(into: buffer)
            guard count > 0 else { return }
            unsafe try file.write(UnsafeRawBufferPointer(rebasing: buffer[..<count]), at: written)
            written += Int64(count)
            progress.completedUnitCount = written
            observer?(written, body.contentLength)
            body.throttle?.pause { progress.isCancelled }
        }
    }
}

/// A file that takes another's place once it is complete. If writing fails, the old file stays as it was.
package struct FileReplacement {
    private let url: URL
    /// The replaced file itself, where the URL is a symbolic link's.
    let target: URL

    /// Creates the replacement of the file at a URL, which may be missing.
    ///
    /// - Throws: ``RequestSerializationError`` with code ``RequestSerializationError/Code/unwritableFile`` for a URL
    ///   that is not a file's, and for an existing item that is not a regular file.
    package init(of url: URL) throws {
        self.url = url
        guard url.isFileURL else { throw Self.error(.refusal("is not a file's URL", code: EINVAL), url) }
        var target = url.resolvingSymlinksInPath()
        // Foundation does not resolve a link to a missing file. The limit is the kernel's, 40 links in turn.
        for _ in 0..<40 {
            let files = FileManager.default
            guard let path = try? files.destinationOfSymbolicLink(atPath: target.path) else { break }
            target = URL(fileURLWithPath: path, relativeTo: target.deletingLastPathComponent())
                .absoluteURL.resolvingSymlinksInPath()
        }
        let type = try? FileManager.default.attributesOfItem(atPath: target.path)[.type] as? FileAttributeType
        guard type == nil || type == .typeRegular else {
            throw Self.error(.refusal("is not a regular file", code: EINVAL), url)
        }
        self.target = target
    }

    /// Writes a private file next to the target, moves it into the target's place, and then sets the permissions of the
    /// replaced file, or those of a new one.
    ///
    /// - Throws: What `content` throws; ``RequestSerializationError`` with code
    ///   ``RequestSerializationError/Code/unwritableFile``.
    func write(_ content: (OpenFile) throws -> Void) throws {
        let draft = target.deletingLastPathComponent().appendingPathComponent(".multipart-\(UUID().uuidString)")
        do {
            let permissions = try OpenFile.permissions(ofFileAt: target)
            let file = try OpenFile.creating(draft, isPrivate: true)
            do {
                try content(file)
                try OpenFile.move(draft, over: target)
            } catch {
                try? FileManager.default.removeItem(at: draft)
                throw error
            }
            file.setPermissions(permissions)
        } catch let fault as FileFault {
            throw Self.error(fault, url)
        }
    }

    /// Writes the bytes that `read` puts into a buffer, until it returns 0.
    ///
    /// - Throws: The errors of ``write(_:)``.
    package func write(bufferSize: Int, reading read: (UnsafeMutableRawBufferPointer) throws -> Int) throws {
        let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: bufferSize, alignment: 16)
        defer { unsafe buffer.deallocate() }
        try write { file in
            var written: Int64 = 0
            while true {
                let count = unsafe try read(buffer)
                guard count > 0 else { return }
                unsafe try file.write(UnsafeRawBufferPointer(rebasing: buffer[..<count]), at: written)
                written += Int64(count)
            }
        }
    }

    private static func error(_ fault: FileFault, _ url: URL) -> RequestSerializationError {
        let text = url.isFileURL ? url.path : url.absoluteString
        return RequestSerializationError(
            .unwritableFile,
            reason: "\(text.quoted) \(fault.reason). "
                + "Give the URL of a file in a directory that can be written to.",
            underlyingError: fault.underlyingError)
    }
}

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
