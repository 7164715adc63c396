/// Bytes on their way from a transfer to whoever reads them.
final class BodyPipe: Sendable {
    private typealias Reader = CheckedContinuation<Data?, any Error>

    private struct State: Sendable {
        var buffer = SpillingBuffer()
        var attempt = 0
        var isReleased = false
        var isPaused = false
        /// Whether it is being decided if the bytes come again.
        var isWithheld = false
        var hasHandedOut = false
        var isCancelled = false
        var end: Result<Void, any Error>?
        var reader: Reader?

        /// What there is for a reader now; nil if it has to wait.
        mutating func answer() -> Result<Data?, any Error>? {
            if isCancelled { return .failure(CancellationError()) }
            guard isReleased, !isPaused, !isWithheld else { return nil }
            do {
                if let data = try buffer.next() {
                    hasHandedOut = true
                    return .success(data)
                }
            } catch {
                return .failure(error)
            }
            return end.map { $0.map { nil } }
        }
    }

    private let state = Locked(State())

    // MARK: - Writing

    /// Which attempt's bytes these are.
    var attempt: Int { state.value.attempt }
    /// Whether there will be no more bytes.
    var hasEnded: Bool { state.value.end != nil }

    /// Adds the bytes that came before anyone wanted to read them.
    func append(kept data: Data) {
        change { $0.buffer.keep(data) }
    }

    /// Adds bytes.
    ///
    /// - Throws: ``SessionError`` with code ``SessionError/Code/unwritableFile``.
    func append(_ data: Data) throws {
        var failure: (any Error)?
        change { state in
            guard state.end == nil, !state.isCancelled else { return }
            do { try state.buffer.append(data) } catch { failure = error }
        }
        if let failure { throw failure }
    }

    /// Lets the bytes of an attempt be read.
    func release(_ attempt: Int) {
        change { if $0.attempt == attempt { $0.isReleased = true } }
    }

    func setPaused(_ isPaused: Bool) {
        change { $0.isPaused = isPaused }
    }

    /// Hands nothing out while it is decided whether the bytes come again; false if they must not, because some have
    /// been read.
    func withhold() -> Bool {
        state.withLock { state in
            state.isWithheld = !state.hasHandedOut
            return state.isWithheld
        }
    }

    /// Drops what nobody has read: it comes again.
    func reset() {
        change { state in
            state.isWithheld = false
            state.buffer = SpillingBuffer()
            state.attempt += 1
            state.isReleased = false
        }
    }

    /// Says that no more bytes will come. Of what was not released an error leaves nothing.
    func finish(_ end: Result<Void, any Error>) {
        change { state in
            if case .failure = end, !state.isReleased { state.buffer = SpillingBuffer() }
            state.isReleased = true
            state.isPaused = false
            state.isWithheld = false
            state.end = end
        }
    }

    // MARK: - Reading

    /// The next bytes, waiting for them; nil at the end.
    func next() async throws -> Data? {
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { (reader: CheckedContinuation<Data?, any Error>) in
                var isFirst = true
                change { state in
                    isFirst = state.reader == nil
                    if isFirst { state.reader = reader }
                }
                if !isFirst { reader.resume(throwing: SessionError.bodyConsumed(nil)) }
            }
        } onCancel: {
            change { $0.isCancelled = true }
        }
    }

    /// Changes the state, and gives the reader what there is for it then.
    private func change(_ body: (inout State) -> Void) {
        let (reader, answer) = state.withLock { state -> (Reader?, Result<Data?, any Error>?) in
            body(&state)
            guard let reader = state.reader, let answer = state.answer() else { return (nil, nil) }
            state.reader = nil
            return (reader, answer)
        }
        if let reader, let answer { reader.resume(with: answer) }
    }
}
