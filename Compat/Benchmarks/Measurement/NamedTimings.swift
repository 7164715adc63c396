/// The timings of several calls, by name.
struct NamedTimings {
    /// A call and its name.
    typealias Call = (name: String, call: () throws -> Int)

    private let timings: [(name: String, timing: CallTimer.Timing)]

    /// Times the calls side by side.
    init(of calls: [Call], timer: CallTimer) throws {
        timings = zip(calls.map(\.name), try timer.timings(of: calls.map(\.call))).map { ($0, $1) }
    }

    /// The median time for a call, in nanoseconds; NaN for an unknown name.
    subscript(name: String) -> Double {
        timings.first { $0.name == name }?.timing.nanoseconds ?? .nan
    }

    /// The time of each call.
    var figures: [Figure] {
        timings.map { name, timing in
            let speed = (Double(timing.outputBytes) / timing.nanoseconds * 1000).text(0)
            return Figure(
                name, timing.nanoseconds / 1e3, "µs",
                detail: "±\((timing.spread * 100).text(1)) %, \(timing.outputBytes) bytes, \(speed) MB/s")
        }
    }
}
