import URLSerialization

/// A search for the place of each value of a payload in the tree that a server makes of a query.
///
/// The query is read once more with a mark in place of each value, and a mark's place is its value's place. This works
/// only if places depend only on keys, so the search checks that both trees have the same places.
struct ServerMatch {
    private let sent: Alignment
    /// The leaves of the tree that the server reads.
    private let read: [PayloadLeaf]
    /// The leaves of the tree, by the numbers of their pairs.
    private let leafOfPair: [Int: PayloadLeaf]

    /// Returns `nil` if the places of the values are not known.
    init?(_ report: SenderReport, _ tree: ParameterValue, by reader: ServerReader) {
        sent = report.alignment
        read = Self.leaves(of: tree, reader.dialect)
        guard sent.isKnown, let leaves = Self.leaves(of: report.pairs, among: read, reader) else { return nil }
        leafOfPair = leaves
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

    /// Returns the leaves that a server reads, by the numbers of their pairs, or `nil` if they are not known.
    static func leaves(
        of pairs: [SentPair], among read: [PayloadLeaf], _ reader: ServerReader
    ) -> [Int: PayloadLeaf]? {
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
            guard let tree = try? reader.reading(of: marked).parameters else { continue }
            let places = leaves(of: tree, reader.dialect)
            // qs turns a text into a key if a dictionary is in its place.
            let isSame = zip(places, read).allSatisfy { $0.value == .bool(true) || $0.path == $1.path }
            guard isSame, places.count == read.count else { continue }
            let found = zip(places, read).compactMap { place, leaf -> (Int, PayloadLeaf)? in
                let text = place.value == .bool(true) ? place.path.steps.last?.key : place.value.string
                guard let text, text.hasPrefix("\u{2}mark") else { return nil }
                return Int(text.dropFirst(5)).map { ($0, leaf) }
            }
            return Dictionary(found) { $1 }
        }
        return nil
    }

    // MARK: - States

    /// Returns the outcomes of leaves by what stands in their places among the leaves of a tree.
    static func outcomes(of leaves: [PayloadLeaf], in tree: [PayloadLeaf]) -> [Outcome] {
        let read = Dictionary(tree.lazy.map { ($0.path, $0.value) }) { $1 }
        return leaves.map { leaf in read[leaf.path].map { outcome(of: leaf, $0) } ?? Outcome(state: .dropped) }
    }

    /// Returns the outcome of a leaf in whose place a server reads a value.
    private static func outcome(of leaf: PayloadLeaf, _ found: ParameterValue) -> Outcome {
        let text = found.string ?? found.bool.map { "\($0)" }
        if leaf.value.isSameLeaf(as: found) { return Outcome(state: .same, text: text, isSame: true) }
        // A value other than a text may be read back from a text.
        guard leaf.value.string == nil, found.string.map(leaf.isKept) == true else {
            return Outcome(state: .changed, form: .text, text: text)
        }
        return Outcome(state: .becameText, text: text, isSame: true)
    }

    func values() -> [Outcome] {
        // A bare key that is read as an empty array has no room for a mark.
        let empty = Dictionary(read.filter(\.isEmptyCollection).map { ($0.path, $0) }) { $1 }
        let found = zip(sent.leaves, sent.carriers).map { leaf, carrier in
            carrier.pair.flatMap { leafOfPair[$0] } ?? (leaf.isEmptyCollection ? empty[leaf.path] : nil)
        }
        let merged = mergedElements(found)
        return zip(sent.leaves, found).map { leaf, found in
            guard let found else { return Outcome(state: .dropped) }
            if found.path == leaf.path { return Self.outcome(of: leaf, found.value) }
            let isMerged = leaf.path.element.map(merged.contains) ?? false
            let isMoved = leaf.path.keys == found.path.keys
            let text = found.value.string ?? found.value.bool.map { "\($0)" }
            return Outcome(
                state: isMerged ? .merged : isMoved ? .moved : .renamed, key: found.path.quotedText, text: text)
        }
    }

    /// Returns the elements of the payload's arrays whose values share an element of the tree with values of another
    /// element.
    private func mergedElements(_ found: [PayloadLeaf?]) -> Set<PayloadPath> {
        var owners: [PayloadPath: Set<PayloadPath>] = [:]
        for (leaf, found) in zip(sent.leaves, found) {
            guard let found, let element = leaf.path.element else { continue }
            owners[found.path.parent, default: []].insert(element)
        }
        return owners.values.filter { $0.count > 1 }.reduce(into: []) { $0.formUnion($1) }
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
