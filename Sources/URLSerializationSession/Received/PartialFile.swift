/// The file that a download is written to, from the first byte or from where an earlier one ended.
///
/// It is removed with this object, unless it has been moved or handed over.
final class PartialFile: BodySink {
    private struct State: Sendable {
        /// What was received, and the name of its file in the temporary directory.
        var part: Part?
        /// What was there when something else than the rest of it came, as with a server that is busy.
        var setAside: Part?
        /// What an earlier download left, until it is taken over.
        var remainder: ResumeData?
        /// Whether the rest of the part was asked for, and the answer has not come.
        var isRestAwaited = false
        /// The part's length when the latest answer began.
        var begun: Int64 = 0
        /// The length that the part must have when the latest answer has come whole, where the answer says it.
        var expected: Int64?
        /// The whole file's length, as the latest answer with a part of it says.
        var total: Int64?
        /// The URL of the latest answer, for errors.
        var url: URL?
        var allowance = PartAllowance()
        /// Whether the request can be sent for a part: it has no body, and no range of its own.
        var isPartial = false
        var isHandedOver = false
        /// Whether the part is that of an earlier response: what is wrong with the latest one says nothing about it.
        var isTakenBack = false

        /// An empty file for what comes, the one that there is or a new one.
        mutating func beginPart(_ version: FileVersion?) throws {
            do {
                var new = try part ?? Part()
                new.file?.truncate(to: 0)
                new.length = 0
                new.version = version
                part = new
            } catch {
                throw SessionError.unwritable(error, at: FileManager.default.temporaryDirectory)
            }
        }

        /// Decides about an answer, and makes room for its body.
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

        /// What came instead of the rest goes.
        mutating func takeBack() {
            part?.remove()
            part = setAside
            setAside = nil
            isTakenBack = true
        }
    }

    private struct Part: Sendable {
        let name: UUID
        /// Nil once nothing more is written.
        var file: OpenFile?
        var length: Int64 = 0
        /// The version of the file that it is a part of; `nil` if the rest cannot be asked for.
        var version: FileVersion?

        var url: URL { PartialFile.url(of: name) }
        var canGoOn: Bool { length > 0 && version != nil }

        /// A new file.
        init() throws {
            name = UUID()
            file = try OpenFile.creating(PartialFile.url(of: name), isPrivate: true)
        }

        /// What an earlier download left.
        init(_ data: ResumeData) throws {
            name = UUID()
            length = data.length
            version = data.version
            do {
                file = try data.takeFile(as: PartialFile.url(of: name))
            } catch {
                remove()
                throw error
            }
        }

        func remove() { try? FileManager.default.removeItem(at: url) }
    }

    private let state: Locked<State>

    init(resuming data: ResumeData? = nil) {
        state = Locked(State(remainder: data))
    }

    deinit {
        let state = state.value
        state.setAside?.remove()
        if !state.isHandedOver { state.part?.remove() }
    }

    /// Where the file of a name is.
    static func url(of name: UUID) -> URL {
        FileManager.default.temporaryDirectory.appendingPathComponent(
            "URLSerializationSession-\(name.uuidString).download")
    }

    /// Where what was received is; nil if nothing was, or it has been moved.
    var url: URL? { state.value.part?.url }

    /// Says that the file has gone to its destination.
    func hasMoved() { state.withLock { $0.part = nil } }

    /// Leaves the file to somebody else.
    func giveUp() { state.withLock { $0.isHandedOver = true } }

    /// What it takes to go on; the file is then the receiver's.
    func handOver(for request: URLRequest) -> Data? {
        state.withLock { state in
            guard let part = state.part, part.canGoOn, let version = part.version else { return nil }
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
                // What is not there any more comes anew.
                state.part = try? Part(remainder)
            }
            state.isPartial =
                request.httpMethod == "GET" && request.value(forHTTPHeaderField: "Range") == nil
                && request.httpBody == nil && request.httpBodyStream == nil
            state.isRestAwaited = state.isPartial && state.part?.canGoOn ?? false
            return state.isRestAwaited ? state.part : nil
        }
        guard let part, let version = part.version else { return }
        request.setValue("bytes=\(part.length)-", forHTTPHeaderField: "Range")
        request.setValue(version.validator, forHTTPHeaderField: "If-Range")
        // Of a body that is compressed on the way no part could be asked for.
        request.setValue("identity", forHTTPHeaderField: "Accept-Encoding")
    }

    func begin(_ response: URLResponse) throws -> BodyDecision {
        try state.withLock { state in
            do {
                return try state.begin(response)
            } catch {
                state.part?.version = nil
                throw error
            }
        }
    }

    func receive(_ data: Data) throws {
        try state.withLock { state in
            guard let part = state.part, let file = part.file else { return }
            if let expected = state.expected, Int64(data.count) > expected - part.length {
                state.part?.version = nil
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
            if error?.spoilsPart ?? false, !state.isTakenBack { state.part?.version = nil }
        }
    }

    func finish(_ error: (any Error)?, isAnswered: Bool) {
        state.withLock { state in
            if error != nil, state.setAside != nil, !(error is ResponseSerializationError) { state.takeBack() }
            state.setAside?.remove()
            state.setAside = nil
            state.part?.file = nil
            if error?.spoilsPart ?? false, !state.isTakenBack { state.part?.version = nil }
            // What is no answer is of use only if it can be gone on with.
            if error != nil, !isAnswered, let part = state.part, !part.canGoOn {
                part.remove()
                state.part = nil
            }
        }
    }

    func needsRest() throws -> Bool {
        try state.withLock { state in
            guard let part = state.part else { return false }
            if let expected = state.expected, part.length != expected {
                state.part?.version = nil
                throw PartialContent.mismatch(state.url)
            }
            guard let total = state.total, part.length < total else { return false }
            guard state.allowance.admitsAnother(afterReceiving: part.length - state.begun, of: total - state.begun)
            else { throw PartAllowance.exceeded(state.url) }
            return true
        }
    }

    var canPause: Bool { state.value.part?.canGoOn ?? false }
}

extension Error {
    /// Whether the bytes that came are not worth going on with: they were refused, not interrupted.
    fileprivate var spoilsPart: Bool {
        switch self {
        case is ResponseSerializationError: true
        case let error as SessionError: [.invalidPartialContent, .bodyTooLarge].contains(error.code)
        default: false
        }
    }
}
