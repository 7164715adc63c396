@testable import URLSerialization

extension Door {
    /// A query as each server reads it.
    static let queries = QueryDialect.allCases.map { dialect in
        Door(name: "query-\(dialect.rawValue)") { try query($0, dialect) }
    }

    private static func query(_ input: [UInt8], _ dialect: QueryDialect) throws {
        let query = String(decoding: input, as: UTF8.self)
        let parser = QueryParser(style: dialect, limits: dialect.limits)
        // A decoder reads what the parser reads.
        let decoded = try allowing(QueryParsingError.self) {
            do {
                return try QueryDecoder(style: dialect).decode(ParameterValue?.self, from: query) != nil
            } catch is DecodingError {
                return true
            }
        }
        let parsed = try allowing(QueryParsingError.self) { try parser.parse(query) }
        try claim("the parser reads it, the decoder not", (parsed != nil) == (decoded != nil))
        _ = try allowing(QueryParsingError.self) { try parser.reading(of: query) }
        guard let parsed else { return }
        // If the style for the server can write a reading, the server reads the same again.
        let serializer = QueryStringSerializer(style: dialect.style)
        guard let written = try allowing(RequestSerializationError.self, { try serializer.string(from: parsed) }) else {
            return
        }
        try checkQuery(written)
        try claim("\(written.utf8.count) bytes", written.utf8.count <= 16 * (query.utf8.count + 1))
        try claim("\(parsed) is written as \(written)", try parser.parse(written) == texts(of: parsed))
    }

    /// Returns a reading in which `true`, which stands for a key without a value in qs, is a text.
    private static func texts(of value: ParameterValue) -> ParameterValue {
        switch value {
        case .bool(let value): .string("\(value)")
        case .array(let values): .array(values.map(texts))
        case .dictionary(let entries): .dictionary(ParameterDictionary(entries.map { ($0.key, texts(of: $0.value)) }))
        default: value
        }
    }

    /// Checks that a query consists of the characters that a query may have.
    static func checkQuery(_ query: String) throws {
        try claim(
            "not escaped: \(query.debugDescription)",
            query.utf8.allSatisfy {
                switch $0 {
                case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "z"): true
                case UInt8(ascii: "A")...UInt8(ascii: "Z"): true
                default: "-._~/?%&=+".utf8.contains($0)
                }
            })
    }
}

extension QueryDialect {
    /// The style that writes what the framework reads.
    var style: QueryStyle {
        switch self {
        case .php: .php
        case .rack: .rack
        case .rails: .rails
        case .qs: .qs
        case .flat: .flat
        case .go: .go
        case .querystring: .querystring
        case .laravel: .laravel
        case .express4: .express4
        case .spring: .spring
        case .aspNetCore: .aspNetCore
        case .phoenix: .phoenix
        }
    }
}
