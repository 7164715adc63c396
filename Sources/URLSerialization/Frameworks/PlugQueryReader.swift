/// A reader of queries that works as `Plug.Conn.Query` does since Plug 1.15, by its source: Phoenix.
///
/// | query | values |
/// |---|---|
/// | `a[]=1&a[]=2&b` | `a`: `1`, `2`; `b`: an empty text |
/// | `a[][x]=1&a[][y]=2` | `a`: `x`: `1`, `y`: `2`, in a list |
/// | `a[0]=1` | `a`: `0`: `1` |
struct PlugQueryReader {
    private(set) var tree: QueryTree
    /// The collections, by the beginnings of names that stand for them.
    private var collections: [[UInt8]: Int32] = [:]

    init(_ query: String, _ limits: QueryLimits) throws {
        tree = QueryTree(query)
        for (number, pair) in QueryPairs(tree.text).enumerated() where !pair.range.isEmpty {
            let offset = pair.range.lowerBound
            guard number < limits.pairs else { throw QueryParsingError.tooManyPairs(limits.pairs, offset: offset) }
            guard let name = tree.text.decodeStrictly(pair.name), let value = tree.text.decodeStrictly(pair.value)
            else { throw QueryParsingError.invalidPercentEncoding("Phoenix", offset: offset) }
            let keys = keys(of: name)
            guard keys.count <= min(limits.depth, QueryLimits.maximumDepth) else {
                throw QueryParsingError.tooDeep(limits.depth, key: tree.text.bytes[name], offset: offset)
            }
            var node = tree.root
            for (key, next) in zip(keys, keys.dropFirst()) {
                let beginning = Array(tree.text.bytes[name.lowerBound..<(next.lowerBound - 1)])
                let known = collections[beginning]
                let child = known ?? entry(key, of: node)
                if known == nil { tree.become(child, next.isEmpty ? .list : .dictionary) }
                collections[beginning] = child
                // The last pair decides whether a collection is a list.
                if (tree[child].kind == .list) != next.isEmpty {
                    tree.become(child, next.isEmpty ? .list : .dictionary)
                }
                node = child
            }
            if let key = keys.last { tree.become(entry(key, of: node), .text, value) }
        }
    }

    /// Returns the entry under a key, or for an empty key below the root a new element.
    private mutating func entry(_ key: Range<Int>, of node: Int32) -> Int32 {
        tree[node].kind == .list ? tree.append(.null, to: node) : tree.entry(.text(key), of: node).node
    }

    /// Returns the key before the first bracket and those in brackets.
    private func keys(of name: Range<Int>) -> [Range<Int>] {
        guard tree.text.bytes[name].last == UInt8(ascii: "]"),
            let open = tree.text.index(of: UInt8(ascii: "["), in: name), open > name.lowerBound
        else { return [name] }
        var (keys, start) = ([name.lowerBound..<open], open + 1)
        while let close = tree.text.index(of: UInt8(ascii: "]"), in: start..<name.upperBound) {
            var end = close
            // A bracket that none follows is a part of the key.
            while end + 1 < name.upperBound, tree.text.bytes[end + 1] != UInt8(ascii: "["),
                let next = tree.text.index(of: UInt8(ascii: "]"), in: (end + 1)..<name.upperBound)
            {
                end = next
            }
            keys.append(start..<end)
            start = end + 2
            if start > name.upperBound { break }
        }
        return keys
    }
}
