import Dispatch
import URLSerializationSession

// The machine itself is compiled here as well, so that it is specialized for the stand-ins as the session's module
// specializes it for its own data: the compiler specializes generic code of another module only if it is public.
typealias RequestState = URLSerializationSession.RequestState

/// Numbers in place of a request's data.
private enum StandIns: RequestPayload {
    typealias Leg = Int
    typealias Transfer = Int
    typealias Head = Int
    typealias Segment = Int
    typealias Question = Int
    typealias Failure = Int
}

/// The cost of the state machine without the data, the lock and the effects of requests.
package enum RequestMachineCost {
    /// Takes requests through a redirection and a retry to their ends.
    package static func eventsPerSecond() -> Double {
        typealias Machine = RequestMachine<StandIns>
        func leg(_ number: Int, _ report: Machine.LegReport) -> Machine.Event { .report(leg: number, report) }
        let events: [Machine.Event] = [
            .resume, .adapted(1), leg(1, .composed(1, 1)), leg(1, .ended(.next(2, refusal: 1))),
            leg(2, .composed(2, 2)), leg(2, .ended(.failed(1, mayBeRetried: true))), .decided(delay: 1), .elapsed,
            .adapted(3), .suspend(.holdsBody), leg(3, .composed(3, 3)), .resume,
            leg(3, .head(3, 1, .stored)), leg(3, .released), leg(3, .ended(.answered)), leg(3, .validated),
            .serializedAll,
        ]
        let (count, start) = (100_000, DispatchTime.now().uptimeNanoseconds)
        var ended = 0
        var effects: [Machine.Effect] = []
        for _ in 0..<count {
            var machine = Machine(isBodyRepeatable: true)
            effects.removeAll(keepingCapacity: true)
            for event in events {
                if case .serializedAll = event { _ = machine.beginSerializer() }
                machine.handle(event, &effects)
            }
            if machine.finish() != nil { ended += 1 }
        }
        let seconds = Double(DispatchTime.now().uptimeNanoseconds - start) / 1e9
        return ended == count ? Double(count * (events.count + 1)) / seconds : 0
    }
}
