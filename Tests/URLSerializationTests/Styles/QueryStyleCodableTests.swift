import Testing
import URLSerialization

@Suite struct QueryStyleCodableTests {
    private static let parameters: [String: [any Sendable]] = [
        "bool": [true], "date": [Date(timeIntervalSince1970: 1.5)], "empty": [[Int]()], "null": [NSNull()],
        "number": [99.99], "space": ["a b"],
    ]

    @Test(arguments: [
        QueryStyle.afNetworking,
        .afNetworking { $0.arrays = .indices }, .afNetworking { $0.arrays = .repeated },
        .afNetworking { $0.emptyCollections = .null }, .afNetworking { $0.nulls = .literal },
        .afNetworking { $0.nulls = .omitted }, .afNetworking { $0.nulls = .emptyValue },
        .afNetworking { $0.booleans = .literal }, .afNetworking { $0.numbers = .shortest },
        .afNetworking { $0.dates = .secondsSince1970 }, .afNetworking { $0.dates = .millisecondsSince1970 },
        .afNetworking { $0.dates = .iso8601 }, .afNetworking { $0.spaces = .plus },
    ])
    func archivedStyleWritesTheSame(style: QueryStyle) throws {
        let archived = try JSONDecoder().decode(QueryStyle.self, from: JSONEncoder().encode(style))
        let query = try QueryStringSerializer(style: archived).string(from: Self.parameters)
        #expect(try query == QueryStringSerializer(style: style).string(from: Self.parameters))
        // Each style writes different bytes, so a lost field would show.
        #expect(try JSONEncoder.sorted.encode(archived) == JSONEncoder.sorted.encode(style))
    }

    @Test func refusedStrategiesAreArchived() throws {
        let style = QueryStyle.afNetworking {
            $0.dates = .refused
            $0.data = .base64
            $0.order = .asGiven
            $0.arrays = .commaSeparated
        }
        let archived = try PropertyListDecoder().decode(QueryStyle.self, from: PropertyListEncoder().encode(style))
        guard case .refused = archived.dates, case .base64 = archived.data, archived.order == .asGiven,
            case .commaSeparated = archived.arrays
        else {
            Issue.record("\(archived)")
            return
        }
    }

    @Test(
        arguments: [
            ("arrays", .afNetworking { $0.arrays = .custom { key, _ in key } }),
            ("dates", .afNetworking { $0.dates = .custom { _ in "" } }),
            ("data", .afNetworking { $0.data = .custom { _ in "" } }),
            ("keys", .afNetworking { $0.keys = .custom { $0 } }),
            ("keyPaths", .afNetworking { $0.keyPaths = .custom { $0 } }),
            ("emptyCollections", .afNetworking { $0.emptyCollections = .custom { _, _ in nil } }),
        ] as [(String, QueryStyle)])
    func closureIsNotArchivedAndTheFieldIsNamed(field: String, style: QueryStyle) {
        let error = #expect(throws: EncodingError.self) { try JSONEncoder().encode(style) }
        guard case .invalidValue(_, let context) = error else { return }
        #expect(context.codingPath.map(\.stringValue) == [field])
        #expect(context.debugDescription.contains("'\(field)'"))
    }

    @Test func unknownNameIsAnErrorNamingIt() throws {
        let json = try String(decoding: JSONEncoder().encode(QueryStyle.afNetworking), as: UTF8.self)
            .replacingOccurrences(of: "\"brackets\"", with: "\"parentheses\"")
        let error = #expect(throws: DecodingError.self) {
            try JSONDecoder().decode(QueryStyle.self, from: Data(json.utf8))
        }
        guard case .dataCorrupted(let context) = error else { return }
        #expect(context.debugDescription.contains("parentheses"))
    }
}

extension JSONEncoder {
    fileprivate static var sorted: JSONEncoder {
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        return encoder
    }
}
