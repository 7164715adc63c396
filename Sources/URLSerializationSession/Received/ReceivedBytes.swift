/// Keeps a received body in memory, or hands it out as it comes.
final class ReceivedBytes: BodySink {
    private struct State: Sendable {
        var data: ReceivedPieces?
        var pipe: BodyPipe?
        /// The response whose body this is, once it is there.
        var head: URLResponse?
        var isPaused = false
        /// How the request ended, once it has.
        var end: Result<Void, any Error>?
    }

    private let state = Locked(State())
    private let owner = Locked(WeakReviewer())

    private struct WeakReviewer: Sendable {
        weak var reviewer: (any BodyReviewer)?
    }

    /// The request whose body it is. Set once, before anything comes.
    var reviewer: (any BodyReviewer)? {
        get { owner.value.reviewer }
        set { owner.withLock { $0.reviewer = newValue } }
    }

    /// What is kept, once there is a response.
    var data: Data? { state.withLock { $0.data?.joined() } }

    /// The way by which the body is handed out from now on; nil if it is already.
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
            if state.pipe == nil { state.data = ReceivedPieces() }
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

    /// After the end, so that whoever reads the body to its end finds a request that has ended.
    func tellEnd(_ error: (any Error)?) {
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

    func withhold() -> Bool { state.value.pipe?.withhold() ?? true }

    /// Nothing of a response that is not acceptable is handed out.
    private func releaseIfValid() {
        let state = state.value
        guard let head = state.head, let pipe = state.pipe, let reviewer else { return }
        let attempt = pipe.attempt
        reviewer.review(head) { pipe.release(attempt) }
    }
}

/// The request that decides whether the body of a response is handed out.
protocol BodyReviewer: AnyObject, Sendable {
    /// Calls a closure, on any queue, if the response is acceptable; otherwise ends its transfer.
    func review(_ head: URLResponse, _ accept: @escaping @Sendable () -> Void)
}
