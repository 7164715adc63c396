/// A file that takes another's place once it is whole: a writing that fails leaves what was there.
package struct FileReplacement {
    private let url: URL
    /// The file itself, where the URL is a symbolic link's.
    let target: URL

    /// The replacement of the file at a URL, which need not be there.
    ///
    /// - Throws: ``RequestSerializationError`` with code ``RequestSerializationError/Code/unwritableFile`` for a URL that is
    ///   not a file's, and for what is there and is no regular file.
    package init(of url: URL) throws {
        self.url = url
        guard url.isFileURL else { throw Self.error(.refusal("is not a file's URL", code: EINVAL), url) }
        var target = url.resolvingSymlinksInPath()
        // Foundation leaves a link to a file that is not there as it is. As many in turn as the kernel follows.
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

    /// Writes the file beside the one that it replaces, with its permissions, and then puts it in its place.
    ///
    /// - Throws: What `content` throws; ``RequestSerializationError`` with code
    ///   ``RequestSerializationError/Code/unwritableFile``.
    func write(_ content: (OpenFile) throws -> Void) throws {
        let draft = target.deletingLastPathComponent().appendingPathComponent(".multipart-\(UUID().uuidString)")
        do {
            let file = try OpenFile.creating(draft, isPrivate: false)
            do {
                try keepPermissions(for: draft)
                try content(file)
                try OpenFile.move(draft, over: target)
            } catch {
                try? FileManager.default.removeItem(at: draft)
                throw error
            }
        } catch let fault as FileFault {
            throw Self.error(fault, url)
        }
    }

    /// Writes what reads into a buffer give, up to the first that gives nothing.
    ///
    /// - Throws: As ``write(_:)``.
    package func write(bufferSize: Int, reading read: (UnsafeMutableRawBufferPointer) throws -> Int) throws {
        let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: bufferSize, alignment: 16)
        defer { buffer.deallocate() }
        try write { file in
            var written: Int64 = 0
            while true {
                let count = try read(buffer)
                guard count > 0 else { return }
                try file.write(UnsafeRawBufferPointer(rebasing: buffer[..<count]), at: written)
                written += Int64(count)
            }
        }
    }

    /// A file that is replaced stays open to those it was open to.
    private func keepPermissions(for draft: URL) throws {
        let files = FileManager.default
        guard let permissions = try? files.attributesOfItem(atPath: target.path)[.posixPermissions] else { return }
        try files.setAttributes([.posixPermissions: permissions], ofItemAtPath: draft.path)
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
