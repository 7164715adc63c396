import URLSerialization

/// The growth of the cost of this library's calls with the payload.
struct GrowthMeasurement: Encodable {
    /// The cost for a leaf of an array of one length.
    struct ArrayCost: Encodable {
        /// The array's length.
        let leaves: Int
        /// The median time for a leaf, in nanoseconds.
        let nanosecondsPerLeaf: Double
    }

    /// The cost for a leaf, by length.
    let arrays: [ArrayCost]
    /// The time of a query for 20,000 pairs over the time for 10,000.
    let doublingWide: Double
    /// The time of JSON for 20,000 members over the time for 10,000.
    let doublingWideJSON: Double

    /// The greatest cost of a leaf over the least.
    var arraySpread: Double {
        let costs = arrays.map(\.nanosecondsPerLeaf)
        return (costs.max() ?? 0) / (costs.min() ?? 1)
    }

    /// Measures arrays of these lengths, and *wide* and one with twice its pairs.
    init(timer: CallTimer, arrayLengths: [Int] = [100, 1_000, 10_000, 100_000]) throws {
        let arrayTimings = try timer.timings(of: arrayLengths.map { Self.call(ArrayPayload.parameters(count: $0)) })
        arrays = zip(arrayLengths, arrayTimings).map { length, timing in
            ArrayCost(leaves: length, nanosecondsPerLeaf: timing.nanoseconds / Double(length))
        }
        let wide = [10_000, 20_000].map { WidePayload.parameters(count: $0) }
        let wideTimings = try timer.timings(
            of: wide.map(Self.call) + wide.map { wide in { try JSONBody.data(from: wide).count } }
        ).map(\.nanoseconds)
        doublingWide = wideTimings[1] / wideTimings[0]
        doublingWideJSON = wideTimings[3] / wideTimings[2]
    }

    private static func call(_ parameters: [String: Any]) -> () throws -> Int {
        let serializer = QueryStringSerializer()
        return { try serializer.string(from: parameters).utf8.count }
    }
}
