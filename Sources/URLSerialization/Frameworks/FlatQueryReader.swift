/// A reader of queries whose keys have no structure, as in Python, Go and Node, and of qs's pairs before their keys are
/// split.
///
/// | query | flat | go | querystring |
/// |---|---|---|---|
/// | `a=1&a=2&b` | `a`: `1`, `2`; `b`: an empty text, in a list | the same | `a`: `1`, `2`; `b`: an empty text |
/// | `a;b=1` | `a;b`: `1`, in a list | refused | `a;b`: `1` |
/// | `a=%` | `a`: `%`, in a list | refused | `a`: `%` |
struct FlatQueryReader {
    private let dialect: QueryDialect
    private(set) var tree: QueryTree

    /// Reads a query into a tree in which the value of a key is a list only if the key is repeated.
    ///
    /// - `flat`: `urllib.parse.parse_qsl` of Python with `keep_blank_values`.
    /// - `go`: `url.ParseQuery` of Go (net/url).
    /// - `querystring`: `querystring.parse` of Node.
    /// - `qs`: A dictionary of whole keys.
    init(
        _ query: String, as dialect: QueryDialect, _ limits: QueryLimits, isStrict: Bool = true,
        _ excesses: inout QueryExcesses
    ) throws {
        self.dialect = dialect
        tree = QueryTree(query)
        let isJavaScript = dialect == .querystring || dialect == .qs
        let refusesSemicolon =
            dialect == .go && tree.text.index(of: UInt8(ascii: ";"), in: tree.text.bytes.indices) != nil
        var notUTF8: QueryParsingError?
        for pair in QueryPairs(tree.text) {
            let offset = pair.range.lowerBound
            guard try excesses.reads(pair, of: tree.text, limits.pairs, ignoresMore: isJavaScript) else { continue }
            if refusesSemicolon, tree.text.index(of: UInt8(ascii: ";"), in: pair.range) != nil {
                throw QueryParsingError(
                    code: .semicolon, key: nil, offset: offset,
                    reason: "A semicolon is refused by Go. Write it as %3B.")
            }
            guard !pair.range.isEmpty || dialect == .qs else { continue }
            let (key, value) = try decode(pair)
            if isStrict, !tree.text.isUTF8(key) || !tree.text.isUTF8(value) {
                notUTF8 = notUTF8 ?? .notUTF8(key: tree.text.string(key), offset: offset)
                // Go accepts bytes that are not UTF-8, but may refuse a later pair.
                if dialect != .go { break }
            }
            let (node, isNew) = tree.entry(isJavaScript ? tree.key(key) : .text(key), of: tree.root)
            if isNew {
                tree.become(node, .text, value)
            } else {
                if tree[node].kind != .list { tree.becomeList(node) }
                tree.append(.text, value, to: node)
            }
        }
        if let notUTF8 { throw notUTF8 }
    }

    // MARK: - Decoding

    private mutating func decode(_ pair: QueryPairs.Pair) throws -> (key: Range<Int>, value: Range<Int>) {
        let pair = dialect == .qs ? tree.text.pairOfQS(pair) : pair
        guard pair.isEscaped else { return (pair.name, pair.value) }
        switch dialect {
        case .go:
            guard let key = tree.text.decodeStrictly(pair.name), let value = tree.text.decodeStrictly(pair.value) else {
                throw QueryParsingError.invalidPercentEncoding("Go", offset: pair.range.lowerBound)
            }
            return (key, value)
        case .querystring:
            let escapes = tree.text.escapeCount(in: pair.name)
            // Node counts a key's second escape as an escape of the value.
            let isEscaped = escapes > 1 || tree.text.escapeCount(in: pair.value) > 0
            let key = tree.text.decodeAsNode(pair.name, hasEscape: escapes > 0)
            return (key, tree.text.decodeAsNode(pair.value, hasEscape: isEscaped))
        case .qs:
            // If a text cannot be decoded, only its spaces are.
            let key = tree.text.decodeAsUTF8(pair.name) ?? tree.text.decodeSpaces(pair.name)
            return (key, tree.text.decodeAsUTF8(pair.value) ?? tree.text.decodeSpaces(pair.value))
        default:
            return (tree.text.decode(pair.name), tree.text.decode(pair.value))
        }
    }
}

extension QueryText {
    /// Decodes a text with an escape as UTF-8 or, where that fails, with each UTF-16 unit beyond ASCII cut to a byte.
    fileprivate mutating func decodeAsNode(_ range: Range<Int>, hasEscape: Bool) -> Range<Int> {
        guard hasEscape else { return decodeSpaces(range) }
        if let decoded = decodeAsUTF8(range) { return decoded }
        let digits = Array("0123456789ABCDEF".utf8)
        var cut = QueryText(
            String(decoding: sent[range], as: UTF8.self).utf16.flatMap { unit -> [UInt8] in
                if unit < 0x80 { return [UInt8(unit)] }
                return [UInt8(ascii: "%"), digits[Int(unit >> 4 & 15)], digits[Int(unit & 15)]]
            })
        let decoded = cut.decode(0..<cut.sent.count)
        return append(cut.bytes[decoded])
    }

    fileprivate func escapeCount(in range: Range<Int>) -> Int {
        range.count { index in
            bytes[index] == UInt8(ascii: "%") && index + 2 < range.upperBound
                && bytes[index + 1].hexadecimalValue != nil && bytes[index + 2].hexadecimalValue != nil
        }
    }

    /// Returns a pair whose key ends at the first `=` after a `]`, or else at the first `=`.
    fileprivate func pairOfQS(_ pair: QueryPairs.Pair) -> QueryPairs.Pair {
        guard let first = pair.equals else { return pair }
        let equals = (first..<pair.range.upperBound).dropFirst(first == pair.range.lowerBound ? 1 : 0).first { index in
            bytes[index] == UInt8(ascii: "=") && bytes[index - 1] == UInt8(ascii: "]")
        }
        return QueryPairs.Pair(range: pair.range, equals: equals ?? first, isEscaped: pair.isEscaped)
    }
}
