extension Target {
    static func readingTargets(_ reading: ReadingMeasurement) -> [Target] {
        let mebibyte = Double(1 << 20)
        return reading.rows.map {
            Target(
                "\($0.name), \($0.bytes) bytes: times faster than Foundation", .atLeast, $0.atLeast, measured: $0.factor
            )
        } + [
            Target(
                "model of JSON, nested: allocations for a call", .atMost, ReadingMeasurement.maximumDecodeAllocations,
                measured: reading.decodeAllocations),
            Target(
                "JSON, time of 20,000 members over 10,000", .atMost, 2.3, measured: reading.doublingMembers),
            Target(
                "hostile documents: seconds for the slowest", .atMost, 0.1,
                measured: reading.refusals.map { $0.nanoseconds / 1e9 }.max()),
            Target(
                "hostile documents: MiB for the largest in UTF-8 or binary", .atMost, 1,
                measured: reading.refusals.filter { !$0.name.hasSuffix("UTF-16") }.compactMap(\.memory).max()
                    .map { Double($0) / mebibyte }),
            Target(
                "hostile documents: MiB for the one in UTF-16", .atMost, 20,
                measured: reading.refusals.first { $0.name.hasSuffix("UTF-16") }?.memory.map { Double($0) / mebibyte }),
        ]
    }
}
