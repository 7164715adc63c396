/// Carries a request out: adapts it, sends it, follows where it is led, and sends it again if it failed and may.
///
/// One thing happens at a time, in this order:
///
///     idle → preparing → transferring → concluding → deciding → waiting ┐
///                 ↑           ↑ redirections, challenges                │
///                 └───────────┴─────────────────────────────────────────┘ → finished
///
/// `@unchecked Sendable`: everything happens on the session's queue, where nothing waits and no code of the user's runs.
/// The user's code runs on the request's own queue or in tasks; what it says comes back with the number of the attempt
/// that it was about, and means nothing if that is over.
final class RequestExecution: @unchecked Sendable {
    enum Phase {
        case idle
        case preparing(Task<Void, Never>?)
        case transferring(Transfer, Hop)
        case concluding
        case deciding(Task<Void, Never>)
        case waiting
        case finished
    }

    let session: Session
    let sink: any BodySink
    let body: RequestBody
    /// The session holds the request as long as there is something to do.
    weak var request: Request?
    var phase = Phase.idle
    /// What to do with the response at hand, once its head is there.
    var plan: Plan?
    /// Where a challenge has come from that there was no credential for: it may still be said.
    var challenged: Hop?
    /// What came with a redirection or a challenge, where its owner may keep it.
    var redirectionBody = Data()
    /// Whether the body of the redirection at hand is kept.
    var isKeepingRedirection = false
    /// The error of such a body that is too long, if it becomes the answer.
    var redirectionExcess: (any Error)?
    /// The response that the owner is deciding about.
    var undecided: URLResponse?
    /// The end of the attempt, which waits for that decision.
    var heldEnd: (error: (any Error)?, Void)?
    /// The data that came during a pause.
    var heldData: [Data] = []
    /// The length of the answer's body so far, in bytes.
    var bodyLength: Int64 = 0
    /// The number of bytes of a body that came and were dropped.
    var droppedLength: Int64 = 0
    /// The end of a transfer in which nothing happens.
    var idleDeadline: Deadline? { didSet { replace(oldValue, by: idleDeadline) } }
    /// The end of an attempt.
    var totalDeadline: Deadline? { didSet { replace(oldValue, by: totalDeadline) } }
    private let source: Result<URLRequest, any Error>
    private(set) var isPaused = false {
        didSet { if !isPaused { handOutHeldData() } }
    }
    /// What ran out between two transfers, while the request was paused.
    var overdue: URLError?
    /// The end of an attempt that nobody waits for yet.
    private var expected: Result<Void, any Error>?
    /// What comes next, once the request is resumed.
    private var held: (() -> Void)?
    /// Whether the response and its body came whole.
    private var isAnswered = false
    /// Whether the transport policy has refused: it would do so again.
    private var isRefused = false
    /// Counts what can be over by the time that an answer about it comes.
    private(set) var turn = 0

    init(_ source: Result<URLRequest, any Error>, body: RequestBody, sink: any BodySink, session: Session) {
        self.source = source
        self.body = body
        self.sink = sink
        self.session = session
    }

    /// The credential for the origin that the request was made for, while it is there.
    var credential: URLCredential? {
        guard case .transferring(_, let hop) = phase, hop.isOnOrigin else { return nil }
        return request?.credential
    }

    // MARK: - What the owner wants

    /// Starts, or goes on after a pause.
    func resume() {
        dispatchPrecondition(condition: .onQueue(session.queue))
        isPaused = false
        sink.setPaused(false)
        if case .idle = phase { return prepare() }
        if let step = held {
            held = nil
            return unlessPaused(step)
        }
        guard URLSessionTraits.suspendsRunningTasks, case .transferring(let transfer, let hop) = phase else { return }
        idleDeadline = session.idleTimeout(of: hop.request).map(idleDeadline(after:))
        DispatchQueue.urlSessionTasks.async { transfer.task?.resume() }
    }

    /// Keeps what comes back, and ends the transfer where it can be taken up again.
    func pause() {
        dispatchPrecondition(condition: .onQueue(session.queue))
        if case .finished = phase { return }
        isPaused = true
        sink.setPaused(true)
        guard case .transferring(let transfer, let hop) = phase else { return }
        if URLSessionTraits.suspendsRunningTasks {
            idleDeadline = nil
            DispatchQueue.urlSessionTasks.async { transfer.task?.suspend() }
        } else if sink.canPause {
            transfer.abandon()
            idleDeadline = nil
            sink.reset(after: nil)
            phase = .waiting
            var rest = hop
            rest.isWhole = false
            held = { [unowned self, rest] in send(rest) }
        }
    }

    /// Ends the request, whatever it is doing.
    func cancel() {
        dispatchPrecondition(condition: .onQueue(session.queue))
        switch phase {
        case .finished: return
        case .transferring(let transfer, _): transfer.abandon()
        case .preparing(let task): task?.cancel()
        case .deciding(let task): task.cancel()
        case .idle, .concluding, .waiting: break
        }
        complete(URLError.cancelled(try? source.get().url))
    }

    // MARK: - Attempts

    /// Begins an attempt: with the request as it was made, changed by the adapter.
    private func prepare() {
        turn += 1
        let made: URLRequest
        switch source {
        case .success(let request): made = request
        case .failure(let error): return complete(error)
        }
        guard request?.isAdmitted ?? true else { return complete(SessionError.invalidated(made.url)) }
        guard let adapter = session.adapter else {
            phase = .preparing(nil)
            return send(Hop(request: made, body: body))
        }
        let turn = turn
        phase = .preparing(
            Task { [self] in
                let adapted: Result<URLRequest, any Error>
                do {
                    adapted = .success(try await adapter.adapt(made))
                } catch {
                    adapted = .failure(
                        SessionError(
                            .adaptationFailed, url: made.url,
                            reason: "The adapter failed: \(error.localizedDescription)", underlyingError: error))
                }
                session.queue.async { self.adapted(adapted, turn: turn) }
            })
    }

    private func adapted(_ result: Result<URLRequest, any Error>, turn: Int) {
        guard turn == self.turn, case .preparing = phase else { return }
        switch result {
        case .success(let request): send(Hop(request: request, body: body(adapted: request)))
        case .failure(let error): attemptEnded(error)
        }
    }

    /// An adapter may have given the request a body of its own.
    private func body(adapted request: URLRequest) -> RequestBody {
        guard case .inRequest = body else { return body }
        return request.httpBodyStream == nil ? body : RequestBody(of: request)
    }

    /// The transport policy lets the request not go on.
    func refuse(_ error: any Error) {
        isRefused = true
        undecided = nil
        attemptEnded(error)
    }

    /// The attempt is over: the response is there, or what kept it from coming.
    func attemptEnded(_ error: (any Error)?) {
        stopTimers()
        guard undecided == nil else { return heldEnd = (error, ()) }
        phase = .waiting
        unlessPaused { [unowned self] in conclude(error) }
    }

    /// Does the next thing now, or once the request is resumed.
    ///
    /// Its owner may have paused it though nothing has come of that here yet.
    func unlessPaused(_ step: @escaping () -> Void) {
        if isPaused || request?.state == .suspended { held = step } else { step() }
    }

    /// Ends the request after what its owner's code or the retrier has said, during which it may have been paused.
    private func completeUnlessPaused(_ error: (any Error)?) {
        phase = .waiting
        unlessPaused { [unowned self] in complete(error) }
    }

    // MARK: - The end

    /// Goes on with the end when somebody waits for it, or when so much time has passed that nobody will.
    private func conclude(_ error: (any Error)?) {
        guard let request else { return }
        guard !request.isAwaited() else { return judge(error) }
        phase = .waiting
        expected = error.map { .failure($0) } ?? .success(())
        let turn = turn
        session.queue.asyncAfter(deadline: .now() + Self.patience) { [weak self] in
            if let self, turn == self.turn { stopExpecting() }
        }
    }

    /// Somebody waits for the answer, or nobody will.
    func stopExpecting() {
        guard let expected else { return }
        self.expected = nil
        unlessPaused { [unowned self] in
            switch expected {
            case .success: judge(nil)
            case .failure(let error): judge(error)
            }
        }
    }

    /// Has the response validated, and what was received put where it belongs.
    private func judge(_ error: (any Error)?) {
        guard let request else { return }
        if error == nil, let challenged, request.credential != nil, sink.withhold() {
            request.forgetResponse()
            sink.reset(after: nil)
            return authenticate(challenged)
        }
        isAnswered = error == nil
        guard error != nil || request.needsJudgement else { return complete(nil) }
        phase = .concluding
        let turn = turn
        request.callbacks.async { [self] in
            let verdict = request.verdict(after: error)
            session.queue.async { self.concluded(verdict, turn: turn) }
        }
    }

    private func concluded(_ verdict: Verdict, turn: Int) {
        guard turn == self.turn, case .concluding = phase else { return }
        guard case .failed(let error, let isFinal) = verdict else { return completeUnlessPaused(nil) }
        guard !isFinal, !isRefused, body.isRepeatable, error.mayBeRetried, let request,
            let retrier = session.retrier, sink.withhold()
        else { return completeUnlessPaused(error) }
        phase = .deciding(
            Task { [self] in
                let decision = await retrier.decision(for: request, of: session, after: error)
                session.queue.async { self.decided(decision, error, turn: turn) }
            })
    }

    private func decided(_ decision: RetryDecision, _ error: any Error, turn: Int) {
        guard turn == self.turn, case .deciding = phase else { return }
        switch decision {
        case .doNotRetry: completeUnlessPaused(error)
        case .retry: retry(after: error)
        case .retryAfter(let delay):
            phase = .waiting
            let delay = delay.isFinite ? min(max(delay, 0), Self.longestDelay) : 0
            session.queue.asyncAfter(deadline: .now() + delay) { [weak self] in
                guard let self, turn == self.turn, case .waiting = phase else { return }
                retry(after: error)
            }
        }
    }

    private func retry(after error: any Error) {
        phase = .waiting
        unlessPaused { [unowned self] in
            isAnswered = false
            request?.countRetry()
            sink.reset(after: error)
            prepare()
        }
    }

    /// Ends the request: nothing happens to it any more but its completion handlers.
    func complete(_ error: (any Error)?) {
        if let request, !request.beginFinish() {
            phase = .waiting
            held = { [unowned self] in complete(error) }
            return
        }
        turn += 1
        expected = nil
        undecided = nil
        heldEnd = nil
        heldData = []
        redirectionBody = Data()
        phase = .finished
        held = nil
        stopTimers()
        sink.finish(error, isAnswered: isAnswered && request?.state != .cancelled)
        guard let request else { return }
        session.finished(request)
        request.finish(error, isAnswered: isAnswered)
        sink.tellEnd(error)
    }

    /// How long an end waits for somebody to wait for it, in seconds.
    private static let patience: TimeInterval = 0.25
    /// Ten years in seconds: longer than anybody waits, and a deadline that can still be counted in nanoseconds.
    static let longestDelay: TimeInterval = 315_360_000
}
