import URLSerialization

extension ReadingMeasurement {
    /// An order of four levels, in 1.5 kB of JSON.
    private struct Purchase: Codable {
        struct Place: Codable {
            let street: String
            let city: String
            let country: String?
            let location: [Double]
        }

        struct Line: Codable {
            let sku: String
            let title: String
            let quantity: Int
            let price: Double
            let tags: [String]
            let attributes: [String: String]
        }

        let id: Int
        let paid: Bool
        let total: Double
        let note: String?
        let customer: String
        let place: Place
        let lines: [Line]

        static let sample = Purchase(
            id: 417, paid: true, total: 214.75, note: nil, customer: "Zoë Ångström",
            place: Place(street: "Große Straße 12", city: "Köln", country: "DE", location: [50.9375, 6.9603]),
            lines: (0..<9).map { index in
                Line(
                    sku: "sku-\(index)", title: "article number \(index)", quantity: index + 1,
                    price: Double(index) * 2.25, tags: ["new", "on sale in May"], attributes: ["color": "blue"])
            })
    }

    /// One of many objects of one shape.
    private struct Record: Decodable {
        let id: Int
        let name: String
        let email: String
        let active: Bool
        let balance: Double
        let city: String
        let country: String
        let note: String?
        let visits: Int
        let tags: [String]
        let plan: String
    }

    /// The greatest number of allocations of decoding the nested order: its texts above 15 bytes (a street and nine
    /// titles), arrays (a location, the lines, and each line's tags) and dictionaries, 1.2 for each object, and 12.
    static let maximumDecodeAllocations = Double(10 + 11 + 9) + 1.2 * 11 + 12

    /// Decodes the nested order a number of times.
    static func decodeNested(_ calls: Int) throws {
        let data = try JSONEncoder().encode(Purchase.sample)
        let serializer = DecodableResponseSerializer(Purchase.self)
        for _ in 0..<calls { OutputSink.consume(try serializer.decode(data).lines.count) }
    }

    /// Measures models against Foundation's decoders.
    static func models(_ timer: CallTimer) throws -> [Figure] {
        let nested = try JSONEncoder().encode(Purchase.sample)
        let records = Data(ReadingPayload.records(4_000).utf8)
        let lists = try [PropertyListSerialization.PropertyListFormat.xml, .binary].map { format in
            let encoder = PropertyListEncoder()
            encoder.outputFormat = format
            let data = try encoder.encode(Purchase.sample)
            let serializer = DecodableResponseSerializer(Purchase.self, format: .propertyList())
            return try row(
                "model of a property list, \(format == .xml ? "XML" : "binary")", data, 1.5, timer, serializer
            ) { try PropertyListDecoder().decode(Purchase.self, from: data) }
        }
        return [
            try row("model of JSON, nested", nested, 3.3, timer, DecodableResponseSerializer(Purchase.self)) {
                try JSONDecoder().decode(Purchase.self, from: nested)
            },
            try row("model of JSON, records", records, 3.3, timer, DecodableResponseSerializer([Record].self)) {
                try JSONDecoder().decode([Record].self, from: records)
            },
        ] + lists
    }
}
