import URLSerialization

/// The pairs of a request and the leaves of the payload that they carry.
struct Alignment {
    /// The way in which a request carries a leaf.
    enum Carrier: Equatable {
        case nothing
        case pair(Int)
        /// A part of the text of a pair that describes a whole collection.
        case described(Int)
        /// Several pairs together.
        case parts
    }

    /// The pairs of the request, each with the place in the payload that it comes from.
    private(set) var pairs: [SentPair]
    /// The carrier of each leaf, by the leaf's number.
    private(set) var carriers: [Carrier]
    /// The leaf that each pair carries, or the first of several.
    private(set) var leafOfPair: [Int?]
    /// Whether the leaves of the pairs are known.
    private(set) var isKnown = true

    /// The leaves of a pair.
    fileprivate struct Link {
        enum Way { case whole, described, part }

        var leaves: [Int] = []
        var way = Way.whole
    }

    private init(_ pairs: [SentPair], _ links: [Link], _ leaves: [PayloadLeaf]) {
        self.pairs = pairs
        leafOfPair = links.map(\.leaves.first)
        carriers = Array(repeating: .nothing, count: leaves.count)
        for (pair, link) in links.enumerated() {
            if let leaf = link.leaves.first { self.pairs[pair].path = leaves[leaf].path }
            for leaf in link.leaves {
                carriers[leaf] = link.way == .whole ? .pair(pair) : link.way == .described ? .described(pair) : .parts
            }
        }
    }

    /// The leaves in the order of the pairs that carry them.
    var placedLeaves: [Int] { leafOfPair.compactMap { $0 } }

    /// Returns the number of the pair that carries a leaf, or `nil` if several pairs or none carry it.
    func number(ofPairFor leaf: Int) -> Int? {
        switch carriers[leaf] {
        case .pair(let pair), .described(let pair): pair
        case .nothing, .parts: nil
        }
    }

    /// Returns the pair that carries a leaf, or `nil` if several pairs or none carry it.
    func pair(ofLeaf leaf: Int) -> SentPair? { number(ofPairFor: leaf).map { pairs[$0] } }

    /// Returns the alignment without the leaves that are bytes.
    func withoutBytes(_ leaves: [PayloadLeaf]) -> Alignment {
        var result = self
        for (position, leaf) in leaves.enumerated() {
            guard case .data = leaf.value, case .pair(let pair) = carriers[position] else { continue }
            (result.carriers[position], result.leafOfPair[pair]) = (.nothing, nil)
        }
        return result
    }

    /// Returns the alignment of a request that could not be made.
    static func none(_ leaves: [PayloadLeaf]) -> Alignment { Alignment([], [], leaves) }

    /// Aligns a body, whose leaves are in the same places as the payload's.
    init(ofBody pairs: [SentPair], _ leaves: [PayloadLeaf]) {
        func numbers(_ paths: some Sequence<PayloadPath>) -> [PayloadPath: Int] {
            Dictionary(zip(paths, leaves.indices), uniquingKeysWith: { _, second in second })
        }
        let exact = numbers(leaves.lazy.map(\.path))
        lazy var converted = numbers(leaves.lazy.map(\.path.letters))
        func number(_ path: PayloadPath) -> Int? { exact[path] ?? converted[path.letters] }
        var pairs = pairs
        let links = pairs.indices.map { pair -> Link in
            let path = pairs[pair].path ?? PayloadPath()
            // Equal paths share their memory.
            if let leaf = exact[path] { pairs[pair].place = leaves[leaf].path }
            if let leaf = number(path) { return Link(leaves: [leaf]) }
            let above = path.steps.indices.reversed().lazy.compactMap { number(path.prefix($0)) }.first
            return above.map { Link(leaves: [$0], way: .part) } ?? Link()
        }
        self.init(pairs, links, leaves)
    }

    /// Aligns a query by the marks that appear in place of the values.
    ///
    /// If a sender sorts its pairs, it also sends them unsorted. Pairs with the same bytes are interchangeable.
    ///
    /// - Parameter send: Returns the query of a payload, unsorted on request.
    init(
        ofQuery pairs: [SentPair], _ marks: Marks, form: QueryForm, isSorted: Bool,
        send: (_ payload: Payload?, _ isInOrder: Bool) -> [SentPair]?
    ) {
        let inOrder = isSorted && !pairs.isEmpty ? send(nil, true) ?? [] : pairs
        var links = QueryLinks(pairs: inOrder, marks: marks, form: form).links { send($0, isSorted) } ?? []
        if isSorted, links.count == pairs.count {
            var waiting: [ByteKey: [Link]] = [:]
            for (pair, link) in zip(inOrder, links).reversed() {
                waiting[ByteKey(String(pair.spelling)), default: []].append(link)
            }
            links = pairs.compactMap { waiting[ByteKey(String($0.spelling))]?.popLast() }
        }
        let isKnown = links.count == pairs.count
        self.init(pairs, isKnown ? links : pairs.map { _ in Link() }, marks.leaves)
        self.isKnown = isKnown
    }
}

/// The search for the leaves of a query's pairs.
private struct QueryLinks {
    let pairs: [SentPair]
    let marks: Marks
    let form: QueryForm

    private var leaves: [PayloadLeaf] { marks.leaves }

    /// Returns the leaves of each pair, or `nil` if they are not known.
    func links(send: (Payload) -> [SentPair]?) -> [Alignment.Link]? {
        if pairs.isEmpty { return [] }
        let own = Self.groups(pairs, where: pairs.indices)
        guard let marked = send(marks.payload(.scalars)) else { return nil }
        let groups = Self.groups(marked, where: marked.indices)
        // If the key depends on the value, a mark's key is not the key of the value.
        guard own.count == groups.count, own.allSatisfy({ groups[$0.key]?.count == $0.value.count }) else { return nil }
        var links = pairs.map { _ in Alignment.Link() }
        for (key, positions) in own {
            var last = -1
            for (pair, other) in zip(positions, groups[key] ?? []) {
                let (found, isWhole) = marks.leaves(in: marked[other].value)
                guard let first = found.first else { continue }
                // If the marks of an array are in another order, the sender sorts values, and their places are not
                // known.
                if first < last, marks.keyNumbers[first] == marks.keyNumbers[last] { return nil }
                last = first
                links[pair] =
                    isWhole || pairs[pair].isOptional(marked: marked[other].value)
                    ? Alignment.Link(leaves: [owner(of: first, pairs[pair])])
                    : Alignment.Link(leaves: found, way: .described)
            }
        }
        if links.contains(where: { $0.leaves.isEmpty || $0.way == .described }) { claim(&links, own, send: send) }
        return links
    }

    /// Returns the pairs under each key, in order.
    private static func groups(_ pairs: [SentPair], where positions: some Sequence<Int>) -> [ByteKey: [Int]] {
        positions.reduce(into: [:]) { $0[ByteKey(pairs[$1].key), default: []].append($1) }
    }

    /// Returns the leaf of a mark. If two keys are canonically equivalent, the first has the value of the other.
    private func owner(of leaf: Int, _ pair: SentPair) -> Int {
        guard !leaves[leaf].path.isASCII else { return leaf }
        let (text, key) = (leaves[leaf].path.text, pair.key)
        guard text == key, !text.utf8.elementsEqual(key.utf8) else { return leaf }
        return leaves.firstIndex { $0.path.text.utf8.elementsEqual(key.utf8) } ?? leaf
    }

    /// Finds the leaves of the pairs without a mark by their keys, which marks in place of the other leaves show.
    private func claim(
        _ links: inout [Alignment.Link], _ own: [ByteKey: [Int]], send: (Payload) -> [SentPair]?
    ) {
        var isCarried = Array(repeating: false, count: leaves.count)
        for leaf in links.lazy.flatMap(\.leaves) { isCarried[leaf] = true }
        // The leaves that a pair carries in one run.
        var claims: [ByteKey: [(leaves: [Int], isWhole: Bool)]] = [:]
        for (extent, isNull) in [(Marks.Extent.values, false), (.all, true)] {
            guard isNull ? marks.hasNulls : marks.hasOthers else { continue }
            for pair in send(marks.payload(extent)) ?? [] {
                let (found, isWhole) = marks.leaves(in: pair.value)
                let new = found.filter { !isCarried[$0] && (leaves[$0].value == .null) == isNull }
                if !new.isEmpty { claims[ByteKey(pair.key), default: []].append((new, isWhole)) }
            }
        }
        var free = Self.groups(pairs, where: pairs.indices.filter { links[$0].leaves.isEmpty })
        func take(_ key: ByteKey) -> Int? { free[key]?.isEmpty == false ? free[key]?.removeFirst() : nil }
        // Senders may put the elements of sets in any order, even under other indices, so their texts decide.
        var waiting: [[String?]: [Int]] = [:]
        for leaf in Set(claims.values.joined().filter(\.isWhole).map { $0.leaves[0] }).sorted(by: >) {
            guard leaves[leaf].path.isInSet else { continue }
            for text in leaves[leaf].possibleTexts {
                waiting[[leaves[leaf].path.queryKey, text], default: []].append(leaf)
            }
        }
        var joined: Set<Int> = []
        for (key, claims) in claims where !waiting.isEmpty {
            let sets = Set(claims.map { leaves[$0.leaves[0]].path.queryKey })
            free[key]?.removeAll { pair in
                for set in sets {
                    while let leaf = waiting[[set, pairs[pair].value]]?.popLast() {
                        guard joined.insert(leaf).inserted else { continue }
                        links[pair].leaves = [leaf]
                        return true
                    }
                }
                return false
            }
        }
        for (key, claims) in claims.sorted(by: { $0.value[0].leaves[0] < $1.value[0].leaves[0] }) {
            // Empty collections come last because they are often omitted.
            let rest = claims.filter { !joined.contains($0.leaves[0]) }.sorted {
                (leaves[$0.leaves[0]].isEmptyCollection ? 1 : 0, $0.leaves[0])
                    < (leaves[$1.leaves[0]].isEmptyCollection ? 1 : 0, $1.leaves[0])
            }
            for claim in rest {
                let leaf = leaves[claim.leaves[0]]
                if case .data(let data) = leaf.value, form.takesDataApart {
                    for pair in (0..<data.count).compactMap({ take(form.elementKey(key, $0)) }) {
                        links[pair] = Alignment.Link(leaves: claim.leaves, way: .part)
                    }
                } else if let pair = take(key) ?? (leaf.isEmptyCollection ? take(form.elementKey(key, 0)) : nil) {
                    // An empty array may be written as an element without a value.
                    links[pair] = Alignment.Link(leaves: claim.leaves, way: claim.isWhole ? .whole : .described)
                } else if !claim.isWhole, let pair = own[key]?.last(where: { links[$0].way == .described }) {
                    links[pair].leaves += claim.leaves
                }
            }
        }
    }
}

extension SentPair {
    /// Whether the value is Swift's description of an optional, whose description in a run with marks is `marked`.
    fileprivate func isOptional(marked: String?) -> Bool {
        marked?.hasPrefix("Optional(\"") == true && marked?.hasSuffix("\")") == true
            && value?.hasPrefix("Optional(") == true && marked?.contains(", ") == false
    }
}

extension PayloadPath {
    /// Whether the path leads through a set.
    var isInSet: Bool {
        steps.contains { step in
            if case .element = step { true } else { false }
        }
    }

    /// The path without the parts that a conversion of keys changes.
    fileprivate var letters: PayloadPath {
        PayloadPath(steps.map { if case .key(let name) = $0 { .key(KeyDifference.letters(name)) } else { $0 } })
    }
}
