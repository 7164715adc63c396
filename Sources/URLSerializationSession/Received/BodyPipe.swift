/// A queue of received bytes between a transfer and the reader of its body.
final class BodyPipe: Sendable {
    private typealias Reader = CheckedContinuation<Data?, any Error>

    private struct State: Sendable {
        var buffer = SpillingBuffer()
        var attempt = 0
        var isReleased = false
        var isPaused = false
        /// Whether bytes are held during a decision about another attempt, which would send them again.
        var isHeld = false
        var hasHandedOut = false
        var isCancelled = false
        var end: Result<Void, any Error>?
        var reader: Reader?

        /// Returns the next result for a reader, or `nil` if the reader has to wait.
        mutating func answer() -> Result<Data?, any Error>? {
            if isCancelled { return .failure(CancellationError()) }
            guard isReleased, !isPaused, !isHeld else { return nil }
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

    /// The number of the attempt from which the bytes are.
    var attempt: Int { state.value.attempt }
    /// Whether the stream has ended.
    var hasEnded: Bool { state.value.end != nil }

    /// Adds bytes that were received, and kept in memory, before the reader was added.
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

    /// Holds the bytes during a decision about another attempt. Returns `false` if some have been read, so that they
    /// must not be received again.
    func hold() -> Bool {
        state.withLock { state in
            state.isHeld = !state.hasHandedOut
            return state.isHeld
        }
    }

    /// Discards the bytes, which another attempt will receive again.
    func reset() {
        change { state in
            state.isHeld = false
            state.buffer = SpillingBuffer()
            state.attempt += 1
            state.isReleased = false
        }
    }

    /// Ends the stream. On failure, discards the bytes that were not released.
    func finish(_ end: Result<Void, any Error>) {
        change { state in
            if case .failure = end, !state.isReleased { state.buffer = SpillingBuffer() }
            state.isReleased = true
            state.isPaused = false
            state.isHeld = false
            state.end = end
        }
    }

    // MARK: - Reading

    /// Waits for the next bytes and returns them, or `nil` at the end.
    ///
    /// - Throws: The error that ended the stream; `CancellationError` in a cancelled task; ``SessionError`` with code
    ///   ``SessionError/Code/bodyConsumed`` while another task waits.
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

    /// Changes the state, then resumes the reader if it has a result.
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
