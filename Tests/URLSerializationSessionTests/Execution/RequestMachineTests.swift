import Foundation
import TestSupport
import Testing
import URLSerializationSession

/// Every event in every state, and a million random sequences of events.
@Suite struct RequestMachineTests {
    typealias Machine = RequestMachine

    private static let endings: [Machine.Ending] = [
        .answered, .failed(mayBeRetried: true), .failed(mayBeRetried: false), .next(sendsBody: true),
        .next(sendsBody: false), .question,
    ]

    private static let events: [Machine.Event] =
        [
            .resume, .cancel, .adapted, .composed, .failed(mayBeRetried: true), .failed(mayBeRetried: false),
            .validated,
            .elapsed, .finished, .responseHeld, .responseReleased, .refused, .expired,
        ] + Machine.Suspension.allCases.map { .suspend($0) } + Machine.RetryDecision.allCases.map { .decided($0) }
        + endings.map { .ended($0) } + endings.map { .answered($0) }

    private struct Transition {
        let from: Machine
        let event: Machine.Event
        let to: Machine
        let effects: [Machine.Effect]
    }

    /// All transitions between the states that can be reached.
    private static func transitions(isBodyRepeatable: Bool) -> [Transition] {
        let start = Machine(isBodyRepeatable: isBodyRepeatable)
        var known: Set = [start]
        var (queue, transitions) = ([start], [Transition]())
        while let from = queue.popLast() {
            for event in events {
                var to = from
                let effects = to.handle(event)
                transitions.append(Transition(from: from, event: event, to: to, effects: effects))
                if known.insert(to).inserted { queue.append(to) }
            }
        }
        return transitions
    }

    private static func steps(_ effects: [Machine.Effect]) -> [Machine.Step] {
        effects.compactMap { if case .perform(let step) = $0 { step } else { nil } }
    }

    private static func phase(of step: Machine.Step) -> Machine.Phase {
        switch step {
        case .adapt, .retry: .adapting
        case .compose: .composing
        case .launch: .transferring
        case .ask: .asking
        case .validate: .validating
        case .consult: .consulting
        case .delay: .delaying
        case .finish(let outcome): .finishing(outcome)
        }
    }

    // MARK: - Every event in every state

    @Test(arguments: [true, false]) func everyEventInEveryStateKeepsTheRules(isBodyRepeatable: Bool) {
        let transitions = Self.transitions(isBodyRepeatable: isBodyRepeatable)
        #expect(transitions.count > 1000)
        for transition in transitions {
            let (from, to) = (transition.from, transition.to)
            let steps = Self.steps(transition.effects)
            let what: Comment = "\(from) \(transition.event) \(transition.effects)"
            if from.phase == .finished { #expect(to == from && transition.effects.isEmpty, what) }
            #expect(steps.count <= 1, what)
            if let step = steps.first {
                #expect(!to.isPaused, what)
                #expect(to.phase == Self.phase(of: step), what)
            }
            // A transfer that is left without its own end is ended.
            if from.phase == .transferring, to.phase != .transferring {
                if case .ended = transition.event {
                } else {
                    #expect(transition.effects.contains(.abandonTransfer), what)
                }
            } else {
                #expect(!transition.effects.contains(.abandonTransfer), what)
            }
            if case .finishing = from.phase, to.phase != from.phase {
                #expect([.finished, .cancel].contains(transition.event) || to.isPaused, what)
            }
            if case .holding = to.phase { #expect(to.isPaused, what) }
        }
    }

    @Test(arguments: [true, false]) func everyStateLeadsToTheEndWithAndWithoutACancel(isBodyRepeatable: Bool) {
        let transitions = Self.transitions(isBodyRepeatable: isBodyRepeatable)
        for state in Set(transitions.map(\.from)) {
            var state = state
            _ = state.handle(.cancel)
            _ = state.handle(.finished)
            #expect(state.isFinished)
        }
        var sources: [Machine: [Machine]] = [:]
        for transition in transitions where transition.event != .cancel {
            sources[transition.to, default: []].append(transition.from)
        }
        var queue = Set(transitions.map(\.from).filter(\.isFinished)).map { $0 }
        var ending = Set(queue)
        while let state = queue.popLast() {
            for source in sources[state] ?? [] where ending.insert(source).inserted { queue.append(source) }
        }
        #expect(ending == Set(transitions.map(\.from)))
    }

    // MARK: - Random sequences

    /// The machine as a table of numbers, made by the machine: the calls of a million sequences would take minutes in a
    /// debug build.
    private struct Table {
        struct Row {
            let next: Int
            var ends = false
            var hasEffects = false
            var beginsAttempt = false
            var composes = false
            /// Whether a step is taken while the request is suspended.
            var breaksSuspension = false
            /// Whether the next transfer sends the request's own body, where the event says it.
            var sendsBody: Bool?
        }

        var rows: [[Row]] = []

        init(isBodyRepeatable: Bool) {
            let transitions = RequestMachineTests.transitions(isBodyRepeatable: isBodyRepeatable)
            var numbers = [Machine(isBodyRepeatable: isBodyRepeatable): 0]
            for transition in transitions where numbers[transition.from] == nil {
                numbers[transition.from] = numbers.count
            }
            rows = Array(repeating: [], count: numbers.count)
            for transition in transitions {
                guard let from = numbers[transition.from], let to = numbers[transition.to] else { continue }
                var row = Row(next: to)
                row.ends = transition.to.isFinished && !transition.from.isFinished
                row.hasEffects = !transition.effects.isEmpty
                let step = RequestMachineTests.steps(transition.effects).first
                row.beginsAttempt = step == .adapt || step == .retry
                row.composes = step == .compose
                row.breaksSuspension = step != nil && transition.to.isPaused
                switch (transition.event, transition.from.phase) {
                case (.ended(.next(let sends)), .transferring), (.answered(.next(let sends)), .asking),
                    (.answered(.next(let sends)), .validating):
                    row.sendsBody = sends
                default: break
                }
                rows[from].append(row)
            }
        }
    }

    @Test(arguments: [true, false]) func aMillionRandomSequencesEndOnceAndSendABodyOnce(isBodyRepeatable: Bool) {
        let table = Table(isBodyRepeatable: isBodyRepeatable)
        var random = SeededGenerator(seed: isBodyRepeatable ? 1 : 2)
        let lastEvents = [Machine.Event.cancel, .finished].compactMap { Self.events.firstIndex(of: $0) }
        var (breaches, ended) = (0, 0)
        for _ in 0..<500_000 {
            var (state, ends, bodies, sendsBody) = (0, 0, 0, true)
            for _ in 0..<24 {
                let row = table.rows[state][Int(random.next() % UInt64(table.rows[state].count))]
                state = row.next
                if ends > 0 && row.hasEffects || row.breaksSuspension { breaches += 1 }
                if row.ends { ends += 1 }
                if row.beginsAttempt { sendsBody = true } else if let sends = row.sendsBody { sendsBody = sends }
                if row.composes, sendsBody { bodies += 1 }
            }
            ended += ends
            for end in ends == 0 ? lastEvents : [] {
                let row = table.rows[state][end]
                state = row.next
                if row.ends { ends += 1 }
            }
            if ends != 1 || bodies > 1 && !isBodyRepeatable { breaches += 1 }
        }
        #expect(breaches == 0)
        #expect(ended > 50_000)
    }

    // MARK: - The diagram

    private static func name(_ value: some Any) -> String { "\(value)".prefix { $0 != "(" }.description }

    /// The changes of phases of a request that is not suspended, a line for each phase.
    private static var diagram: [String] {
        var changes: [String: [String: Set<String>]] = [:]
        var order: [String] = []
        for transition in transitions(isBodyRepeatable: true) + transitions(isBodyRepeatable: false)
        where !transition.from.isPaused && transition.from.phase != transition.to.phase {
            let (from, to) = (name(transition.from.phase), name(transition.to.phase))
            if !order.contains(from) { order.append(from) }
            changes[from, default: [:]][name(transition.event), default: []].insert(to)
        }
        return changes.sorted { $0.key < $1.key }.map { phase, events in
            let text = events.sorted { $0.key < $1.key }.map { event, phases in
                "\(event) → \(phases.sorted().joined(separator: ", "))"
            }
            return "\(phase): \(text.joined(separator: "; "))"
        }
    }

    @Test func theDiagramInTheDocumentationIsTheMachines() throws {
        let path = "../../../Sources/URLSerializationSession/Execution/RequestMachine.swift"
        let file = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent(path)
        let lines = try String(contentsOf: file, encoding: .utf8).components(separatedBy: "\n")
        let documented = lines.drop { $0 != "/// ```text" }.dropFirst().prefix { $0 != "/// ```" }
            .map { String($0.dropFirst(4)) }
        let text = documented.joined(separator: " ").replacingOccurrences(of: "   ", with: " ")
        #expect(text == Self.diagram.joined(separator: " "), "It is:\n\(Self.diagram.joined(separator: "\n"))")
    }
}
