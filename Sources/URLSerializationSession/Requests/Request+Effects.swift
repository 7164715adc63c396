/// The driver of a request: it passes events to the machine and performs the machine's effects by calling the engine,
/// timers and the user's code. The rules are in the values that it passes on.
extension Request {
    func handle(_ event: Machine.Event) { change { $0.handle(event) } }

    func handle(_ report: Machine.LegReport, of leg: Int) { handle(.report(leg: leg, report)) }

    /// Changes the record, and performs the effects unless another thread does: one at a time, in the order of their
    /// events, outside the lock.
    @discardableResult
    func change(_ body: (inout RequestRecord) -> Void) -> Self {
        let (drains, former) = record.withLock { record in
            // Released after the lock, because that may run the user's code.
            let former = (record.machine.leg, record.machine.phase)
            body(&record)
            return (record.beginsDraining(), former)
        }
        if drains { drain() }
        return withExtendedLifetime(former) { self }
    }

    private func drain() {
        // After these, the session's queue takes over, so that the caller of `suspend()` is not kept busy by a body
        // that arrives in the meantime.
        for _ in 0..<64 {
            guard let effect = record.withLock({ $0.nextEffect() }) else { return }
            perform(effect)
        }
        session.queue.async { self.drain() }
    }

    private func perform(_ effect: Machine.Effect) {
        switch effect {
        case .perform(.adapting(let failure), _): adapt(after: failure)
        case .perform(.composing(let leg), let number): concluding(number) { try compose(leg.value, number) }
        case .perform(.transferring(let transfer), let leg): launch(transfer, leg)
        case .perform(.asking(let question), let leg): ask(question, leg)
        case .perform(.validating, let leg): concluding(leg) { try validate(leg) }
        case .perform(.consulting(let failure, let serialization), _): consult(failure, serialization)
        case .perform(.delaying(let seconds, _), _):
            session.queue.asyncAfter(deadline: .now() + seconds) { [weak self] in self?.handle(.elapsed) }
        case .perform(.serializing, _): serialize()
        case .perform(.finishing, _): finish()
        case .open(let head, let leg): open(head, leg)
        case .store(let segment, let leg): concluding(leg) { try store(segment, leg) }
        case .handOut: handOut()
        case .pauseTransfer(let transfer): transfer.pause()
        case .resumeTransfer(let transfer): if session.engine.pausesTransfers { transfer.resume() }
        case .abandon(let transfer): transfer.abandon()
        case .endAttempt(let outcome): endAttempt(outcome)
        case .cancelTask: record.withLock { $0.settings.job }?.cancel()
        case .discard: sink.reset(after: nil)
        case .setPaused(let isPaused): sink.setPaused(isPaused)
        }
    }

    /// Does work for a leg. If the work throws, the leg ends with the error.
    func concluding(_ leg: Int, _ work: () throws -> Void) {
        do { try work() } catch { handle(.concluded(.failed(error)), of: leg) }
    }

    // MARK: - An attempt

    /// Begins an attempt with the request as it was made, changed by the adapters.
    private func adapt(after failure: (any Error)?) {
        if let failure { sink.reset(after: failure) }
        let (settings, number) = record.withLock { record in
            record.startedAttempt = record.machine.retries
            return (record.settings, record.machine.retries)
        }
        let adapters = settings.adapters + session.adapters
        // A request that was started before its session was invalidated may be sent again.
        let isAdmitted = number > 0 || session.started(self)
        notify(.attemptStarted)
        if let life { return adapt(by: life, number, isAdmitted: isAdmitted) }
        do {
            var made = try made.get()
            if let timeout = settings.timeout {
                made = made.mutableCopy
                made.timeoutInterval = timeout
            }
            guard isAdmitted else { throw RequestError(.invalidated, made.url) }
            guard !adapters.isEmpty else { return begin(number, with: made) }
            run { [self, made] in
                do {
                    var message = made
                    for adapter in adapters { message = try await adapter.adapt(message) }
                    notify(.adapted(message))
                    begin(number, with: message)
                } catch {
                    let failure = RequestError(
                        .adapter, url: made.url, reason: "The adapter failed: \(error.localizedDescription)",
                        underlyingError: error)
                    handle(.adaptationFailed(failure, mayBeRetried: true))
                }
            }
        } catch {
            handle(.adaptationFailed(error, mayBeRetried: false))
        }
    }

    /// Begins an attempt with the message that the request's life makes.
    private func adapt(by life: any RequestLife, _ number: Int, isAdmitted: Bool) {
        // A retry receives the whole file again.
        if number > 0 { download?.file.invalidate() }
        life.adapt { [self] result in
            do {
                guard isAdmitted else { throw RequestError(.invalidated, request?.url) }
                guard let (message, source) = try result.get() else { return begin(number, with: try made.get()) }
                let body: Uploadable? = if case .data = source { nil } else { source }
                let whole = try source?.request(message) ?? message
                begin(number, with: whole.withoutStreamFields, body: body ?? Uploadable(bodyOf: whole))
            } catch {
                handle(.adaptationFailed(error, mayBeRetried: true))
            }
        }
    }

    /// Begins the first leg of an attempt.
    private func begin(_ attempt: Int, with message: URLRequest, body: Uploadable? = nil) {
        let deadline = deadline(session.timeouts.total, for: message, "it took longer than") {
            .overdue(attempt: attempt, $0)
        }
        record.withLock { record in
            record.credential = record.credential ?? message.url?.credential
            if life != nil { record.original = message }
        }
        handle(.adapted(Boxed(Leg(message, body: body ?? self.body, attempt: Attempt(deadline: deadline)))))
    }

    private func deadline(
        _ seconds: TimeInterval?, for message: URLRequest, _ reason: String,
        _ event: @escaping @Sendable (any Error) -> Machine.Event
    ) -> Deadline? {
        seconds.map { seconds in
            Deadline(seconds, on: session.clock) { [weak self, url = message.url] in
                self?.handle(event(URLError.making(.timedOut, url, "The request timed out: \(reason) \(seconds) s.")))
            }
        }
    }

    /// Runs code of the user in a task that is cancelled with the request.
    private func run(_ work: @escaping @Sendable () async -> Void) {
        record.withLock { $0.settings.job = Task(operation: work) }
    }

    private func endAttempt(_ outcome: Machine.Outcome) {
        guard life != nil || !session.observers.isEmpty else { return }
        // A cancellation may have come before the beginning.
        guard record.withLock({ $0.startedAttempt.take() }) != nil else { return }
        let error: (any Error)? =
            switch outcome {
            case .success: nil
            case .failure(let failure): failure
            case .cancellation: URLError.cancelled(request?.url)
            }
        let failure = error.map(wrapped)
        notify(.attemptEnded(failure))
        life?.attemptEnded(failure)
    }

    /// Asks the request's own retriers, then the session's: the first decision to retry counts.
    private func consult(_ failure: any Error, _ serialization: Machine.Serialization?) {
        if let life {
            return life.retry(after: failure) { [self] delay, error in handle(.decided(delay: delay, error)) }
        }
        let (retriers, serializers) = record.withLock {
            ($0.settings.retriers + session.retriers, $0.settings.serializers)
        }
        guard !retriers.isEmpty, sink.hold() else { return handle(.decided(delay: nil)) }
        let failure = wrapped(failure)
        run { [self] in
            for retrier in retriers {
                let decision = await retrier.decision(for: self, of: session, after: failure)
                if case .doNotRetryWithError(let error) = decision {
                    let error = failure.replaced(by: error)
                    if let serialization { serializers[serialization.number].replace(error) }
                    return handle(.decided(delay: nil, error))
                }
                guard let delay = decision.delay else { continue }
                notify(.retrying(after: failure, delay: delay))
                return handle(.decided(delay: delay))
            }
            handle(.decided(delay: nil))
        }
    }

    // MARK: - A leg

    /// Creates the message of a leg.
    private func compose(_ leg: Leg, _ number: Int) throws {
        var leg = leg
        try leg.compose(session.addHeaders(to:))
        let (message, body) = (leg.message, leg.body)
        do {
            leg.trust = try session.transportPolicy?.check(message, applying: session.engine.applies)
        } catch {
            return handle(.refused(error), of: number)
        }
        // The previous message and body are released after the lock.
        var (former, source) = (message as URLRequest?, body)
        record.withLock { record in
            swap(&record.message, &former)
            swap(&record.body, &source)
        }
        if let redirection = leg.redirection { notify(.redirected(from: redirection, to: message)) }
        sink.prepare(&leg.wire)
        if body == nil { return try prepare(leg, number) }
        // The user's code may make the stream, and a file may be slow to read.
        callbacks.async { [self, leg] in concluding(number) { try prepare(leg, number) } }
    }

    /// Creates the body of a leg.
    private func prepare(_ leg: Leg, _ number: Int) throws {
        var leg = leg
        let body = try leg.makeBody()
        let deadline = deadline(session.timeouts.idle(for: leg.message), for: leg.message, "nothing came for") {
            [sink] in
            .report(leg: number, sink.isRefused ? .concluded(.answered) : .expired($0))
        }
        let certificate = session.clientCertificates.certificate(for: leg.wire.url, isOnOrigin: leg.isOnOrigin)
        let transfer = Transfer(
            leg.wire, body: body, trust: leg.trust, certificate: certificate, of: number, owner: self,
            deadline: deadline, in: session.transferCount)
        handle(.composed(Boxed(leg), transfer), of: number)
    }

    private func launch(_ transfer: Transfer, _ number: Int) {
        guard let leg = record.withLock({ $0.leg(number) }) else { return }
        transfer.deadline?.touch()
        for deadline in [leg.attempt.deadline, transfer.deadline] { deadline?.resume(.beforeStart) }
        record.withLock { $0.sent.set(0, of: Leg.contentLength(of: transfer.message) ?? -1) }?()
        notify(.transferStarted(leg.message))
        if session.observedBodyLimit != nil {
            record.withLock { $0.observed = Data() }
            notify(.sending(leg.body))
        }
        session.engine.start(transfer)
    }

    private func ask(_ question: Question, _ number: Int) {
        guard let leg = record.withLock({ $0.leg(number)?.value }), let head = leg.head, let response = head.http
        else { return }
        switch question {
        case .redirection(let handler, let next):
            let once = TakenOnce(number)
            callbacks.async { [self] in
                handler(response, next.message) { [self] message in
                    guard let number = once.take() else { return }
                    let protectsBody = record.withLock { $0.settings.redirectionHandler == nil }
                    let ending = next.ending(sending: message, after: leg, protectsBody: protectsBody)
                    handle(.concluded(ending), of: number)
                }
            }
        case .challenge(let handler):
            let challenge = URLAuthenticationChallenge.http(
                of: head, previousFailureCount: leg.attempt.credentials, proposing: leg.credential)
            let isAnswered = handler(challenge) { [weak self] in self?.handle(leg.report($0), of: number) }
            if !isAnswered { handle(.concluded(leg.kept), of: number) }
        }
    }
}
