/// A file that is open: reads and writes at given places, so that several readers can share it.
///
/// `FileHandle` would do but for two things: it waits in `open` for the other end of a named pipe, and it allocates for
/// every read, which copying a large file cannot afford.
package final class OpenFile: Sendable {
    /// Apple's systems refuse to read or write 2 GiB at once.
    private static let longestTransfer = 1 << 30
    private let descriptor: Int32

    private init(descriptor: Int32) {
        self.descriptor = descriptor
    }

    deinit {
        _ = close(descriptor)
    }

    // MARK: - Opening

    /// Opens a regular file for reading; never waits.
    ///
    /// - Throws: ``FileFault`` for a file that is not there, cannot be opened or is not a regular file.
    package static func reading(_ url: URL) throws(FileFault) -> OpenFile {
        let file = try OpenFile(at: url, flags: O_RDONLY | O_NONBLOCK, "cannot be opened")
        var status = stat()
        guard fstat(file.descriptor, &status) == 0 else { throw FileFault("cannot be examined", code: errno) }
        switch status.st_mode & S_IFMT {
        case S_IFREG: return file
        case S_IFDIR: throw .refusal("is a directory", code: EISDIR)
        default: throw .refusal("is not a regular file", code: EINVAL)
        }
    }

    /// Opens a file that the process's user has made, for reading and writing: never another's, nor through a link.
    ///
    /// - Throws: ``FileFault``, as ``reading(_:)``, and for a file of another user.
    package static func updating(_ url: URL) throws(FileFault) -> OpenFile {
        let file = try OpenFile(at: url, flags: O_RDWR | O_NONBLOCK | O_NOFOLLOW, "cannot be opened")
        var status = stat()
        guard fstat(file.descriptor, &status) == 0 else { throw FileFault("cannot be examined", code: errno) }
        guard status.st_mode & S_IFMT == S_IFREG else { throw .refusal("is not a regular file", code: EINVAL) }
        guard status.st_uid == geteuid() else { throw .refusal("belongs to another user", code: EPERM) }
        return file
    }

    /// Creates a file that is not there yet, for reading and writing.
    ///
    /// - Parameter isPrivate: Whether nobody but the process's user may open it.
    package static func creating(_ url: URL, isPrivate: Bool) throws(FileFault) -> OpenFile {
        try OpenFile(
            at: url, flags: O_RDWR | O_CREAT | O_EXCL, mode: isPrivate ? 0o600 : 0o666, "cannot be created")
    }

    private convenience init(at url: URL, flags: Int32, mode: mode_t = 0, _ purpose: String) throws(FileFault) {
        guard url.isFileURL else { throw .refusal("is not a file's URL", code: EINVAL) }
        let (descriptor, code) = url.withUnsafeFileSystemRepresentation { path -> (Int32, Int32) in
            guard let path else { return (-1, EINVAL) }
            // Without O_NOCTTY a terminal that is only looked at can become the process's own.
            let descriptor = open(path, flags | O_CLOEXEC | O_NOCTTY, mode)
            return (descriptor, errno)
        }
        guard descriptor >= 0 else { throw FileFault(purpose, code: code) }
        self.init(descriptor: descriptor)
    }

    // MARK: - Reading and writing

    /// The file's length in bytes.
    package func length() throws(FileFault) -> Int64 {
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { throw FileFault("cannot be examined", code: errno) }
        return Int64(status.st_size)
    }

    /// Reads at a place and says how many bytes were read; none at the end.
    package func read(into buffer: UnsafeMutableRawBufferPointer, at offset: Int64) throws(FileFault) -> Int {
        while true {
            let count = pread(descriptor, buffer.baseAddress, min(buffer.count, Self.longestTransfer), off_t(offset))
            if count >= 0 { return count }
            guard errno == EINTR else { throw FileFault("cannot be read", code: errno) }
        }
    }

    /// Writes all of the bytes at a place.
    package func write(_ bytes: UnsafeRawBufferPointer, at offset: Int64) throws(FileFault) {
        var written = 0
        while written < bytes.count {
            let rest = UnsafeRawBufferPointer(rebasing: bytes[written...])
            let count = pwrite(
                descriptor, rest.baseAddress, min(rest.count, Self.longestTransfer), off_t(offset + Int64(written)))
            if count > 0 {
                written += count
            } else if count == 0 || errno != EINTR {
                throw FileFault("cannot be written", code: count == 0 ? ENOSPC : errno)
            }
        }
    }

    /// Asks the system to find room for bytes at a place, if it can: writing them is then faster by a quarter on ext4
    /// (`serialization-benchmarks --multipart`). The file becomes no longer.
    package func reserve(_ length: Int64, at offset: Int64) {
        #if os(Linux)
            guard length > 0 else { return }
            _ = Self.fallocate?(descriptor, Self.keepSize, off_t(offset), off_t(length))
        #endif
    }

    #if os(Linux)
        // Linux's own function, which Swift does not import. `posix_fallocate` does without the file system's help where
        // it has none: it writes to every block.
        private typealias Allocation = @convention(c) (Int32, Int32, off_t, off_t) -> Int32
        private static let fallocate = dlsym(nil, "fallocate").map { unsafeBitCast($0, to: Allocation.self) }
        /// `FALLOC_FL_KEEP_SIZE`
        private static let keepSize: Int32 = 1
    #endif

    /// Gives a file the place of another, which need not be there.
    package static func move(_ source: URL, over target: URL) throws(FileFault) {
        let code = source.withUnsafeFileSystemRepresentation { source in
            target.withUnsafeFileSystemRepresentation { target -> Int32 in
                guard let source, let target else { return EINVAL }
                return rename(source, target) == 0 ? 0 : errno
            }
        }
        guard code == 0 else { throw FileFault("cannot be replaced", code: code) }
    }

    /// Cuts the file back, or as far as that fails leaves it.
    package func truncate(to length: Int64) {
        _ = ftruncate(descriptor, off_t(length))
    }
}

/// What is wrong with a file, before anyone knows what it is for.
package struct FileFault: Error {
    /// As it follows the file's name: "cannot be opened: No such file or directory".
    package let reason: String
    /// The system's error.
    package let underlyingError: NSError

    private init(reason: String, underlyingError: NSError) {
        self.reason = reason
        self.underlyingError = underlyingError
    }

    /// A call that failed, with the system's reason.
    package init(_ reason: String, code: Int32) {
        let error = NSError(domain: NSPOSIXErrorDomain, code: Int(code))
        self.init(
            reason: "\(reason): \(error.localizedFailureReason ?? "error \(code)")", underlyingError: error)
    }

    /// A file that is not of the kind that is needed.
    package static func refusal(_ reason: String, code: Int32) -> FileFault {
        FileFault(reason: reason, underlyingError: NSError(domain: NSPOSIXErrorDomain, code: Int(code)))
    }
}
