/// The timings of several calls, by name.
struct NamedTimings: Encodable {
    /// One call.
    struct Row: Encodable {
        /// The name of the call: its work and its implementation.
        let name: String
        /// The median time for a call, in nanoseconds.
        let nanoseconds: Double
        /// Half the distance between the quartiles of the rounds, as a share of the median.
        let spread: Double
        /// The size of the output.
        let bytes: Int
    }

    /// A call and its name.
    typealias Call = (name: String, call: () throws -> Int)

    /// Every call, in the given order.
    let rows: [Row]

    /// Times the calls side by side.
    init(of calls: [Call], timer: CallTimer) throws {
        rows = zip(calls, try timer.timings(of: calls.map(\.call))).map { call, timing in
            Row(name: call.name, nanoseconds: timing.nanoseconds, spread: timing.spread, bytes: timing.outputBytes)
        }
    }

    /// The median time for a call, in nanoseconds; NaN for an unknown name.
    subscript(name: String) -> Double {
        rows.first { $0.name == name }?.nanoseconds ?? .nan
    }
}
