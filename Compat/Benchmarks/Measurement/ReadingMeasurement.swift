import URLSerialization

/// The time of each reader compared with that of Foundation's reader in the same run. Times are from the fastest
/// round.
struct ReadingMeasurement {
    let timer: CallTimer

    /// Measures readers, with hostile documents of a given size.
    func figures(hostileBytes: Int) throws -> [Figure] {
        let serializer = JSONResponseSerializer()
        let members = try timer.timings(
            of: [10_000, 20_000].map { count in
                let data = Data(Document.members(count).utf8)
                return ("\(count)", { Self.size(of: try serializer.decode(data, from: nil)) })
            })
        let refusals = try Refusal.all(HostileBody.documents(bytes: hostileBytes))
        func memory(isWide: Bool) -> Double? {
            refusals.filter { $0.name.hasSuffix("UTF-16") == isWide }.compactMap(\.cost.memory).max()?.mebibytes
        }
        return try objects() + values() + models() + refusals.map(\.figure) + [
            Figure("JSON, time of 20,000 members over 10,000", members[1].fastest / members[0].fastest, atMost: 2.3),
            Figure("hostile documents: the slowest", refusals.slowest, "s", atMost: 0.1),
            Figure("hostile documents: for the largest in UTF-8 or binary", memory(isWide: false), "MiB", atMost: 1),
            Figure("hostile documents: for the one in UTF-16", memory(isWide: true), "MiB", atMost: 20),
        ] + queries()
    }

    private func objects() throws -> [Figure] {
        let json = try Document.json.map { document in
            try row("JSON, \(document.name)", document.data, document.atLeast, JSONResponseSerializer()) {
                try JSONSerialization.jsonObject(with: document.data)
            }
        }
        let records = Data(Document.records(300).utf8)
        let removing = JSONResponseSerializer(nullRemoval: .everywhere)
        let nulls = try row("JSON, records without nulls", records, 1, removing) {
            try JSONSerialization.jsonObject(with: records)
        }
        let object = try removing.decode(records, from: nil)
        let lists = try [("XML", PropertyListSerialization.PropertyListFormat.xml), ("binary", .binary)].map {
            let data = try PropertyListSerialization.data(fromPropertyList: object, format: $1, options: 0)
            return try row("property list, \($0)", data, 1.5, PropertyListResponseSerializer()) {
                try PropertyListSerialization.propertyList(from: data, format: nil)
            }
        }
        return json + [nulls] + lists
    }

    /// Reads documents such as servers publish as values, and writes their objects.
    private func values() throws -> [Figure] {
        try Document.json.filter { ["coordinates", "tweets"].contains($0.name) }.flatMap { document in
            let (reader, values) = (JSONResponseSerializer(), DecodableResponseSerializer(ParameterValue.self))
            let object = try reader.decode(document.data)
            let times = try timer.timings(of: [
                ("objects", { Self.size(of: try reader.decode(document.data)) }),
                ("values", { try values.decode(document.data).elements.count }),
                ("JSONSerialization", { try JSONSerialization.data(withJSONObject: object).count }),
                ("written", { try Peer.json(from: object).count }),
            ]).map(\.fastest)
            return [
                Self.share("JSON, \(document.name), to a value, of objects", times[1], of: times[0], atMost: 1.5),
                Figure("JSON, \(document.name), written: times faster", times[2] / times[3], atLeast: 6),
            ]
        }
    }

    private func models() throws -> [Figure] {
        let order = try Order.sample
        let nested = try JSONEncoder().encode(order)
        let records = Data(Document.records(4_000).utf8)
        let json = [
            try row("model of JSON, nested", nested, 3.3, DecodableResponseSerializer(Order.self)) {
                try JSONDecoder().decode(Order.self, from: nested)
            },
            try row("model of JSON, records", records, 3.3, DecodableResponseSerializer([Record].self)) {
                try JSONDecoder().decode([Record].self, from: records)
            },
        ]
        return try json
            + [("XML", PropertyListSerialization.PropertyListFormat.xml), ("binary", .binary)].map {
                let encoder = PropertyListEncoder()
                encoder.outputFormat = $1
                let data = try encoder.encode(order)
                let serializer = DecodableResponseSerializer(Order.self, format: .propertyList())
                return try row("model of a property list, \($0)", data, 1.5, serializer) {
                    try PropertyListDecoder().decode(Order.self, from: data)
                }
            }
    }

    private func row(
        _ name: String, _ data: Data, _ atLeast: Double, _ serializer: some ResponseSerialization,
        foundation: @escaping () throws -> Any
    ) throws -> Figure {
        let times = try timer.timings(of: [
            ("Foundation", { Self.size(of: try foundation()) }),
            ("ours", { Self.size(of: try serializer.decode(data, from: nil)) }),
        ]).map(\.fastest)
        return Figure(
            "\(name), \(data.count) bytes: times faster", times[0] / times[1], atLeast: atLeast,
            detail: Self.detail(times[1], times[0]))
    }

    private static func size(of object: Any) -> Int { (object as? [Any])?.count ?? 1 }

    /// Reads queries as each framework does, and as `URLComponents` does. Then decodes a model, compared with reading
    /// the items of parsed components.
    private func queries() throws -> [Figure] {
        let limits = QueryLimits(depth: 64, pairs: 100_000, elements: 100)
        let style = QueryStyle(arrays: .indicesWhereNested)
        let frameworks = try [Payload.Name.flat, .nested, .wide].flatMap { name in
            let query = try QueryStringSerializer(style: style).string(from: Payload(name).parameters)
            let foundation: CallTimer.Call = (
                "URLComponents", { URLComponents(string: "https://example.com/?\(query)")?.queryItems?.count ?? 0 }
            )
            // Spring refuses the keys of the others, whose members stand in brackets.
            let dialects = QueryDialect.allCases.filter { $0 != .spring }
            let timings = try timer.timings(
                of: [foundation]
                    + dialects.map { dialect in
                        let parser = QueryParser(style: dialect, limits: limits)
                        return (dialect.rawValue, { try parser.parse(query).dictionary?.count ?? 0 })
                    })
            return timings.dropFirst().map { timing in
                let name = "query, \(name.rawValue), \(timing.name), \(query.utf8.count) bytes"
                return Self.share(name, timing.fastest, of: timings[0].fastest, atMost: 1.5)
            }
        }
        let query = try QueryStringSerializer(style: style).string(from: Order.parameters)
        let components = URLComponents(string: "https://example.com/?\(query)")
        let times = try timer.timings(of: [
            ("queryItems", { components?.queryItems?.count ?? 0 }),
            ("QueryDecoder", { try QueryDecoder(style: .php).decode(Order.self, from: query).lines.count }),
        ]).map(\.fastest)
        let name = "query, nested, to a model, \(query.utf8.count) bytes"
        return frameworks + [Self.share(name, times[1], of: times[0], atMost: 2)]
    }

    private static func share(_ name: String, _ ours: Double, of foundation: Double, atMost: Double) -> Figure {
        Figure(
            "\(name): share of time", ours / foundation, atMost: atMost, detail: detail(ours, foundation))
    }

    private static func detail(_ ours: Double, _ foundation: Double) -> String {
        "\((ours / 1e3).text(2)) µs, Foundation \((foundation / 1e3).text(2)) µs"
    }

    // MARK: - Allocations

    /// The allocations of decoding the nested order, or `nil` if they cannot be counted. The limit is one for each of
    /// the 10 texts above 15 bytes and the 4 arrays, plus 1.2 for each of 22 objects, plus 12.
    static func allocations(_ value: Double?) -> Figure {
        Figure("model of JSON, nested: allocations for a call", value, atMost: 10 + 4 + 1.2 * 22 + 12)
    }

    /// Returns a closure that decodes the nested order a number of times.
    static func decoding(_ count: Int) throws -> () throws -> Int {
        let data = try JSONEncoder().encode(Order.sample)
        let serializer = DecodableResponseSerializer(Order.self)
        return { try (0..<count).reduce(0) { sum, _ in try sum + serializer.decode(data).lines.count } }
    }
}
