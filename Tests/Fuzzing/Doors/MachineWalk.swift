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

/// A request whose driver, engine and body are numbers. Legs, transfers, heads, questions and failures of a leg are its
/// number, a segment is that times 1000 and its index, and a failure of an attempt is negative.
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
    /// The place for the running leg's body.
    var bodyPlace: Machine.BodyPlace?
    /// The leg whose body is stored, and the number of its segments.
    var opened: Int?
    var stored = 0
    var handedOut = 0
    /// The leg whose response waits for the caller's decision.
    var undecided: Int?
    var bodies = 0
    var sendsBody = true
    /// Whether the engine pauses transfers, and the one that it has paused.
    private let pauses: Bool
    var paused: Int?
    /// The leg whose response the caller has refused before it agreed to it.
    var refused: Int?
    /// The leg whose file is being placed.
    var placing: Int?
    /// The number of serializers, that of the next one, and whether it runs.
    private let serializers: Int
    var serialized = 0
    var isSerializing = false
    /// Whether the current attempt has ended, or none has begun.
    var hasEndedAttempt = true
    var ends = 0
    /// The reports about the current leg that changed nothing, with the state in which they came.
    var dropped: Set<String> = []
    var findsDropped = false
    var breaches: Set<String> = []
    /// Whether the walk ended with an answer that has segments.
    var hasAnswer = false

    init(_ program: Program, isBodyRepeatable: Bool) {
        machine = Machine(isBodyRepeatable: isBodyRepeatable)
        self.program = program
        pauses = self.program.below(2) == 0
        serializers = self.program.below(3)
        // As for Alamofire, whose bodies are made anew.
        if isBodyRepeatable { machine.asksAlways = self.program.below(2) == 0 }
        effects.reserveCapacity(16)
    }

    /// Walks until the request ends, or the program does: then the request is cancelled, and must end.
    mutating func walk() {
        machine.handle(.resume, &effects)
        while ends == 0, !program.isAtEnd {
            if any(2) == 0 { performNext() } else { happen() }
        }
        defer { if let report = machine.unexpected { breaches.insert(report) } }
        guard ends == 0 else { return }
        machine.handle(.cancel, &effects)
        // The effects that wait, and those of the end.
        for _ in 0..<effects.count + 1000 where ends == 0 {
            performNext()
            guard next == effects.count else { continue }
            if placing != nil { place() } else { machine.handle(.resume, &effects) }
            endSerializer()
            // Otherwise it is retried for ever when the first cancellation came too late.
            if machine.asksAlways { machine.handle(.cancel, &effects) }
        }
    }

    private mutating func any(_ count: Int) -> Int { program.below(count) }

    mutating func report(_ report: Machine.LegReport, _ leg: Int) {
        guard findsDropped, leg == machine.number else { return machine.handle(.report(leg: leg, report), &effects) }
        let (before, count) = ("\(machine)", effects.count)
        machine.handle(.report(leg: leg, report), &effects)
        if effects.count == count, "\(machine)" == before {
            dropped.insert("\(Self.name(machine.phase)): \(Self.name(report))")
        }
    }

    private static func name(_ value: some Any) -> String {
        if case .running(let step)? = value as? Machine.Phase { return name(step) }
        return String("\(value)".prefix { $0 != "(" })
    }

    mutating func ending(_ leg: Int) -> Machine.LegEnding {
        switch any(6) {
        case 0: .failed(leg, mayBeRetried: true)
        case 1: .failed(leg, mayBeRetried: false)
        case 2: .next(1, refusal: nil)
        case 3: .next(2, refusal: leg)
        default: .answered
        }
    }

    /// The failure of the current attempt.
    private var attempt: Int { -1 - machine.retries }

    private mutating func check(_ failure: Int, of leg: Int) {
        if failure != leg, failure != attempt { breaches.insert("a failure of another leg or attempt") }
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
        case .open(let head, let leg):
            if head != leg { breaches.insert("a head of another leg") }
            open(leg)
        case .store(let segment, let leg): store(segment, leg)
        case .handOut(let leg):
            guard let segment = machine.takeHeld() else { return }
            if machine.isPaused { breaches.insert("data is handed out during a suspension") }
            if refused == leg { breaches.insert("data of a refused response is handed out") }
            if segment != leg * 1000 + handedOut { breaches.insert("the order of what is handed out") }
            handedOut += 1
        case .abandon(let transfer):
            // Late effects concern one that has ended, or never began.
            if running == transfer { (running, paused) = (nil, nil) }
        case .pauseTransfer(let transfer): if running == transfer { paused = transfer }
        case .resumeTransfer(let transfer): if running == transfer { paused = nil }
        // A cancellation may come before an attempt has begun.
        case .endAttempt: hasEndedAttempt = true
        default: break
        }
    }

    mutating func open(_ leg: Int) {
        (opened, stored, handedOut) = (leg, 0, 0)
        // A body that does not continue what is stored, or cannot be stored.
        let isKept = any(16) > 0
        if !isKept { report(.concluded(any(2) == 0 ? .next(3, refusal: leg) : .failed(leg, mayBeRetried: true)), leg) }
        if isKept { report(.begun(leg), leg) }
        // The caller may take time to decide.
        if !isKept || any(6) > 0 { return report(.released, leg) }
        undecided = leg
    }

    mutating func store(_ segment: Int, _ leg: Int) {
        // Of this leg, and the next one.
        if opened != leg || segment != leg * 1000 + stored { breaches.insert("a segment of another place") }
        stored += 1
        report(any(24) == 0 ? .concluded(.failed(leg, mayBeRetried: true)) : .stored(segment), leg)
    }

    mutating func perform(_ step: Machine.Step, _ leg: Int) {
        switch step {
        case .adapting:
            if !hasEndedAttempt { breaches.insert("an attempt that does not end") }
            (sendsBody, hasEndedAttempt, serialized) = (true, false, 0)
            if any(8) == 0 {
                machine.handle(.adaptationFailed(attempt, mayBeRetried: any(2) == 0), &effects)
            } else {
                machine.handle(.adapted(1), &effects)
            }
        case .composing(let message):
            // These legs, and the first of an attempt, have the request's own body.
            if sendsBody || [2, 3, 5].contains(message) { bodies += 1 }
            sendsBody = false
            switch any(12) {
            case 0: report(.refused(leg), leg)
            case 1: report(.concluded(.failed(leg, mayBeRetried: true)), leg)
            default: report(.composed(leg, leg), leg)
            }
        case .transferring(let transfer):
            if running != nil || transfer != leg { breaches.insert("two transfers") }
            if machine.leg != leg { breaches.insert("a message of another leg") }
            (running, lastLaunched, reported, bodyPlace) = (leg, leg, 0, nil)
        case .asking(let question):
            if question != leg { breaches.insert("a question of another leg") }
            report(.concluded(any(2) == 0 ? .kept : ending(leg)), leg)
        case .validating:
            // Nothing that was received is missing.
            if opened == leg, stored != reported { breaches.insert("a segment is missing") }
            if any(6) == 0 { return report(.concluded(.next(4, refusal: nil)), leg) }
            report(.complete, leg)
            if any(4) == 0 { report(.placing, leg) }
            if machine.isPlacing { return placing = leg }
            report(any(4) == 0 ? .concluded(.failed(leg, mayBeRetried: true)) : .validated, leg)
        case .consulting(let failure, _):
            check(failure, of: leg)
            machine.handle(.decided(delay: any(2) == 0 ? Double(any(2)) : nil), &effects)
        case .delaying(_, let failure):
            check(failure, of: leg)
            machine.handle(.elapsed, &effects)
        case .serializing:
            guard let serialization = machine.beginSerializer() else {
                breaches.insert("a serializer that is not due")
                return
            }
            if isSerializing { breaches.insert("two serializers") }
            // A cancellation during a delay, for another attempt, makes all of them run again.
            if serialization.number == 0 { serialized = 0 }
            if serialization.number != serialized { breaches.insert("a serializer that is not the next") }
            if serialization.number == serializers { return machine.handle(.serializedAll, &effects) }
            serialized += 1
            isSerializing = true
            if any(3) > 0 { endSerializer() }
        case .finishing:
            if !hasEndedAttempt { breaches.insert("an attempt that does not end") }
            guard let outcome = machine.finish() else {
                breaches.insert("a finish that is not due")
                return
            }
            ends += 1
            switch outcome {
            case .success: break
            case .failure(let failure): return check(failure, of: leg)
            case .cancellation:
                if machine.isPlacing { breaches.insert("a file that is placed is cancelled") }
                return
            }
            if opened == leg, machine.answer != leg { breaches.insert("an answer of another leg") }
            if stored > 0 { hasAnswer = true }
            if opened == leg, handedOut != stored { breaches.insert("a segment that is not handed out") }
        }
    }

    // MARK: Events

    mutating func happen() {
        switch any(16) {
        case 0: machine.handle(.resume, &effects)
        case 1:
            let suspension: Machine.TransferSuspension =
                pauses ? .pausesTransfer : any(2) == 0 ? .holdsBody : .endsTransfer(next: 5)
            machine.handle(.suspend(suspension), &effects)
        case 2: machine.handle(any(4) == 0 ? .cancel : .resume, &effects)
        case 3:
            let attempt = any(2)
            machine.handle(.overdue(attempt: attempt, -1 - attempt), &effects)
        case 4: if let lastLaunched, lastLaunched != machine.number { reportLate(lastLaunched) }
        case 5: if let undecided { decide(undecided) }
        case 6: if any(8) == 0, let running { report(.expired(running), running) }
        case 7: endSerializer()
        default: if placing != nil { place() } else if let running, running != paused { transfer(running) }
        }
    }

    mutating func decide(_ leg: Int) {
        undecided = nil
        guard any(3) == 0 else { return report(.released, leg) }
        if leg == machine.number { refused = leg }
        report(.refused(leg), leg)
    }

    /// Ends the placing of a file, after which the request may only succeed or fail.
    mutating func place() {
        guard let leg = placing else { return }
        placing = nil
        report(any(4) == 0 ? .concluded(.failed(leg, mayBeRetried: false)) : .validated, leg)
    }

    mutating func endSerializer() {
        guard isSerializing else { return }
        isSerializing = false
        machine.handle(.serialized(any(3) == 2 ? machine.number : nil), &effects)
    }

    /// Makes a report about a leg that is over, which changes nothing.
    mutating func reportLate(_ leg: Int) {
        let before = (effects.count, "\(machine.phase)", machine.answer, machine.isAnswered)
        switch any(8) {
        case 0: report(.received(leg * 1000), leg)
        case 1: report(.head(leg, leg, .stored), leg)
        case 2: report(.ended(.answered), leg)
        case 3: report(.concluded(.kept), leg)
        case 4: report(.begun(leg), leg)
        case 5: report(.complete, leg)
        case 6: report(.validated, leg)
        default: report(.refused(leg), leg)
        }
        let after = (effects.count, "\(machine.phase)", machine.answer, machine.isAnswered)
        if after != before { breaches.insert("a late report has an effect") }
    }

    mutating func transfer(_ leg: Int) {
        let isCurrent = if leg == machine.number, case .running(.transferring) = machine.phase { true } else { false }
        guard bodyPlace != nil else {
            let kind: Machine.BodyPlace = any(4) == 0 ? (any(2) == 0 ? .apart : .dropped) : .stored
            bodyPlace = kind
            return report(.head(leg, leg, kind), leg)
        }
        if any(3) > 0 {
            let segment = leg * 1000 + reported
            report(bodyPlace == .stored ? .received(segment) : .unused(leg, segment), leg)
            // A transfer that is abandoned no longer delivers anything.
            if isCurrent { reported += 1 }
        } else {
            running = nil
            let end: Machine.LegEnding =
                bodyPlace == .apart ? .question(leg) : bodyPlace == .stored && any(3) > 0 ? .answered : ending(leg)
            report(.ended(end), leg)
        }
    }
}
