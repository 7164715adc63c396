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
