import URLSerialization

/// The parts of a payload that a server cannot recover from a request.
extension OutcomeFinder {
    /// Returns the losses that no difference from AFNetworking's query covers, in the order of the payload.
    func losses(_ outcomes: [Outcome]) -> [(kind: Reason, place: PayloadPath)] {
        var losses: [(kind: Reason, place: PayloadPath)] = []
        var places: Set<PayloadPath> = []
        func add(_ kind: Reason, _ path: PayloadPath) {
            if places.insert(path).inserted { losses.append((kind, path)) }
        }
        // The steps shared with the previous leaf have already been examined.
        var previous = PayloadPath()
        for (number, leaf) in leaves.enumerated() {
            let (steps, carrier) = (leaf.path.steps, alignment.carriers[number].kind)
            let isSent = carrier != .nothing || form.writesNestedCollections
            for position in leaf.path.commonStepCount(with: previous)..<steps.count {
                switch steps[position] {
                case .index where isQuery && form.losesElements && position + 1 < steps.count && isSent:
                    add(.elementBoundaries, leaf.path.prefix(position))
                case .element where !isQuery: add(.set, leaf.path.prefix(position))
                default: continue
                }
            }
            if isSent { previous = leaf.path }
            switch carrier {
            case .pair where outcomes[number].state == .changed && outcomes[number].reasons.isEmpty:
                add(.precision, leaf.path)
            case .nothing
            where leaf.isEmptyCollection && (form.writesNestedCollections || !leaf.path.isNestedInDictionary):
                add(.emptyCollection, leaf.path)
            default: continue
            }
        }
        if isQuery, !form.losesElements { tornElements().forEach { add(.elementBoundaries, $0) } }
        return losses
    }

    /// Returns the elements whose pairs do not all have the same index.
    private func tornElements() -> [PayloadPath] {
        var indices: [PayloadPath: Int] = [:]
        return leaves.indices.flatMap { number -> [PayloadPath] in
            let path = leaves[number].path
            let places = path.steps.indices.filter { path.steps[$0].isIndex }
            guard let pair = alignment.pair(ofLeaf: number), path.steps.dropLast().contains(where: \.isIndex),
                pair.indices.count == places.count
            else { return [] }
            return zip(places, pair.indices).compactMap { place, index in
                let element = path.prefix(place + 1)
                return indices.updateValue(index, forKey: element) ?? index == index ? nil : element
            }
        }
    }

    /// Returns the state of a leaf's value in the pair that carries it, apart from the key's spelling and the position.
    func state(of leaf: PayloadLeaf, in pair: SentPair, _ received: String?) -> Outcome.State {
        switch leaf.value {
        case .null: return pair.kind == .null ? .kept : .changed
        case .array, .set, .dictionary: return .kept
        case .data: return pair.value.map(leaf.isKept) == true ? .kept : .lost
        default: return received.map(leaf.isKept) ?? true ? .kept : .changed
        }
    }
}
