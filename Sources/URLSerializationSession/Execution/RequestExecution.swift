/// Executes a request: performs the effects of a ``RequestMachine``.
///
/// `@unchecked Sendable`: all state is used on the session's queue alone, where nothing waits and no code of the user
/// runs. The user's code runs on the request's own queue or in tasks; its results return with the number of their step,
/// and are dropped if that step is over.
final class RequestExecution: @unchecked Sendable {
    /// A question to the owner.
    enum Question {
        /// Whether to follow a redirection.
        case redirection(RedirectionHandler, OutgoingRequest, HTTPURLResponse)
        /// The answer to a challenge, whose response is complete.
        case challenge(ChallengeHandler, HTTPURLResponse)
    }

    let host: any ExecutionHost
    let sink: any BodySink
    let body: RequestBody
    /// The request, which the session keeps until its end.
    weak var owner: (any ExecutionOwner)?
    private(set) var machine: RequestMachine
    /// The transfer that is running.
    var transfer: Transfer?
    /// The request of the current transfer, or between two transfers of the next.
    var outgoing: OutgoingRequest
    /// The consequence of the current response, or `nil` before its head.
    var plan: Plan?
    /// The request whose challenge no credential answered: one may be set later.
    var challenged: OutgoingRequest?
    /// The error of a response whose challenge this system cannot answer.
    var unanswerable: SessionError?
    /// The body of a redirection or a challenge, where the owner may make it the answer.
    var redirectionBody = Data()
    /// Whether the body of the current redirection is kept.
    var isKeepingRedirection = false
    /// The error of such a body that is too long, if it becomes the answer.
    var redirectionExcess: (any Error)?
    /// The response that the owner is deciding about.
    var undecided: URLResponse?
    var question: Question?
    /// The redirection that the next transfer follows, which the observers have not been told of.
    var redirection: HTTPURLResponse?
    /// The data received during a suspension.
    var heldData: [Data] = []
    /// The length of the answer's body so far, in bytes.
    var bodyLength: Int64 = 0
    /// The number of received bytes of an unused body, which were dropped.
    var droppedLength: Int64 = 0
    /// The end of a transfer in which nothing happens.
    var idleDeadline: Deadline? { didSet { replace(oldValue, by: idleDeadline) } }
    /// The end of an attempt.
    var totalDeadline: Deadline? { didSet { replace(oldValue, by: totalDeadline) } }
    /// The latest failure.
    var failure: (any Error)?
    /// The transfer's message and body, between composing and launching.
    var composed: (URLRequest, PreparedBody)?
    private let source: Result<URLRequest, any Error>
    /// The task of an adapter or a retrier.
    private var task: Task<Void, Never>?
    /// The delay that a retrier asked for, in seconds.
    private var delay: TimeInterval = 0
    /// Whether the response and its body are complete.
    private var isAnswered = false
    /// The number of the step.
    private(set) var turn = 0
    private var events: [RequestMachine.Event] = []
    private var isHandling = false

    init(
        _ source: Result<URLRequest, any Error>, body: RequestBody, sink: any BodySink, host: any ExecutionHost
    ) {
        self.source = source
        self.body = body
        self.sink = sink
        self.host = host
        machine = RequestMachine(isBodyRepeatable: body.isRepeatable)
        outgoing = OutgoingRequest(
            request: (try? source.get()) ?? URLRequest(url: URL(fileURLWithPath: "/")), body: body)
    }

    /// The credential for the origin that the request was made for, during a transfer to it.
    var credential: URLCredential? { transfer != nil && outgoing.isOnOrigin ? owner?.credential : nil }

    // MARK: - Events

    /// Passes an event to the machine and performs the effects.
    ///
    /// An event that an effect reports at once is handled after all effects of the current one.
    func report(_ event: RequestMachine.Event) {
        events.append(event)
        handleEvents()
    }

    /// Follows the owner's latest state: states that it has left since the last event do not count.
    func ownerHasChanged() { handleEvents() }

    private func handleEvents() {
        guard !isHandling else { return }
        isHandling = true
        defer { isHandling = false }
        repeat {
            followOwner()
            if !events.isEmpty { handle(events.removeFirst()) }
        } while !events.isEmpty
    }

    private func followOwner() {
        switch owner?.state {
        case .suspended? where !machine.isPaused && !machine.isFinished:
            sink.setPaused(true)
            outgoing.isWhole = outgoing.isWhole && !suspension.endsTransfer
            handle(.suspend(suspension))
        case .resumed? where machine.isPaused || machine.phase == .initialized:
            sink.setPaused(false)
            handle(.resume)
            if !machine.isPaused { handOutHeldData() }
        case .cancelled? where !machine.isFinished: handle(.cancel)
        default: break
        }
    }

    private var suspension: RequestMachine.Suspension {
        if URLSessionTraits.suspendsRunningTasks { return .suspendsTransfer }
        return transfer != nil && sink.canPause ? .endsTransfer : .holdsBody
    }

    private func handle(_ event: RequestMachine.Event) {
        for effect in machine.handle(event) { perform(effect) }
        if !machine.isUnderWay { stopTimers() }
    }

    // MARK: - Effects

    private func perform(_ effect: RequestMachine.Effect) {
        switch effect {
        case .perform(let step):
            turn += 1
            perform(step)
        case .abandonTransfer:
            transfer?.abandon()
            transfer = nil
            idleDeadline = nil
        case .suspendTransfer:
            idleDeadline = nil
            DispatchQueue.urlSessionTasks.async { [transfer] in transfer?.task?.suspend() }
        case .resumeTransfer:
            guard URLSessionTraits.suspendsRunningTasks else { return }
            idleDeadline = host.idleTimeout(of: outgoing.request).map(idleDeadline(after:))
            DispatchQueue.urlSessionTasks.async { [transfer] in transfer?.task?.resume() }
        case .cancelTask: task?.cancel()
        case .resetBody: sink.reset(after: nil)
        case .refuseBody: failure = SessionError.bodyNotRepeatable(outgoing.request.url)
        }
    }

    private func perform(_ step: RequestMachine.Step) {
        switch step {
        case .adapt: adapt()
        case .retry:
            owner?.countRetry()
            sink.reset(after: failure)
            adapt()
        case .compose:
            isAnswered = false
            compose()
        case .launch: launch()
        case .ask: ask()
        case .validate: validate()
        case .consult: consult()
        case .delay:
            let turn = turn
            host.queue.asyncAfter(deadline: .now() + delay) { [weak self] in
                if let self, turn == self.turn { report(.elapsed) }
            }
        case .finish(let outcome): finish(outcome)
        }
    }

    /// Begins an attempt with the request as it was made, changed by the adapters.
    private func adapt() {
        guard case .success(let made) = source else {
            if case .failure(let error) = source { failure = error }
            return report(.failed(mayBeRetried: false))
        }
        guard let owner, owner.isAdmitted else {
            failure = SessionError.invalidated(made.url)
            return report(.failed(mayBeRetried: false))
        }
        outgoing = OutgoingRequest(request: made, body: body)
        let adapters = owner.adapters
        guard !adapters.isEmpty else { return report(.adapted) }
        let turn = turn
        task = Task { [self] in
            let adapted = await RequestExecution.adapt(made, by: adapters)
            host.queue.async { self.adapted(adapted, turn: turn) }
        }
    }

    private static func adapt(
        _ made: URLRequest, by adapters: [any RequestAdapter]
    ) async -> Result<URLRequest, any Error> {
        do {
            var request = made
            for adapter in adapters { request = try await adapter.adapt(request) }
            return .success(request)
        } catch {
            return .failure(
                SessionError(
                    .adaptationFailed, url: made.url, reason: "The adapter failed: \(error.localizedDescription)",
                    underlyingError: error))
        }
    }

    private func adapted(_ result: Result<URLRequest, any Error>, turn: Int) {
        guard turn == self.turn else { return }
        task = nil
        switch result {
        case .success(let request):
            outgoing = OutgoingRequest(request: request, body: body)
            // An adapter may have given the request another body.
            if case .inRequest = body, request.httpBodyStream != nil { outgoing.body = RequestBody(of: request) }
            owner?.report(.adapted(request))
            report(.adapted)
        case .failure(let error):
            failure = error
            report(.failed(mayBeRetried: true))
        }
    }

    /// Asks the owner to validate the response and to place the file.
    private func validate() {
        guard let owner else { return }
        if let challenged, let credential = owner.credential, sink.hold() {
            self.challenged = nil
            owner.forgetResponse()
            return report(.answered(authenticating(challenged, with: credential)))
        }
        isAnswered = true
        if let unanswerable, owner.credential != nil {
            failure = unanswerable
            return report(.failed(mayBeRetried: false))
        }
        guard owner.needsValidation else { return report(.validated) }
        let turn = turn
        owner.callbacks.async { [self] in
            let result = owner.validationResult()
            host.queue.async { self.validated(result, turn: turn) }
        }
    }

    private func validated(_ result: ValidationResult, turn: Int) {
        guard turn == self.turn else { return }
        switch result {
        case .passed: report(.validated)
        case .failed(let error, let mayBeRetried):
            failure = error
            report(.failed(mayBeRetried: mayBeRetried && error.mayBeRetried))
        }
    }

    /// Asks the retriers.
    private func consult() {
        guard let owner, let failure, owner.isRetriable, sink.hold() else { return report(.decided(.doNotRetry)) }
        let turn = turn
        task = Task { [self] in
            let decision = await owner.retryDecision(after: failure)
            host.queue.async { self.decided(decision, turn: turn) }
        }
    }

    private func decided(_ decision: RetryDecision, turn: Int) {
        guard turn == self.turn else { return }
        task = nil
        switch decision {
        case .doNotRetry: report(.decided(.doNotRetry))
        case .retry:
            reportRetry(after: 0)
            report(.decided(.retry))
        case .retryAfter(let seconds):
            delay = seconds.isFinite ? min(max(seconds, 0), Self.longestDelay) : 0
            reportRetry(after: delay)
            report(.decided(.retryLater))
        }
    }

    private func reportRetry(after delay: TimeInterval) {
        if let failure { owner?.report(.retrying(after: failure, delay: delay)) }
    }

    /// Ends the request, unless it has been suspended. After that only its completion handlers run.
    private func finish(_ outcome: RequestMachine.Outcome) {
        let error: (any Error)? =
            switch outcome {
            case .success: nil
            case .failure: failure
            case .cancellation: URLError.cancelled(try? source.get().url)
            }
        if let owner, !owner.beginFinish() {
            // Suspended since the last event, and perhaps resumed by the next: the machine must have seen it.
            sink.setPaused(true)
            return handle(.suspend(.holdsBody))
        }
        _ = machine.handle(.finished)
        transfer = nil
        question = nil
        undecided = nil
        heldData = []
        redirectionBody = Data()
        task = nil
        sink.finish(error, isAnswered: isAnswered && owner?.state != .cancelled)
        guard let owner else { return }
        owner.finish(error, isAnswered: isAnswered)
        sink.notifyEnd(error)
    }

    /// The longest delay of a retry: ten years in seconds, a deadline that can be counted in nanoseconds.
    static let longestDelay: TimeInterval = 315_360_000
}

extension RequestMachine.Suspension {
    fileprivate var endsTransfer: Bool { self == .endsTransfer }
}
