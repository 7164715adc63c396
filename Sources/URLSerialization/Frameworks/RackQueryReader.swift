/// A reader of queries that works as Rack 2.2's `Rack::Utils.parse_nested_query` does.
///
/// | query | values |
/// |---|---|
/// | `a[]=1&a[]&b` | `a`: `1`, null; `b`: null |
/// | `a[][x]=1&a[][y]=2&a[][x]=3` | `a`: `x`: `1`, `y`: `2`, then `x`: `3` |
/// | `a=1&a[]=2` | refused |
struct RackQueryReader {
    private let limits: QueryLimits
    private var tree: QueryTree

    /// Returns the tree of a query. A dictionary's number is that of its keys' characters.
    static func read(_ query: String, _ limits: QueryLimits) throws -> QueryTree {
        var reader = RackQueryReader(limits: limits, tree: QueryTree(query))
        try reader.read()
        return reader.tree
    }

    private mutating func read() throws {
        for (index, pair) in QueryPairs(tree.text, hasSemicolons: true).enumerated() where index >= limits.pairs {
            throw QueryParsingError.tooManyPairs(limits.pairs, offset: pair.range.lowerBound)
        }
        for pair in QueryPairs(tree.text, hasSemicolons: true) {
            var start = pair.range.lowerBound
            // A separator includes the spaces after it.
            while start > 0, start < pair.range.upperBound, tree.text.bytes[start] == UInt8(ascii: " ") { start += 1 }
            guard start < pair.range.upperBound else { continue }
            var (name, value) = (start..<pair.name.upperBound, pair.equals == nil ? nil : pair.value)
            if pair.isEscaped { (name, value) = (try decode(name), try value.map { try decode($0) }) }
            guard tree.text.isUTF8(name) else {
                throw QueryParsingError.notUTF8(key: tree.text.string(name), offset: start)
            }
            var insertion = RackInsertion(name: name, value: value, limits: limits, offset: start)
            try insertion.insert(into: &tree)
        }
    }

    private mutating func decode(_ range: Range<Int>) throws -> Range<Int> {
        guard let decoded = tree.text.decodeStrictly(range) else {
            throw QueryParsingError.invalidPercentEncoding("Rack", offset: range.lowerBound)
        }
        return decoded
    }
}
