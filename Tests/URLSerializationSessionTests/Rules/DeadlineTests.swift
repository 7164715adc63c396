import TestSupport
import Testing

@testable import URLSerializationSession

@Suite(.timeLimit(.minutes(60))) struct DeadlineTests {
    private let ends = Log<String>()

    private func deadline(_ name: String, _ seconds: TimeInterval, on clock: DeadlineClock) -> Deadline {
        Deadline(seconds, on: clock) { [ends] in ends.add(name) }
    }

    @Test func itCountsFromItsStart() async throws {
        let clock = DeadlineClock(on: DispatchQueue(label: "DeadlineTests"))
        let (waiting, other) = (deadline("waiting", 0.1, on: clock), deadline("other", 0.3, on: clock))
        other.resume(.beforeStart)
        try await eventually("The other ends.") { ends.all == ["other"] }
        let start = Date()
        waiting.touch()
        waiting.resume(.beforeStart)
        try await eventually("It ends.") { ends.all == ["other", "waiting"] }
        #expect(Date().timeIntervalSince(start) >= 0.1)
        withExtendedLifetime((waiting, other)) {}
    }

    @Test func aPausedDeadlineStandsStill() async throws {
        // On a busy machine it may be paused too late.
        for second in LongerTimes() {
            let (ends, clock) = (Log<String>(), DeadlineClock(on: DispatchQueue(label: "DeadlineTests")))
            let paused = Deadline(0.5 * second, on: clock) { ends.add("paused") }
            let other = Deadline(0.7 * second, on: clock) { ends.add("other") }
            let begin = Date()
            for deadline in [paused, other] { deadline.resume(.beforeStart) }
            paused.pause(.suspension)
            paused.pause(.suspension)
            guard Date().timeIntervalSince(begin) < 0.3 * second else { continue }
            try await eventually("The other ends.") { ends.all == ["other"] }
            let start = Date()
            paused.resume(.suspension)
            paused.resume(.suspension)
            try await eventually("It ends.") { ends.all == ["other", "paused"] }
            #expect(Date().timeIntervalSince(start) > 0.1 * second)
            // An end is final.
            paused.pause(.suspension)
            paused.resume(.suspension)
            try await Task.sleep(for: .seconds(0.6 * second))
            #expect(ends.all == ["other", "paused"])
            withExtendedLifetime((paused, other)) {}
            return
        }
        Issue.record("It was never paused in time.")
    }

    @Test func everyPauseMustEnd() async throws {
        let clock = DeadlineClock(on: DispatchQueue(label: "DeadlineTests"))
        let (paused, other) = (deadline("paused", 0.1, on: clock), deadline("other", 0.3, on: clock))
        paused.pause(.suspension)
        paused.pause(.room)
        for deadline in [paused, other] { deadline.resume(.beforeStart) }
        // A wait that ends twice ends no suspension.
        paused.resume(.room)
        paused.resume(.room)
        try await eventually("The other ends.") { ends.all == ["other"] }
        paused.resume(.suspension)
        try await eventually("It ends.") { ends.all == ["other", "paused"] }
        withExtendedLifetime((paused, other)) {}
    }
}
