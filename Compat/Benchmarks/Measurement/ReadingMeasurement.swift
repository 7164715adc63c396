import URLSerialization

/// The time of the response serializers over that of Foundation's readers in the same run. Times are those of the
/// fastest round.
struct ReadingMeasurement: Encodable {
    /// A document, read by Foundation and by a response serializer.
    struct Row: Encodable {
        let name: String
        let bytes: Int
        let foundationNanoseconds: Double
        let nanoseconds: Double
        /// The factor by which the serializer must be faster.
        let atLeast: Double

        /// The factor by which the serializer is faster.
        var factor: Double { foundationNanoseconds / nanoseconds }
    }

    let rows: [Row]
    /// The time of an object of 20,000 members over that of one of 10,000.
    let doublingMembers: Double
    /// The heap allocations of decoding a nested model, if they were counted.
    var decodeAllocations: Double?
    /// The refusals of hostile documents.
    let refusals: [RefusalMeasurement]

    /// Measures with hostile documents of a size.
    init(timer: CallTimer, hostileBytes: Int) throws {
        let json = try ReadingPayload.json.map { payload in
            try Self.row("JSON, \(payload.name)", payload.data, payload.atLeast, timer, JSONResponseSerializer()) {
                try JSONSerialization.jsonObject(with: payload.data)
            }
        }
        let records = Data(ReadingPayload.records(300).utf8)
        let nulls = try Self.row(
            "JSON, records without nulls", records, 1, timer, JSONResponseSerializer(nullRemoval: .everywhere)
        ) { try JSONSerialization.jsonObject(with: records) }
        let object = try JSONResponseSerializer(nullRemoval: .everywhere).decode(records, from: nil)
        let lists = try [PropertyListSerialization.PropertyListFormat.xml, .binary].map { format in
            let data = try PropertyListSerialization.data(fromPropertyList: object, format: format, options: 0)
            return try Self.row(
                "property list, \(format == .xml ? "XML" : "binary")", data, 1.5, timer,
                PropertyListResponseSerializer()
            ) { try PropertyListSerialization.propertyList(from: data, format: nil) }
        }
        rows = json + [nulls] + lists + (try Self.models(timer))
        let serializer = JSONResponseSerializer()
        let members = try timer.timings(
            of: [10_000, 20_000].map { count in
                let data = Data(ReadingPayload.members(count).utf8)
                return { try Self.consume(serializer.decode(data, from: nil)) }
            })
        doublingMembers = members[1].fastest / members[0].fastest
        refusals = try RefusalMeasurement.all(HostileBody.documents(bytes: hostileBytes))
    }

    static func row(
        _ name: String, _ data: Data, _ atLeast: Double, _ timer: CallTimer,
        _ serializer: some ResponseSerialization, foundation: @escaping () throws -> Any
    ) throws -> Row {
        let timings = try timer.timings(of: [
            { try consume(foundation()) }, { try consume(serializer.decode(data, from: nil)) },
        ])
        return Row(
            name: name, bytes: data.count, foundationNanoseconds: timings[0].fastest,
            nanoseconds: timings[1].fastest, atLeast: atLeast)
    }

    private static func consume(_ object: Any) -> Int {
        (object as? [Any])?.count ?? 1
    }
}
