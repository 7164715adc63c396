/// Reads queries as Python's `urllib.parse.parse_qsl` does with `keep_blank_values`, and collects the values of each
/// key.
struct FlatQueryParser {
    let limits: QueryLimits

    func parse(_ query: [UInt8]) throws -> ParameterValue {
        let values = ParsedDictionary()
        for (index, pair) in QueryPairs(query).enumerated() {
            guard index < limits.pairs else {
                throw QueryParsingError.tooManyPairs(limits.pairs, offset: pair.startIndex)
            }
            guard !pair.isEmpty else { continue }
            let equals = pair.firstIndex(of: UInt8(ascii: "="))
            let key = PercentDecoder.decode(pair[..<(equals ?? pair.endIndex)])
            let value = equals.map { PercentDecoder.decode(pair[($0 + 1)...]) } ?? []
            // Checked at once, since no later pair can overwrite this one.
            guard PercentDecoder.text(key) != nil, PercentDecoder.text(value) != nil else {
                throw QueryParsingError.notUTF8(key: String(decoding: key, as: UTF8.self), offset: pair.startIndex)
            }
            if case .list(let list) = values[key] {
                list.append(.text(value))
            } else {
                values.set(key, .list(ParsedList([.text(value)])))
            }
        }
        return try ParsedTree.parameterValue(of: values, .plain)
    }
}
