import URLSerialization

/// The growth of the cost of this library's calls with the payload.
enum GrowthMeasurement {
    /// Measures arrays of these lengths, and *wide* and one with twice its pairs.
    static func figures(_ timer: CallTimer, arrayLengths: [Int]) throws -> [Figure] {
        let timings = try timer.timings(of: arrayLengths.map { call(ArrayPayload.parameters(count: $0)) })
        let leaves = zip(arrayLengths, timings).map { $1.nanoseconds / Double($0) }
        let wide = [10_000, 20_000].map { WidePayload.parameters(count: $0) }
        let times = try timer.timings(
            of: wide.map(call) + wide.map { wide in { try JSONBody.data(from: wide).count } }
        ).map(\.nanoseconds)
        return zip(arrayLengths, leaves).map { Figure("an array of \($0): for a leaf", $1, "ns") } + [
            Figure("wide: time of 20,000 pairs over 10,000", times[1] / times[0], atMost: 2.3),
            Figure("wide: time of JSON of 20,000 members over 10,000", times[3] / times[2], atMost: 2.3),
            Figure("arrays: dearest leaf over cheapest", (leaves.max() ?? 0) / (leaves.min() ?? 1), atMost: 1.2),
        ]
    }

    private static func call(_ parameters: [String: Any]) -> () throws -> Int {
        let serializer = QueryStringSerializer()
        return { try serializer.string(from: parameters).utf8.count }
    }
}
