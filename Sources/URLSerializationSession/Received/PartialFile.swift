/// The temporary file of a download, written from its first byte or as the continuation of an earlier download.
///
/// The file is removed with this object, unless it has been moved or released.
final class PartialFile: BodySink, @unchecked Sendable {
    private struct State: Sendable {
        /// The received part of the file, or `nil` for none.
        var part: Part?
        /// The part that was stored when a response other than its rest arrived, such as a busy server's.
        var setAside: Part?
        /// The resume data of an earlier download, until its file is taken over.
        var remainder: ResumeData?
        /// Whether the rest of the part was requested, and its answer has not arrived.
        var isRestAwaited = false
        var latest = LatestAnswer()
        var allowance = PartAllowance()
        /// Whether the request can ask for a part: it has no body, and its caller has set no range.
        var isPartial = false
        /// The URL to which the file was moved, or `nil` before.
        var destination: URL?
        /// Whether a refused body is dropped for the part that was set aside.
        var dropsRefused = false

        /// Decides about an answer and prepares the part for its body.
        mutating func begin(_ head: ResponseHead) throws -> (offset: Int64, total: Int64?)? {
            defer { isRestAwaited = false }
            latest = LatestAnswer(url: head.url)
            let answer = head.statusCode == nil ? nil : head
            if isRestAwaited, let answer, let stored = part, let version = stored.version {
                switch try PartialContent.place(of: answer, after: stored.length, of: version) {
                case .rest(let count, let total):
                    latest.begun = stored.length
                    latest.expected = stored.length.saturatingSum(count)
                    latest.total = total
                    part?.version?.length = total
                    return (stored.length, total)
                case .none:
                    part?.version = nil
                    return nil
                case .aside: (setAside, part) = (stored, nil)
                case .whole: break
                }
            } else if let answer {
                latest.expected = try PartialContent.count(of: answer, isWholeWanted: isPartial)
            }
            // The existing file, truncated, or a new one.
            let new = part ?? Part()
            try RequestError.inTemporaryFile {
                new.file = try new.file ?? OpenFile.creating(new.url, isPrivate: true)
                try new.file?.truncate(to: 0)
            }
            new.length = 0
            new.version = isPartial ? answer.flatMap(FileVersion.init) : nil
            part = new
            return (0, nil)
        }

        /// Removes the body that arrived in place of the rest, and restores the part that was set aside.
        mutating func takeBack() {
            (part, setAside) = (setAside, nil)
            latest.isTakenBack = true
        }

        /// Prevents the continuation of a part that was refused, rather than merely interrupted.
        mutating func invalidate(after error: (any Error)?) {
            let error = error.map { RequestError(wrapping: $0) }
            let isRefused =
                error?.cause is ResponseSerializationError || [.partialContent, .tooLarge].contains(error?.kind)
            if isRefused, !latest.isTakenBack { part?.version = nil }
        }
    }

    /// The facts about the latest answer.
    private struct LatestAnswer: Sendable {
        /// The URL of the response, which errors name.
        var url: URL?
        /// The part's length when the answer began.
        var begun: Int64 = 0
        /// The length of the part after the answer, or `nil` if the answer does not state it.
        var expected: Int64?
        /// The whole file's length, as stated by an answer with a part of it.
        var total: Int64?
        /// Whether the part belongs to an earlier response, so that an error of this answer does not affect it.
        var isTakenBack = false
    }

    /// A file in the temporary directory, which is removed with this object.
    ///
    /// `@unchecked Sendable`: what changes is behind the lock of the state.
    private final class Part: @unchecked Sendable {
        let name = UUID()
        /// The open file, or `nil` after the last write.
        var file: OpenFile?
        var length: Int64
        /// The version of the whole file, or `nil` if the rest cannot be requested.
        var version: FileVersion?
        /// Whether the file belongs to the caller.
        var isReleased = false

        init(length: Int64 = 0, version: FileVersion? = nil) { (self.length, self.version) = (length, version) }

        deinit { if !isReleased { try? FileManager.default.removeItem(at: url) } }

        var url: URL { PartialFile.url(of: name) }
        /// The version whose rest can be requested, or `nil` for none.
        var continued: FileVersion? { length > 0 ? version : nil }
    }

    private let state: Locked<State>

    init(resuming data: ResumeData? = nil) { state = Locked(State(remainder: data)) }

    /// Returns the URL of a part's file.
    static func url(of name: UUID) -> URL {
        FileManager.default.temporaryDirectory.appendingPathComponent(
            "URLSerializationSession-\(name.uuidString).download")
    }

    /// The current URL of the file, or `nil` if nothing was received for the latest response.
    var url: URL? { state.withLock { $0.destination ?? ($0.latest.isTakenBack ? nil : $0.part?.url) } }

    /// Makes the next attempt begin with the first byte.
    func invalidate() {
        state.withLock { state in
            state.part?.version = nil
            state.destination = nil
        }
    }

    /// Moves the complete file to its destination, where it stays.
    func move(to destination: URL, options: DownloadOptions) throws(RequestError) {
        guard let part = state.value.part else { return }
        try DownloadPlacement.place(part.url, at: destination, options: options)
        state.withLock { ($0.part, $0.destination) = (nil, destination) }
    }

    /// Releases ownership of the file, which is then not removed with this object.
    func release() { state.withLock { $0.part?.isReleased = true } }

    /// Returns resume data and releases ownership of the file, or returns `nil` if the download cannot be resumed.
    func handOver(for request: URLRequest) -> Data? {
        state.withLock { state in
            guard let part = state.part, let version = part.continued,
                let data = try? ResumeData(request, name: part.name, length: part.length, version: version).data
            else { return nil }
            part.isReleased = true
            return data
        }
    }

    // MARK: - For the driver

    override func prepare(_ message: inout URLRequest) {
        let isPartial =
            message.httpMethod == "GET" && message.value(forHTTPHeaderField: "Range") == nil
            && message.httpBody == nil && message.httpBodyStream == nil
        let stored = state.withLock { state -> (length: Int64, version: FileVersion)? in
            // If the file no longer exists, the whole file is downloaded.
            if let remainder = state.remainder {
                let part = Part(length: remainder.length, version: remainder.version)
                part.file = try? remainder.takeFile(as: part.url)
                state.part = part.file == nil ? nil : part
                state.remainder = nil
            }
            state.isPartial = isPartial
            state.isRestAwaited = isPartial && state.part?.continued != nil
            return isPartial ? state.part.flatMap { part in part.continued.map { (part.length, $0) } } : nil
        }
        guard let stored else { return }
        message.setValue("bytes=\(stored.length)-", forHTTPHeaderField: "Range")
        message.setValue(stored.version.validator, forHTTPHeaderField: "If-Range")
        // A range of a compressed body would not be a range of the file.
        message.setValue("identity", forHTTPHeaderField: "Accept-Encoding")
    }

    override func begin(_ head: ResponseHead) throws -> (offset: Int64, total: Int64?)? {
        try state.withLock { try $0.begin(head) }
    }

    override func receive(_ data: Data) throws {
        try state.withLock { state in
            guard let part = state.part, let file = part.file else { return }
            if let expected = state.latest.expected, Int64(data.count) > expected - part.length {
                throw PartialContent.mismatch(state.latest.url)
            }
            try RequestError.inTemporaryFile(at: part.url) {
                try data.withUnsafeBytes { bytes in try file.write(bytes, at: part.length) }
            }
            part.length += Int64(data.count)
        }
    }

    override func reset(after error: (any Error)?) {
        state.withLock { $0.setAside == nil ? $0.invalidate(after: error) : $0.takeBack() }
    }

    override func finish(_ error: (any Error)?, isAnswered: Bool) -> (any Sendable)? {
        state.withLock { state in
            let files = (state.part, state.part?.file, state.setAside, state.setAside?.file)
            let isRefused = (error as? RequestError)?.cause is ResponseSerializationError
            if error != nil, state.setAside != nil, state.dropsRefused || !isRefused {
                state.takeBack()
            }
            state.setAside = nil
            state.part?.file = nil
            state.invalidate(after: error)
            // An incomplete part is useful only if the download can be resumed.
            if error != nil, !isAnswered, state.part?.continued == nil { state.part = nil }
            return files
        }
    }

    override func needsRest() throws -> Bool {
        try state.withLock { state in
            guard let part = state.part else { return false }
            let latest = state.latest
            if let expected = latest.expected, part.length != expected { throw PartialContent.mismatch(latest.url) }
            guard let total = latest.total, part.length < total else { return false }
            guard state.allowance.admitsAnother(afterReceiving: part.length - latest.begun, of: total - latest.begun)
            else { throw PartAllowance.exceeded(latest.url) }
            return true
        }
    }

    override func dropRefused() { state.withLock { $0.dropsRefused = true } }

    override var excerpt: Data? {
        url.flatMap { try? FileHandle(forReadingFrom: $0).read(upToCount: Self.mostRefused) }
    }

    override var canPause: Bool { state.withLock { $0.part?.continued != nil } }
}
