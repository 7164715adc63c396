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
