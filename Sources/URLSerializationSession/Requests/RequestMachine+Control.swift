/// The caller's events.
extension RequestMachine {
    mutating func resume(_ effects: inout [Effect]) {
        if isPaused { effects.append(.setPaused(false)) } else if case .initialized = phase {} else { return }
        isPaused = false
        handOutHeld(&effects)
        switch phase {
        case .initialized: advance(to: .adapting(after: nil), &effects)
        case .holding(let step): advance(to: step, &effects)
        case .running(.transferring(let transfer)): effects.append(.resumeTransfer(transfer))
        default: break
        }
    }

    mutating func handOutHeld(_ effects: inout [Effect]) {
        guard !isPaused, !response.isUndecided else { return }
        for _ in response.held { effects.append(.handOut(number)) }
    }

    mutating func suspend(_ suspension: TransferSuspension, _ effects: inout [Effect]) {
        if isPaused { return }
        switch phase {
        case .running(.finishing(.cancellation)): return
        case .running(.serializing(let current)) where current.isCancelled: return
        case .running(.finishing(let outcome)): phase = .holding(.finishing(outcome))
        case .running(.serializing(let current)) where !current.isRunning: phase = .holding(.serializing(current))
        default: break
        }
        isPaused = true
        effects.append(.setPaused(true))
        guard case .running(.transferring(let transfer)) = phase else { return }
        switch suspension {
        case .pausesTransfer: effects.append(.pauseTransfer(transfer))
        case .endsTransfer(let next) where isBodyRepeatable:
            endLeg()
            leg = next
            phase = .holding(.composing(next))
            effects += [.abandon(transfer), .discard]
        case .holdsBody, .endsTransfer: break
        }
    }

    mutating func cancel(_ effects: inout [Effect]) {
        // A file that is being placed is kept.
        guard !isPlacing else { return isPaused ? resume(&effects) : () }
        isPaused = false
        isAnswered = false
        var next = Step.serializing(Serialization(outcome: .cancellation))
        switch phase {
        case .running(.finishing(.cancellation)): return
        case .running(.finishing), .holding(.finishing): next = .finishing(.cancellation)
        // The serializer that runs is not interrupted.
        case .running(.serializing(var current)):
            current.outcome = .cancellation
            return phase = .running(.serializing(current))
        case .holding(.serializing(let current)):
            next = .serializing(Serialization(outcome: .cancellation, number: current.number))
        case .running(.consulting(_, let current?)), .holding(.consulting(_, let current?)):
            effects.append(.cancelTask)
            next = .serializing(Serialization(outcome: .cancellation, number: current.number + 1))
        case .running(.consulting): effects.append(.cancelTask)
        case .initialized, .running(.delaying), .holding(.delaying), .holding(.consulting), .holding(.adapting): break
        default:
            if case .running(.transferring(let transfer)) = phase { effects.append(.abandon(transfer)) }
            if case .running(.adapting) = phase { effects.append(.cancelTask) }
            effects.append(.endAttempt(.cancellation))
        }
        endLeg()
        advance(to: next, &effects)
    }
}
