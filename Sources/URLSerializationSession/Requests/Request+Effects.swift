// The driver of a request: it passes events to the machine and performs the machine's effects, with the calls to the
// engine, to timers and to the user's code.

extension Request {
    typealias Machine = RequestRecord.Machine

    // MARK: - Events

    func handle(_ event: Machine.Event) { change { $0.handle(event) } }

    func handle(_ report: Machine.Report, of leg: Int) { handle(.report(leg: leg, report)) }

    /// Changes the record, and performs the effects unless another thread does: one at a time, in the order of their
    /// events, outside the lock.
    func change(_ body: (inout RequestRecord) -> Void) {
        let drains = record.withLock { record in
            body(&record)
            return record.beginsDraining()
        }
        if drains { drain() }
    }

    private func drain() {
        for _ in 0..<Self.mostEffects {
            guard let effect = record.withLock({ $0.nextEffect() }) else { return }
            perform(effect)
        }
        // The caller of `suspend()` is not kept busy with a body that arrives meanwhile.
        session.queue.async { self.drain() }
    }

    /// The number of effects that one thread performs before it passes the rest on.
    private static let mostEffects = 64

    // MARK: - Effects

    private func perform(_ effect: Machine.Effect) {
        switch effect {
        case .perform(let step, let leg): perform(step, leg)
        case .open(let head, let leg): open(head, leg)
        case .store(let segment, let leg): store(segment, leg)
        case .handOut(let segment, _): dataHandler?(segment)
        case .pauseTransfer(let transfer): session.engine.pause(transfer)
        case .resumeTransfer(let transfer):
            if session.engine.pausesTransfers { session.engine.resume(transfer) }
        case .abandon(let transfer):
            transfer.abandon()
            session.engine.cancel(transfer)
        case .cancelTask: record.withLock { $0.job }?.cancel()
        case .discard: sink.reset(after: nil)
        case .setPaused(let isPaused): sink.setPaused(isPaused)
        }
    }

    private func perform(_ step: Machine.Step, _ leg: Int) {
        switch step {
        case .adapt: adapt()
        case .retry(let failure):
            record.withLock { $0.forgetResponse() }
            sink.reset(after: failure)
            adapt()
        case .compose(let message): compose(message, leg)
        case .launch(let transfer): launch(transfer, leg)
        case .ask(let question): ask(question, leg)
        case .validate: validate(leg)
        case .consult(let failure): consult(failure)
        case .delay(let seconds, _):
            session.queue.asyncAfter(deadline: .now() + seconds) { [weak self] in self?.handle(.elapsed) }
        case .finish: finish()
        }
    }

    private func conclude(_ leg: Int, _ ending: () throws -> Machine.Ending) {
        do { handle(.concluded(try ending()), of: leg) } catch { handle(.concluded(.failed(error)), of: leg) }
    }

    // MARK: - An attempt

    /// Begins an attempt with the request as it was made, changed by the adapters.
    private func adapt() {
        let (adapters, isAdmitted, attempt) = record.withLock { record in
            (record.settings.adapters, record.isAdmitted, Attempt(number: record.machine.retries))
        }
        do {
            let made = try made.get()
            guard isAdmitted else { throw SessionError.invalidated(made.url) }
            if adapters.isEmpty, session.adapters.isEmpty {
                return handle(.adapted(Leg(made, body: body, attempt: attempt)))
            }
            run { [self] in
                do {
                    var message = made
                    for adapter in adapters + session.adapters { message = try await adapter.adapt(message) }
                    var body = body
                    // An adapter may have given the request another body.
                    if case .inRequest = body, message.httpBodyStream != nil { body = RequestBody(of: message) }
                    report(.adapted(message))
                    handle(.adapted(Leg(message, body: body, attempt: attempt)))
                } catch {
                    handle(.adaptationFailed(SessionError.adaptationFailed(made.url, error), mayBeRetried: true))
                }
            }
        } catch {
            handle(.adaptationFailed(error, mayBeRetried: false))
        }
    }

    /// Runs code of the user in a task that is cancelled with the request.
    private func run(_ work: @escaping @Sendable () async -> Void) {
        record.withLock { record in record.job = Task(operation: work) }
    }

    /// Asks the retriers.
    private func consult(_ failure: any Error) {
        let retriers = record.withLock { $0.settings.retriers }
        guard !retriers.isEmpty || !session.retriers.isEmpty, sink.hold() else { return handle(.decided(.doNotRetry)) }
        run { [self] in
            switch await retryDecision(after: failure, by: retriers) {
            case .doNotRetry: handle(.decided(.doNotRetry))
            case .retry:
                report(.retrying(after: failure, delay: 0))
                handle(.decided(.retry))
            case .retryAfter(let seconds):
                let delay = seconds.isFinite ? min(max(seconds, 0), RetryDecision.longestDelay) : 0
                report(.retrying(after: failure, delay: delay))
                handle(.decided(.retryLater(delay)))
            }
        }
    }

    // MARK: - A leg

    /// Creates the message and the body of a leg.
    private func compose(_ leg: Leg, _ number: Int) {
        var leg = leg
        do {
            try leg.compose(addingHeadersOf: session)
        } catch {
            return handle(.concluded(.failed(error)), of: number)
        }
        do { try session.transportPolicy?.check(leg.message) } catch { return handle(.refused(error), of: number) }
        let (message, body) = (leg.message, leg.body)
        record.withLock { record in
            record.message = message
            record.body = body
            return record.sent.set(0, of: -1)
        }?.notify()
        if let redirection = leg.redirection { report(.redirected(from: redirection, to: message)) }
        var wire = message
        if !leg.isWhole { sink.prepare(&wire) }
        wire.timeoutInterval = session.engineTimeout(of: message)
        guard case .inRequest = body else {
            // The user's code may make the stream, and a file may be slow to read.
            return callbacks.async { [self, leg, wire] in
                var wire = wire
                do {
                    let prepared = try body.prepare(&wire)
                    composed(leg, wire, prepared, number)
                } catch {
                    handle(.concluded(.failed(error)), of: number)
                }
            }
        }
        composed(leg, wire, .none, number)
    }

    private func composed(_ leg: Leg, _ wire: URLRequest, _ body: PreparedBody, _ number: Int) {
        var leg = leg
        leg.transferred = wire
        let isOnOrigin = leg.isOnOrigin
        let receiver = TransferReceiver(
            report: { [weak self] in self?.received($0, of: number) },
            keepsRedirections: { [weak self] in self?.keepsRedirections ?? false },
            credential: { [weak self] in isOnOrigin ? self?.record.withLock { $0.credential } : nil },
            challengeHandler: { [weak self] in self?.challengeHandler })
        handle(.composed(leg, Transfer(wire, body: body, receiver: receiver)), of: number)
    }

    private func launch(_ transfer: Transfer, _ number: Int) {
        guard let leg = record.withLock({ $0.leg(number) }) else { return }
        let attempt = leg.attempt.number
        let idle = deadline(session.idleTimeout(of: leg.message), of: leg, "nothing came for") { request, error in
            request.handle(.expired(error), of: number)
        }
        let total =
            leg.attempt.deadline == nil
            ? deadline(session.totalTimeout, of: leg, "it took longer than") { request, error in
                request.handle(.overdue(attempt: attempt, error))
            } : nil
        let length = Leg.contentLength(of: transfer.message)
        record.withLock { record in
            record.update(number) { leg in
                leg.deadline = idle
                leg.limitAttempt { total }
            }
            return length.flatMap { record.sent.set(0, of: $0) }
        }?.notify()
        report(.attemptStarted(leg.message))
        session.engine.start(transfer)
    }

    private func deadline(
        _ seconds: TimeInterval?, of leg: Leg, _ reason: String,
        _ expire: @escaping @Sendable (Request, any Error) -> Void
    ) -> Deadline? {
        seconds.map { seconds in
            Deadline(seconds, on: session.clock) { [weak self, url = leg.message.url] in
                if let self { expire(self, URLError.timedOut(url, "\(reason) \(seconds) s")) }
            }
        }
    }

    private func ask(_ question: Question, _ number: Int) {
        record.withLock { record in record.update(number) { $0.deadline = nil } }
        switch question {
        case .redirection(let handler, let next, let leg):
            guard let head = leg.head as? HTTPURLResponse else { return }
            callbacks.async { [self] in
                let answer = handler(head, next.message)
                conclude(number) {
                    guard let answer else { return try kept(number) }
                    let protectsBody = record.withLock { $0.settings.redirectionHandler == nil }
                    return .sending(try next.changed(to: answer, after: leg, protectsBody: protectsBody))
                }
            }
        case .challenge(let handler, let head, let leg):
            let challenge = URLAuthenticationChallenge.basic(
                of: head, previousFailureCount: leg.attempt.credentials, proposing: leg.credential)
            let isAnswered = handler(challenge) { [weak self] answer in
                guard let self else { return }
                switch answer {
                case .credential(let credential):
                    conclude(number) { .sending(try leg.authenticated(with: credential)) }
                case .defaultHandling, .rejection: conclude(number) { try self.kept(number) }
                case .cancellation(let error): handle(.refused(error), of: number)
                }
            }
            if !isAnswered { conclude(number) { try kept(number) } }
        }
    }

    /// Makes the redirection or the challenge the answer, with its body.
    private func kept(_ number: Int) throws -> Machine.Ending {
        if let excess = record.withLock({ $0.leg(number)?.excess }) { throw excess }
        return .kept
    }

    // MARK: - The engine's reports

    private func received(_ report: TransferReport, of number: Int) {
        if case .started(let task) = report { return didStart(task) }
        if case .bytes(let data) = report { return received(data, of: number) }
        let current = record.withLock { record in
            let leg = record.leg(transferring: number)
            leg?.deadline?.touch()
            return leg
        }
        guard let leg = current else { return }
        switch report {
        case .sent(let sent, let total):
            let length = leg.transferred.flatMap(Leg.contentLength) ?? (total > 0 ? total : -1)
            record.withLock { $0.sent.set(sent, of: length) }?.notify()
        case .head(let head): received(head, of: leg, number)
        case .ended(let error?, _): handle(.ended(.failed(error)), of: number)
        case .ended(nil, let head):
            guard let head else { return handle(.ended(.failed(SessionError.noResponse(leg.message.url))), of: number) }
            if leg.plan == nil { received(head, of: leg, number) }
            handle(.ended(ending(number)), of: number)
        case .refused(let error): handle(.refused(error), of: number)
        case .started, .bytes: break
        }
    }

    private func ending(_ number: Int) -> Machine.Ending { record.withLock { $0.leg(number)?.ending } ?? .answered }

    private func received(_ head: URLResponse, of leg: Leg, _ number: Int) {
        let plan = Plan(for: head, of: leg, planSettings)
        change { record in
            record.update(number) { leg in
                leg.head = head
                leg.plan = plan
            }
            record.handle(.report(leg: number, .head(head, plan.reception)))
        }
    }

    private func received(_ data: Data, of number: Int) {
        var isEnough = false
        change { record in
            guard let leg = record.leg(transferring: number), let plan = leg.plan else { return }
            leg.deadline?.touch()
            switch plan.reception {
            case .stored: break
            case .apart:
                // An error only if the caller makes this response the answer; otherwise the body is dropped.
                let limit = record.bodyLimit
                record.update(number) { leg in
                    leg.excess = excess(leg.countUnused(data), of: leg.head, isInMemory: true, limit)
                    isEnough = leg.excess != nil
                }
            case .dropped: record.update(number) { isEnough = $0.countUnused(data) > Plan.mostDropped }
            }
            if !isEnough { record.handle(.report(leg: number, .received(data))) }
        }
        if isEnough { handle(.enough(ending(number)), of: number) }
    }

    // MARK: - The answer

    /// Begins the body of the answer, and asks the caller about the answer.
    private func open(_ head: URLResponse, _ number: Int) {
        if let ending = begin(head, number) {
            handle(.concluded(ending), of: number)
            return handle(.released, of: number)
        }
        let once = TakenOnce(number)
        let isDeciding = record.withLock { $0.settings.responseHandler }?(head) { [weak self] error in
            guard let number = once.take() else { return }
            if let error { self?.handle(.refused(error), of: number) } else { self?.handle(.released, of: number) }
        }
        if isDeciding != true { handle(.released, of: number) }
    }

    /// Returns the ending of a leg whose body cannot become the answer's, or `nil`.
    private func begin(_ head: URLResponse, _ number: Int) -> Machine.Ending? {
        do {
            guard case .keep(let offset, let total) = try sink.begin(head) else {
                return record.withLock { $0.leg(number) }.map { .sending($0.whole) }
            }
            record.withLock { record in
                record.update(number) { $0.length = offset }
                record.response = head as? HTTPURLResponse
                let length = head.expectedBodyLength
                return record.received.set(offset, of: total ?? (length < 0 ? -1 : offset.saturatingSum(length)))
            }?.notify()
            report(.responded(head))
            return nil
        } catch {
            return .failed(error)
        }
    }

    /// Stores the next segment of the answer's body.
    private func store(_ segment: Data, _ number: Int) {
        let count = Int64(segment.count)
        let tooLong = record.withLock { record -> (any Error)? in
            var length: Int64 = 0
            record.update(number) { leg in
                leg.length = leg.length.saturatingSum(count)
                length = leg.length
            }
            return excess(length, of: record.leg(number)?.head, isInMemory: sink.isInMemory, record.bodyLimit)
        }
        do {
            if let tooLong {
                // A reader gets the bytes before the limit.
                if !sink.isHandedOut { sink.reset(after: tooLong) }
                throw tooLong
            }
            try sink.receive(segment)
        } catch {
            return handle(.concluded(.failed(error)), of: number)
        }
        record.withLock { $0.received.add(count) }?.notify()
        if !segment.isEmpty, dataHandler != nil { handle(.stored(segment), of: number) }
    }

    /// Validates the answer and places its file, unless another leg is necessary.
    private func validate(_ number: Int) {
        guard let leg = record.withLock({ $0.leg(number) }) else { return }
        var failure: (any Error)?
        do {
            // A server may send less than was requested (RFC 9110, section 15.3.7).
            if try sink.needsRest() { return handle(.concluded(.sending(leg.rest)), of: number) }
            if case .answer(let challenge?) = leg.plan, let credential = record.withLock({ $0.credential }) {
                // A credential that was set after the head.
                switch challenge {
                case .digest: failure = SessionError.digestUnanswerable(leg.message.url)
                case .basic where sink.hold():
                    record.withLock { $0.forgetResponse() }
                    sink.reset(after: nil)
                    return conclude(number) { .sending(try leg.authenticated(with: credential)) }
                case .basic: break
                }
            }
        } catch {
            return handle(.concluded(.failed(error)), of: number)
        }
        handle(.complete, of: number)
        if let failure { return handle(.concluded(.failed(failure)), of: number) }
        guard needsValidation else { return handle(.validated, of: number) }
        callbacks.async { [self] in
            do throws(ValidationFailure) {
                try validate(placing: number)
                handle(.validated, of: number)
            } catch {
                let mayBeRetried = error.mayBeRetried && error.error.mayBeRetried
                handle(.concluded(.failed(error.error, mayBeRetried: mayBeRetried)), of: number)
            }
        }
    }
}
