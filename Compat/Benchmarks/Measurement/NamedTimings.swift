/// The timings of several calls, by name.
struct NamedTimings: Encodable {
    /// One call.
    struct Row: Encodable {
        /// What is done, and by what.
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

    /// Every call, in the order in which they were given.
    let rows: [Row]

    /// Times the calls side by side.
    init(of calls: [Call], timer: CallTimer) throws {
        rows = zip(calls, try timer.timings(of: calls.map(\.call))).map { call, timing in
            Row(name: call.name, nanoseconds: timing.nanoseconds, spread: timing.spread, bytes: timing.outputBytes)
        }
    }

    /// The median time for a call, in nanoseconds; NaN for a name that none has.
    subscript(name: String) -> Double {
        rows.first { $0.name == name }?.nanoseconds ?? .nan
    }
}
