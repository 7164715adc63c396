/// The temporary file of a download, written from its first byte or as the continuation of an earlier download.
///
/// The file is removed with this object, unless it has been moved or released.
final class PartialFile: BodySink {
    private struct State: Sendable {
        /// The received part of the file, or `nil` for none.
        var part: Part?
        /// The part that was stored when a response other than its rest arrived, such as a busy server's.
        var setAside: Part?
        /// The resume data of an earlier download, until its file is taken over.
        var remainder: ResumeData?
        /// Whether the rest of the part was requested, and its answer has not arrived.
        var isRestAwaited = false
        /// The part's length when the latest answer began.
        var begun: Int64 = 0
        /// The length of the part after the latest answer, or `nil` where the answer does not state it.
        var expected: Int64?
        /// The whole file's length, as stated by the latest answer with a part of it.
        var total: Int64?
        /// The URL of the latest answer, for errors.
        var url: URL?
        var allowance = PartAllowance()
        /// Whether the request can ask for a part: it has no body, and its caller has set no range.
        var isPartial = false
        var isHandedOver = false
        /// Whether the part is of an earlier response, and thus not affected by an error of the latest.
        var isTakenBack = false

        /// Begins with an empty file: the existing one, truncated, or a new one.
        mutating func beginPart(_ version: FileVersion?) throws {
            do {
                var new = try part ?? Part { try OpenFile.creating($0, isPrivate: true) }
                new.file?.truncate(to: 0)
                new.length = 0
                new.version = version
                part = new
            } catch {
                throw SessionError.unwritable(error, at: FileManager.default.temporaryDirectory)
            }
        }

        /// Decides about an answer and prepares the part for its body.
        mutating func begin(_ response: URLResponse) throws -> BodyDecision {
            defer { isRestAwaited = false }
            isTakenBack = false
            total = nil
            expected = nil
            url = response.url
            let answer = response as? HTTPURLResponse
            if isRestAwaited, let answer, let part, let version = part.version {
                switch try PartialContent.place(of: answer, after: part.length, of: version) {
                case .rest(let count, let total):
                    begun = part.length
                    expected = begun.saturatingSum(count)
                    self.total = total
                    self.part?.version?.length = total
                    return .keep(from: begun, of: total)
                case .none:
                    self.part?.version = nil
                    return .startOver
                case .aside:
                    setAside = part
                    self.part = nil
                case .whole: break
                }
            } else if let answer {
                expected = try PartialContent.count(of: answer, isWholeWanted: isPartial)
            }
            try beginPart(isPartial ? answer.flatMap(FileVersion.init) : nil)
            return .keep(from: 0)
        }

        /// Removes the body that arrived in place of the rest, and restores the part that was set aside.
        mutating func takeBack() {
            part?.remove()
            part = setAside
            setAside = nil
            isTakenBack = true
        }
    }

    private struct Part: Sendable {
        let name: UUID
        /// The open file, or `nil` after the last write.
        var file: OpenFile?
        var length: Int64 = 0
        /// The version of the whole file, or `nil` if the rest cannot be requested.
        var version: FileVersion?

        var url: URL { PartialFile.url(of: name) }
        /// Whether the rest can be requested.
        var isResumable: Bool { length > 0 && version != nil }

        /// Creates a part whose file a closure opens at a URL.
        init(opening open: (URL) throws -> OpenFile) throws {
            name = UUID()
            do {
                file = try open(PartialFile.url(of: name))
            } catch {
                remove()
                throw error
            }
        }

        /// Takes over the file of an earlier download.
        init(_ data: ResumeData) throws {
            try self.init(opening: data.takeFile)
            length = data.length
            version = data.version
        }

        func remove() { try? FileManager.default.removeItem(at: url) }
    }

    private let state: Locked<State>

    init(resuming data: ResumeData? = nil) { state = Locked(State(remainder: data)) }

    deinit {
        let state = state.value
        state.setAside?.remove()
        if !state.isHandedOver { state.part?.remove() }
    }

    /// Returns the URL of a part's file.
    static func url(of name: UUID) -> URL {
        FileManager.default.temporaryDirectory.appendingPathComponent(
            "URLSerializationSession-\(name.uuidString).download")
    }

    /// The URL of the received part, or `nil` if nothing was received or the file has been moved.
    var url: URL? { state.value.part?.url }

    /// Makes the next attempt begin with the first byte.
    func invalidate() { state.withLock { $0.part?.version = nil } }

    /// Forgets the file, which has been moved to its destination.
    func didMove() { state.withLock { $0.part = nil } }

    /// Releases ownership of the file, which is then not removed with this object.
    func release() { state.withLock { $0.isHandedOver = true } }

    /// Returns resume data and releases ownership of the file, or returns `nil` if the download cannot be resumed.
    func handOver(for request: URLRequest) -> Data? {
        state.withLock { state in
            guard let part = state.part, part.isResumable, let version = part.version else { return nil }
            let data = try? ResumeData(request, name: part.name, length: part.length, version: version).data
            if data != nil { state.isHandedOver = true }
            return data
        }
    }

    // MARK: - On the session's queue

    func prepare(_ request: inout URLRequest) {
        let part = state.withLock { state in
            if let remainder = state.remainder {
                state.remainder = nil
                // If the file no longer exists, the whole is downloaded.
                state.part = try? Part(remainder)
            }
            state.isPartial =
                request.httpMethod == "GET" && request.value(forHTTPHeaderField: "Range") == nil
                && request.httpBody == nil && request.httpBodyStream == nil
            state.isRestAwaited = state.isPartial && state.part?.isResumable ?? false
            return state.isRestAwaited ? state.part : nil
        }
        guard let part, let version = part.version else { return }
        request.setValue("bytes=\(part.length)-", forHTTPHeaderField: "Range")
        request.setValue(version.validator, forHTTPHeaderField: "If-Range")
        // A range of a compressed body would not be a range of the file.
        request.setValue("identity", forHTTPHeaderField: "Accept-Encoding")
    }

    func begin(_ response: URLResponse) throws -> BodyDecision { try state.withLock { try $0.begin(response) } }

    func receive(_ data: Data) throws {
        try state.withLock { state in
            guard let part = state.part, let file = part.file else { return }
            if let expected = state.expected, Int64(data.count) > expected - part.length {
                throw PartialContent.mismatch(state.url)
            }
            do {
                try data.withUnsafeBytes { bytes in try file.write(bytes, at: part.length) }
            } catch {
                throw SessionError.unwritable(error, at: part.url)
            }
            state.part?.length += Int64(data.count)
        }
    }

    func reset(after error: (any Error)?) {
        state.withLock { state in
            if state.setAside != nil { return state.takeBack() }
            if error?.invalidatesPart ?? false, !state.isTakenBack { state.part?.version = nil }
        }
    }

    func finish(_ error: (any Error)?, isAnswered: Bool) {
        state.withLock { state in
            if error != nil, state.setAside != nil, !(error is ResponseSerializationError) { state.takeBack() }
            state.setAside?.remove()
            state.setAside = nil
            state.part?.file = nil
            if error?.invalidatesPart ?? false, !state.isTakenBack { state.part?.version = nil }
            // An incomplete part is of use only if the download can be resumed.
            if error != nil, !isAnswered, let part = state.part, !part.isResumable {
                part.remove()
                state.part = nil
            }
        }
    }

    func needsRest() throws -> Bool {
        try state.withLock { state in
            guard let part = state.part else { return false }
            if let expected = state.expected, part.length != expected { throw PartialContent.mismatch(state.url) }
            guard let total = state.total, part.length < total else { return false }
            guard state.allowance.admitsAnother(afterReceiving: part.length - state.begun, of: total - state.begun)
            else { throw SessionError(.tooManyParts, state.url) }
            return true
        }
    }

    var canPause: Bool { state.value.part?.isResumable ?? false }
}

extension Error {
    /// Whether the received part must not be continued, because it was refused and not merely interrupted.
    fileprivate var invalidatesPart: Bool {
        switch self {
        case is ResponseSerializationError: true
        case let error as SessionError: [.invalidPartialContent, .bodyTooLarge].contains(error.code)
        default: false
        }
    }
}
