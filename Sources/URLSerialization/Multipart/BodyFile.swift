/// A file that a body is written to.
struct BodyFile {
    let body: MultipartBody
    let url: URL
    let progress: Progress

    /// As much as Linux moves at a time when it copies a file by itself. It stays in a core's cache between the reading
    /// and the writing; of more the writing is slower, since it asks for larger blocks of memory.
    private static let chunkSize = 64 << 10
    /// How much room is asked for at a time: a body may turn out to be shorter than it was said to be.
    private static let reservedLength: Int64 = 64 << 20

    /// Writes the body beside the file and then puts it in its place.
    func write(_ observer: ((Int64, Int64) -> Void)?) throws {
        let target = try target
        let draft = target.deletingLastPathComponent().appendingPathComponent(".multipart-\(UUID().uuidString)")
        do {
            let file = try OpenFile.creating(draft, isPrivate: false)
            do {
                try keepPermissions(of: target, for: draft)
                try copyBody(to: file, observer)
                try OpenFile.move(draft, over: target)
            } catch {
                try? FileManager.default.removeItem(at: draft)
                throw error
            }
        } catch let fault as FileFault {
            throw error(fault)
        }
    }

    /// A file that is replaced stays open to those it was open to.
    private func keepPermissions(of target: URL, for draft: URL) throws {
        let files = FileManager.default
        guard let permissions = try? files.attributesOfItem(atPath: target.path)[.posixPermissions] else { return }
        try files.setAttributes([.posixPermissions: permissions], ofItemAtPath: draft.path)
    }

    private func copyBody(to file: OpenFile, _ observer: ((Int64, Int64) -> Void)?) throws {
        try body.checkReadable()
        var reader = MultipartBodyReader(body)
        let room = min(Self.chunkSize, body.throttle?.packetSize ?? .max)
        let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: room, alignment: 4096)
        defer { buffer.deallocate() }
        var (written, reserved): (Int64, Int64) = (0, 0)
        while true {
            if progress.isCancelled { throw CancellationError() }
            if written >= reserved {
                let length = min(Self.reservedLength, body.contentLength - written)
                file.reserve(length, at: written)
                reserved = written + length
            }
            let count = try reader.read(into: buffer)
            guard count > 0 else { return }
            try file.write(UnsafeRawBufferPointer(rebasing: buffer[..<count]), at: written)
            written += Int64(count)
            progress.completedUnitCount = written
            observer?(written, body.contentLength)
            body.throttle?.pause { progress.isCancelled }
        }
    }

    /// The file itself, where the URL is a symbolic link's.
    private var target: URL {
        get throws {
            guard url.isFileURL else { throw error(.refusal("is not a file's URL", code: EINVAL)) }
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
                throw error(.refusal("is not a regular file", code: EINVAL))
            }
            for case .source(let source as FileSource, let part) in body.segments
            where source.url.resolvingSymlinksInPath() == target {
                throw RequestSerializationError(
                    .unwritableFile, part: part,
                    reason: "\(url.path.debugDescription) is the part's own file, which the body would replace. "
                        + "Write the body to another.")
            }
            return target
        }
    }

    private func error(_ fault: FileFault) -> RequestSerializationError {
        let text = url.isFileURL ? url.path : url.absoluteString
        return RequestSerializationError(
            .unwritableFile,
            reason: "\(text.debugDescription) \(fault.reason). "
                + "Give the URL of a file in a directory that can be written to.",
            underlyingError: fault.underlyingError)
    }
}
