/// A reader of queries that works as Rack 2.2's `Rack::Utils.parse_nested_query` does.
///
/// | query | values |
/// |---|---|
/// | `a[]=1&a[]&b` | `a`: `1`, null; `b`: null |
/// | `a[][x]=1&a[][y]=2&a[][x]=3` | `a`: `x`: `1`, `y`: `2`, then `x`: `3` |
/// | `a=1&a[]=2` | refused |
struct RackQueryReader {
    /// The tree of the query. A dictionary's number is the number of characters in its keys.
    private(set) var tree: QueryTree

    init(_ query: String, _ limits: QueryLimits) throws {
        tree = QueryTree(query)
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
            var insertion = RackInsertion(wholeName: name, value: value, limits: limits, offset: start)
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

/// The search for dictionaries in an array that Rack would merge.
///
/// Rack sees no indices. A pair belongs to the array's last dictionary unless that already has the pair's entry. A pair
/// that goes into a nested array always belongs to it. The first pair of a dictionary must therefore have a counterpart
/// in the dictionary before.
struct RackElements {
    let style: QueryStyle
    let nodes: ParameterNodes

    /// Returns the first dictionary of an array that would be merged into the one before it.
    func firstMerged(of array: Int32) -> Int32? {
        var previous: Int32?
        for element in nodes.eachChild(of: array) {
            if nodes[element].kind == .dictionary, nodes[element].childCount > 0 {
                if let previous {
                    guard let path = firstPath(of: element), has(path, in: previous) else { return element }
                }
                previous = element
            } else {
                previous = nil
            }
        }
        return nil
    }

    /// Returns the nodes on the way to the first pair, or `nil` if that is in an array.
    private func firstPath(of dictionary: Int32) -> [Int32]? {
        var path: [Int32] = []
        var dictionary = dictionary
        while nodes[dictionary].childCount > 0 {
            ChildOrder.sort(dictionary, of: nodes, as: style)
            let first = nodes[dictionary].firstChild
            path.append(first)
            let kind = nodes[first].kind
            if !kind.isCollection { return path }
            guard kind == .dictionary, path.count < QueryLimits.maximumDepth else { return nil }
            dictionary = first
        }
        return nil
    }

    private func has(_ path: [Int32], in dictionary: Int32) -> Bool {
        var dictionary = dictionary
        for node in path {
            guard nodes[dictionary].kind == .dictionary, let entry = child(of: dictionary, writtenAs: node) else {
                return false
            }
            dictionary = entry
        }
        return true
    }

    /// Returns the child of a dictionary whose key has the same spelling in the query as another node's key.
    private func child(of dictionary: Int32, writtenAs node: Int32) -> Int32? {
        let key = style.keys.text(of: nodes.keyText(of: node))
        return nodes.children(of: dictionary).first { child in
            style.keys.text(of: nodes.keyText(of: child)).utf8.elementsEqual(key.utf8)
        }
    }
}
