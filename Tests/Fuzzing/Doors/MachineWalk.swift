@testable import URLSerializationSession

extension Door {
    /// A request's events in any order.
    static let machine = Door(name: "machine") { input in
        var program = Program(input)
        let isBodyRepeatable = program.below(2) == 0
        var walk = MachineWalk(program, isBodyRepeatable: isBodyRepeatable)
        walk.walk()
        try claim("\(walk.breaches)", walk.breaches.isEmpty)
        try claim("\(walk.ends) ends", walk.ends == 1)
        try claim("a body sent twice", isBodyRepeatable || walk.bodies <= 1)
    }
}

/// A request whose driver, engine and body are numbers. A segment is its leg's number times 1000 and its index.
struct MachineWalk {
    typealias Machine = RequestMachine<StandIns>

    enum StandIns: RequestPayload {
        typealias Leg = Int
        typealias Transfer = Int
        typealias Head = Int
        typealias Segment = Int
        typealias Question = Int
        typealias Failure = Int
    }

    var machine: Machine
    var effects: [Machine.Effect] = []
    var next = 0
    private var program: Program
    /// The leg that the engine carries out, and the number of segments it has reported.
    var running: Int?
    var lastLaunched: Int?
    var reported = 0
    /// The reception of the running leg.
    var reception: Machine.Reception?
    /// The leg whose body is stored, and the number of its segments.
    var opened: Int?
    var stored = 0
    var handedOut = 0
    var bodies = 0
    var sendsBody = true
    var ends = 0
    /// The rules that were broken.
    var breaches: Set<String> = []
    /// Whether the walk ended with an answer that has segments.
    var hasAnswer = false

    init(_ program: Program, isBodyRepeatable: Bool) {
        machine = Machine(isBodyRepeatable: isBodyRepeatable)
        self.program = program
        effects.reserveCapacity(16)
    }

    /// Walks until the request ends, or the program does: then the request is cancelled, and must end.
    mutating func walk() {
        machine.handle(.resume, &effects)
        while ends == 0, !program.isAtEnd {
            if any(2) == 0 { performNext() } else { happen() }
        }
        guard ends == 0 else { return }
        machine.handle(.cancel, &effects)
        for _ in 0..<1000 where ends == 0 {
            performNext()
            if next == effects.count { machine.handle(.resume, &effects) }
        }
    }

    private mutating func any(_ count: Int) -> Int { program.below(count) }

    mutating func report(_ report: Machine.Report, _ leg: Int) {
        machine.handle(.report(leg: leg, report), &effects)
    }

    mutating func ending() -> Machine.Ending {
        switch any(6) {
        case 0: .failed(1, mayBeRetried: true)
        case 1: .failed(2, mayBeRetried: false)
        case 2: .next(1, refusal: nil)
        case 3: .next(2, refusal: 1)
        default: .answered
        }
    }

    // MARK: Effects

    mutating func performNext() {
        guard next < effects.count else { return }
        let effect = effects[next]
        next += 1
        if next == effects.count {
            effects.removeAll(keepingCapacity: true)
            next = 0
        }
        if machine.wants(effect) { perform(effect) }
    }

    mutating func perform(_ effect: Machine.Effect) {
        if ends > 0 { breaches.insert("an effect after the end") }
        switch effect {
        case .perform(let step, let leg): perform(step, leg)
        case .open(_, let leg): open(leg)
        case .store(let segment, let leg): store(segment, leg)
        case .handOut(let segment, let leg):
            if segment != leg * 1000 + handedOut { breaches.insert("the order of what is handed out") }
            handedOut += 1
        case .abandon: running = nil
        default: break
        }
    }

    mutating func open(_ leg: Int) {
        (opened, stored, handedOut) = (leg, 0, 0)
        // A body that does not continue what is stored, or cannot be stored.
        let isKept = any(16) > 0
        if !isKept { report(.concluded(any(2) == 0 ? .next(3, refusal: 1) : .failed(3, mayBeRetried: true)), leg) }
        // The caller may take time to decide.
        if !isKept || any(6) > 0 { report(.released, leg) }
    }

    mutating func store(_ segment: Int, _ leg: Int) {
        // Of this leg, and the next one.
        if opened != leg || segment != leg * 1000 + stored { breaches.insert("a segment of another place") }
        stored += 1
        report(any(24) == 0 ? .concluded(.failed(4, mayBeRetried: true)) : .stored(segment), leg)
    }

    mutating func perform(_ step: Machine.Step, _ leg: Int) {
        switch step {
        case .adapting:
            sendsBody = true
            if any(8) == 0 {
                machine.handle(.adaptationFailed(1, mayBeRetried: true), &effects)
            } else {
                machine.handle(.adapted(1), &effects)
            }
        case .composing(let message):
            // These legs, and the first of an attempt, have the request's own body.
            if sendsBody || [2, 3, 5].contains(message) { bodies += 1 }
            sendsBody = false
            switch any(12) {
            case 0: report(.refused(1), leg)
            case 1: report(.concluded(.failed(1, mayBeRetried: true)), leg)
            default: report(.composed(leg, leg), leg)
            }
        case .transferring(let transfer):
            if running != nil || transfer != leg { breaches.insert("two transfers") }
            (running, lastLaunched, reported, reception) = (leg, leg, 0, nil)
        case .asking: report(.concluded(any(2) == 0 ? .kept : ending()), leg)
        case .validating:
            // Nothing that was received is missing.
            if opened == leg, stored != reported { breaches.insert("a segment is missing") }
            if any(6) == 0 { return report(.concluded(.next(4, refusal: nil)), leg) }
            report(.complete, leg)
            report(any(4) == 0 ? .concluded(.failed(1, mayBeRetried: true)) : .validated, leg)
        case .consulting: machine.handle(.decided(delay: any(2) == 0 ? 1 : nil), &effects)
        case .delaying: machine.handle(.elapsed, &effects)
        case .finishing:
            guard let outcome = machine.finish() else {
                breaches.insert("a finish that is not due")
                return
            }
            ends += 1
            guard case .success = outcome else { return }
            if stored > 0 { hasAnswer = true }
            if opened == leg, handedOut != stored { breaches.insert("a segment that is not handed out") }
        }
    }

    // MARK: Events

    mutating func happen() {
        switch any(16) {
        case 0: machine.handle(.resume, &effects)
        case 1: machine.handle(.suspend(any(2) == 0 ? .holdsBody : .endsTransfer(next: 5)), &effects)
        case 2: machine.handle(any(4) == 0 ? .cancel : .resume, &effects)
        case 3: machine.handle(.overdue(attempt: any(2), 1), &effects)
        // A late report, about a leg that is over.
        case 4:
            if let lastLaunched, lastLaunched != machine.number {
                report(.received(lastLaunched * 1000), lastLaunched)
            }
        case 5: if any(4) == 0 { report(.released, machine.number) }
        case 6: if any(8) == 0, let running { report(.expired(1), running) }
        default: if let running { transfer(running) }
        }
    }

    /// Makes the engine's next report.
    mutating func transfer(_ leg: Int) {
        let isCurrent = if leg == machine.number, case .running(.transferring) = machine.phase { true } else { false }
        guard reception != nil else {
            let kind: Machine.Reception = any(4) == 0 ? (any(2) == 0 ? .apart : .dropped) : .stored
            reception = kind
            return report(.head(1, kind), leg)
        }
        if any(3) > 0 {
            report(.received(leg * 1000 + reported), leg)
            // A transfer that is abandoned no longer delivers anything.
            if isCurrent { reported += 1 }
        } else {
            running = nil
            report(
                .ended(
                    reception == .apart ? .question(1) : reception == .stored && any(3) > 0 ? .answered : ending()),
                leg)
        }
    }
}
