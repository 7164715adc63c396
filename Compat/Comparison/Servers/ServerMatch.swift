import URLSerialization

/// A search for the place of each value of a payload in the tree that a server makes of a query.
///
/// The query is read once more with a mark in place of each value, and a mark's place is its value's place. This works
/// only if places depend only on keys, so the search checks that both trees have the same places.
struct ServerMatch {
    private let sent: Alignment
    /// The leaves of the tree that the server reads.
    private let read: [PayloadLeaf]
    /// The positions of the values among the leaves of the tree, by the number of the pair.
    private let positionOfPair: [Int: Int]

    /// Returns `nil` if the places of the values are not known.
    init?(_ report: SenderReport, _ tree: ParameterValue, by reader: ServerReader) {
        sent = report.alignment
        read = Self.leaves(of: tree, reader.dialect)
        guard sent.isKnown, let positions = Self.positions(of: report.pairs, read, reader) else { return nil }
        positionOfPair = positions
    }

    /// Returns the leaves of a tree. If a reader makes a list for every key, a list of one element counts as the
    /// element.
    static func leaves(of tree: ParameterValue, _ dialect: QueryDialect) -> [PayloadLeaf] {
        guard dialect == .flat || dialect == .go, case .dictionary(let entries) = tree else {
            return PayloadLeaf.all(in: tree)
        }
        let pairs = entries.map { (key: $0, value: $1.array?.count == 1 ? $1[0] ?? $1 : $1) }
        return PayloadLeaf.all(in: .dictionary(ParameterDictionary(pairs)))
    }

    /// Returns the positions of the values among the leaves that a server reads, by the number of the pair, or `nil` if
    /// they are not known.
    static func positions(of pairs: [SentPair], _ read: [PayloadLeaf], _ reader: ServerReader) -> [Int: Int]? {
        // A mark may be longer than the value.
        var reader = reader
        reader.limits.bytes = nil
        // A server may read a bare key differently from a key with a value, so several choices of marked keys are
        // tried.
        let choices: [(SentPair) -> Bool] = [
            { _ in true }, { $0.value != nil || !$0.key.hasSuffix("[]") }, { $0.value != nil },
        ]
        for isMarked in choices {
            // The escaped control makes it improbable that a key contains a mark.
            let marked = pairs.enumerated().map { number, pair in
                isMarked(pair) ? "\(pair.escapedKey)=%02mark\(number)" : String(pair.escapedKey)
            }.joined(separator: "&")
            let tree = try? reader.reading(of: marked).parameters
            if let positions = tree.flatMap({ positions(of: leaves(of: $0, reader.dialect), read) }) {
                return positions
            }
        }
        return nil
    }

    /// Returns the positions of marks among the leaves of a tree, or `nil` for a tree with other places.
    private static func positions(of places: [PayloadLeaf], _ read: [PayloadLeaf]) -> [Int: Int]? {
        guard places.count == read.count else { return nil }
        var positions: [Int: Int] = [:]
        for (position, place) in places.enumerated() {
            // qs turns a text into a key if a dictionary is in its place.
            let isKey = place.value == .bool(true)
            let text = isKey ? place.path.steps.last?.key : place.value.string
            if !isKey, place.path != read[position].path { return nil }
            if let text, text.hasPrefix("\u{2}mark"), let number = Int(text.dropFirst(5)) {
                positions[number] = position
            }
        }
        return positions
    }

    /// A leaf that a server does not read as it is, nor as its shortest text.
    ///
    /// - Parameters:
    ///   - found: The value in its place; `nil` for none.
    ///   - isKept: Whether the value is a text of the leaf with other digits than the shortest that mean it.
    typealias Loss = (leaf: PayloadLeaf, found: ParameterValue?, isKept: Bool)

    /// Returns the leaves that are not in their place among the leaves of a tree.
    static func losses(of leaves: [PayloadLeaf], in tree: [PayloadLeaf]) -> [Loss] {
        let read = Dictionary(tree.lazy.map { ($0.path, $0.value) }) { $1 }
        return leaves.compactMap { leaf in
            let value = read[leaf.path]
            if let value, leaf.value.isSameLeaf(as: value) { return nil }
            let isKept = value.map { isText($0, of: leaf) } ?? false
            if isKept, value?.string.map(leaf.hasOtherDigits) == false { return nil }
            return (leaf, value, isKept)
        }
    }

    // MARK: - States

    func values() -> [Outcome] {
        // A bare key that is read as an empty array has no room for a mark.
        let empty = Dictionary(
            read.enumerated().filter(\.element.isEmptyCollection).map { ($1.path, $0) }, uniquingKeysWith: { $1 })
        let positions = zip(sent.leaves, sent.carriers).map { leaf, carrier in
            carrier.pair.flatMap { positionOfPair[$0] } ?? (leaf.isEmptyCollection ? empty[leaf.path] : nil)
        }
        let merged = mergedElements(positions)
        return zip(sent.leaves, positions).map { leaf, position in
            guard let found = position.map({ read[$0] }) else { return Outcome(state: .dropped) }
            let text = found.value.string ?? found.value.bool.map { "\($0)" }
            guard found.path == leaf.path else {
                let isMerged = leaf.path.element.map(merged.contains) ?? false
                let isMoved = leaf.path.keys == found.path.keys
                return Outcome(
                    state: isMerged ? .merged : isMoved ? .moved : .renamed, key: found.path.quotedText, text: text)
            }
            let isSame = leaf.value.isSameLeaf(as: found.value)
            let isText = Self.isText(found.value, of: leaf)
            guard isSame || isText else { return Outcome(state: .changed, form: .text, text: text) }
            return Outcome(state: isSame ? .same : .becameText, text: text, isSame: true)
        }
    }

    /// Returns the elements of the payload's arrays whose values share an element of the tree with values of another
    /// element.
    private func mergedElements(_ positions: [Int?]) -> Set<PayloadPath> {
        var owners: [PayloadPath: Set<PayloadPath>] = [:]
        for (leaf, position) in zip(sent.leaves, positions) {
            guard let position, let element = leaf.path.element else { continue }
            owners[read[position].path.parent, default: []].insert(element)
        }
        return owners.values.filter { $0.count > 1 }.reduce(into: []) { $0.formUnion($1) }
    }

    /// Whether a leaf's value, other than a text, can be read back from a text.
    private static func isText(_ found: ParameterValue, of leaf: PayloadLeaf) -> Bool {
        leaf.value.string == nil && found.string.map(leaf.isKept) == true
    }
}

extension ParameterValue {
    /// Whether two values without parts are the same, texts by their bytes. An empty set arrives as an empty array.
    fileprivate func isSameLeaf(as other: ParameterValue) -> Bool {
        guard let string, let text = other.string else {
            return self == other || [self, other].allSatisfy { $0 == [] || $0 == .set([]) }
        }
        return string.utf8.elementsEqual(text.utf8)
    }
}

extension PayloadPath {
    /// The keys without the indices between them.
    fileprivate var keys: [String] { steps.compactMap(\.key) }

    /// The array element that is a collection and directly contains the value; `nil` if there is none.
    fileprivate var element: PayloadPath? {
        steps.last?.key != nil && steps.dropLast().last?.isIndex == true ? parent : nil
    }
}
