/// A reader of queries that works as `Plug.Conn.Query` does since Plug 1.15, by its source: Phoenix.
///
/// | query | values |
/// |---|---|
/// | `a[]=1&a[]=2&b` | `a`: `1`, `2`; `b`: an empty text |
/// | `a[][x]=1&a[][y]=2` | `a`: `x`: `1`, `y`: `2`, in a list |
/// | `a[0]=1` | `a`: `0`: `1` |
/// | `a[x]=1&a[]=2&a[y]=3` | `a`: `x`: `1`, `y`: `3` |
struct PlugQueryReader {
    private(set) var tree: QueryTree
    /// The keys of the current pair.
    private var keys: [Range<Int>] = []
    /// The collection in each list. All pairs with the list's key and `[]` belong to it.
    private var collections: [Int32: Int32] = [:]
    /// The collections with both elements and keys. The last addition decides which of them remain.
    private var mixed: Set<Int32> = []

    init(_ query: String, _ limits: QueryLimits) throws {
        tree = QueryTree(query)
        for (number, pair) in QueryPairs(tree.text).enumerated() where !pair.range.isEmpty {
            let offset = pair.range.lowerBound
            guard number < limits.pairs else { throw QueryParsingError.tooManyPairs(limits.pairs, offset: offset) }
            let name = pair.isEscaped ? tree.text.decode(pair.name) : pair.name
            let value = pair.isEscaped ? tree.text.decode(pair.value) : pair.value
            split(name)
            guard keys.count <= min(limits.depth, QueryLimits.maximumDepth) else {
                throw QueryParsingError.tooDeep(limits.depth, key: tree.text.bytes[name], offset: offset)
            }
            insert(value)
        }
        for collection in mixed {
            let isList = tree[collection].kind == .list
            tree.relink(tree.nodes(of: collection).filter { isElement($0) == isList }, in: collection)
        }
    }

    private func isElement(_ node: Int32) -> Bool { if case .index = tree[node].key { true } else { false } }

    // MARK: - Values

    private mutating func insert(_ value: Range<Int>) {
        var node = tree.root
        for (key, next) in zip(keys, keys.dropFirst()) {
            guard let child = collection(key, of: node, isList: next.isEmpty) else { return }
            node = child
        }
        if let key = keys.last {
            let entry = add(key, to: node)
            let wasCollection = tree[entry].kind.isCollection || tree[entry].number < 0
            tree.become(entry, .text, value)
            if wasCollection { tree[entry].number = -1 }
        }
    }

    /// Returns the collection under a key, or `nil` if a text has replaced it, and hides what is added to it.
    private mutating func collection(_ key: Range<Int>, of node: Int32, isList: Bool) -> Int32? {
        let isElement = key.isEmpty && node != tree.root
        if let known = isElement ? collections[node] : tree.find(.text(key), in: node) {
            if tree[known].kind.isCollection { return known }
            if tree[known].number < 0 { return nil }
        }
        let child = add(key, to: node)
        tree.become(child, isList ? .list : .dictionary)
        if isElement { collections[node] = child }
        return child
    }

    /// Returns the entry under a key, or for an empty key below the root a new element.
    private mutating func add(_ key: Range<Int>, to node: Int32) -> Int32 {
        guard node != tree.root else { return tree.entry(.text(key), of: node).node }
        let kind: QueryTree.Kind = key.isEmpty ? .list : .dictionary
        if tree[node].kind != kind {
            tree.convert(node, to: kind)
            mixed.insert(node)
        }
        return key.isEmpty ? tree.append(.null, to: node) : tree.entry(.text(key), of: node).node
    }

    // MARK: - Keys

    /// Finds the key before the first bracket and those in brackets.
    private mutating func split(_ name: Range<Int>) {
        keys.removeAll(keepingCapacity: true)
        guard name.upperBound > name.lowerBound, tree.text.bytes[name.upperBound - 1] == UInt8(ascii: "]"),
            let open = tree.text.index(of: UInt8(ascii: "["), in: name), open > name.lowerBound
        else { return keys.append(name) }
        keys.append(name.lowerBound..<open)
        var start = open + 1
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
    }
}
