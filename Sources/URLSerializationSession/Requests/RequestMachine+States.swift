/// The kinds of data that pass through a ``RequestMachine``. Tests use other kinds than the module.
package protocol RequestPayload: Sendable {
    /// A message to send and what is known about its answer.
    associatedtype Leg: Sendable
    /// A leg that an engine carries out.
    associatedtype Transfer: Sendable
    associatedtype Head: Sendable
    /// A segment of a response's body.
    associatedtype Segment: Sendable
    /// A question to the caller, about a redirection or a challenge.
    associatedtype Question: Sendable
    associatedtype Failure: Sendable
}

/// The states, the events and the effects.
///
/// | state | event | state | effects |
/// |---|---|---|---|
/// | initialized | resume | adapting | perform |
/// | adapting | adapted | composing | perform |
/// | composing | composed | transferring | perform |
/// | transferring | head | transferring | open |
/// | transferring | released | transferring | |
/// | transferring | received | transferring | store |
/// | transferring | ended | validating | perform |
/// | validating | suspend | validating, paused | setPaused |
/// | validating, paused | validated | holding, paused | endAttempt |
/// | holding, paused | resume | serializing | setPaused, perform |
/// | serializing | serialized | consulting | perform |
/// | serializing | serializedAll | finishing | perform |
/// | transferring | cancel | serializing | abandon, endAttempt, perform |
///
/// The changes of a request that is not suspended, which a test compares with this type:
///
/// ```text
/// adapting: adaptationFailed → consulting, serializing; adapted → composing; cancel → serializing
/// asking: cancel → serializing; concluded → awaitingDecision, composing, consulting, serializing, validating;
///   refused → serializing
/// awaitingDecision: cancel → serializing; refused → serializing;
///   released → asking, composing, consulting, serializing, validating
/// composing: cancel → serializing; composed → consulting, serializing, transferring;
///   concluded → consulting, serializing; refused → serializing
/// consulting: cancel → serializing; decided → adapting, delaying, serializing
/// delaying: cancel → serializing; elapsed → adapting
/// finishing: suspend → holding
/// initialized: cancel → serializing; resume → adapting
/// serializing: serialized → consulting; serializedAll → finishing; suspend → holding
/// transferring: cancel → serializing;
///   concluded → asking, awaitingDecision, composing, consulting, serializing, validating;
///   ended → asking, awaitingDecision, composing, consulting, serializing, validating;
///   expired → awaitingDecision, consulting, serializing; overdue → awaitingDecision, consulting, serializing;
///   refused → serializing; suspend → holding
/// validating: cancel → serializing; concluded → asking, awaitingDecision, composing, consulting, serializing;
///   validated → serializing
/// ```
extension RequestMachine {
    package enum Outcome: Sendable { case success, failure(Payload.Failure), cancellation }

    /// The number of the serializer that runs next, after an attempt with this outcome.
    package struct Serialization: Sendable {
        package var outcome: Outcome
        package var number = 0
        /// Whether that serializer runs already.
        var isRunning = false

        var isCancelled: Bool { if case .cancellation = outcome { true } else { false } }
        var next: Serialization { Serialization(outcome: outcome, number: number + 1) }
    }

    /// A step of a request, which waits while the request is suspended.
    package enum Step: Sendable {
        /// The adapters change the request. After a failure the received bytes are dropped first.
        case adapting(after: Payload.Failure?)
        /// The message of a leg is checked, and its body made.
        case composing(Payload.Leg)
        case transferring(Payload.Transfer)
        /// The caller decides about a redirection or a challenge.
        case asking(Payload.Question)
        /// The answer is validated, or another leg found to be necessary.
        case validating
        /// The retriers decide about the failure: the attempt's, or the serializer's.
        case consulting(Payload.Failure, of: Serialization?)
        /// A delay in seconds passes until ``Event/elapsed``.
        case delaying(Double, Payload.Failure)
        /// The answer is serialized, by one serializer after another.
        case serializing(Serialization)
        case finishing(Outcome)
    }

    package enum Phase: Sendable {
        case initialized
        case running(Step)
        /// Waits for the answer of a transfer that has ended to be released.
        case awaitingDecision(LegEnding)
        /// A step that waits until the request is resumed.
        case holding(Step)
        case finished(Outcome)
    }

    package enum LegEnding: Sendable {
        case answered
        /// The response is the answer after all, with the body that was kept apart.
        case kept
        case failed(Payload.Failure, mayBeRetried: Bool)
        /// Another leg follows in the same attempt.
        ///
        /// - refusal: The failure of a leg with the request's own body, if that cannot be sent again.
        case next(Payload.Leg, refusal: Payload.Failure?)
        /// Another leg may follow, about which the caller is asked first.
        case question(Payload.Question)
    }

    /// The consequence of a suspension for a transfer that is running.
    package enum TransferSuspension: Sendable {
        /// The transfer continues, and its body is held.
        case holdsBody
        /// The transfer is paused in place.
        case pausesTransfer
        /// The transfer ends, and another leg continues from its last byte.
        case endsTransfer(next: Payload.Leg)
    }

    /// The place for a body.
    package enum BodyPlace: Hashable, Sendable, CaseIterable {
        /// The body is the answer's, and is stored.
        case stored
        /// A body that may become the answer's is kept apart.
        case apart
        case dropped
    }

    struct Response: Sendable {
        /// The place for the body, or `nil` before the head.
        var bodyPlace: BodyPlace?
        var head: Payload.Head?
        /// The segments that are kept apart.
        var apart: [Payload.Segment] = []
        /// The segments that were stored during a suspension or before the answer was released, for the handler of
        /// received data.
        var held: [Payload.Segment] = []
        /// Whether the answer waits for ``LegReport/released``. Its end waits as well: an engine may report a head and
        /// an end before the head's effects are performed, and only those effects find out whether another leg is
        /// necessary.
        var isUndecided = false
        /// Whether the file is being placed or is placed already, so that it is too late to cancel the request.
        var isPlacing = false
    }

    package enum Event: Sendable {
        // From the caller, on any thread.
        case resume
        case suspend(TransferSuspension)
        case cancel
        // Results that belong to an attempt.
        case adapted(Payload.Leg)
        case adaptationFailed(Payload.Failure, mayBeRetried: Bool)
        /// The retriers' decision: the delay in seconds before another attempt, or `nil` for none, and the failure that
        /// replaces the attempt's, or `nil` to keep it.
        case decided(delay: Double?, Payload.Failure? = nil)
        case elapsed
        /// A serializer has run, perhaps with a failure about which the retriers decide.
        case serialized(Payload.Failure?)
        /// There is no other serializer.
        case serializedAll
        /// The time of an attempt is over. The number of retries before the attempt identifies it.
        case overdue(attempt: Int, Payload.Failure)
        case report(leg: Int, LegReport)
    }

    package enum LegReport: Sendable {
        /// The leg as it will be sent.
        case composed(Payload.Leg, Payload.Transfer)
        // Reported by the engine. What is known about the leg comes with what was received.
        case head(Payload.Leg, Payload.Head, BodyPlace)
        case received(Payload.Segment)
        /// A segment that is not the answer's was received.
        case unused(Payload.Leg, Payload.Segment)
        case ended(LegEnding)
        /// The transfer was idle for too long.
        case expired(Payload.Failure)
        // Reported by the effects.
        /// The leg ends while its transfer is still running, because the rest of the body is not needed.
        case concluded(LegEnding)
        /// The sink has begun the answer's body.
        case begun(Payload.Head)
        /// A segment that a handler is waiting for was stored.
        case stored(Payload.Segment)
        /// The answer is complete, before its validation.
        case complete
        /// The file is about to be placed; from now on a cancellation is too late.
        case placing
        /// The file was placed before the validation.
        case placed
        case validated
        // Decided by the caller and the policy.
        /// The answer's body was begun, and the caller continues with the answer.
        case released
        /// The response, the server or the message is refused.
        case refused(Payload.Failure)
    }

    /// The number in an effect is the number of its leg.
    package enum Effect: Sendable {
        case perform(Step, Int)
        /// Begins the answer's body, and reports ``LegReport/released`` once the caller agrees to the answer.
        case open(Payload.Head, Int)
        /// Adds a segment to the answer's body.
        case store(Payload.Segment, Int)
        /// Passes the next stored segment to the handler of received data (``takeHeld()``).
        case handOut(Int)
        case pauseTransfer(Payload.Transfer), resumeTransfer(Payload.Transfer)
        /// Ends a transfer, which then reports no more.
        case abandon(Payload.Transfer)
        /// An attempt has ended.
        case endAttempt(Outcome)
        /// Cancels the task of an adapter or a retrier.
        case cancelTask
        /// Discards the received bytes, which will be received again.
        case discard
        /// Holds back what is received, or stops doing so.
        case setPaused(Bool)
    }
}
