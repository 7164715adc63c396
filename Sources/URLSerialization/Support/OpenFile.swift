/// An open file that is read and written at given offsets, so that several readers can share it.
///
/// `FileHandle` is unsuitable for two reasons: it waits in `open` for the other end of a named pipe, and it allocates
/// for every read, which is too slow for copying a large file.
package final class OpenFile: Sendable {
    /// The greatest number of bytes in one transfer. Apple's systems refuse to read or write 2 GiB at once.
    private static let longestTransfer = 1 << 30
    private let descriptor: Int32

    private init(descriptor: Int32) { self.descriptor = descriptor }

    deinit {
        _ = close(descriptor)
    }

    // MARK: - Opening

    /// Opens a regular file for reading, without ever waiting.
    ///
    /// - Throws: ``FileError`` for a file that is missing, cannot be opened or is not a regular file.
    package static func reading(_ url: URL) throws(FileError) -> OpenFile {
        let file = try OpenFile(at: url, flags: O_RDONLY | O_NONBLOCK, "cannot be opened")
        switch try file.status().st_mode & S_IFMT {
        case S_IFREG: return file
        case S_IFDIR: throw .refusal("is a directory", code: EISDIR)
        default: throw .refusal("is not a regular file", code: EINVAL)
        }
    }

    /// Opens a file that belongs to the process's user for reading and writing, but not through a symbolic link.
    ///
    /// - Throws: ``FileError``, as ``reading(_:)``, and for a file of another user.
    package static func updating(_ url: URL) throws(FileError) -> OpenFile {
        let file = try OpenFile(at: url, flags: O_RDWR | O_NONBLOCK | O_NOFOLLOW, "cannot be opened")
        let status = try file.status()
        guard status.st_mode & S_IFMT == S_IFREG else { throw .refusal("is not a regular file", code: EINVAL) }
        guard status.st_uid == geteuid() else { throw .refusal("belongs to another user", code: EPERM) }
        return file
    }

    /// Creates a file that does not exist yet, for reading and writing.
    ///
    /// - Parameter isPrivate: Whether only the process's user may open it.
    package static func creating(_ url: URL, isPrivate: Bool) throws(FileError) -> OpenFile {
        try OpenFile(
            at: url, flags: O_RDWR | O_CREAT | O_EXCL, mode: isPrivate ? 0o600 : 0o666, "cannot be created")
    }

    /// Creates a private file in the temporary directory, and removes its name: no other user can open it, and the
    /// system reclaims it however the process ends.
    ///
    /// - Parameter prefix: The beginning of the name.
    package static func withoutName(_ prefix: String) throws(FileError) -> OpenFile {
        let url = FileManager.default.temporaryDirectory.appendingPathComponent("\(prefix)-\(UUID().uuidString)")
        let file = try creating(url, isPrivate: true)
        let code = unsafe url.withUnsafeFileSystemRepresentation { path in
            unsafe path.map { unsafe unlink($0) == 0 ? 0 : errno } ?? EINVAL
        }
        guard code == 0 else { throw FileError("cannot be removed", code: code) }
        return file
    }

    private convenience init(at url: URL, flags: Int32, mode: mode_t = 0, _ purpose: String) throws(FileError) {
        guard url.isFileURL else { throw .refusal("is not a file's URL", code: EINVAL) }
        let (descriptor, code) = unsafe url.withUnsafeFileSystemRepresentation { path -> (Int32, Int32) in
            guard let path = unsafe path else { return (-1, EINVAL) }
            while true {
                // Without O_NOCTTY a terminal that is merely examined can become the process's controlling terminal.
                let descriptor = unsafe open(path, flags | O_CLOEXEC | O_NOCTTY, mode)
                guard descriptor < 0, errno == EINTR else { return (descriptor, errno) }
            }
        }
        guard descriptor >= 0 else { throw FileError(purpose, code: code) }
        self.init(descriptor: descriptor)
    }

    // MARK: - Reading and writing

    /// Returns the file's length in bytes.
    package func length() throws(FileError) -> Int64 { Int64(try status().st_size) }

    private func status() throws(FileError) -> stat {
        var status = stat()
        guard unsafe fstat(descriptor, &status) == 0 else { throw FileError("cannot be examined", code: errno) }
        return status
    }

    /// Reads at an offset and returns the number of bytes read; 0 at the end.
    package func read(into buffer: UnsafeMutableRawBufferPointer, at offset: Int64) throws(FileError) -> Int {
        while true {
            let count = unsafe pread(
                descriptor, buffer.baseAddress, min(buffer.count, Self.longestTransfer), off_t(offset))
            if count >= 0 { return count }
            guard errno == EINTR else { throw FileError("cannot be read", code: errno) }
        }
    }

    /// Writes all of the bytes at an offset.
    package func write(_ bytes: UnsafeRawBufferPointer, at offset: Int64) throws(FileError) {
        var written = 0
        while written < bytes.count {
            let rest = unsafe UnsafeRawBufferPointer(rebasing: bytes[written...])
            let count = unsafe pwrite(
                descriptor, rest.baseAddress, min(rest.count, Self.longestTransfer), off_t(offset + Int64(written)))
            if count > 0 {
                written += count
            } else if count == 0 || errno != EINTR {
                throw FileError("cannot be written", code: count == 0 ? ENOSPC : errno)
            }
        }
    }

    /// Asks the file system to allocate space for bytes at an offset, if it can. Writing them is then faster by a
    /// quarter on ext4 (`serialization-benchmarks --multipart`). The file's length does not change.
    package func reserve(_ length: Int64, at offset: Int64) {
        #if os(Linux)
            guard length > 0 else { return }
            _ = Self.fallocate?(descriptor, Self.keepSize, off_t(offset), off_t(length))
        #endif
    }

    #if os(Linux)
        // Linux's own function, which Swift does not import. `posix_fallocate` writes to every block if the file system
        // does not support allocation.
        private typealias Allocation = @convention(c) (Int32, Int32, off_t, off_t) -> Int32
        private static let fallocate = unsafe dlsym(nil, "fallocate").map {
            unsafe unsafeBitCast($0, to: Allocation.self)
        }
        /// Linux's `FALLOC_FL_KEEP_SIZE`: the file's length does not change.
        private static let keepSize: Int32 = 1
    #endif

    /// Moves a file to the place of another, which may be missing.
    package static func move(_ source: URL, over target: URL) throws(FileError) {
        let code = unsafe withPaths(source, target) { unsafe rename($0, $1) == 0 ? 0 : errno }
        guard code == 0 else { throw FileError("cannot be replaced", code: code) }
    }

    /// Calls `body`, which returns an error code or 0, with the paths of two files.
    private static func withPaths(
        _ source: URL, _ target: URL, _ body: (UnsafePointer<CChar>, UnsafePointer<CChar>) -> Int32
    ) -> Int32 {
        unsafe source.withUnsafeFileSystemRepresentation { source in
            unsafe target.withUnsafeFileSystemRepresentation { target in
                guard let source = unsafe source, let target = unsafe target else { return EINVAL }
                return unsafe body(source, target)
            }
        }
    }

    /// Moves a file to a path where no file exists, on the same file system.
    package static func move(_ source: URL, toFree target: URL) throws(FileError) {
        let code = unsafe withPaths(source, target) { source, target in
            if unsafe link(source, target) == 0 {
                _ = unsafe unlink(source)
                return 0
            }
            let code = errno
            // A file system without links cannot move a file and check that its place is free in one step.
            guard [EPERM, ENOTSUP, EOPNOTSUPP, EMLINK].contains(code) else { return code }
            var status = stat()
            if unsafe lstat(target, &status) == 0 { return EEXIST }
            return unsafe rename(source, target) == 0 ? 0 : errno
        }
        guard code == 0 else { throw FileError("cannot be created", code: code) }
    }

    /// Returns the permissions of a regular file or, if there is none, those of a new file in its place.
    package static func permissions(ofFileAt url: URL) throws(FileError) -> mode_t {
        var status = stat()
        let code = unsafe url.withUnsafeFileSystemRepresentation { unsafe $0.map { unsafe lstat($0, &status) } ?? -1 }
        if code == 0, status.st_mode & S_IFMT == S_IFREG { return status.st_mode & 0o777 }
        // A process can read its mask only by changing it.
        let probe = url.deletingLastPathComponent().appendingPathComponent(".permissions-\(UUID().uuidString)")
        let file = try creating(probe, isPrivate: false)
        defer { try? FileManager.default.removeItem(at: probe) }
        return try file.status().st_mode & 0o777
    }

    /// Sets the file's permissions, wherever it has been moved.
    package func setPermissions(_ permissions: mode_t) { _ = fchmod(descriptor, permissions) }

    package func truncate(to length: Int64) throws(FileError) {
        while ftruncate(descriptor, off_t(length)) != 0 {
            guard errno == EINTR else { throw FileError("cannot be truncated", code: errno) }
        }
    }
}

/// The failure of an operation on a file, without the file's name and purpose.
package struct FileError: Error {
    /// The text that follows the file's name: "cannot be opened: No such file or directory".
    package let reason: String
    package let underlyingError: NSError
}

extension FileError {
    /// Creates the failure of a system call, with the system's reason.
    package init(_ reason: String, code: Int32) {
        let error = NSError(domain: NSPOSIXErrorDomain, code: Int(code))
        self.init(
            reason: "\(reason): \(error.localizedFailureReason ?? "error \(code)")", underlyingError: error)
    }

    /// Returns the failure for a file of an unsuitable kind.
    package static func refusal(_ reason: String, code: Int32) -> FileError {
        FileError(reason: reason, underlyingError: NSError(domain: NSPOSIXErrorDomain, code: Int(code)))
    }
}
