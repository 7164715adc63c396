/// Reads queries as Node's `querystring.parse` does.
///
/// | query | values |
/// |---|---|
/// | `a=1&b` | `a`: `1`; `b`: an empty text |
/// | `a=1&a=2` | `a`: `1`, `2` |
/// | `a[]=1` | `a[]`: `1` |
struct NodeQueryParser {
    let limits: QueryLimits
    var excesses: QueryExcesses

    mutating func parse(_ query: [UInt8]) throws -> ParameterValue {
        let values = ParsedDictionary()
        for (index, pair) in QueryPairs(query).enumerated() {
            guard index < limits.pairs else {
                try excesses.add(
                    .pairsIgnored, limits.pairs, key: pair.prefix { $0 != UInt8(ascii: "=") }, offset: pair.startIndex)
                continue
            }
            guard !pair.isEmpty else { continue }
            let equals = pair.firstIndex(of: UInt8(ascii: "="))
            let (name, text) = (pair[..<(equals ?? pair.endIndex)], equals.map { pair[($0 + 1)...] } ?? [])
            let escapes = Self.escapeCount(in: name)
            let key = Self.decode(name, hasEscape: escapes > 0)
            // Node counts the second escape of a key as one of the value.
            let value = Self.decode(text, hasEscape: escapes > 1 || Self.escapeCount(in: text) > 0)
            guard PercentDecoder.text(key) != nil, PercentDecoder.text(value) != nil else {
                throw QueryParsingError.notUTF8(key: String(decoding: key, as: UTF8.self), offset: pair.startIndex)
            }
            switch values[key] {
            case .list(let list): list.append(.text(value))
            case let first?: values.set(key, .list(ParsedList([first, .text(value)])))
            case nil: values.set(key, .text(value))
            }
        }
        return try ParsedTree.parameterValue(of: values, .javaScript)
    }

    /// Decodes a text with an escape as UTF-8 or, where that fails, with each UTF-16 unit beyond ASCII cut to a byte.
    private static func decode(_ text: ArraySlice<UInt8>, hasEscape: Bool) -> [UInt8] {
        guard hasEscape else { return PercentDecoder.decodeSpaces(text) }
        if let decoded = PercentDecoder.decodeStrictly(text), PercentDecoder.text(decoded) != nil { return decoded }
        let digits = Array("0123456789ABCDEF".utf8)
        let bytes = String(decoding: text, as: UTF8.self).utf16.flatMap { unit -> [UInt8] in
            if unit < 0x80 { return [UInt8(unit)] }
            return [UInt8(ascii: "%"), digits[Int(unit >> 4 & 15)], digits[Int(unit & 15)]]
        }
        return PercentDecoder.decode(bytes[...])
    }

    private static func escapeCount(in text: ArraySlice<UInt8>) -> Int {
        func isDigit(_ index: Int) -> Bool {
            index < text.endIndex && Character(Unicode.Scalar(text[index])).isHexDigit
        }
        return text.indices.count { text[$0] == UInt8(ascii: "%") && isDigit($0 + 1) && isDigit($0 + 2) }
    }
}
