extension HTTPBody {
    /// Writes the body next to a file, on this thread, and then moves it to the file's place.
    ///
    /// - Parameters:
    ///   - progress: Counts the bytes written. Cancelling it cancels the writing.
    ///   - observer: Called after each chunk with the bytes written so far and the body's length.
    /// - Throws: ``RequestSerializationError`` naming the part whose content cannot be read or contradicts its length,
    ///   or with code ``RequestSerializationError/Code/unwritableFile``; `CancellationError`.
    package func write(
        to url: URL, progress: Progress? = nil, _ observer: ((_ written: Int64, _ length: Int64) -> Void)? = nil
    ) throws {
        let replacement = try FileReplacement(of: url)
        for segment in segments
        where (segment.source as? FileSource)?.url.resolvingSymlinksInPath() == replacement.target {
            throw RequestSerializationError(
                .unwritableFile, part: segment.part,
                reason: "\(url.path.quoted) is the part's own file, which the body would replace. "
                    + "Write the body to another.")
        }
        try checkReadable()
        var reader = HTTPBodyReader(self)
        var written: Int64 = 0
        // A chunk of 64 KiB, as in Linux's own copying of files, stays in a core's cache between reading and writing;
        // larger chunks are slower.
        let size = min(64 << 10, throttle?.packetSize ?? .max)
        unsafe try replacement.write(length: contentLength, bufferSize: size) { buffer in
            if written > 0 {
                progress?.completedUnitCount = written
                observer?(written, contentLength)
                throttle?.pause { progress?.isCancelled == true }
            }
            if progress?.isCancelled == true { throw CancellationError() }
            let count = unsafe try reader.read(into: buffer)
            written += Int64(count)
            return count
        }
    }
}

/// A file that takes another's place once it is complete. If writing fails, the old file stays as it was.
package struct FileReplacement {
    private let url: URL
    /// The file to replace: for a symbolic link, the file that it leads to.
    let target: URL

    /// Creates the replacement of the file at a URL, which may be missing.
    ///
    /// - Throws: ``RequestSerializationError`` with code ``RequestSerializationError/Code/unwritableFile`` for a URL
    ///   that is not a file URL, and for an existing item that is not a regular file.
    package init(of url: URL) throws {
        self.url = url
        guard url.isFileURL else { throw Self.error(.refusal("is not a file's URL", code: EINVAL), url) }
        var target = url.resolvingSymlinksInPath()
        // Foundation does not resolve a link to a missing file. The kernel also follows at most 40 links in a row.
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

    /// Writes the bytes that `read` puts into a buffer to a private file next to the target, until `read` returns 0.
    /// Then moves that file into the target's place, and sets the permissions of the replaced file or of a new one.
    ///
    /// - Parameter length: The number of bytes for which disk space is reserved, 64 MiB at a time, since fewer may be
    ///   written.
    /// - Throws: Any error from `read`; ``RequestSerializationError`` with code
    ///   ``RequestSerializationError/Code/unwritableFile``.
    package func write(
        length: Int64 = 0, bufferSize: Int, reading read: (UnsafeMutableRawBufferPointer) throws -> Int
    ) throws {
        let draft = target.deletingLastPathComponent().appendingPathComponent(".multipart-\(UUID().uuidString)")
        let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: bufferSize, alignment: 4096)
        defer { unsafe buffer.deallocate() }
        do {
            let permissions = try OpenFile.permissions(ofFileAt: target)
            let file = try OpenFile.creating(draft, isPrivate: true)
            do {
                var (written, reserved): (Int64, Int64) = (0, 0)
                while case let count = unsafe try read(buffer), count > 0 {
                    if written >= reserved {
                        file.reserve(min(64 << 20, length - written), at: written)
                        reserved += 64 << 20
                    }
                    unsafe try file.write(UnsafeRawBufferPointer(rebasing: buffer[..<count]), at: written)
                    written += Int64(count)
                }
                try OpenFile.move(draft, over: target)
            } catch {
                try? FileManager.default.removeItem(at: draft)
                throw error
            }
            file.setPermissions(permissions)
        } catch let failure as FileError {
            throw Self.error(failure, url)
        }
    }

    private static func error(_ failure: FileError, _ url: URL) -> RequestSerializationError {
        failure.error(
            .unwritableFile, url.quotedPath, "Give the URL of a file in a directory that can be written to.")
    }
}

/// The temporary file, shared by all parts of a form, for content that can be read only once or has an unknown length.
///
/// The file has no name. It is closed when the form and everything made from it are released.
struct Spool: Sendable {
    static let bufferSize = 64 << 10

    private final class Owner: Sendable {}

    /// Referenced once unless the form has been copied.
    private var owner = Owner()
    private let file: OpenFile
    /// The offset in bytes of the content that is being appended.
    private var start: Int64 = 0
    /// The offset in bytes of the end of the file.
    private var end: Int64 = 0

    init() throws(RequestSerializationError) {
        do throws(FileError) {
            file = try OpenFile.withoutName("URLSerialization")
        } catch {
            throw Self.error(error)
        }
    }

    /// Whether no copy of the form writes to the same file.
    mutating func isExclusive() -> Bool { isKnownUniquelyReferenced(&owner) }

    mutating func append(_ bytes: some DataProtocol) throws {
        for region in bytes.regions { unsafe try region.withUnsafeBytes { unsafe try write($0) } }
    }

    /// Appends the rest of a stream.
    ///
    /// - Parameter length: The number of bytes that it must have, or `nil` for any.
    mutating func append(_ stream: InputStream, length: Int64?) throws(RequestSerializationError) {
        let reader = try StreamReader(stream)
        let room = UnsafeMutableRawBufferPointer.allocate(byteCount: Self.bufferSize, alignment: 16)
        defer { unsafe room.deallocate() }
        while case let count = unsafe try reader.read(into: room), count > 0 {
            unsafe try write(UnsafeRawBufferPointer(rebasing: room[..<count]))
            if let length, end - start > length { throw .tooLong("The stream", expected: length) }
        }
        if let length, end - start < length { throw .tooShort("The stream", read: end - start, expected: length) }
    }

    /// Ends the content and returns it as a source.
    mutating func finish() -> SpooledSource {
        defer { start = end }
        return SpooledSource(file: file, offsets: start..<end)
    }

    /// Frees the space of content that was appended and not finished.
    func discardUnfinished() { try? file.truncate(to: start) }

    private mutating func write(_ bytes: UnsafeRawBufferPointer) throws(RequestSerializationError) {
        do throws(FileError) {
            unsafe try file.write(bytes, at: end)
        } catch {
            throw Self.error(error)
        }
        end += Int64(bytes.count)
    }

    private static func error(_ failure: FileError) -> RequestSerializationError {
        failure.error(
            .unwritableFile, "A file in the temporary directory",
            "Make room there, or set TMPDIR to another directory.")
    }
}

struct SpooledSource: BodySource {
    let file: OpenFile
    let offsets: Range<Int64>

    var subject: String { "The temporary copy of the content" }
    var length: Int64 { Int64(offsets.count) }

    func open() -> any BodySourceReader {
        OpenFileReader(file: file, offsets: offsets, subject: subject, remedy: "Build the form anew.")
    }
}
