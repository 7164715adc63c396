/// Finds what stands elsewhere in a sender's query than in AFNetworking's.
struct OrderFinder {
    let leaves: [PayloadLeaf]
    /// The leaves that both send, in AFNetworking's order and in the sender's.
    private let expected: [Int]
    private let actual: [Int]

    init(leaves: [PayloadLeaf], reference: PairAlignment, sent: PairAlignment) {
        self.leaves = leaves
        // Of several leaves that one pair carries the first has a place.
        let placed = Set(sent.leafOfPair.compactMap { $0 })
        expected = reference.leafOfPair.compactMap { $0 }.filter(placed.contains)
        actual = sent.leafOfPair.compactMap { $0 }.filter { reference.pairOfLeaf[$0] != nil }
    }

    /// The leaves of arrays whose elements come in another order, each of them that stands elsewhere.
    func movedElements() -> Set<Int> {
        if expected == actual { return [] }
        let actualByKey = Dictionary(grouping: actual) { key(of: $0) }
        return Dictionary(grouping: expected) { key(of: $0) }.reduce(into: []) { moved, group in
            let pairs = zip(group.value, actualByKey[group.key] ?? [])
            moved.formUnion(pairs.filter { $0 != $1 }.map(\.0))
        }
    }

    /// A leaf's key by its bytes: canonically equivalent keys are two.
    private func key(of leaf: Int) -> [UInt8] { Array(leaves[leaf].path.queryKey.utf8) }

    /// A difference at the first pair whose key is out of place; `nil` if none is.
    func keyDifference() -> [PairDifference] {
        let place = zip(expected, actual).first { leaf, other in
            leaf != other && key(of: leaf) != key(of: other)
        }
        guard let (leaf, other) = place else { return [] }
        return [
            PairDifference(
                key: "(order)", reference: leaves[leaf].path.text, sent: leaves[other].path.text, reasons: [.pairOrder])
        ]
    }

    /// The positions, counted from 1, of the elements that do not stand in the payload's place among those under their
    /// key, in a query whose keys have no indices.
    static func positions(in sent: PairAlignment, _ leaves: [PayloadLeaf], _ form: QueryForm) -> [Int: Int] {
        guard form.losesElements else { return [:] }
        let placed = sent.leafOfPair.compactMap { $0 }.filter { leaves[$0].path.steps.contains(where: \.isIndex) }
        return Dictionary(grouping: placed) { leaves[$0].path.queryKey }.values.reduce(into: [:]) { positions, group in
            for (position, (own, leaf)) in zip(group.sorted(), group).enumerated() where own != leaf {
                positions[leaf] = position + 1
            }
        }
    }
}

extension PayloadPath {
    /// The array that two places with one key are in different elements of.
    func innermostArray(before other: PayloadPath) -> PayloadPath {
        PayloadPath(Array(steps.prefix(commonStepCount(with: other))))
    }
}
