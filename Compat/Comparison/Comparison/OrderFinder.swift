/// Finds what stands elsewhere in a sender's query than in AFNetworking's.
struct OrderFinder {
    private let leaves: [PayloadLeaf]
    /// The leaves that both send, in AFNetworking's order and in the sender's.
    private let expected: [Int]
    private let actual: [Int]

    init(leaves: [PayloadLeaf], reference: Alignment, sent: Alignment) {
        self.leaves = leaves
        // Of several leaves that one pair carries the first has a place.
        let placed = Set(sent.leafOfPair.compactMap { $0 })
        expected = reference.leafOfPair.compactMap { $0 }.filter(placed.contains)
        actual = sent.leafOfPair.compactMap { $0 }.filter { reference.carriers[$0] != .nothing }
    }

    /// The leaves of arrays whose elements come in another order, each of them that stands elsewhere.
    func movedElements() -> Set<Int> {
        if expected == actual { return [] }
        // Elements of sets have no order.
        let (expected, actual) = (
            expected.filter { !leaves[$0].path.isInSet }, actual.filter { !leaves[$0].path.isInSet }
        )
        let actualByKey = Dictionary(grouping: actual) { key(of: $0) }
        return Dictionary(grouping: expected) { key(of: $0) }.reduce(into: []) { moved, group in
            let pairs = zip(group.value, actualByKey[group.key] ?? [])
            moved.formUnion(pairs.filter { $0 != $1 }.map(\.0))
        }
    }

    /// A leaf's key by its bytes: canonically equivalent keys are two.
    private func key(of leaf: Int) -> ByteKey { ByteKey(leaves[leaf].path.queryKey) }

    /// A difference at the first pair whose key is out of place, if one is.
    func keyDifference() -> [PairDifference] {
        let place = zip(expected, actual).first { leaf, other in leaf != other && key(of: leaf) != key(of: other) }
        guard let (leaf, other) = place else { return [] }
        return [
            PairDifference(
                key: "(order)", reference: leaves[leaf].path.text, sent: leaves[other].path.text, reasons: [.pairOrder])
        ]
    }

    /// The positions, counted from 1, of the elements that do not stand in the payload's place among those under their
    /// key, in a query whose keys have no indices.
    static func positions(in sent: Alignment, _ leaves: [PayloadLeaf], _ form: QueryForm) -> [Int: Int] {
        guard form.losesElements else { return [:] }
        let placed = sent.leafOfPair.compactMap { $0 }.filter { leaves[$0].path.steps.contains(where: \.isIndex) }
        if zip(placed, placed.dropFirst()).allSatisfy({ $0 < $1 }) { return [:] }
        return Dictionary(grouping: placed) { leaves[$0].path.queryKey }.values.reduce(into: [:]) { positions, group in
            for (position, (own, leaf)) in zip(group.sorted(), group).enumerated() where own != leaf {
                positions[leaf] = position + 1
            }
        }
    }
}
