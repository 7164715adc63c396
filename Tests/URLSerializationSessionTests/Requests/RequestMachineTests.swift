import TestSupport
import Testing

@testable import URLSerializationSession

/// Numbers in place of a request's data.
enum StandIns: RequestPayload {
    typealias Leg = Int
    typealias Transfer = Int
    typealias Head = Int
    typealias Segment = Int
    typealias Question = Int
    typealias Failure = Int
}

/// Every event in every state.
@Suite(.takingTurns) struct RequestMachineTests {
    typealias Machine = RequestMachine<StandIns>

    private static let endings: [Machine.LegEnding] = [
        .answered, .kept, .failed(1, mayBeRetried: true), .failed(1, mayBeRetried: false), .next(1, refusal: 1),
        .next(1, refusal: nil), .question(1),
    ]

    private static let reports: [Machine.LegReport] =
        [
            .composed(1, 1), .head(1, 1, .stored), .head(1, 1, .apart), .head(1, 1, .dropped), .received(1),
            .unused(1, 1), .expired(1), .begun(1), .stored(1), .complete, .placing, .placed,
            .validated, .released, .refused(1),
        ] + endings.map { .ended($0) } + endings.map { .concluded($0) }

    /// All events, those about a leg for the one with the number.
    private static func events(_ leg: Int, attempt: Int) -> [Machine.Event] {
        [
            .resume, .cancel, .adapted(1), .adaptationFailed(1, mayBeRetried: true),
            .adaptationFailed(1, mayBeRetried: false), .elapsed, .overdue(attempt: attempt, 1),
            .suspend(.holdsBody), .suspend(.pausesTransfer), .suspend(.endsTransfer(next: 1)),
            .decided(delay: nil), .decided(delay: 0), .decided(delay: 1), .serialized(nil), .serialized(1),
            .serializedAll,
        ] + reports.map { .report(leg: leg, $0) }
    }

    /// A state without the numbers that grow, and without the answer's head, on which nothing depends.
    private struct Key: Hashable {
        let phase: String
        let flags: [Bool]
        let bodyPlace: Machine.BodyPlace?

        init(_ machine: Machine) {
            phase = RequestMachineTests.key(of: machine.phase)
            flags = [
                machine.isPaused, machine.response.isUndecided, machine.overdue != nil, machine.hasSentBody,
                machine.isAnswered, machine.isPlacing, machine.response.apart.isEmpty, machine.response.held.isEmpty,
                machine.isBodyRepeatable,
            ]
            bodyPlace = machine.response.bodyPlace
        }
    }

    private struct Transition {
        let from: Machine
        let event: Machine.Event
        let to: Machine
        let effects: [Machine.Effect]
        let fromKey: Key
        let toKey: Key
    }

    /// All transitions between the states that can be reached.
    private static let transitions: [Transition] = [true, false].flatMap { isBodyRepeatable in
        let start = Machine(isBodyRepeatable: isBodyRepeatable)
        var known: Set = [Key(start)]
        var (queue, transitions) = ([start], [Transition]())
        while let from = queue.popLast() {
            let fromKey = Key(from)
            for event in events(from.number, attempt: from.retries) {
                var (to, effects) = (from, [Machine.Effect]())
                to.handle(event, &effects)
                if case .running(.finishing) = from.phase, case .resume = event { _ = to.finish() }
                if case .running(.serializing) = from.phase, case .resume = event { _ = to.beginSerializer() }
                let toKey = Key(to)
                transitions.append(
                    Transition(from: from, event: event, to: to, effects: effects, fromKey: fromKey, toKey: toKey))
                if known.insert(toKey).inserted { queue.append(to) }
            }
        }
        return transitions
    }

    private static func steps(_ effects: [Machine.Effect]) -> [(Machine.Step, Int)] {
        effects.compactMap { if case .perform(let step, let leg) = $0 { (step, leg) } else { nil } }
    }

    /// The case's name. A description of hundreds of thousands of values, with all that they hold, takes seconds.
    private static func name(_ value: some Any) -> String {
        Mirror(reflecting: value).children.first?.label ?? "\(value)"
    }

    private static func name(of event: Machine.Event) -> String {
        if case .report(_, let report) = event { name(report) } else { name(event) }
    }

    private static func name(of phase: Machine.Phase) -> String {
        if case .running(let step) = phase { name(step) } else { name(phase) }
    }

    /// The phase with the kind of its data.
    private static func key(of phase: Machine.Phase) -> String {
        switch phase {
        case .awaitingDecision(let ending): "awaitingDecision \(key(of: ending))"
        case .holding(let step): "holding \(key(of: step))"
        case .running(.finishing(let outcome)): "finishing \(key(of: outcome))"
        case .running(.serializing), .running(.consulting):
            if case .running(let step) = phase { key(of: step) } else { "" }
        case .finished(let outcome): "finished \(key(of: outcome))"
        default: name(of: phase)
        }
    }

    private static func key(of ending: Machine.LegEnding) -> String {
        switch ending {
        case .answered: "answered"
        case .kept: "kept"
        case .failed(_, let mayBeRetried): mayBeRetried ? "failed for now" : "failed"
        case .next(_, let refusal): refusal == nil ? "next" : "next with the body"
        case .question: "question"
        }
    }

    private static func key(of step: Machine.Step) -> String {
        if case .finishing(let outcome) = step { return "finishing \(key(of: outcome))" }
        if case .serializing(let current) = step {
            return "serializing \(key(of: current.outcome)) \(current.isRunning)"
        }
        if case .consulting(_, let current?) = step { return "consulting after \(key(of: current.outcome))" }
        if case .adapting(_?) = step { return "adapting again" }
        return name(step)
    }

    private static func key(of outcome: Machine.Outcome) -> String {
        switch outcome {
        case .success: "success"
        case .failure: "failure"
        case .cancellation: "cancellation"
        }
    }

    /// Returns the rule that a transition breaks, or `nil`.
    private static func breach(of transition: Transition) -> String? {
        let (from, to, effects) = (transition.from, transition.to, transition.effects)
        let (before, after) = (name(of: from.phase), name(of: to.phase))
        if before == "finished", !effects.isEmpty || after != "finished" { return "an effect after the end" }
        let steps = steps(effects)
        if steps.count > 1 { return "two steps" }
        if let (step, leg) = steps.first {
            if to.isPaused { return "a step while suspended" }
            if leg != to.number || after != name(step) && after != "finished" { return "a step of another phase" }
        }
        // A transfer that is left without its own end is ended.
        let abandons = effects.contains { if case .abandon = $0 { true } else { false } }
        var isEnd = false
        if case .report(_, .ended) = transition.event { isEnd = true }
        if abandons != (before == "transferring" && after != "transferring" && !isEnd) { return "a transfer is left" }
        if after == "holding", !to.isPaused { return "something is held without a suspension" }
        // Earlier effects and these hand out what is held.
        var last = to
        while last.takeHeld() != nil {}
        for effect in effects {
            // Data held for a leg is dropped when another leg follows.
            if case .handOut = effect, after == "composing" { continue }
            if !last.wants(effect) { return "an effect that is not wanted" }
        }
        if to.number != from.number, to.wants(.store(1, from.number)) || to.wants(.perform(.validating, from.number)) {
            return "an effect of another leg"
        }
        return nil
    }

    @Test func everyEventInEveryStateKeepsTheRules() {
        #expect(Self.transitions.count > 5000)
        for transition in Self.transitions {
            guard let breach = Self.breach(of: transition) else { continue }
            Issue.record("\(breach): \(transition.from) \(transition.event) \(transition.effects)")
        }
    }

    @Test func aReportAboutAnotherLegChangesNothing() {
        let states = Dictionary(Self.transitions.map { ($0.fromKey, $0.from) }) { first, _ in first }
        for (key, from) in states {
            for report in Self.reports {
                var (to, effects) = (from, [Machine.Effect]())
                to.handle(.report(leg: from.number - 1, report), &effects)
                if !effects.isEmpty || Key(to) != key || to.answer != from.answer { Issue.record("\(from) \(report)") }
            }
        }
    }

    @Test func everyStateLeadsToTheEndWithAndWithoutACancel() {
        let states = Dictionary(Self.transitions.map { ($0.fromKey, $0.from) }) { first, _ in first }
        for var state in states.values {
            var effects: [Machine.Effect] = []
            state.handle(.cancel, &effects)
            state.handle(.resume, &effects)
            // A file that is being placed is kept.
            if state.isPlacing { state.handle(.report(leg: state.number, .validated), &effects) }
            _ = state.beginSerializer()
            state.handle(.serializedAll, &effects)
            _ = state.finish()
            if !state.isFinished { Issue.record("\(state)") }
        }
        var sources: [Key: [Key]] = [:]
        for transition in Self.transitions {
            if case .cancel = transition.event { continue }
            sources[transition.toKey, default: []].append(transition.fromKey)
        }
        var queue = states.filter { $0.value.isFinished }.map(\.key)
        var ending = Set(queue)
        while let state = queue.popLast() {
            for source in sources[state] ?? [] where ending.insert(source).inserted { queue.append(source) }
        }
        #expect(ending == Set(states.keys))
    }

    @Test func theCallersStateIsReadOffTheMachine() {
        for transition in Self.transitions {
            let (from, to) = (transition.from.state, transition.to.state)
            let isRight =
                switch transition.event {
                case .resume: [.resumed, .cancelled, .finished].contains(to)
                case .suspend: [.suspended, .cancelled, .finished].contains(to)
                case .cancel: [.cancelled, .finished].contains(to) || transition.to.isPlacing
                default: to == from
                }
            let isFinal = ![.cancelled, .finished].contains(from) || to == from
            if !isRight || !isFinal { Issue.record("\(from) \(transition.event) \(to)") }
        }
    }

    @Test func aReportOfTheDriverWithoutAMeaningIsNamed() {
        var machine = Machine(isBodyRepeatable: true)
        var effects: [Machine.Effect] = []
        for event in [.resume, .adapted(1), .report(leg: machine.number + 1, .validated)] as [Machine.Event] {
            #expect(machine.unexpected == nil)
            machine.handle(event, &effects)
        }
        #expect(machine.unexpected == "validated in the state composing")
    }

    @Test func aTransferThatHasEndedCannotBeEndedEarly() {
        for transition in Self.transitions where Self.name(of: transition.from.phase) == "validating" {
            guard case .report(_, .concluded(.answered)) = transition.event else { continue }
            #expect(transition.effects.isEmpty && transition.fromKey == transition.toKey)
        }
    }

    // MARK: - The diagram

    /// The changes of phases of a request that is not suspended, a line for each phase.
    private static var diagram: [String] {
        var changes: [String: [String: Set<String>]] = [:]
        for transition in transitions
        where !transition.from.isPaused && transition.fromKey.phase != transition.toKey.phase {
            let (from, to) = (name(of: transition.from.phase), name(of: transition.to.phase))
            guard from != to, to != "finished" else { continue }
            changes[from, default: [:]][name(of: transition.event), default: []].insert(to)
        }
        return changes.sorted { $0.key < $1.key }.map { phase, events in
            let text = events.sorted { $0.key < $1.key }.map { event, phases in
                "\(event) → \(phases.sorted().joined(separator: ", "))"
            }
            return "\(phase): \(text.joined(separator: "; "))"
        }
    }

    private static func sourceLines() throws -> [String] {
        let path = "../../../Sources/URLSerializationSession/Requests/RequestMachine+States.swift"
        let file = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent(path)
        return try String(contentsOf: file, encoding: .utf8).components(separatedBy: "\n")
    }

    @Test func theTableInTheDocumentationIsTheMachines() throws {
        let documented = try Self.sourceLines().filter { $0.hasPrefix("/// | ") }.dropFirst()
            .map { $0.dropFirst(6).dropLast(2).trimmingCharacters(in: .whitespaces) }
            .map { $0.hasSuffix("|") ? $0 + " " : $0 }
        #expect(documented.count > 10)
        for row in documented {
            let cells = row.components(separatedBy: " | ")
            let isRight = Self.transitions.contains { transition in
                let effects = transition.effects.map { Self.name($0) }.joined(separator: ", ")
                return cells[3] == effects && cells[1] == Self.name(of: transition.event)
                    && [cells[0], cells[2]]
                        == [transition.from, transition.to].map { machine in
                            Self.name(of: machine.phase) + (machine.isPaused ? ", paused" : "")
                        }
            }
            if !isRight { Issue.record("\(row)") }
        }
    }

    @Test func theDiagramInTheDocumentationIsTheMachines() throws {
        let documented = try Self.sourceLines().drop { $0 != "/// ```text" }.dropFirst().prefix { $0 != "/// ```" }
            .map { String($0.dropFirst(4)) }
        let text = documented.joined(separator: " ").replacingOccurrences(of: "   ", with: " ")
        #expect(text == Self.diagram.joined(separator: " "), "It is:\n\(Self.diagram.joined(separator: "\n"))")
    }
}
