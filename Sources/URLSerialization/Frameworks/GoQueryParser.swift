/// Reads queries as Go's `url.ParseQuery` does (net/url).
///
/// | query | values |
/// |---|---|
/// | `a=1&a=2&b` | `a`: `1`, `2`; `b`: an empty text |
/// | `a;b=1`, `a=%` | refused |
struct GoQueryParser {
    let limits: QueryLimits

    func parse(_ query: [UInt8]) throws -> ParameterValue {
        let values = ParsedDictionary()
        var notUTF8: QueryParsingError?
        for (index, pair) in QueryPairs(query).enumerated() {
            guard index < limits.pairs else {
                throw QueryParsingError.tooManyPairs(limits.pairs, offset: pair.startIndex)
            }
            guard !pair.contains(UInt8(ascii: ";")) else {
                throw QueryParsingError(
                    .semicolon, offset: pair.startIndex, reason: "A semicolon is refused by Go. Write it as %3B.")
            }
            guard !pair.isEmpty else { continue }
            let equals = pair.firstIndex(of: UInt8(ascii: "="))
            guard let key = PercentDecoder.decodeStrictly(pair[..<(equals ?? pair.endIndex)]),
                let value = equals.map({ PercentDecoder.decodeStrictly(pair[($0 + 1)...]) }) ?? []
            else { throw QueryParsingError.invalidPercentEncoding("Go", offset: pair.startIndex) }
            // Go's own refusals come first; it accepts bytes that are not UTF-8.
            if PercentDecoder.text(key) == nil || PercentDecoder.text(value) == nil {
                notUTF8 = notUTF8 ?? .notUTF8(key: String(decoding: key, as: UTF8.self), offset: pair.startIndex)
            }
            if case .list(let list) = values[key] {
                list.append(.text(value))
            } else {
                values.set(key, .list(ParsedList([.text(value)])))
            }
        }
        if let notUTF8 { throw notUTF8 }
        return try ParsedTree.parameterValue(of: values, .plain)
    }
}
