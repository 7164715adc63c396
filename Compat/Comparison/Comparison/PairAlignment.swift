import URLSerialization

/// The correspondence of a payload's leaves and a request's pairs.
struct PairAlignment {
    /// The pairs of the request.
    let pairs: [SentPair]
    /// The pairs by the leaf that they carry; `nil` for a leaf that no pair carries.
    private(set) var pairOfLeaf: [Int?]
    /// The leaves by the pair that carries them, of several the first; `nil` where the leaf is not known.
    private(set) var leafOfPair: [Int?]
    /// Leaves that several pairs carry together.
    private(set) var leavesTakenApart: Set<Int> = []
    /// Leaves of a collection that one pair describes.
    private(set) var describedLeaves: Set<Int> = []

    private let leaves: [PayloadLeaf]

    /// AFNetworking's query as if it had a text for bytes, without their pairs; `nil` where it refuses the
    /// payload for another reason.
    init?(ofReferenceWithoutData payload: Payload, with leaves: [PayloadLeaf]) {
        var style = QueryStyle.afNetworking
        style.data = .base64
        guard let query = try? QueryStringSerializer(style: style).string(from: payload.parameters) else { return nil }
        self.init(SentPair.pairs(ofQuery: query), areTree: false, form: QueryForm(), leaves: leaves)
        for (position, leaf) in leaves.enumerated() {
            guard case .data = leaf.value, let pair = pairOfLeaf[position] else { continue }
            pairOfLeaf[position] = nil
            leafOfPair[pair] = nil
        }
    }

    /// Aligns a request's pairs.
    ///
    /// - Parameter areTree: Whether they are a body's, which say where they stand.
    init(_ pairs: [SentPair], areTree: Bool, form: QueryForm, leaves: [PayloadLeaf]) {
        self.pairs = pairs
        self.leaves = leaves
        pairOfLeaf = Array(repeating: nil, count: leaves.count)
        leafOfPair = Array(repeating: nil, count: pairs.count)
        if areTree {
            alignByPath(form: form)
        } else {
            let groups = KeyGroups(pairs: pairs, leaves: leaves, form: form)
            for group in groups.groups { align(group, form: form) }
            alignDescriptions(groups)
        }
    }

    /// The pairs with the paths they come from. In a tree those from nowhere keep their own, and so do the parts of a
    /// leaf, unless the keys of the tree are converted.
    func pairsWithPaths(isConverted: Bool) -> [SentPair] {
        zip(pairs, leafOfPair).map { pair, leaf in
            guard let leaf, pair.path == nil || isConverted else { return pair }
            var pair = pair
            pair.path = leaves[leaf].path
            return pair
        }
    }

    // MARK: - Trees

    /// A body is a tree: its leaves stand where the payload's do.
    private mutating func alignByPath(form: QueryForm) {
        var names = PropertyNames(form: form)
        var positions: [ByteKey: Int] = [:]
        for (position, leaf) in leaves.enumerated() { positions[names.path(of: leaf.path).identity] = position }
        for (position, pair) in pairs.enumerated() {
            guard let path = pair.path else { continue }
            if let leaf = positions[path.identity] {
                join(pair: position, leaf: leaf)
            } else if let leaf = Self.ancestors(of: path).compactMap({ positions[$0.identity] }).first {
                takeApart(leaf: leaf, intoPair: position)
            }
        }
    }

    /// The places above a place, the nearest first.
    private static func ancestors(of path: PayloadPath) -> some Sequence<PayloadPath> & LazySequenceProtocol {
        path.steps.indices.reversed().lazy.map { PayloadPath(Array(path.steps[..<$0])) }
    }

    // MARK: - Queries

    /// A query is a list: the leaves with one key, but for brackets and indices, come in the payload's order, unless
    /// some are missing or the sender sorts them; then they are recognized by their texts.
    private mutating func align(_ group: KeyGroups.Group, form: QueryForm) {
        var whole = group.leaves.filter { !leaves[$0].isEmptyCollection }
        if form.describesSets {
            let keys = Set(group.pairs.map { self.pairs[$0].key })
            // A dictionary with keys that are integers is described as sets are.
            whole.removeAll { leaves[$0].path.hasIntegerKey && !keys.contains(form.key(of: leaves[$0].path)) }
        }
        if form.joinsArrays, whole.count > group.pairs.count {
            whole.removeAll { leaves[$0].path.steps.last?.isIndex == true }
        }
        let hasParts = form.takesDataApart && whole.contains(where: isData)
        if !form.isAlphabetized, !hasParts, whole.count == group.pairs.count {
            for (leaf, pair) in zip(whole, group.pairs) { join(pair: pair, leaf: leaf) }
            return
        }
        let texts = whole.filter { !(form.takesDataApart && isData($0)) }
        // Of equal texts an index tells which is which, unless it is another's because a null before it is missing.
        let hasIndices = form.arrays == .indices || form.arrays == .indicesWhereNested
        let unindexed =
            hasIndices ? alignByText(pairs: group.pairs, leaves: texts, withIndices: true) : group.pairs[...]
        var pairs = alignByText(pairs: Array(unindexed), leaves: texts, withIndices: false)
        if form.takesDataApart {
            for leaf in whole where pairOfLeaf[leaf] == nil {
                guard case .data(let data) = leaves[leaf].value else { continue }
                for pair in pairs.prefix(data.count) { takeApart(leaf: leaf, intoPair: pair) }
                pairs = pairs.dropFirst(data.count)
            }
        }
        let left = whole.filter { pairOfLeaf[$0] == nil && !leavesTakenApart.contains($0) }
        // A null is more often left out than written in a way that is not known.
        let likely = left.filter { leaves[$0].value != .null }
        let candidates =
            likely.count >= pairs.count ? likely : left + group.leaves.filter { leaves[$0].isEmptyCollection }
        for (leaf, pair) in zip(candidates, pairs) { join(pair: pair, leaf: leaf) }
    }

    private struct Content: Hashable {
        let text: String?
        let indices: [Int]
    }

    /// Joins pairs with the leaves that have the same text, and the same indices where those count, and returns the other
    /// pairs.
    private mutating func alignByText(
        pairs: [Int], leaves candidates: [Int], withIndices: Bool
    ) -> ArraySlice<Int> {
        var waiting: [Content: [Int]] = [:]
        for leaf in candidates.reversed() where pairOfLeaf[leaf] == nil {
            let indices = withIndices ? leaves[leaf].path.indices : []
            for text in Set(leaves[leaf].possibleTexts) {
                waiting[Content(text: text, indices: indices), default: []].append(leaf)
            }
        }
        var rest: [Int] = []
        for pair in pairs {
            let sent = self.pairs[pair]
            let content = Content(text: sent.value, indices: withIndices ? sent.indices : [])
            while let leaf = waiting[content]?.last, pairOfLeaf[leaf] != nil { waiting[content]?.removeLast() }
            guard let leaf = waiting[content]?.popLast() else {
                rest.append(pair)
                continue
            }
            join(pair: pair, leaf: leaf)
        }
        return rest[...]
    }

    private func isData(_ leaf: Int) -> Bool {
        if case .data = leaves[leaf].value { true } else { false }
    }

    /// Aligns the pairs that are left with collections that they may describe.
    private mutating func alignDescriptions(_ groups: KeyGroups) {
        var waiting: [ByteKey: Int] = [:]
        for (position, pair) in pairs.enumerated() where leafOfPair[position] == nil {
            waiting[groups.plainKey(of: pair)] = position
        }
        guard !waiting.isEmpty else { return }
        for (position, leaf) in leaves.enumerated() where pairOfLeaf[position] == nil && !leaf.isEmptyCollection {
            let places = Self.ancestors(of: leaf.path).filter { !$0.steps.isEmpty }
            guard let pair = places.compactMap({ waiting[groups.plainKey(of: $0)] }).first else { continue }
            pairOfLeaf[position] = pair
            if leafOfPair[pair] == nil { leafOfPair[pair] = position }
            describedLeaves.insert(position)
        }
    }

    private mutating func join(pair: Int, leaf: Int) {
        pairOfLeaf[leaf] = pair
        leafOfPair[pair] = leaf
    }

    private mutating func takeApart(leaf: Int, intoPair pair: Int) {
        leafOfPair[pair] = leaf
        leavesTakenApart.insert(leaf)
    }
}

extension PayloadPath {
    /// Whether a key below the top is an integer.
    fileprivate var hasIntegerKey: Bool {
        steps.dropFirst().contains { step in
            if case .key(let name) = step { Int(name) != nil } else { false }
        }
    }
}

extension PayloadPath {
    /// The indices of arrays, and of sets, on the way.
    fileprivate var indices: [Int] {
        steps.compactMap { step in
            switch step {
            case .key: nil
            case .index(let index), .element(let index): index
            }
        }
    }
}
