/// Keeps a received body in memory, or hands it out as it arrives.
final class ReceivedBytes: BodySink {
    private struct State: Sendable {
        var data: ReceivedSegments?
        var pipe: BodyPipe?
        /// The response of the body, or `nil` before it.
        var head: URLResponse?
        var isPaused = false
        /// The result of the request, or `nil` before its end.
        var end: Result<Void, any Error>?
    }

    private let state = Locked(State())
    private let reviewer = Locked<BodyReviewer?>(nil)

    /// Sets the closure that decides whether the body of a response is handed out. Set once, before the start.
    func setReviewer(_ review: @escaping BodyReviewer) { reviewer.withLock { $0 = review } }

    /// The bytes received so far, or `nil` before a response and where a pipe hands them out.
    var data: Data? { state.withLock { $0.data?.joined() } }

    /// Returns a pipe through which the body is handed out from now on, or `nil` if an earlier call has taken it.
    func takePipe() -> BodyPipe? {
        let pipe = BodyPipe()
        let isTaken = state.withLock { state in
            guard state.pipe == nil else { return false }
            if let data = state.data?.joined() { pipe.append(kept: data) }
            state.data = nil
            state.pipe = pipe
            pipe.setPaused(state.isPaused)
            if let end = state.end { pipe.finish(end) }
            return true
        }
        guard isTaken else { return nil }
        releaseIfValid()
        return pipe
    }

    // MARK: - On the session's queue

    func begin(_ response: URLResponse) -> BodyDecision {
        state.withLock { state in
            state.head = response
            if state.pipe == nil { state.data = ReceivedSegments() }
        }
        releaseIfValid()
        return .keep(from: 0)
    }

    func receive(_ data: Data) throws {
        try state.withLock { state in
            if let pipe = state.pipe { try pipe.append(data) } else { state.data?.append(data) }
        }
    }

    func reset(after error: (any Error)?) {
        state.withLock { state in
            state.head = nil
            state.data = nil
            state.pipe?.reset()
        }
    }

    /// Ends the pipe, after the request has ended, so that a reader at the body's end finds the request ended too.
    func notifyEnd(_ error: (any Error)?) {
        state.withLock { state in
            let end: Result<Void, any Error> = error.map { .failure($0) } ?? .success(())
            state.end = end
            state.pipe?.finish(end)
        }
    }

    func setPaused(_ isPaused: Bool) {
        state.withLock { state in
            state.isPaused = isPaused
            state.pipe?.setPaused(isPaused)
        }
    }

    var isInMemory: Bool { !isHandedOut }

    var isHandedOut: Bool { state.withLock { $0.pipe != nil } }

    func hold() -> Bool { state.value.pipe?.hold() ?? true }

    /// Releases the body for reading if the response is acceptable.
    private func releaseIfValid() {
        let state = state.value
        guard let head = state.head, let pipe = state.pipe, let review = reviewer.value else { return }
        let attempt = pipe.attempt
        review(head) { pipe.release(attempt) }
    }
}

/// Calls a closure, on any queue, if the response is acceptable, and otherwise ends its transfer.
typealias BodyReviewer = @Sendable (_ head: URLResponse, _ accept: @escaping @Sendable () -> Void) -> Void
