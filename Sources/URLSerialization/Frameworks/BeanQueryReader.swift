/// A reader of queries whose keys are paths of members and indices: the binders of Spring and ASP.NET Core.
///
/// | query | Spring | ASP.NET Core |
/// |---|---|---|
/// | `a.b=1&a[c]=2` | `a`: `b`: `1`, `c`: `2` | the same |
/// | `a[0]=1&a[2]=3` | `a`: `1`, null, `3` | `a`: `1` |
/// | `a=1&a=2&a[b]=3` | refused | `a`: `b`: `3` |
/// | `_a=1&!b=2` | `b`: `2` | `_a`: `1`; `!b`: `2` |
struct BeanQueryReader {
    private typealias Pair = (name: Range<Int>, value: Range<Int>, offset: Int)

    private let isSpring: Bool
    /// Whether `a[]` is another name of `a`: ASP.NET Core's forms.
    private let dropsEmptyBrackets: Bool
    private let limits: QueryLimits
    private(set) var tree: QueryTree
    /// The members and indices of the current pair's name.
    private var steps: [QueryTree.Key] = []

    init(
        _ query: String, as dialect: QueryDialect, in part: QueryPart, _ limits: QueryLimits,
        _ excesses: inout QueryExcesses
    ) throws {
        (isSpring, dropsEmptyBrackets) = (dialect == .spring, dialect == .aspNetCore && part == .form)
        (self.limits, tree) = (limits, QueryTree(query))
        tree.foldsCase = !isSpring
        for pair in try pairs(&excesses) { try insert(pair) }
    }

    /// Returns the decoded pairs in the order in which they are bound. Spring sorts them, and Tomcat leaves out a pair
    /// that it cannot decode.
    private mutating func pairs(_ excesses: inout QueryExcesses) throws -> [Pair] {
        var pairs: [Pair] = []
        for pair in QueryPairs(tree.text) where !pair.name.isEmpty {
            let offset = pair.range.lowerBound
            guard try excesses.reads(pair, of: tree.text, limits.pairs, ignoresMore: isSpring) else { continue }
            if !pair.isEscaped {
                pairs.append((pair.name, pair.value, offset))
            } else if !isSpring {
                pairs.append((tree.text.decode(pair.name), tree.text.decode(pair.value), offset))
            } else if let name = tree.text.decodeStrictly(pair.name), let value = tree.text.decodeStrictly(pair.value) {
                pairs.append((name, value, offset))
            }
        }
        guard isSpring else { return pairs }
        // A browser omits a check box that is not ticked: `_a` tells that the form has it, `!a` what it means.
        let hasDefaults = pairs.contains { tree.text.bytes[$0.name.lowerBound] == UInt8(ascii: "!") }
        let names = Set(hasDefaults ? pairs.map { tree.text.string($0.name) } : [])
        return pairs.compactMap { pair in
            switch tree.text.bytes[pair.name.lowerBound] {
            case UInt8(ascii: "_"): return nil
            case UInt8(ascii: "!"):
                let name = pair.name.dropFirst()
                return names.contains(tree.text.string(name)) ? nil : (name, pair.value, pair.offset)
            default: return pair
            }
        }.sorted { tree.text.bytes[$0.name].lexicographicallyPrecedes(tree.text.bytes[$1.name]) }
    }

    private mutating func insert(_ pair: Pair) throws {
        try split(pair)
        var node = tree.root
        for (position, step) in steps.enumerated() {
            let kind = position + 1 < steps.count ? Self.kind(under: steps[position + 1]) : nil
            if case .index(let index) = step {
                guard index <= Int64(min(limits.elements ?? .max, 1 << 16)) else { throw invalidIndex(pair) }
                while isSpring, tree[node].number < index { tree.append(kind ?? .null, to: node) }
            }
            let (child, isNew) = tree.entry(step, of: node)
            let present = isNew ? .null : tree[child].kind
            switch (present, kind) {
            case (.null, let kind?): tree.become(child, kind)
            case (.null, nil): tree.become(child, .text, pair.value)
            case (.text, nil):
                tree.becomeList(child)
                tree.append(.text, pair.value, to: child)
            case (.list, nil): tree.append(.text, pair.value, to: child)
            case (let present, let kind?) where present == kind: break
            case (_, let kind?) where !isSpring: tree.become(child, kind)
            default:
                guard isSpring else { return }
                throw QueryParsingError.conflictingTypes(key: tree.text.string(pair.name), offset: pair.offset)
            }
            node = child
        }
    }

    private static func kind(under step: QueryTree.Key) -> QueryTree.Kind {
        if case .index = step { .list } else { .dictionary }
    }

    private func tooDeep(_ pair: Pair) -> QueryParsingError {
        .tooDeep(limits.depth, key: tree.text.bytes[pair.name], offset: pair.offset)
    }

    private func invalidIndex(_ pair: Pair) -> QueryParsingError {
        let limit = limits.elements.map { " up to \($0)" } ?? ""
        return QueryParsingError(
            code: .invalidIndex, key: tree.text.string(pair.name), offset: pair.offset,
            reason: "The index of a list is a number\(limit). Write it in brackets, or send JSON.")
    }

    /// Finds the members and indices of a name; none for a name that no property has.
    private mutating func split(_ pair: Pair) throws {
        let name = pair.name
        steps.removeAll(keepingCapacity: true)
        var start = name.lowerBound
        while true {
            let end = tree.text.end(of: start..<name.upperBound) { !Self.isStructure($0) }
            guard end > start else { return steps = [] }
            guard steps.count < min(limits.depth, QueryLimits.maximumDepth) else { throw tooDeep(pair) }
            steps.append(.text(start..<end))
            start = end
            while start < name.upperBound, tree.text.bytes[start] == UInt8(ascii: "[") {
                guard let close = tree.text.index(of: UInt8(ascii: "]"), in: start..<name.upperBound) else {
                    return steps = [.text(name)]
                }
                guard steps.count < min(limits.depth, QueryLimits.maximumDepth) else { throw tooDeep(pair) }
                let inner = unquoted((start + 1)..<close)
                if inner.isEmpty {
                    if isSpring { throw invalidIndex(pair) }
                    guard dropsEmptyBrackets else { return steps = [.text(name)] }
                } else if case .index(let index) = tree.key(inner), index >= 0 {
                    steps.append(.index(index))
                } else {
                    steps.append(.text(inner))
                }
                start = tree.text.end(of: (close + 1)..<name.upperBound) { !Self.isStructure($0) }
            }
            guard start < name.upperBound else { return }
            start += 1
        }
    }

    private static func isStructure(_ byte: UInt8) -> Bool { byte == UInt8(ascii: ".") || byte == UInt8(ascii: "[") }

    private func unquoted(_ range: Range<Int>) -> Range<Int> {
        guard isSpring, range.count > 1, let first = tree.text.bytes[range].first,
            first == UInt8(ascii: "'") || first == UInt8(ascii: "\""), tree.text.bytes[range.upperBound - 1] == first
        else { return range }
        return range.dropFirst().dropLast()
    }
}
