import URLSerialization

/// A finder of the outcome of each leaf: what arrives, and why it differs from AFNetworking's query. It also finds the
/// parts of the payload that a server cannot recover from the request.
struct OutcomeFinder {
    /// AFNetworking's pairs; `nil` if there are none to compare with.
    let reference: Alignment?
    /// The outcomes of AFNetworking's request; empty for that request itself.
    let known: [Outcome]
    let alignment: Alignment
    let isQuery: Bool
    let form: QueryForm
    /// The texts that are the paths of several places.
    let ambiguousTexts: Set<String>

    var leaves: [PayloadLeaf] { alignment.leaves }

    /// Returns the outcomes in the payload's order.
    func outcomes() -> [Outcome] {
        let moved = isQuery ? movedElements() : [:]
        return leaves.indices.map { leaf in
            var reasons = reference.map { self.reasons(leaf, $0) } ?? []
            if moved[leaf] != nil, let reference, reference.carriers[leaf].kind != .nothing {
                reasons.insert(.elementsAlphabetized, at: 0)
            }
            return outcome(leaf, reasons, form.losesElements ? moved[leaf] : nil)
        }
    }

    /// Returns the positions, counted from 1, of the array elements whose order under their key differs from the
    /// payload's. The elements of sets have no order.
    private func movedElements() -> [Int: Int] {
        let all = alignment.placedLeaves
        if zip(all, all.dropFirst()).allSatisfy({ $0 < $1 }) { return [:] }
        let placed = all.filter { leaves[$0].path.steps.contains(where: \.isIndex) && !leaves[$0].path.isInSet }
        let groups = Dictionary(grouping: placed) { leaves[$0].keysHash }
        return groups.values.reduce(into: [:]) { positions, group in
            for (position, (own, leaf)) in zip(group.sorted(), group).enumerated() where own != leaf {
                positions[leaf] = position + 1
            }
        }
    }

    /// Returns the differences in the order of AFNetworking's pairs, then the pairs that it does not send.
    func differences(_ outcomes: [Outcome]) -> [PairDifference] {
        guard let reference else { return [] }
        let others = leaves.indices.filter { reference.carriers[$0].kind == .nothing }
        let differing = (reference.placedLeaves + others).filter { !outcomes[$0].reasons.isEmpty }
        let added = alignment.pairs.indices.filter {
            alignment.leafOfPair[$0] == nil && !alignment.pairs[$0].isEmptyRoot
        }
        return differing.map { PairDifference(place: .leaf($0), reasons: outcomes[$0].reasons) }
            + added.map { PairDifference(place: .pair($0, key: alignment.pairs[$0].key), reasons: [.pairAdded]) }
            + (isQuery ? orderDifference(reference) : [])
    }

    /// Returns a difference at the first pair whose key is out of place, if any.
    private func orderDifference(_ reference: Alignment) -> [PairDifference] {
        // If a pair carries several leaves, only the first has a place.
        let actual = alignment.placedLeaves.filter { reference.carriers[$0].kind != .nothing }
        let placed = Set(actual)
        let moved = zip(reference.placedLeaves.filter(placed.contains), actual).first {
            leaves[$0].keysHash != leaves[$1].keysHash
        }
        return moved.map { [PairDifference(place: .order($0, $1), reasons: [.pairOrder])] } ?? []
    }

    // MARK: - Outcomes

    private func outcome(_ leaf: Int, _ reasons: [Reason], _ position: Int?) -> Outcome {
        let kind = alignment.carriers[leaf].kind
        guard let pair = alignment.pair(ofLeaf: leaf) else {
            if kind == .parts { return Outcome(state: .changed, form: .parts, reasons: reasons) }
            let isSame = reasons.isEmpty && reference.map { $0.carriers[leaf].pair == nil } == true
            return Outcome(isSame: isSame, reasons: reasons)
        }
        if kind == .described {
            return Outcome(
                state: .changed, form: .described, text: pair.received, isSame: reasons.isEmpty, reasons: reasons)
        }
        let isEqual = reasons.isEmpty && position == nil && reference != nil
        if isEqual, !known.isEmpty, known[leaf].state == .kept {
            return Outcome(state: .kept, form: known[leaf].form, isSame: true)
        }
        let text = pair.received
        let state = state(of: leaves[leaf], in: pair, text)
        let isElsewhere = position != nil || reasons.contains(where: Self.renamings.contains)
        let isBare = pair.kind == .null && reference?.pair(ofLeaf: leaf)?.kind == .null
        let isHarmless = reasons.allSatisfy { $0 == .escaping || $0 == (isBare ? .nullAsWord : .spaceAsPlus) }
        return Outcome(
            state: state == .kept && isElsewhere ? .changed : state,
            form: pair.kind == .null ? .null : pair.isEmptyCollection ? .emptyCollection : .text,
            key: reasons.contains(where: Self.spellings.contains) ? pair.key : nil, text: text, position: position,
            isSame: reference != nil && isHarmless, reasons: reasons)
    }

    /// The reasons why a value arrives under another name.
    private static let renamings: [Reason] = [.keyConverted, .integerKeyLost, .keySpelling]
    /// The reasons why a key is spelled differently.
    private static let spellings = renamings + [.bracketsMissing, .arrayIndexed, .setAsArray, .keyDotted]

    // MARK: - Reasons

    private func reasons(_ leaf: Int, _ reference: Alignment) -> [Reason] {
        let expected = reference.pair(ofLeaf: leaf)
        let (kind, pair, leaf) = (alignment.carriers[leaf].kind, alignment.pair(ofLeaf: leaf), leaves[leaf])
        guard let expected else {
            if leaf.value.data != nil, kind == .parts { return [.dataAsNumbers] }
            guard kind == .pair, let pair else { return [] }
            if leaf.value.data != nil { return [reason(leaf, pair)] }
            return [leaf.isEmptyCollection ? .emptyCollectionKept : .pairAdded]
        }
        guard let pair else { return kind == .nothing ? [reasonForLack(leaf)] : [.decimalTakenApart] }
        if kind == .described { return [form.joinsArrays ? .arrayJoined : .collectionDescribed] }
        return isQuery ? queryReasons(leaf, expected, pair) : treeReasons(leaf, expected, pair)
    }

    private func queryReasons(_ leaf: PayloadLeaf, _ expected: SentPair, _ actual: SentPair) -> [Reason] {
        if expected.spelling == actual.spelling { return [] }
        let isSameEscape = expected.escapedText == actual.escapedText
        let isSameText = isSameEscape || expected.value == actual.value
        var reasons = isSameText ? [] : valueReasons(leaf, expected, actual)
        if expected.escapedKey != actual.escapedKey {
            let key = actual.key
            if UTF8Key(expected.key) != UTF8Key(key) { reasons += KeyDifference.reasons(leaf: leaf, sent: key) }
        }
        if form.spacesArePluses, actual.hasPlus {
            reasons.append(.spaceAsPlus)
        } else if reasons.isEmpty || isSameText && !isSameEscape {
            let isPlus = actual.hasPlus && !reasons.contains(.spaceAsPlus)
            reasons.append(isPlus ? .plusNotEscaped : .escaping)
        }
        return reasons
    }

    private func valueReasons(_ leaf: PayloadLeaf, _ expected: SentPair, _ actual: SentPair) -> [Reason] {
        if let value = actual.value, value.utf8.contains(UInt8(ascii: "+")),
            value.replacingOccurrences(of: "+", with: " ") == expected.value
        {
            return [.spaceAsPlus]
        }
        let isMerged = isAmbiguous(leaf) && !leaf.possibleTexts.contains(actual.value)
        return [isMerged ? .equivalentKeyMerged : reason(leaf, actual)]
    }

    private func treeReasons(_ leaf: PayloadLeaf, _ expected: SentPair, _ actual: SentPair) -> [Reason] {
        // A set's elements have the text of an array's.
        let keyReasons: [Reason] = actual.place == leaf.path ? [] : [.keyConverted]
        if actual.kind != .null, let value = expected.value, let text = actual.value, UTF8Key(text) == UTF8Key(value) {
            return keyReasons
        }
        return [reason(leaf, actual)] + keyReasons
    }

    /// Returns the reason for a leaf's different text.
    private func reason(_ leaf: PayloadLeaf, _ actual: SentPair) -> Reason {
        switch leaf.value {
        case .bool: ["true", "false"].contains(actual.value) ? .booleanAsWord : .textChanged
        case .null: actual.value == "" ? .nullAsEmptyText : actual.value == "<null>" ? .nullDescribed : .nullAsWord
        case .int, .uint, .double, .float, .decimal: .numberText
        case .date: .dateFormat
        case .data: actual.value.map(leaf.isKept) == true ? .dataAsBase64 : .dataDescribed
        case .string(let text): actual.value == "Optional(\"\(text)\")" ? .optionalDescribed : .textChanged
        case .url, .array, .set, .dictionary: .textChanged
        }
    }

    /// Returns the reason why a leaf that AFNetworking sends is missing.
    private func reasonForLack(_ leaf: PayloadLeaf) -> Reason {
        if isQuery, !form.writesNestedCollections, leaf.path.steps.count > 1 {
            return leaf.path.isNestedInDictionary ? .nestedLost : .rowsLost
        }
        return leaf.value.isNull ? .nullDropped : isAmbiguous(leaf) ? .equivalentKeyMerged : .pairLost
    }

    /// Whether several places have the leaf's path as their text.
    private func isAmbiguous(_ leaf: PayloadLeaf) -> Bool {
        !ambiguousTexts.isEmpty && ambiguousTexts.contains(leaf.path.text)
    }

    // MARK: - Losses

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
