import URLSerialization

/// The time of the response serializers over that of Foundation's readers in the same run. Times are those of the
/// fastest round.
enum ReadingMeasurement {
    /// The name of the figure of the allocations of decoding a nested model, which are counted later.
    static let allocations = "model of JSON, nested: allocations for a call"

    /// Measures with hostile documents of a size.
    static func figures(_ timer: CallTimer, hostileBytes: Int) throws -> [Figure] {
        let json = try ReadingPayload.json.map { payload in
            try row("JSON, \(payload.name)", payload.data, payload.atLeast, timer, JSONResponseSerializer()) {
                try JSONSerialization.jsonObject(with: payload.data)
            }
        }
        let records = Data(ReadingPayload.records(300).utf8)
        let nulls = try row(
            "JSON, records without nulls", records, 1, timer, JSONResponseSerializer(nullRemoval: .everywhere)
        ) { try JSONSerialization.jsonObject(with: records) }
        let object = try JSONResponseSerializer(nullRemoval: .everywhere).decode(records, from: nil)
        let lists = try [PropertyListSerialization.PropertyListFormat.xml, .binary].map { format in
            let data = try PropertyListSerialization.data(fromPropertyList: object, format: format, options: 0)
            return try row(
                "property list, \(format == .xml ? "XML" : "binary")", data, 1.5, timer,
                PropertyListResponseSerializer()
            ) { try PropertyListSerialization.propertyList(from: data, format: nil) }
        }
        let serializer = JSONResponseSerializer()
        let members = try timer.timings(
            of: [10_000, 20_000].map { count in
                let data = Data(ReadingPayload.members(count).utf8)
                return { try consume(serializer.decode(data, from: nil)) }
            })
        let refusals = try RefusalMeasurement.all(HostileBody.documents(bytes: hostileBytes))
        let wide = refusals.filter { $0.name.hasSuffix("UTF-16") }.compactMap(\.memory)
        let others = refusals.filter { !$0.name.hasSuffix("UTF-16") }.compactMap(\.memory)
        return try json + [nulls] + lists + models(timer) + refusals.map(\.figure) + [
            Figure(allocations, nil, atMost: maximumDecodeAllocations),
            Figure("JSON, time of 20,000 members over 10,000", members[1].fastest / members[0].fastest, atMost: 2.3),
            Figure("hostile documents: the slowest", refusals.map { $0.nanoseconds / 1e9 }.max(), "s", atMost: 0.1),
            Figure(
                "hostile documents: for the largest in UTF-8 or binary", others.max()?.mebibytes, "MiB", atMost: 1),
            Figure("hostile documents: for the one in UTF-16", wide.max()?.mebibytes, "MiB", atMost: 20),
        ]
    }

    static func row(
        _ name: String, _ data: Data, _ atLeast: Double, _ timer: CallTimer,
        _ serializer: some ResponseSerialization, foundation: @escaping () throws -> Any
    ) throws -> Figure {
        let timings = try timer.timings(of: [
            { try consume(foundation()) }, { try consume(serializer.decode(data, from: nil)) },
        ])
        return .comparing(
            name, bytes: data.count, timings[1].fastest, withFoundation: timings[0].fastest, atLeast: atLeast)
    }

    private static func consume(_ object: Any) -> Int {
        (object as? [Any])?.count ?? 1
    }
}

extension Figure {
    /// Returns the factor by which reading is faster than Foundation's, or with `atMost` the share of its time.
    static func comparing(
        _ name: String, bytes: Int, _ nanoseconds: Double, withFoundation foundation: Double, atLeast: Double? = nil,
        atMost: Double? = nil
    ) -> Figure {
        let detail = "\((nanoseconds / 1e3).text(2)) µs, Foundation \((foundation / 1e3).text(2)) µs"
        return atMost == nil
            ? Figure(
                "\(name), \(bytes) bytes: times faster", foundation / nanoseconds, atLeast: atLeast, detail: detail)
            : Figure("\(name), \(bytes) bytes: share of time", nanoseconds / foundation, atMost: atMost, detail: detail)
    }
}
