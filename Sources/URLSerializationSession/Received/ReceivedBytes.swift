/// A received body, kept in memory or handed out to a reader as it arrives.
final class ReceivedBytes: BodySink, @unchecked Sendable {
    /// The next bytes, or `nil` at the end, and whether there is room again without them.
    typealias Next = (data: Data?, freesRoom: Bool)
    private typealias Reader = CheckedContinuation<Result<Next, RequestError>, Never>

    private struct State: Sendable {
        /// The bytes that are kept or wait for the reader, or `nil` before a response and if they are discarded.
        var buffer: SpillingBuffer?
        /// Whether the body has a reader.
        var isRead = false
        /// Whether the bytes are neither kept nor handed out here.
        var isDiscarded = false
        /// The response of the body, or `nil` before it.
        var head: ResponseHead?
        /// Whether the reader may have the bytes, because the response is acceptable or the request has ended.
        var isReleased = false
        var isPaused = false
        /// Whether bytes are held during a decision about another attempt, which would send them again.
        var isHeld = false
        /// Whether the response is not acceptable, so that the reader gets its error and nothing of the body.
        var isRefused = false
        var hasHandedOut = false
        /// Whether the reader's task was cancelled.
        var isCancelled = false
        /// The result for a reader that has got all bytes, or `nil` before the end of the request.
        var end: Result<Next, RequestError>?
        var reader: Reader?

        /// Returns the next result for a reader, or `nil` if the reader has to wait.
        mutating func result() -> Result<Next, RequestError>? {
            if isCancelled {
                let error = URLError.cancelled(head?.url).withoutSecrets
                return .failure(
                    RequestError(wrapping: error, url: head?.url, response: head?.http))
            }
            guard isReleased, !isPaused, !isHeld else { return nil }
            let wasFull = !hasRoom
            do {
                if let data = try buffer?.next() {
                    hasHandedOut = true
                    return .success((data, wasFull && hasRoom))
                }
            } catch {
                return .failure(error)
            }
            return end
        }

        /// Whether the engine need not wait for the reader.
        var hasRoom: Bool { isCancelled || !isRead || isRefused || buffer?.count ?? 0 <= ReceivedBytes.room }
        var isFull: Bool { isRefused && buffer?.count ?? 0 >= BodySink.mostRefused }

        /// Ends the reader's body. On failure, discards the bytes that were not released.
        mutating func finish(_ end: Result<Next, RequestError>) {
            self.end = end
            isPaused = false
            isHeld = false
            guard isRead else { return }
            if case .failure = end, !isReleased { buffer = SpillingBuffer() }
            isReleased = true
        }
    }

    private let state = Locked(State())
    /// The most bytes that wait for a reader if the engine can wait.
    private static let room = 1 << 16

    override var hasRoom: Bool { state.withLock { $0.hasRoom } }

    /// The bytes received so far, or `nil` before a response and if a reader gets them.
    override var data: Data? { state.withLock { $0.isRead ? nil : $0.buffer?.joined() } }

    // MARK: - Reading

    /// Hands the body out from now on, with the bytes received before. Returns `false` if an earlier call has done so.
    func beginReading() -> Bool {
        var isFirst = false
        change { state in
            isFirst = !state.isRead
            guard isFirst else { return }
            state.isRead = true
            state.buffer = state.buffer ?? SpillingBuffer()
            if let end = state.end { state.finish(end) }
        }
        return isFirst
    }

    var hasEnded: Bool { state.withLock { $0.end != nil } }

    /// Waits for the next bytes and returns them, or `nil` at the end.
    ///
    /// - Returns: The bytes, or the error that ended the body, or one of kind ``RequestError/Kind/cancelled`` after
    ///   ``cancelReading()``, and ``RequestError/Kind/bodyConsumed`` while another task waits.
    func next() async -> Result<Next, RequestError> {
        await withCheckedContinuation { (reader: Reader) in
            var isFirst = true
            change { state in
                isFirst = state.reader == nil
                if isFirst { state.reader = reader }
            }
            if !isFirst { reader.resume(returning: .failure(RequestError(.bodyConsumed, nil))) }
        }
    }

    func cancelReading() { change { $0.isCancelled = true } }

    /// Changes the state, then resumes the reader if it has a result.
    private func change(_ body: (inout State) throws -> Void) rethrows {
        let next = try state.withLock { state -> (reader: Reader, result: Result<Next, RequestError>)? in
            try body(&state)
            guard let reader = state.reader, let result = state.result() else { return nil }
            state.reader = nil
            return (reader, result)
        }
        if let next { next.reader.resume(returning: next.result) }
    }

    // MARK: - For the driver

    override func begin(_ head: ResponseHead) -> (offset: Int64, total: Int64?)? {
        state.withLock { state in
            state.head = head
            if !state.isRead, !state.isDiscarded { state.buffer = SpillingBuffer() }
        }
        return (0, nil)
    }

    override func receive(_ data: Data) throws {
        try change { state in
            if !state.isRead || state.isRefused {
                state.buffer?.keep(data)
            } else if state.end == nil, !state.isCancelled {
                try state.buffer?.append(data)
            }
        }
    }

    override func reset(after error: (any Error)?) {
        change { state in
            (state.head, state.buffer) = (nil, state.isRead ? SpillingBuffer() : nil)
            state.isHeld = false
            state.isRefused = false
            state.isReleased = false
        }
    }

    /// Ends the body, after the request has ended, so that a reader at the body's end finds the request ended too.
    override func notifyEnd(_ error: RequestError?) {
        change { $0.finish(error.map { .failure($0) } ?? .success((data: nil, freesRoom: false))) }
    }

    override func setPaused(_ isPaused: Bool) { change { $0.isPaused = isPaused } }

    override var isInMemory: Bool { !isHandedOut }

    override var isHandedOut: Bool { state.withLock { $0.isRead || $0.isDiscarded } }

    func discard() { state.withLock { $0.isDiscarded = true } }

    override func hold() -> Bool {
        state.withLock { state in
            state.isHeld = !state.hasHandedOut
            return state.isHeld
        }
    }

    /// The head of a body that has a reader and is not released, or `nil` for none.
    var headToReview: ResponseHead? { state.withLock { $0.isRead && !$0.isReleased ? $0.head : nil } }

    /// Keeps the body of a response from its reader.
    func refuse(_ head: ResponseHead) { change { if $0.head === head { $0.isRefused = true } } }

    override var isRefused: Bool { state.withLock { $0.isRefused } }

    override var isFull: Bool { state.withLock { $0.isFull } }

    override var excerpt: Data? { state.withLock { $0.buffer?.joined().prefix($0.isRead ? Self.mostRefused : .max) } }

    /// Releases the body of a response for reading.
    func release(_ head: ResponseHead) { change { if $0.head === head { $0.isReleased = true } } }
}
