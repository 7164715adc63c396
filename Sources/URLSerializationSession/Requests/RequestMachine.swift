/// The life of a request as a pure function: from a state and an event to a state and effects.
///
/// It has no queue, no timer and no URLSession, and it is the only state: `Request` keeps it under its lock and
/// performs the effects after the lock is released, in order. The whole module uses these terms:
///
/// - **request**: what the caller makes, controls and gets the answer of.
/// - **attempt**: one try to get the answer, from the adapters to success or failure. A retry is another attempt.
/// - **leg**: one message and its response. A redirection, an answered challenge and the rest of a file are further
///   legs of the attempt.
/// - **message**: the `URLRequest` of a leg; its **body** is made anew for each leg. On the **wire** goes the message
///   with what the engine needs to know of its body.
/// - **transfer**: a leg in the hands of the **engine**.
/// - **head**: a response without its body. The body's **segments** follow.
/// - **consequence** of a head: to keep the body, to send another leg, or to ask the caller a **question**.
/// - **body place**: the place for a response's segments. The answer's go to the **sink**.
/// - **answer**: the head and the body that the caller gets.
/// - **driver**: the extension of `Request` that performs the effects, one at a time, and passes on events.
/// - **step**: what is done next for a request, such as to transfer a leg.
/// - **report**: an event about a leg. It names the leg, and is dropped, as an effect is, if the leg is over.
/// - **ending** of a leg: what follows it.
/// - **outcome**: the way a request ends.
package struct RequestMachine<Payload: RequestPayload>: Sendable {
    package internal(set) var phase = Phase.initialized
    package internal(set) var isPaused = false
    /// The current leg, until the next one. `nil` before the first, and after a cancellation and the end.
    package internal(set) var leg: Payload.Leg?
    /// The number of the current leg. It stays until the next one, so that what a leg received before its failure is
    /// stored. A cancellation, or a suspension that ends a transfer, changes it: from then on, all reports and effects
    /// of the leg are late.
    package private(set) var number = 0
    /// The number of attempts after the first.
    package private(set) var retries = 0
    /// The head of the answer, or `nil` before it.
    package private(set) var answer: Payload.Head?
    package internal(set) var isAnswered = false
    private(set) var response = Response()
    /// The failure of a timeout that expired between two transfers.
    private(set) var overdue: Payload.Failure?
    /// Whether the request's own body has been asked for.
    private(set) var hasSentBody = false
    /// Whether the request's own body can be sent more than once.
    let isBodyRepeatable: Bool
    /// Whether the retriers decide about every failure, as in Alamofire.
    package var asksAlways = false
    /// The first report of the driver that is invalid in its state, and the state, or `nil` for none. It is a defect:
    /// debug builds stop there.
    package private(set) var unexpected: String?

    package init(isBodyRepeatable: Bool) { self.isBodyRepeatable = isBodyRepeatable }

    /// Whether the answer's file is being placed or is placed already.
    package var isPlacing: Bool { response.isPlacing }

    package var isFinished: Bool { if case .finished = phase { true } else { false } }

    /// The state, as the caller controls it.
    var state: RequestState {
        switch phase {
        case .running(.finishing(.cancellation)), .finished(.cancellation): .cancelled
        case .running(.serializing(let serialization)) where serialization.isCancelled: .cancelled
        case .finished: .finished
        case _ where isPaused: .suspended
        case .initialized: .initialized
        default: .resumed
        }
    }

    /// Whether an effect is still relevant.
    package func wants(_ effect: Effect) -> Bool {
        switch effect {
        case .perform(let step, let leg): leg == number && isDue(step)
        case .store(_, let leg): leg == number && response.bodyPlace == .stored
        case .open(_, let leg), .handOut(let leg): leg == number
        default: true
        }
    }

    private func isDue(_ step: Step) -> Bool {
        guard case .running(let current) = phase else { return false }
        return switch (step, current) {
        case (.adapting, .adapting), (.composing, .composing), (.transferring, .transferring), (.asking, .asking),
            (.validating, .validating), (.consulting, .consulting), (.delaying, .delaying):
            true
        // A suspension may have held segments that another effect hands out first.
        case (.serializing, .serializing(let current)): !current.isRunning && response.held.isEmpty
        case (.finishing, .finishing): response.held.isEmpty
        default: false
        }
    }

    /// Handles an event. An event without a meaning in the current state changes nothing.
    ///
    /// - Parameter effects: The effects to perform. The event's effects are appended.
    package mutating func handle(_ event: Event, _ effects: inout [Effect]) {
        if case .finished = phase { return }
        switch event {
        case .resume: resume(&effects)
        case .suspend(let suspension): suspend(suspension, &effects)
        case .cancel: cancel(&effects)
        case .adapted(let leg): if case .running(.adapting) = phase { advance(to: .composing(leg), &effects) }
        case .adaptationFailed(let failure, let mayBeRetried):
            if case .running(.adapting) = phase { fail(failure, mayBeRetried, &effects) }
        case .decided(let delay, let replacement):
            guard case .running(.consulting(let failure, let serialization)) = phase else { return }
            let next = delay.map { $0 > 0 ? Step.delaying($0, failure) : .adapting(after: failure) }
            let end = serialization?.next ?? Serialization(outcome: .failure(replacement ?? failure))
            advance(to: next ?? .serializing(end), &effects)
        case .elapsed:
            if case .running(.delaying(_, let failure)) = phase { advance(to: .adapting(after: failure), &effects) }
        case .serialized(let failure):
            guard case .running(.serializing(let current)) = phase, current.isRunning else { return }
            guard let failure, !current.isCancelled, isRepeatable else {
                return advance(to: .serializing(current.next), &effects)
            }
            // Another attempt may place another file.
            response.isPlacing = false
            advance(to: .consulting(failure, of: current), &effects)
        case .serializedAll:
            guard case .running(.serializing(let current)) = phase, current.isRunning else { return }
            advance(to: .finishing(current.outcome), &effects)
        case .overdue(let attempt, let failure): if attempt == retries { expire(failure, &effects) }
        case .report(let leg, let report): if leg == number { handle(report, &effects) }
        }
    }

    /// Begins the next serializer, if its ``Step/serializing(_:)`` is due.
    package mutating func beginSerializer() -> Serialization? {
        guard case .running(.serializing(var current)) = phase, !current.isRunning else { return nil }
        current.isRunning = true
        phase = .running(.serializing(current))
        return current
    }

    /// Ends the request for good, if its ``Step/finishing(_:)`` is due.
    package mutating func finish() -> Outcome? {
        guard case .running(.finishing(let outcome)) = phase else { return nil }
        phase = .finished(outcome)
        endLeg()
        return outcome
    }

    /// Takes the next segment for the handler of received data, or returns `nil` while none may be handed out.
    package mutating func takeHeld() -> Payload.Segment? {
        isPaused || response.isUndecided || response.held.isEmpty ? nil : response.held.removeFirst()
    }

    // MARK: - Progress

    /// Takes the next step, or holds it until the request is resumed.
    mutating func advance(to step: Step, _ effects: inout [Effect]) {
        guard !isPaused else { return phase = .holding(step) }
        switch (step, overdue) {
        case (.composing, let overdue?), (.transferring, let overdue?): return fail(overdue, true, &effects)
        case (.adapting(_?), _):
            retries += 1
            (answer, isAnswered, overdue) = (nil, false, nil)
        case (.composing(let next), _):
            endLeg()
            leg = next
            hasSentBody = true
            (answer, isAnswered) = (nil, false)
        default: break
        }
        phase = .running(step)
        effects.append(.perform(step, number))
    }

    /// Forgets the current leg, whose reports and effects are late from now on.
    mutating func endLeg() {
        number += 1
        leg = nil
        response = Response()
    }

    private mutating func conclude(_ ending: LegEnding, _ effects: inout [Effect]) {
        response.isPlacing = false
        guard !response.isUndecided else { return phase = .awaitingDecision(ending) }
        switch ending {
        case .answered: advance(to: .validating, &effects)
        case .kept:
            if let head = response.head { open(head, &effects) }
            for segment in response.apart { effects.append(.store(segment, number)) }
            response.apart = []
            conclude(.answered, &effects)
        case .failed(let failure, let mayBeRetried): fail(failure, mayBeRetried, &effects)
        case .question(let question): advance(to: .asking(question), &effects)
        case .next(let leg, let refusal):
            if let refusal, !isBodyRepeatable, hasSentBody { return fail(refusal, false, &effects) }
            advance(to: .composing(leg), &effects)
        }
    }

    private mutating func open(_ head: Payload.Head, _ effects: inout [Effect]) {
        response.bodyPlace = .stored
        response.isUndecided = true
        effects.append(.open(head, number))
    }

    private mutating func fail(_ failure: Payload.Failure, _ mayBeRetried: Bool, _ effects: inout [Effect]) {
        overdue = nil
        // A response that the caller has not agreed to is neither stored further nor handed out.
        if response.isUndecided { response = Response(bodyPlace: .dropped) }
        effects.append(.endAttempt(.failure(failure)))
        let isAsked = asksAlways || mayBeRetried && isRepeatable
        let end = Step.serializing(Serialization(outcome: .failure(failure)))
        advance(to: isAsked ? .consulting(failure, of: nil) : end, &effects)
    }

    private var isRepeatable: Bool { isBodyRepeatable || !hasSentBody }

    private mutating func expire(_ failure: Payload.Failure, _ effects: inout [Effect]) {
        switch phase {
        case .running(.transferring(let transfer)):
            effects.append(.abandon(transfer))
            conclude(.failed(failure, mayBeRetried: true), &effects)
        case .awaitingDecision, .running(.composing), .running(.asking), .running(.validating), .holding(.composing),
            .holding(.transferring), .holding(.asking), .holding(.validating):
            overdue = failure
        default: break
        }
    }

    // MARK: - Reports about the current leg

    private mutating func handle(_ report: LegReport, _ effects: inout [Effect]) {
        switch (report, phase) {
        // The transfer has ended before it could be ended early.
        case (.concluded(.answered), .running(.validating)), (.concluded(.answered), .holding(.validating)): return
        // Nothing is added to a body that cannot be stored.
        case (.concluded, _) where response.bodyPlace == .stored: response.bodyPlace = .dropped
        default: break
        }
        switch (report, phase) {
        case (.composed(let leg, let transfer), .running(.composing)):
            self.leg = leg
            advance(to: .transferring(transfer), &effects)
        case (.head(let leg, let head, let bodyPlace), .running(.transferring)):
            self.leg = leg
            (response.head, response.bodyPlace) = (head, bodyPlace)
            if bodyPlace == .stored { open(head, &effects) }
        case (.received(let segment), .running(.transferring)):
            if response.bodyPlace == .stored { effects.append(.store(segment, number)) }
        case (.unused(let leg, let segment), .running(.transferring)):
            self.leg = leg
            if response.bodyPlace == .apart { response.apart.append(segment) }
        case (.ended(let ending), .running(.transferring)): conclude(ending, &effects)
        case (.expired(let failure), .running(.transferring)): expire(failure, &effects)
        case (.concluded(let ending), .running(.transferring(let transfer))):
            effects.append(.abandon(transfer))
            conclude(ending, &effects)
        case (.concluded(.failed(let failure, let mayBeRetried)), .running(.composing)):
            fail(failure, mayBeRetried, &effects)
        case (.concluded(let ending), .running(.asking)), (.concluded(let ending), .running(.validating)),
            (.concluded(let ending), .awaitingDecision), (.concluded(let ending), .holding(.validating)):
            conclude(ending, &effects)
        case (.stored(let segment), _):
            response.held.append(segment)
            guard !isPaused, !response.isUndecided else { return }
            effects.append(.handOut(number))
            // These steps follow what is handed out.
            switch phase {
            case .running(.serializing(let current)) where !current.isRunning:
                effects.append(.perform(.serializing(current), number))
            case .running(.finishing(let outcome)): effects.append(.perform(.finishing(outcome), number))
            default: break
            }
        case (.begun(let head), _): answer = head
        case (.complete, .running(.validating)): isAnswered = true
        case (.placing, .running(.validating)): response.isPlacing = true
        case (.placed, .running(.validating)): response.isPlacing = false
        case (.validated, .running(.validating)):
            effects.append(.endAttempt(.success))
            advance(to: .serializing(Serialization(outcome: .success)), &effects)
        case (.released, _):
            response.isUndecided = false
            handOutHeld(&effects)
            if case .awaitingDecision(let ending) = phase { conclude(ending, &effects) }
        case (.refused(let failure), .running(.transferring(let transfer))):
            effects.append(.abandon(transfer))
            fail(failure, false, &effects)
        case (.refused(let failure), .running(.composing)), (.refused(let failure), .running(.asking)),
            (.refused(let failure), .awaitingDecision):
            fail(failure, false, &effects)
        // An engine may still report about a transfer that was abandoned without another leg.
        case (.head, _), (.received, _), (.unused, _), (.ended, _), (.expired, _), (.concluded, _), (.refused, _): break
        case (.composed, _), (.complete, _), (.placing, _), (.placed, _), (.validated, _):
            let state = if case .running(let step) = phase { "\(step)" } else { "\(phase)" }
            let names = ["\(report)", state].map { $0.prefix { $0 != "(" } }
            unexpected = unexpected ?? "\(names[0]) in the state \(names[1])"
        }
    }
}
