extension LossFinder {
    /// The losses of arrays as a whole: the order of their elements, and in keys with indices their unity.
    func arrayLosses() -> [Loss] {
        queryForm.losesElements ? orderLosses() : tornElements()
    }

    /// The arrays whose elements come in another order, in the order of the payload.
    private func orderLosses() -> [Loss] {
        var previous: [String: Int] = [:]
        var arrays: Set<ByteKey> = []
        return leaves.indices.compactMap { position in
            let path = leaves[position].path
            guard let pair = alignment.pairOfLeaf[position], path.steps.contains(where: \.isIndex) else { return nil }
            let key = path.queryKey
            defer { previous[key] = position }
            guard let other = previous[key], let otherPair = alignment.pairOfLeaf[other], otherPair > pair else {
                return nil
            }
            let array = path.innermostArray(before: leaves[other].path)
            guard arrays.insert(array.identity).inserted else { return nil }
            return Loss(
                key: array.text, kind: .elementOrder, text: "is an array: the order of its elements is not kept")
        }
    }

    /// The elements whose pairs have not all the same index.
    private func tornElements() -> [Loss] {
        var indices: [ByteKey: Int] = [:]
        var elements: Set<ByteKey> = []
        return leaves.indices.flatMap { position -> [Loss] in
            let path = leaves[position].path
            guard let pair = alignment.pairOfLeaf[position], path.steps.dropLast().contains(where: \.isIndex) else {
                return []
            }
            let sent = alignment.pairs[pair].indices
            let places = path.steps.indices.filter { path.steps[$0].isIndex }
            guard sent.count == places.count else { return [] }
            return zip(places, sent).compactMap { place, index in
                let element = PayloadPath(Array(path.steps[...place]))
                let identity = element.identity
                let known = indices.updateValue(index, forKey: identity) ?? index
                guard known != index, elements.insert(identity).inserted else { return nil }
                return Loss(key: element.text, kind: .elementBoundaries, text: "is one element and arrives as several")
            }
        }
    }

    /// A collection that one pair describes.
    func loseDescribed(
        _ leaf: PayloadLeaf, in pair: SentPair, into losses: inout [Loss], once places: inout Set<ByteKey>
    ) {
        let collections = leaf.path.steps.indices.dropFirst().map { PayloadPath(Array(leaf.path.steps[..<$0])) }
        let collection = collections.first { queryForm.key(of: $0).utf8.elementsEqual(pair.key.utf8) }
        guard let collection, places.insert(collection.identity).inserted else { return }
        losses.append(
            Loss(key: collection.text, kind: .described, text: "is a collection and arrives as Swift's description"))
    }
}

extension PayloadPath {
    /// The first key below the top that is an integer and does not occur in a pair's key; nil if there is none.
    func integerKey(missingIn key: String) -> String? {
        for case .key(let name) in steps.dropFirst() where Int(name) != nil {
            if !key.contains("[\(name)]"), !key.contains(".\(name)") { return name }
        }
        return nil
    }
}

extension PayloadPath.Step {
    var isIndex: Bool {
        if case .index = self { true } else { false }
    }
}
