/// The life of a request as a pure function: from a state and an event to a state and effects.
///
/// It has no queue, no timer and no URLSession. ``RequestExecution`` performs the effects and reports their results as
/// events. Payloads (requests, responses, errors) are the execution's; the machine knows only their kinds.
///
/// | state | event | state | effects |
/// |---|---|---|---|
/// | initialized | resume | adapting | adapt |
/// | transferring | ended, answered | validating | validate |
/// | validating | suspend | validating, paused | |
/// | validating, paused | validated, passed | held finish | |
/// | held finish | resume | finishing | finish |
/// | transferring | cancel | finishing | abandonTransfer, finish |
///
/// The changes of a request that is not suspended, which a test compares with this type:
///
/// ```text
/// adapting: adapted → composing; cancel → finishing; failed → consulting, finishing
/// asking: answered → awaitingDecision, composing, consulting, finishing, validating; cancel → finishing;
///   refused → finishing
/// awaitingDecision: cancel → finishing; refused → finishing;
///   responseReleased → asking, composing, consulting, finishing, validating
/// composing: cancel → finishing; composed → consulting, finishing, transferring; failed → consulting, finishing;
///   refused → finishing
/// consulting: cancel → finishing; decided → adapting, delaying, finishing
/// delaying: cancel → finishing; elapsed → adapting
/// finishing: cancel → finishing; finished → finished; suspend → holding
/// initialized: cancel → finishing; resume → adapting
/// transferring: cancel → finishing; ended → asking, awaitingDecision, composing, consulting, finishing, validating;
///   expired → awaitingDecision, consulting, finishing; refused → finishing; suspend → holding
/// validating: answered → composing, finishing; cancel → finishing; failed → consulting, finishing;
///   validated → finishing
/// ```
package struct RequestMachine: Hashable, Sendable {
    /// The way a request ended.
    package enum Outcome: Hashable, Sendable, CaseIterable { case success, failure, cancellation }

    /// A step that leads on, which waits while the request is suspended.
    package enum Step: Hashable, Sendable {
        /// Asks the adapters to change the request.
        case adapt
        /// Drops the received bytes, counts the retry, and begins another attempt.
        case retry
        /// Checks the request of the next transfer and makes its body.
        case compose
        /// Starts the transfer.
        case launch
        /// Asks the owner about a redirection or a challenge.
        case ask
        /// Asks the owner to validate the response and to place the file.
        case validate
        /// Asks the retriers about the failure.
        case consult
        /// Waits for the delay that a retrier asked for, then reports ``Event/elapsed``.
        case delay
        /// Ends the request.
        case finish(Outcome)
    }

    package enum Phase: Hashable, Sendable {
        case initialized
        case adapting, composing, transferring, asking, validating, consulting, delaying
        /// Waits for the owner's decision about the response of a transfer that has ended.
        case awaitingDecision(Ending)
        /// Waits to be resumed.
        case holding(Step)
        case finishing(Outcome)
        case finished
    }

    /// The continuation after a transfer or an answer of the owner.
    package enum Ending: Hashable, Sendable {
        /// The response answers the request.
        case answered
        case failed(mayBeRetried: Bool)
        /// Another transfer follows: a redirection, a credential, the rest of a file.
        case next(sendsBody: Bool)
        /// The owner is asked first.
        case question
    }

    /// The consequence of a suspension for a transfer that is running.
    package enum Suspension: Hashable, Sendable, CaseIterable {
        /// The transfer continues, and its body is held.
        case holdsBody
        /// The transfer is suspended, of which URLSession is capable on Apple's systems.
        case suspendsTransfer
        /// The transfer ends, and a later one continues from its last byte.
        case endsTransfer
    }

    package enum Event: Hashable, Sendable {
        // From the owner.
        case resume
        case suspend(Suspension)
        case cancel
        // Results of effects.
        case adapted
        case composed
        /// Adapting, composing or validating failed.
        case failed(mayBeRetried: Bool)
        case ended(Ending)
        case answered(Ending)
        case validated
        case decided(RetryDecision)
        case elapsed
        /// The finish was performed.
        case finished
        // During a transfer.
        /// The owner is deciding about the response; the request does not end before its decision.
        case responseHeld
        case responseReleased
        /// The owner or the transport policy refuses the response, the server or the request.
        case refused
        /// A timeout has run out.
        case expired
    }

    package enum RetryDecision: Hashable, Sendable, CaseIterable { case doNotRetry, retry, retryLater }

    package enum Effect: Hashable, Sendable {
        case perform(Step)
        case suspendTransfer, resumeTransfer
        /// Ends the transfer, which then reports no more events.
        case abandonTransfer
        /// Cancels the task of an adapter or a retrier.
        case cancelTask
        /// Drops the received bytes of the body, which will be sent again.
        case resetBody
        /// Fails the request because its body would have to be sent a second time and cannot.
        case refuseBody
    }

    package private(set) var phase = Phase.initialized
    package private(set) var isPaused = false
    /// Whether the owner is deciding about the response.
    private(set) var isResponseHeld = false
    /// Whether a timeout ran out between two transfers.
    private(set) var isOverdue = false
    /// Whether the request's own body has been passed to a transfer.
    private(set) var hasSentBody = false
    /// Whether the request's own body can be sent more than once.
    let isBodyRepeatable: Bool

    package init(isBodyRepeatable: Bool) {
        self.isBodyRepeatable = isBodyRepeatable
    }

    /// Whether an attempt is being made, whose timeouts count.
    var isUnderWay: Bool {
        switch phase {
        case .composing, .transferring, .asking, .awaitingDecision, .holding(.compose), .holding(.launch),
            .holding(.ask):
            true
        default: false
        }
    }

    package var isFinished: Bool { phase == .finished }

    /// Handles an event; one that has no meaning in the current state changes nothing.
    ///
    /// - Returns: The effects, in order. An event reports the result of an effect, at once or later.
    package mutating func handle(_ event: Event) -> [Effect] {
        guard phase != .finished else { return [] }
        return switch event {
        case .resume: resume()
        case .suspend(let suspension): suspend(suspension)
        case .cancel: cancel()
        case .adapted where phase == .adapting: advance(to: .compose)
        case .composed where phase == .composing: advance(to: .launch)
        case .failed(let mayBeRetried) where [.adapting, .composing, .validating].contains(phase):
            fail(mayBeRetried)
        case .ended(let ending) where phase == .transferring: conclude(ending)
        case .answered(let ending) where phase == .asking: conclude(ending)
        case .answered(let ending) where phase == .validating: sendAgain(after: ending)
        case .validated where phase == .validating: advance(to: .finish(.success))
        case .decided(let decision) where phase == .consulting: decide(decision)
        case .elapsed where phase == .delaying: advance(to: .retry)
        case .finished: finished()
        case .responseHeld where phase == .transferring || phase == .asking: hold()
        case .responseReleased: release()
        case .refused: refuse()
        case .expired: expire()
        default: []
        }
    }

    // MARK: - The owner's events

    private mutating func resume() -> [Effect] {
        guard phase == .initialized || isPaused else { return [] }
        isPaused = false
        switch phase {
        case .initialized: return advance(to: .adapt)
        case .holding(let step): return advance(to: step)
        case .transferring: return [.resumeTransfer]
        default: return []
        }
    }

    private mutating func suspend(_ suspension: Suspension) -> [Effect] {
        guard !isPaused, phase != .finishing(.cancellation) else { return [] }
        isPaused = true
        if case .finishing(let outcome) = phase { phase = .holding(.finish(outcome)) }
        guard phase == .transferring else { return [] }
        switch suspension {
        case .suspendsTransfer: return [.suspendTransfer]
        case .endsTransfer where isBodyRepeatable:
            phase = .holding(.compose)
            isResponseHeld = false
            return [.abandonTransfer, .resetBody]
        case .holdsBody, .endsTransfer: return []
        }
    }

    private mutating func cancel() -> [Effect] {
        let effects: [Effect]
        switch phase {
        case .finishing(.cancellation): return []
        case .transferring: effects = [.abandonTransfer]
        case .adapting, .consulting: effects = [.cancelTask]
        default: effects = []
        }
        isPaused = false
        return effects + advance(to: .finish(.cancellation))
    }

    private mutating func finished() -> [Effect] {
        if case .finishing = phase { phase = .finished }
        return []
    }

    // MARK: - Progress

    /// Takes the next step, or holds it until the request is resumed.
    private mutating func advance(to step: Step) -> [Effect] {
        guard !isPaused else {
            phase = .holding(step)
            return []
        }
        switch step {
        case .compose where isOverdue, .launch where isOverdue: return fail(true)
        case .adapt, .retry: phase = .adapting
        case .compose: phase = .composing
        case .launch: phase = .transferring
        case .ask: phase = .asking
        case .validate: phase = .validating
        case .consult: phase = .consulting
        case .delay: phase = .delaying
        case .finish(let outcome): phase = .finishing(outcome)
        }
        if !isUnderWay { isOverdue = false }
        if case .compose = step { hasSentBody = true }
        return [.perform(step)]
    }

    private mutating func conclude(_ ending: Ending) -> [Effect] {
        guard !isResponseHeld else {
            phase = .awaitingDecision(ending)
            return []
        }
        switch ending {
        case .answered: return advance(to: .validate)
        case .failed(let mayBeRetried): return fail(mayBeRetried)
        case .question: return advance(to: .ask)
        case .next(let sendsBody):
            guard !sendsBody || isBodyRepeatable || !hasSentBody else { return [.refuseBody] + fail(false) }
            return advance(to: .compose)
        }
    }

    /// Sends a request again because a credential was set after its response, which would have been the answer.
    private mutating func sendAgain(after ending: Ending) -> [Effect] {
        guard case .next = ending else { return [] }
        return [.resetBody] + conclude(ending)
    }

    private mutating func fail(_ mayBeRetried: Bool) -> [Effect] {
        isResponseHeld = false
        isOverdue = false
        let isRepeatable = isBodyRepeatable || !hasSentBody
        return advance(to: mayBeRetried && isRepeatable ? .consult : .finish(.failure))
    }

    private mutating func decide(_ decision: RetryDecision) -> [Effect] {
        switch decision {
        case .doNotRetry: advance(to: .finish(.failure))
        case .retry: advance(to: .retry)
        case .retryLater: advance(to: .delay)
        }
    }

    // MARK: - The response's handler, timeouts, refusals

    private mutating func hold() -> [Effect] {
        isResponseHeld = true
        return []
    }

    private mutating func release() -> [Effect] {
        isResponseHeld = false
        guard case .awaitingDecision(let ending) = phase else { return [] }
        return conclude(ending)
    }

    private mutating func refuse() -> [Effect] {
        switch phase {
        case .transferring: return [.abandonTransfer] + fail(false)
        case .awaitingDecision, .composing, .asking: return fail(false)
        default: return []
        }
    }

    private mutating func expire() -> [Effect] {
        guard phase == .transferring else {
            isOverdue = isUnderWay
            return []
        }
        return [.abandonTransfer] + conclude(.failed(mayBeRetried: true))
    }
}
