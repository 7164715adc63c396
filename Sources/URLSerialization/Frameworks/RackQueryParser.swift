/// Reads queries as Rack 2.2's `Rack::Utils.parse_nested_query` does.
struct RackQueryParser {
    let limits: QueryLimits

    func parse(_ query: [UInt8]) throws -> ParameterValue {
        for (index, pair) in QueryPairs(query, hasSemicolons: true).enumerated() where index >= limits.pairs {
            throw QueryParsingError.tooManyPairs(limits.pairs, offset: pair.startIndex)
        }
        let root = ParsedDictionary()
        var isFirst = true
        for pair in QueryPairs(query, hasSemicolons: true) {
            // A separator includes the spaces after it.
            let pair = isFirst ? pair : pair.drop { $0 == UInt8(ascii: " ") }
            isFirst = false
            guard !pair.isEmpty else { continue }
            let equals = pair.firstIndex(of: UInt8(ascii: "="))
            let name = try Self.decode(pair[..<(equals ?? pair.endIndex)])
            let value = try equals.map { ParsedValue.text(try Self.decode(pair[($0 + 1)...])) } ?? .null
            guard PercentDecoder.text(name) != nil else {
                throw QueryParsingError.notUTF8(key: String(decoding: name, as: UTF8.self), offset: pair.startIndex)
            }
            var insertion = RackInsertion(name: name, value: value, limits: limits, offset: pair.startIndex)
            try insertion.insert(into: root)
        }
        return try ParsedTree.parameterValue(of: root, .plain)
    }

    private static func decode(_ text: ArraySlice<UInt8>) throws -> [UInt8] {
        guard let decoded = PercentDecoder.decodeStrictly(text) else {
            throw QueryParsingError.invalidPercentEncoding("Rack", offset: text.startIndex)
        }
        return decoded
    }
}
