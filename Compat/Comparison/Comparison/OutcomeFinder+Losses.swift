import URLSerialization

/// The parts of a payload that a server cannot recover from a request.
extension OutcomeFinder {
    /// Returns the losses that no difference from AFNetworking's query covers, in the order of the payload.
    func losses(_ outcomes: [Outcome]) -> [(kind: Loss, place: String)] {
        var losses: [(kind: Loss, place: String)] = []
        var places: Set<PayloadPath> = []
        func add(_ kind: Loss, _ path: PayloadPath) {
            if places.insert(path).inserted { losses.append((kind, path.text)) }
        }
        // The steps shared with the previous leaf have already been examined.
        var previous = PayloadPath()
        for (number, leaf) in leaves.enumerated() {
            let (steps, carrier) = (leaf.path.steps, alignment.carriers[number])
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
    func state(of leaf: PayloadLeaf, in pair: SentPair) -> Outcome.State {
        if isQuery, leaf.path.hasIntegerKey(missingIn: pair) { return .changed }
        let isKept =
            switch leaf.value {
            case .double(let value): !value.isFinite || pair.value.map { Double($0) == value } ?? true
            case .float(let value): !value.isFinite || pair.value.map { Float($0) == value } ?? true
            case .int, .uint, .decimal: pair.value.map { leaf.hasDigits(of: $0) } ?? true
            case .null: pair.kind == .null
            case .bool, .url: leaf.possibleTexts.contains(pair.received)
            case .string(let text): pair.received?.utf8.elementsEqual(text.utf8) ?? true
            case .date(let date): leaf.isText(pair.received, of: date)
            case .data(let value): pair.isBase64(of: value)
            case .array, .set, .dictionary: true
            }
        if case .data = leaf.value, !isKept { return .lost }
        return isKept ? .kept : .changed
    }
}

extension PayloadLeaf {
    /// Whether a number's text has the digits of another.
    func hasDigits(of text: String) -> Bool {
        possibleTexts.contains { $0 == text || $0.map(DecimalDigits.init) == DecimalDigits(text) }
    }

    /// Whether a text is that of a date, including the fraction of a second.
    fileprivate func isText(_ text: String?, of date: Date) -> Bool {
        guard let text, possibleTexts.contains(text) || Double(text) != nil && hasDigits(of: text) else { return false }
        let seconds = date.timeIntervalSince1970
        return !text.contains(":") || seconds.rounded(.down) == seconds
    }
}

extension PayloadPath {
    /// Whether a key below the top is an integer and does not occur in a pair's key.
    fileprivate func hasIntegerKey(missingIn pair: SentPair) -> Bool {
        steps.dropFirst().contains { step in
            guard case .key(let name) = step, Int(name) != nil else { return false }
            return !pair.key.contains("[\(name)]") && !pair.key.contains(".\(name)")
        }
    }
}

extension PayloadPath.Step {
    var isIndex: Bool { if case .index = self { true } else { false } }
}
