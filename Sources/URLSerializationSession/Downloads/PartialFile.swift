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
        /// Where the part that was asked for begins.
        var offset: Int64?
        /// The part's length when the latest answer began.
        var begun: Int64 = 0
        /// The whole file's length, as the latest answer with a part of it says.
        var total: Int64?
        /// Whether the request can be sent for a part: it has no body, and no range of its own.
        var isPartial = false
        var isHandedOver = false

        /// An empty file for what comes, the one that there is or a new one.
        mutating func beginPart(validator: String?) throws {
            do {
                var new = try part ?? Part()
                new.file?.truncate(to: 0)
                new.length = 0
                new.validator = validator
                part = new
            } catch {
                throw SessionError.unwritable(error, at: FileManager.default.temporaryDirectory)
            }
        }

        /// What came instead of the rest goes.
        mutating func takeBack() {
            part?.remove()
            part = setAside
            setAside = nil
        }
    }

    private struct Part: Sendable {
        let name: UUID
        /// Nil once nothing more is written.
        var file: OpenFile?
        var length: Int64 = 0
        var validator: String?

        var url: URL { PartialFile.url(of: name) }
        var canGoOn: Bool { length > 0 && validator != nil }

        /// A new file.
        init() throws {
            name = UUID()
            file = try OpenFile.creating(PartialFile.url(of: name), isPrivate: true)
        }

        /// What an earlier download left.
        init(_ data: ResumeData) throws {
            name = UUID()
            length = data.length
            validator = data.validator
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
            guard let part = state.part, part.canGoOn, let validator = part.validator else { return nil }
            let data = try? ResumeData(request, name: part.name, length: part.length, validator: validator).data
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
            guard state.isPartial, let part = state.part, part.canGoOn else {
                state.offset = nil
                return nil as Part?
            }
            state.offset = part.length
            return part
        }
        guard let part else { return }
        request.setValue("bytes=\(part.length)-", forHTTPHeaderField: "Range")
        request.setValue(part.validator, forHTTPHeaderField: "If-Range")
        // Of a body that is compressed on the way no part could be asked for.
        request.setValue("identity", forHTTPHeaderField: "Accept-Encoding")
    }

    func begin(_ response: URLResponse) throws -> BodyDecision {
        let response = response as? HTTPURLResponse
        return try state.withLock { state in
            let offset = state.offset
            state.offset = nil
            state.total = nil
            if offset != nil, let response {
                switch response.statusCode {
                case 206:
                    let range = response.value(forHTTPHeaderField: "Content-Range").flatMap(ContentRange.init)
                    if let range, range.first == offset {
                        state.total = range.total
                        state.begun = range.first
                        return .keep(from: range.first, of: range.total)
                    }
                    fallthrough
                case 416:
                    state.part?.validator = nil
                    return .startOver
                case 200: break
                default:
                    state.setAside = state.part
                    state.part = nil
                }
            }
            try state.beginPart(validator: state.isPartial ? response?.fileValidator : nil)
            return .keep(from: 0)
        }
    }

    func receive(_ data: Data) throws {
        try state.withLock { state in
            guard let part = state.part, let file = part.file else { return }
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
            // What was refused is not worth going on with; what was interrupted is.
            if error is ResponseSerializationError { state.part?.validator = nil }
        }
    }

    func finish(_ error: (any Error)?) {
        state.withLock { state in
            if error != nil, state.setAside != nil, !(error is ResponseSerializationError) { state.takeBack() }
            state.setAside?.remove()
            state.setAside = nil
            state.part?.file = nil
            // Nobody will ask for a part that cannot be gone on with, unless it is what a server said of an error.
            if error is URLError, let part = state.part, !part.canGoOn {
                part.remove()
                state.part = nil
            }
        }
    }

    var remainder: BodyRemainder {
        let state = state.value
        guard let part = state.part, let total = state.total, part.length < total else { return .nothing }
        return part.length > state.begun ? .rest : .beyondReach
    }

    var canPause: Bool { state.value.part?.canGoOn ?? false }
}
