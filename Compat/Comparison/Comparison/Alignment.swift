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
    /// The carriers by the number of the leaf.
    private(set) var carriers: [Carrier]
    /// The leaves by the pair that carries them, the first where there are several.
    private(set) var leafOfPair: [Int?]
    /// Whether the leaves of the pairs are known.
    private(set) var isKnown = true

    private init(_ pairs: [SentPair], _ leaves: [PayloadLeaf]) {
        self.pairs = pairs
        carriers = Array(repeating: .nothing, count: leaves.count)
        leafOfPair = Array(repeating: nil, count: pairs.count)
    }

    /// The pair of a leaf; `nil` where several carry it, or none.
    func pair(ofLeaf leaf: Int) -> SentPair? {
        switch carriers[leaf] {
        case .pair(let pair), .described(let pair): pairs[pair]
        case .nothing, .parts: nil
        }
    }

    /// The same without the leaves that are bytes.
    func withoutBytes(_ leaves: [PayloadLeaf]) -> Alignment {
        var result = self
        for (position, leaf) in leaves.enumerated() {
            guard case .data = leaf.value, case .pair(let pair) = carriers[position] else { continue }
            (result.carriers[position], result.leafOfPair[pair]) = (.nothing, nil)
        }
        return result
    }

    private mutating func join(_ pair: Int, _ leaf: Int) {
        (carriers[leaf], leafOfPair[pair]) = (.pair(pair), leaf)
    }

    private mutating func describe(_ pair: Int, _ leaf: Int) {
        carriers[leaf] = .described(pair)
        if leafOfPair[pair] == nil { leafOfPair[pair] = leaf }
    }

    private mutating func takeApart(_ pair: Int, _ leaf: Int) {
        (carriers[leaf], leafOfPair[pair]) = (.parts, leaf)
    }

    private mutating func addPaths(_ leaves: [PayloadLeaf], isConverted: Bool) {
        for (pair, leaf) in leafOfPair.enumerated() {
            if let leaf, pairs[pair].path == nil || isConverted { pairs[pair].path = leaves[leaf].path }
        }
    }

    // MARK: - Trees

    /// The pairs of a request that could not be made.
    static func none(_ leaves: [PayloadLeaf]) -> Alignment { Alignment([], leaves) }

    /// The leaves of a body stand where the payload's do.
    init(ofBody pairs: [SentPair], _ leaves: [PayloadLeaf], form: QueryForm) {
        self.init(pairs, leaves)
        var names = PropertyNames(form: form)
        var numbers: [ByteKey: Int] = [:]
        for (number, leaf) in leaves.enumerated() { numbers[names.path(of: leaf.path).identity] = number }
        for (position, pair) in pairs.enumerated() {
            guard let path = pair.path else { continue }
            if let leaf = numbers[path.identity] {
                join(position, leaf)
            } else if let leaf = path.steps.indices.reversed().lazy
                .compactMap({ numbers[PayloadPath(Array(path.steps[..<$0])).identity] }).first
            {
                takeApart(position, leaf)
            }
        }
        addPaths(leaves, isConverted: form.snakeCasesProperties)
    }

    // MARK: - Queries

    /// The pairs of a query under each key, in their order.
    private typealias Groups = [ByteKey: [Int]]

    private static func groups(_ pairs: [SentPair], where isWanted: (Int) -> Bool = { _ in true }) -> Groups {
        pairs.indices.filter(isWanted).reduce(into: [:]) { $0[ByteKey(pairs[$1].key), default: []].append($1) }
    }

    /// The leaves of a query, by the marks that come out in its pairs' places.
    ///
    /// A sender that sorts its pairs is asked for them unsorted as well; pairs of the same bytes are interchangeable.
    ///
    /// - Parameter send: Returns the query of a payload, unsorted where that is asked for.
    init(
        ofQuery pairs: [SentPair], _ marks: Marks, form: QueryForm, isSorted: Bool,
        send: (_ payload: Payload?, _ isInOrder: Bool) -> [SentPair]?
    ) {
        self.init(pairs, marks.leaves)
        guard !pairs.isEmpty else { return }
        if isSorted {
            alignSorted(marks, form, send: send)
        } else {
            align(marks, form) { send($0, false) }
        }
        addPaths(marks.leaves, isConverted: false)
    }

    private mutating func alignSorted(
        _ marks: Marks, _ form: QueryForm, send: (_ payload: Payload?, _ isInOrder: Bool) -> [SentPair]?
    ) {
        guard let inOrder = send(nil, true), inOrder.count == pairs.count else { return isKnown = false }
        var ordered = Alignment(inOrder, marks.leaves)
        ordered.align(marks, form) { send($0, true) }
        var positions: [ByteKey: [Int]] = [:]
        for position in pairs.indices.reversed() {
            positions[ByteKey(pairs[position].spelling), default: []].append(position)
        }
        let moved = inOrder.map { positions[ByteKey($0.spelling)]?.popLast() }
        guard ordered.isKnown, !moved.contains(nil) else { return isKnown = false }
        carriers = ordered.carriers.map { carrier in
            switch carrier {
            case .pair(let pair): moved[pair].map(Carrier.pair) ?? .nothing
            case .described(let pair): moved[pair].map(Carrier.described) ?? .nothing
            case .nothing, .parts: carrier
            }
        }
        for (pair, leaf) in ordered.leafOfPair.enumerated() {
            if let target = moved[pair] { leafOfPair[target] = leaf }
        }
    }

    private mutating func align(_ marks: Marks, _ form: QueryForm, send: (Payload) -> [SentPair]?) {
        let own = Self.groups(pairs)
        guard let marked = send(marks.payload(.scalars)) else { return isKnown = false }
        let groups = Self.groups(marked)
        // A key that depends on the value says nothing of the value's own.
        guard own.count == groups.count, own.allSatisfy({ groups[$0.key]?.count == $0.value.count }) else {
            return isKnown = false
        }
        var unmarked: Set<Int> = []
        var described: [ByteKey: Int] = [:]
        for (key, positions) in own {
            var last = -1
            for (pair, other) in zip(positions, groups[key] ?? []) {
                let (found, isWhole) = marks.leaves(in: marked[other].value)
                guard let first = found.first else {
                    unmarked.insert(pair)
                    continue
                }
                // Marks of one array in another order: the sender sorts values, and which is which is not known.
                if first < last, marks.leaves[first].path.queryKey == marks.leaves[last].path.queryKey {
                    return isKnown = false
                }
                last = first
                if isWhole || pairs[pair].isOptional(marked: marked[other].value) {
                    join(pair, owner(of: first, pairs[pair].key, marks.leaves))
                } else {
                    described[key] = pair
                    for leaf in found { describe(pair, leaf) }
                }
            }
        }
        guard !unmarked.isEmpty || !described.isEmpty else { return }
        claim(unmarked, described, marks, form, send: send)
    }

    /// The leaf of a mark: of two keys that are canonically equivalent, the first stands with the other's value.
    private func owner(of leaf: Int, _ key: String, _ leaves: [PayloadLeaf]) -> Int {
        let text = leaves[leaf].path.text
        guard !text.utf8.allSatisfy({ $0 < 0x80 }), text == key, !text.utf8.elementsEqual(key.utf8) else { return leaf }
        return leaves.firstIndex { $0.path.text.utf8.elementsEqual(key.utf8) } ?? leaf
    }

    /// The leaves that a pair carries in a run, those that are more often left out behind the others.
    private typealias Claim = (rank: Int, leaves: [Int], isWhole: Bool)

    /// Joins the elements of sets, which senders may put in any order, with the pairs that have their texts.
    private mutating func claimSets(_ claims: inout [ByteKey: [Claim]], _ free: inout Groups, _ marks: Marks) {
        struct Content: Hashable {
            let set: String
            let text: String?
        }
        var waiting: [Content: [Int]] = [:]
        for leaf in Set(claims.values.joined().filter(\.isWhole).map { $0.leaves[0] }).sorted(by: >) {
            guard marks.leaves[leaf].path.isInSet else { continue }
            for text in marks.leaves[leaf].possibleTexts {
                waiting[Content(set: marks.leaves[leaf].path.queryKey, text: text), default: []].append(leaf)
            }
        }
        if waiting.isEmpty { return }
        var joined: Set<Int> = []
        for (key, all) in claims {
            let sets = Set(all.map { marks.leaves[$0.leaves[0]].path.queryKey })
            free[key] = (free[key] ?? []).filter { pair in
                for set in sets {
                    let content = Content(set: set, text: pairs[pair].value)
                    while let leaf = waiting[content]?.popLast() {
                        guard joined.insert(leaf).inserted else { continue }
                        join(pair, leaf)
                        return false
                    }
                }
                return true
            }
        }
        claims = claims.mapValues { $0.filter { !joined.contains($0.leaves[0]) } }.filter { !$0.value.isEmpty }
    }

    /// Joins the pairs without a mark: marks in place of the other leaves show their keys.
    private mutating func claim(
        _ unmarked: Set<Int>, _ described: [ByteKey: Int], _ marks: Marks, _ form: QueryForm,
        send: (Payload) -> [SentPair]?
    ) {
        var claims: [ByteKey: [Claim]] = [:]
        func add(_ extent: Marks.Extent, where isWanted: (ParameterValue) -> Bool) {
            for pair in send(marks.payload(extent)) ?? [] {
                let (found, isWhole) = marks.leaves(in: pair.value)
                let leaves = found.filter { carriers[$0] == .nothing && isWanted(marks.leaves[$0].value) }
                guard let first = leaves.first else { continue }
                let rank = marks.leaves[first].isEmptyCollection ? 1 : 0
                claims[ByteKey(pair.key), default: []].append((rank, leaves, isWhole))
            }
        }
        if marks.hasOthers { add(.values) { $0 != .null } }
        if marks.hasNulls { add(.all) { $0 == .null } }
        var free = Self.groups(pairs) { unmarked.contains($0) }
        claimSets(&claims, &free, marks)
        for (key, claims) in claims.sorted(by: { $0.value[0].leaves[0] < $1.value[0].leaves[0] }) {
            let ordered = claims.sorted { ($0.rank, $0.leaves[0]) < ($1.rank, $1.leaves[0]) }
            var rest: [Claim] = []
            for claim in ordered {
                let leaf = claim.leaves[0]
                if case .data(let data) = marks.leaves[leaf].value, form.takesDataApart {
                    for index in data.indices.map({ $0 - data.startIndex }) {
                        let part = form.elementKey(key, index)
                        if let pair = free[part]?.first {
                            free[part]?.removeFirst()
                            takeApart(pair, leaf)
                        }
                    }
                } else {
                    rest.append(claim)
                }
            }
            for claim in rest {
                // An empty array may be written as an element without a value.
                let isEmpty = claim.rank > 0 && free[key]?.isEmpty != false
                let key = isEmpty ? form.elementKey(key, 0) : key
                let isFree = free[key]?.isEmpty == false
                guard let pair = isFree ? free[key]?.removeFirst() : claim.isWhole ? nil : described[key] else {
                    continue
                }
                for leaf in claim.leaves { if claim.isWhole { join(pair, leaf) } else { describe(pair, leaf) } }
            }
        }
    }
}

extension SentPair {
    /// Whether the value is Swift's description of an optional, of which a run with marks has `marked`.
    fileprivate func isOptional(marked: String?) -> Bool {
        marked?.hasPrefix("Optional(\"") == true && marked?.hasSuffix("\")") == true
            && value?.hasPrefix("Optional(") == true && marked?.contains(", ") == false
    }
}

extension PayloadPath {
    /// Whether a set lies on the way.
    var isInSet: Bool {
        steps.contains { step in
            if case .element = step { true } else { false }
        }
    }
}
