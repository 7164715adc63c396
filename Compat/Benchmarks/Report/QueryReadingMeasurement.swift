import URLSerialization

/// The time of reading a query as each framework does, over that of Foundation's `URLComponents` in the same run. Times
/// are those of the fastest round.
struct QueryReadingMeasurement: Encodable {
    /// A query, read by Foundation and by this package.
    struct Row: Encodable {
        let name: String
        let bytes: Int
        let foundationNanoseconds: Double
        let nanoseconds: Double
        /// The greatest share of Foundation's time.
        let atMost: Double

        var share: Double { nanoseconds / foundationNanoseconds }
    }

    let rows: [Row]

    init(timer: CallTimer) throws {
        var rows: [Row] = []
        for name in [Payload.Name.flat, .nested, .wide] {
            let query = try Self.query(of: name)
            let limits = QueryLimits(depth: 64, pairs: 100_000, elements: 100)
            let frameworks = QueryFramework.allCases
            let timings = try timer.timings(
                of: [{ URLComponents(string: "https://example.com/?\(query)")?.queryItems?.count ?? 0 }]
                    + frameworks.map { framework in
                        let parser = QueryParser(framework, limits: limits)
                        return { try parser.parse(query).dictionary?.count ?? 0 }
                    })
            rows += zip(frameworks, timings.dropFirst()).map { framework, timing in
                Row(
                    name: "query, \(name.rawValue), \(framework.rawValue)", bytes: query.utf8.count,
                    foundationNanoseconds: timings[0].fastest, nanoseconds: timing.fastest, atMost: 1.5)
            }
        }
        let query = try Self.query(of: .nested)
        let components = URLComponents(string: "https://example.com/?\(query)")
        let timings = try timer.timings(of: [
            { components?.queryItems?.count ?? 0 },
            { try QueryDecoder(.php).decode(Order.self, from: query).lines.count },
        ])
        rows.append(
            Row(
                name: "query, nested, to a model", bytes: query.utf8.count,
                foundationNanoseconds: timings[0].fastest, nanoseconds: timings[1].fastest, atMost: 2))
        self.rows = rows
    }

    private static func query(of name: Payload.Name) throws -> String {
        try QueryStringSerializer(style: QueryStyle(arrays: .indicesWhereNested))
            .string(from: Payload(name).parameters)
    }
}

extension Target {
    static func queryReadingTargets(_ reading: QueryReadingMeasurement) -> [Target] {
        reading.rows.map {
            Target("\($0.name), \($0.bytes) bytes: share of Foundation's time", .atMost, $0.atMost, measured: $0.share)
        }
    }
}

extension TextReport {
    var queryReadingLines: [String] {
        guard let reading = report.queryReading else { return [] }
        let header = ["read", "bytes", "Foundation µs", "ours µs", "share"]
        let rows = reading.rows.map { row in
            [
                row.name, "\(row.bytes)", number(row.foundationNanoseconds / 1000, decimals: 2),
                number(row.nanoseconds / 1000, decimals: 2), number(row.share, decimals: 2),
            ]
        }
        return [""] + aligned([header] + rows, leftAligned: 1)
    }
}
