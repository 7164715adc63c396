/// Finds what stands elsewhere in a sender's query than in AFNetworking's.
struct OrderFinder {
    let leaves: [PayloadLeaf]
    let reference: PairAlignment
    let sent: PairAlignment

    /// For each array whose elements are in another order a difference at the first that is out of place; and for all
    /// keys one, at the first pair whose key is out of place.
    func differences() -> [PairDifference] {
        // Of several leaves that one pair carries the first has a place.
        let placed = Set(sent.leafOfPair.compactMap { $0 })
        let expected = reference.leafOfPair.compactMap { $0 }.filter(placed.contains)
        let actual = sent.leafOfPair.compactMap { $0 }.filter { reference.pairOfLeaf[$0] != nil }
        if expected == actual { return [] }
        return elementDifferences(expected, actual) + keyDifference(expected, actual)
    }

    private func keyDifference(_ expected: [Int], _ actual: [Int]) -> [PairDifference] {
        let place = zip(expected, actual).first { leaf, other in
            leaf != other && leaves[leaf].path.queryKey != leaves[other].path.queryKey
        }
        guard let (leaf, other) = place else { return [] }
        return [
            PairDifference(
                key: "(order)", reference: leaves[leaf].path.text, sent: leaves[other].path.text, reasons: [.pairOrder])
        ]
    }

    private func elementDifferences(_ expected: [Int], _ actual: [Int]) -> [PairDifference] {
        var expectedByKey: [String: [Int]] = [:]
        for leaf in expected { expectedByKey[leaves[leaf].path.queryKey, default: []].append(leaf) }
        var actualByKey: [String: [Int]] = [:]
        for leaf in actual { actualByKey[leaves[leaf].path.queryKey, default: []].append(leaf) }
        var arrays: Set<[UInt8]> = []
        return expected.compactMap { first in
            let key = leaves[first].path.queryKey
            guard let expected = expectedByKey.removeValue(forKey: key), let actual = actualByKey[key],
                let (leaf, other) = zip(expected, actual).first(where: { $0 != $1 })
            else { return nil }
            let array = leaves[leaf].path.innermostArray(before: leaves[other].path)
            guard arrays.insert(array.identity).inserted else { return nil }
            return PairDifference(
                key: array.text, reference: reference.pairOfLeaf[leaf].map { reference.pairs[$0].spelling },
                sent: sent.pairOfLeaf[other].map { sent.pairs[$0].spelling }, reasons: [.elementsAlphabetized])
        }
    }
}

extension PayloadPath {
    /// The array that two places with one key are in different elements of.
    func innermostArray(before other: PayloadPath) -> PayloadPath {
        PayloadPath(Array(steps.prefix(commonStepCount(with: other))))
    }
}
