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
    private let owner = Locked(WeakRequest())

    private struct WeakRequest: Sendable {
        weak var request: DataRequest?
    }

    /// Whose body it is. Set once, before anything comes.
    var request: DataRequest? {
        get { owner.value.request }
        set { owner.withLock { $0.request = newValue } }
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
        request?.expectAnswer()
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
        guard let head = state.head, let pipe = state.pipe, let request else { return }
        let attempt = pipe.attempt
        request.callbacks.async {
            guard request.accepts(head: head) else {
                // Nobody will read what else comes.
                return request.session.queue.async { request.execution.endTransfer(of: head) }
            }
            guard request.credential != nil else { return pipe.release(attempt) }
            request.session.queue.async {
                if !request.execution.answersChallenge(of: head) { pipe.release(attempt) }
            }
        }
    }
}
