import URLSerialization

/// Finds the pairs that differ between AFNetworking's query and what another sender sends, and names why.
struct DifferenceFinder {
    let leaves: [PayloadLeaf]
    let reference: PairAlignment
    let sent: PairAlignment
    let isSentQuery: Bool
    let sentForm: QueryForm
    /// The texts of paths that several places have: their keys are canonically equivalent, which is equal to Swift.
    private let ambiguousTexts: Set<String>
    /// The pairs of each leaf that several carry.
    private let partsOfLeaf: [Int: [Int]]

    init(
        leaves: [PayloadLeaf], reference: PairAlignment, sent: PairAlignment, isSentQuery: Bool, sentForm: QueryForm
    ) {
        self.leaves = leaves
        self.reference = reference
        self.sent = sent
        self.isSentQuery = isSentQuery
        self.sentForm = sentForm
        var parts: [Int: [Int]] = [:]
        for (pair, leaf) in sent.leafOfPair.enumerated() {
            if let leaf, sent.leavesTakenApart.contains(leaf) { parts[leaf, default: []].append(pair) }
        }
        partsOfLeaf = parts
        // Asked for only where something is missing.
        let isComplete = leaves.indices.allSatisfy { reference.pairOfLeaf[$0] == nil || sent.pairOfLeaf[$0] != nil }
        ambiguousTexts = isComplete ? [] : Self.ambiguousTexts(of: leaves)
    }

    private static func ambiguousTexts(of leaves: [PayloadLeaf]) -> Set<String> {
        var identities: [String: ByteKey] = [:]
        var texts: Set<String> = []
        for leaf in leaves {
            let (text, identity) = (leaf.path.text, leaf.path.identity)
            if identities.updateValue(identity, forKey: text) ?? identity != identity { texts.insert(text) }
        }
        return texts
    }

    /// A difference, and the position of the leaf it is about, if it is about one.
    typealias Found = (leaf: Int?, difference: PairDifference)

    /// The differences in the order of AFNetworking's pairs, then what it does not send.
    func differences() -> [Found] {
        let inReference = reference.leafOfPair.compactMap { $0 }
        let others = leaves.indices.filter { reference.pairOfLeaf[$0] == nil }
        let order = isSentQuery ? OrderFinder(leaves: leaves, reference: reference, sent: sent) : nil
        let moved = order?.movedElements() ?? []
        var differences = (inReference + others).compactMap { leaf -> Found? in
            difference(atLeaf: leaf, isMoved: moved.contains(leaf)).map { (leaf, $0) }
        }
        for (position, pair) in sent.pairs.enumerated() where sent.leafOfPair[position] == nil && !pair.isEmptyRoot {
            let added = PairDifference(key: pair.key, reference: nil, sent: pair.spelling, reasons: [.pairAdded])
            differences.append((nil, added))
        }
        return differences + (order?.keyDifference().map { (nil, $0) } ?? [])
    }

    private func difference(atLeaf position: Int, isMoved: Bool) -> PairDifference? {
        let leaf = leaves[position]
        let referencePair = reference.pairOfLeaf[position].map { reference.pairs[$0] }
        let sentPair = sent.pairOfLeaf[position].map { sent.pairs[$0] }
        var reasons: [Reason] =
            switch (referencePair, sentPair) {
            case (nil, nil):
                sent.leavesTakenApart.contains(position) ? [.dataAsNumbers] : []
            case (let expected?, let actual?):
                reasons(position, expected, actual)
            case (_?, nil):
                [reasonForLack(ofLeaf: position)]
            case (nil, let actual?):
                [reasonForExcess(leaf, actual)]
            }
        if isMoved { reasons.insert(.elementsAlphabetized, at: 0) }
        if reasons.isEmpty { return nil }
        return PairDifference(
            key: leaf.path.text, reference: referencePair?.spelling,
            sent: sentPair?.spelling ?? spellingOfParts(ofLeaf: position), reasons: reasons)
    }

    /// The bytes that several pairs carry together; nil for other leaves.
    private func spellingOfParts(ofLeaf position: Int) -> String? {
        guard case .data = leaves[position].value, sent.leavesTakenApart.contains(position) else { return nil }
        let parts = partsOfLeaf[position, default: []].map { sent.pairs[$0].spelling }
        return isSentQuery ? parts.joined(separator: "&") : "[\(parts.joined(separator: ","))]"
    }

    private func reasons(_ position: Int, _ expected: SentPair, _ actual: SentPair) -> [Reason] {
        if sent.describedLeaves.contains(position) {
            return [sentForm.joinsArrays ? .arrayJoined : .collectionDescribed]
        }
        let leaf = leaves[position]
        return isSentQuery ? queryReasons(leaf, expected, actual) : treeReasons(leaf, expected, actual)
    }

    // MARK: - Query against query

    private func queryReasons(_ leaf: PayloadLeaf, _ expected: SentPair, _ actual: SentPair) -> [Reason] {
        if expected.spelling == actual.spelling { return [] }
        var reasons: [Reason] = []
        if expected.value != actual.value { reasons += valueReasons(leaf, expected, actual) }
        if !expected.key.utf8.elementsEqual(actual.key.utf8) {
            reasons += KeyDifference.reasons(leaf: leaf, sent: actual.key, form: sentForm)
        }
        if sentForm.spacesArePluses, actual.hasPlus {
            reasons.append(.spaceAsPlus)
        } else if reasons.isEmpty || isEscapedOtherwise(expected, actual) {
            let isPlus = actual.hasPlus && !reasons.contains(.spaceAsPlus)
            reasons.append(isPlus ? .plusNotEscaped : .escaping)
        }
        return reasons
    }

    /// Whether the value's text is the same and yet spelled otherwise.
    private func isEscapedOtherwise(_ expected: SentPair, _ actual: SentPair) -> Bool {
        func spelling(_ pair: SentPair) -> Substring? {
            pair.spelling.splitByte("=", maximumSplits: 1).dropFirst().first
        }
        return expected.value == actual.value && spelling(expected) != spelling(actual)
    }

    private func valueReasons(_ leaf: PayloadLeaf, _ expected: SentPair, _ actual: SentPair) -> [Reason] {
        if let value = actual.value, value.utf8.contains(UInt8(ascii: "+")),
            value.replacingOccurrences(of: "+", with: " ") == expected.value
        {
            return [.spaceAsPlus]
        }
        let isMerged = ambiguousTexts.contains(leaf.path.text) && !leaf.possibleTexts.contains(actual.value)
        return [isMerged ? .equivalentKeyMerged : reason(leaf, actual)]
    }

    // MARK: - Query against tree

    private func treeReasons(_ leaf: PayloadLeaf, _ expected: SentPair, _ actual: SentPair) -> [Reason] {
        // A set's elements have the text of an array's.
        let keyReasons: [Reason] = actual.key.utf8.elementsEqual(leaf.path.text.utf8) ? [] : [.keyConverted]
        if let value = expected.value, let other = actual.value, actual.kind != .null,
            value.utf8.elementsEqual(other.utf8)
        {
            return keyReasons
        }
        return [reason(leaf, actual)] + keyReasons
    }

    // MARK: - Reasons

    /// The reason for a leaf's other text.
    private func reason(_ leaf: PayloadLeaf, _ actual: SentPair) -> Reason {
        switch leaf.value {
        case .bool: ["true", "false"].contains(actual.value) ? .booleanAsWord : .textChanged
        case .null:
            switch actual.value {
            case "": .nullAsEmptyText
            case "<null>": .nullDescribed
            default: .nullAsWord
            }
        case .int, .uint, .double, .float, .decimal: .numberText
        case .date: .dateFormat
        case .data(let data):
            // XML property lists break base 64 into lines.
            actual.value?.filter { !$0.isWhitespace } == data.base64EncodedString() ? .dataAsBase64 : .dataDescribed
        case .string(let text): actual.value == "Optional(\"\(text)\")" ? .optionalDescribed : .textChanged
        case .url, .array, .set, .dictionary: .textChanged
        }
    }

    /// The reason for the lack of a leaf that AFNetworking sends.
    private func reasonForLack(ofLeaf position: Int) -> Reason {
        let leaf = leaves[position]
        if sent.leavesTakenApart.contains(position) {
            if case .data = leaf.value { return .dataAsNumbers }
            return .decimalTakenApart
        }
        if isSentQuery, !sentForm.writesNestedCollections, leaf.path.steps.count > 1 {
            return leaf.path.isNestedInDictionary ? .nestedLost : .rowsLost
        }
        if case .null = leaf.value { return .nullDropped }
        return ambiguousTexts.contains(leaf.path.text) ? .equivalentKeyMerged : .pairLost
    }

    /// The reason for a leaf that AFNetworking does not send.
    private func reasonForExcess(_ leaf: PayloadLeaf, _ actual: SentPair) -> Reason {
        if leaf.isEmptyCollection { return .emptyCollectionKept }
        if case .data = leaf.value { return reason(leaf, actual) }
        return .pairAdded
    }
}

extension PayloadPath {
    /// Whether a dictionary below the top lies on the way.
    var isNestedInDictionary: Bool {
        steps.dropFirst().contains { step in
            if case .key = step { true } else { false }
        }
    }
}
