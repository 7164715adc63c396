import URLSerialization

/// The time of reading a query as each framework does, over that of Foundation's `URLComponents` in the same run. Times
/// are those of the fastest round.
enum QueryReadingMeasurement {
    static func figures(_ timer: CallTimer) throws -> [Figure] {
        var figures: [Figure] = []
        for name in [Payload.Name.flat, .nested, .wide] {
            let query = try query(of: name)
            let limits = QueryLimits(depth: 64, pairs: 100_000, elements: 100)
            let frameworks = QueryFramework.allCases
            let timings = try timer.timings(
                of: [{ URLComponents(string: "https://example.com/?\(query)")?.queryItems?.count ?? 0 }]
                    + frameworks.map { framework in
                        let parser = QueryParser(framework, limits: limits)
                        return { try parser.parse(query).dictionary?.count ?? 0 }
                    })
            figures += zip(frameworks, timings.dropFirst()).map { framework, timing in
                .comparing(
                    "query, \(name.rawValue), \(framework.rawValue)", bytes: query.utf8.count, timing.fastest,
                    withFoundation: timings[0].fastest, atMost: 1.5)
            }
        }
        let query = try query(of: .nested)
        let components = URLComponents(string: "https://example.com/?\(query)")
        let timings = try timer.timings(of: [
            { components?.queryItems?.count ?? 0 },
            { try QueryDecoder(.php).decode(Order.self, from: query).lines.count },
        ])
        let model = Figure.comparing(
            "query, nested, to a model", bytes: query.utf8.count, timings[1].fastest,
            withFoundation: timings[0].fastest, atMost: 2)
        return figures + [model]
    }

    private static func query(of name: Payload.Name) throws -> String {
        try QueryStringSerializer(style: QueryStyle(arrays: .indicesWhereNested))
            .string(from: Payload(name).parameters)
    }
}
