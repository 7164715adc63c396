import URLSerialization

/// The pairs of a request and the leaves of the payload that they carry.
///
/// | payload | sender | carriers | request, as marked |
/// |---|---|---|---|
/// | `{"a": [true, 1]}` | `http` | `a[0]: pair 0, a[1]: pair 1` | `a[]=1&a[]=1`, `a[]=M2&a[]=M1` |
/// | `{"a": [1, 2]}` | `style style-array=comma` | `a[0]: described 0, a[1]: described 0` | `a=1,2`, `a=M2,M1` |
/// | `{"b": null, "a": []}` | `http` | `b: pair 0, a: nothing` | `b`, `b=M1` |
/// | `{"b": 1, "a": [2, 1]}` | `urlform` | `b: pair 2, a[0]: pair 1, a[1]: pair 0` | `a[]=1&a[]=2&b=1` |
/// | `{"a": {"$data": "AQI="}}` | `urlform data=deferred` | `a: parts` | `a[]=1&a[]=2`, `a=M1` |
struct Alignment {
    /// The way in which a request carries a leaf, and the number of the pair; `nil` if several pairs or none carry it.
    struct Carrier: Equatable {
        enum Kind {
            case nothing, pair
            /// A part of the text of a pair that describes a whole collection.
            case described
            /// Several pairs that carry the leaf together.
            case parts
        }

        var kind = Kind.nothing
        var pair: Int?
    }

    let leaves: [PayloadLeaf]
    private(set) var pairs: [SentPair]
    /// The carrier of each leaf, by the leaf's number.
    private(set) var carriers: [Carrier]
    /// The leaf that each pair carries, or the first of several.
    private(set) var leafOfPair: [Int?]
    /// Whether the leaves of the pairs are known.
    private(set) var isKnown: Bool

    /// Creates the alignment of pairs that carry no leaf.
    init(_ pairs: [SentPair], _ leaves: [PayloadLeaf], isKnown: Bool = true) {
        (self.pairs, self.leaves, self.isKnown) = (pairs, leaves, isKnown)
        carriers = Array(repeating: Carrier(), count: leaves.count)
        leafOfPair = Array(repeating: nil, count: pairs.count)
    }

    /// The leaves in the order of the pairs that carry them.
    var placedLeaves: [Int] { leafOfPair.compactMap { $0 } }

    /// Returns the pair that carries a leaf, or `nil` if several pairs or none carry it.
    func pair(ofLeaf leaf: Int) -> SentPair? { carriers[leaf].pair.map { pairs[$0] } }

    /// Returns the alignment without the leaves that are bytes.
    func withoutBytes() -> Alignment {
        var result = self
        for leaf in leaves.indices {
            guard leaves[leaf].value.data != nil, let pair = carriers[leaf].pair else { continue }
            (result.carriers[leaf], result.leafOfPair[pair]) = (Carrier(), nil)
        }
        return result
    }

    private mutating func link(_ pair: Int, to leaf: Int, _ kind: Carrier.Kind) {
        carriers[leaf] = Carrier(kind: kind, pair: kind == .parts ? nil : pair)
        leafOfPair[pair] = leafOfPair[pair] ?? leaf
    }

    /// Appends a pair of a body that carries a leaf, or a part of one.
    mutating func append(_ pair: SentPair, _ leaf: Int?, isPart: Bool) {
        pairs.append(pair)
        leafOfPair.append(leaf)
        if let leaf { link(pairs.count - 1, to: leaf, isPart ? .parts : .pair) }
    }

    // MARK: - Queries

    /// Aligns a query by the marks that appear in place of the values.
    ///
    /// - Parameter send: Returns the pairs of another payload's query, or `nil` if it is refused.
    init(ofQuery pairs: [SentPair], _ marks: Marks, form: QueryForm, send: (Payload) -> [SentPair]?) {
        self.init(pairs, marks.leaves)
        if !pairs.isEmpty { isKnown = linkByMarks(marks, form, send: send) }
    }

    /// Puts the pairs in the order in which they are sent. Pairs with the same bytes are interchangeable.
    mutating func sort(as sorted: [SentPair]) {
        guard isKnown, let oldPositions = Self.corresponding(sorted, pairs, by: \.spelling) else {
            return self = Alignment(sorted, leaves, isKnown: false)
        }
        var newPositions = oldPositions
        for (new, old) in oldPositions.enumerated() { newPositions[old] = new }
        (pairs, leafOfPair) = (sorted, oldPositions.map { leafOfPair[$0] })
        for leaf in carriers.indices { carriers[leaf].pair = carriers[leaf].pair.map { newPositions[$0] } }
    }

    /// Finds the leaves of a query's pairs, and returns whether they are known.
    private mutating func linkByMarks(_ marks: Marks, _ form: QueryForm, send: (Payload) -> [SentPair]?) -> Bool {
        guard let marked = marks.payloads[.scalars].flatMap(send) else { return false }
        // If the key depends on the value, a mark's key is not the key of the value.
        let hasSameKeys =
            pairs.count == marked.count && zip(pairs, marked).allSatisfy { $0.escapedKey == $1.escapedKey }
        let markedPositions =
            hasSameKeys ? Array(pairs.indices) : Self.corresponding(pairs, marked) { UTF8Key($0.key) }
        guard let markedPositions else { return false }
        /// The last marks and their pairs, by the keys of the leaves.
        var last: [Int: (leaf: Int, pair: Int)] = [:]
        for (pair, other) in markedPositions.enumerated() {
            let (found, isWhole) = marks.leaves(in: marked[other].escapedText, .scalars)
            guard let first = found.first else { continue }
            // If the marks of an array are in another order, the sender sorts values, and their places are not known.
            if let last = last.updateValue((first, pair), forKey: leaves[first].keysHash), first < last.leaf,
                pairs[pair].escapedKey == pairs[last.pair].escapedKey
            {
                return false
            }
            if isWhole || Self.isOptional(pairs[pair].value, marked: marked[other].value) {
                link(pair, to: marks.ambiguousTexts.isEmpty ? first : leaf(markedAs: first, at: pair), .pair)
            } else {
                for leaf in found { link(pair, to: leaf, .described) }
            }
        }
        linkByKeys(marks, form, send: send)
        return true
    }

    /// Returns the other pair with each pair's name, in the order of the pairs of a name, or `nil` if the names differ.
    private static func corresponding<Name: Hashable>(
        _ pairs: [SentPair], _ others: [SentPair], by name: @escaping (SentPair) -> Name
    ) -> [Int]? {
        let found = pairs.partners(in: others, by: [name])
        return found.count == pairs.count && found.count == others.count ? pairs.indices.compactMap { found[$0] } : nil
    }

    /// Returns the leaf with a pair's own key. If two keys are canonically equivalent, the mark of one may stand under
    /// the other.
    private func leaf(markedAs leaf: Int, at pair: Int) -> Int {
        let (text, key) = (leaves[leaf].path.text, pairs[pair].key)
        guard text == key, !text.utf8.elementsEqual(key.utf8) else { return leaf }
        return leaves.firstIndex { $0.path.text.utf8.elementsEqual(key.utf8) } ?? leaf
    }

    /// Links the pairs without a mark to leaves by their keys, which marks in place of the other leaves show.
    private mutating func linkByKeys(_ marks: Marks, _ form: QueryForm, send: (Payload) -> [SentPair]?) {
        let pairsOfKey = Dictionary(grouping: pairs.indices.filter { leafOfPair[$0] == nil || isDescription($0) }) {
            UTF8Key(pairs[$0].key)
        }
        if pairsOfKey.isEmpty { return }
        // The leaves that a pair of a marked query carries.
        var marked: [(key: UTF8Key, leaves: [Int], isWhole: Bool)] = []
        for (extent, isNull) in [(Marks.Extent.values, false), (.all, true)] {
            for pair in marks.payloads[extent].flatMap(send) ?? [] {
                let (found, isWhole) = marks.leaves(in: pair.escapedText, extent)
                let new = found.filter { carriers[$0].kind == .nothing && leaves[$0].value.isNull == isNull }
                if !new.isEmpty { marked.append((UTF8Key(pair.key), new, isWhole)) }
            }
        }
        var unlinked = pairsOfKey.mapValues { $0.filter { leafOfPair[$0] == nil } }
        let values = marked.filter { !leaves[$0.leaves[0]].isEmptyCollection }
        let valueCounts = Dictionary(values.map { ($0.key, 1) }, uniquingKeysWith: +)
        // Empty collections come last because they are often omitted; before them nulls, if some pairs are missing.
        func rank(_ key: UTF8Key, _ leaf: Int) -> (Int, Int) {
            let isOmitted = leaves[leaf].value.isNull && unlinked[key, default: []].count < valueCounts[key, default: 0]
            return (leaves[leaf].isEmptyCollection ? 2 : isOmitted ? 1 : 0, leaf)
        }
        marked.sort { rank($0.key, $0.leaves[0]) < rank($1.key, $1.leaves[0]) }
        func take(_ key: UTF8Key) -> Int? {
            unlinked[key]?.isEmpty == false ? unlinked[key]?.removeFirst() : nil
        }
        for (key, found, isWhole) in marked {
            let isEmpty = leaves[found[0]].isEmptyCollection
            if case .data(let data) = leaves[found[0]].value, form.takesDataApart {
                for pair in (0..<data.count).compactMap({ take(form.elementKey(key, $0)) }) {
                    link(pair, to: found[0], .parts)
                }
            } else if let pair = take(key) ?? (isEmpty ? take(form.elementKey(key, 0)) : nil) {
                // An empty array may be written as an element without a value.
                for leaf in found { link(pair, to: leaf, isWhole ? .pair : .described) }
            } else if !isWhole, let pair = pairsOfKey[key]?.last(where: isDescription) {
                for leaf in found { link(pair, to: leaf, .described) }
            }
        }
    }

    /// Whether a pair describes a whole collection.
    private func isDescription(_ pair: Int) -> Bool {
        leafOfPair[pair].map { carriers[$0] == Carrier(kind: .described, pair: pair) } ?? false
    }

    /// Whether a value is Swift's description of an optional, whose description in a run with marks is `marked`.
    private static func isOptional(_ value: String?, marked: String?) -> Bool {
        marked?.hasPrefix("Optional(\"") == true && marked?.hasSuffix("\")") == true
            && value?.hasPrefix("Optional(") == true && marked?.contains(", ") == false
    }
}
