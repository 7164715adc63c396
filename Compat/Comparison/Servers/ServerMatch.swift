import URLSerialization

/// The leaves of the tree that a server makes of a request, and the pairs from which it makes them.
///
/// A query is read once more with a mark in place of each value, and a mark's place is its value's place. This works
/// only if places depend only on keys, so both trees must have the same places. The pairs of a document have theirs.
struct ServerMatch {
    /// The leaves of the tree by their places.
    let leaves: [PayloadPath: PayloadLeaf]
    /// The leaves of the tree by the numbers of their pairs.
    let leafOfPair: [Int: PayloadLeaf]
    private let dialect: QueryDialect

    /// Returns `nil` if the places of the values are not known.
    init?(_ pairs: [SentPair], _ tree: ParameterValue, by reader: ServerReader) {
        // A mark may be longer than the value.
        var reader = reader
        reader.limits.bytes = nil
        dialect = reader.dialect
        let isDocument = pairs.contains { $0.place != nil }
        let read = Self.leaves(of: tree, isDocument ? nil : dialect)
        let byPath = read.byPath
        leaves = byPath
        if isDocument {
            let found = pairs.enumerated().map { ($0, $1.place.flatMap { byPath[$0] }) }
            leafOfPair = Dictionary(uniqueKeysWithValues: found).compactMapValues { $0 }
            return
        }
        let mark = Mark(count: pairs.count, absentFrom: pairs.map(\.spelling))
        // A server may read a bare key differently from a key with a value, so several choices of marked keys are
        // tried.
        let choices: [(SentPair) -> Bool] = [
            { _ in true }, { $0.value != nil || !$0.key.hasSuffix("[]") }, { $0.value != nil },
        ]
        for isMarked in choices {
            let marked = pairs.enumerated().map { number, pair in
                isMarked(pair) ? "\(pair.escapedKey)=\(mark.text(number))" : String(pair.escapedKey)
            }.joined(separator: "&")
            guard let tree = try? reader.reading(of: marked).parameters else { continue }
            let places = Self.leaves(of: tree, dialect)
            // qs turns a text into a key if a dictionary is in its place.
            let isSame = zip(places, read).allSatisfy { $0.value == .bool(true) || $0.path == $1.path }
            guard isSame, places.count == read.count else { continue }
            let found = zip(places, read).compactMap { place, leaf -> (Int, PayloadLeaf)? in
                let text = place.value == .bool(true) ? place.path.steps.last?.key : place.value.string
                let (numbers, isWhole) = mark.numbers(in: text ?? "")
                return isWhole ? numbers.first.map { ($0, leaf) } : nil
            }
            leafOfPair = Dictionary(found) { $1 }
            return
        }
        return nil
    }

    /// Returns the leaves of a tree. If a reader makes a list for every key, a list of one element counts as the
    /// element.
    private static func leaves(of tree: ParameterValue, _ dialect: QueryDialect?) -> [PayloadLeaf] {
        guard dialect == .flat || dialect == .go, case .dictionary(let entries) = tree else {
            return PayloadLeaf.all(in: tree)
        }
        let pairs = entries.map { (key: $0, value: $1.array?.count == 1 ? $1[0] ?? $1 : $1) }
        return PayloadLeaf.all(in: .dictionary(ParameterDictionary(pairs)))
    }

    // MARK: - Outcomes

    /// Returns the outcomes of a payload's leaves by what the server reads of the pairs that carry them.
    func outcomes(of sent: Alignment) -> [Outcome] {
        let found = zip(sent.leaves, sent.carriers).map { leaf, carrier -> PayloadLeaf? in
            if let found = carrier.pair.flatMap({ leafOfPair[$0] }) { return found }
            // A bare key that is read as an empty array has no room for a mark.
            let inPlace = leaf.isEmptyCollection ? leaves[leaf.path] : nil
            return inPlace?.isEmptyCollection == true ? inPlace : nil
        }
        return Self.outcomes(of: sent.leaves, found, dialect)
    }

    /// Returns the outcomes of leaves by what stands in their places in a tree.
    ///
    /// - Parameter dialect: The parser of the form; `nil` for a document.
    static func outcomes(
        of leaves: [PayloadLeaf], in tree: ParameterValue, _ dialect: QueryDialect? = nil
    ) -> [Outcome] {
        let read = Self.leaves(of: tree, dialect).byPath
        let found = leaves.map { read[$0.path] ?? (dialect == .spring ? $0.path.array.flatMap { read[$0] } : nil) }
        return outcomes(of: leaves, found, dialect)
    }

    /// Returns the leaf that Spring binds in the place of a payload's leaf: if the payload has an array there, so has
    /// the bean, and a text with commas becomes its elements.
    private static func bound(_ read: PayloadLeaf, to leaf: PayloadLeaf) -> PayloadLeaf? {
        guard let text = read.value.string else { return read }
        if text.isEmpty, leaf.value == [] { return PayloadLeaf(path: read.path, value: []) }
        guard case .index(let index)? = leaf.path.steps.last, leaf.path.array == read.path else { return read }
        let elements = text.isEmpty ? [] : text.splitByte(",")
        guard index < elements.count else { return nil }
        let element = elements[index].trimmingCharacters(in: CharacterSet(charactersIn: "\0"..." "))
        return PayloadLeaf(path: leaf.path, value: .string(element))
    }

    /// Returns the outcomes of leaves that the server reads as other leaves; `nil` for those that it does not read.
    private static func outcomes(
        of leaves: [PayloadLeaf], _ found: [PayloadLeaf?], _ dialect: QueryDialect?
    ) -> [Outcome] {
        let found =
            dialect == .spring ? zip(leaves, found).map { leaf, read in read.flatMap { bound($0, to: leaf) } } : found
        lazy var merged = mergedElements(leaves, found)
        return zip(leaves, found).map { leaf, found in
            var outcome = outcome(of: leaf, readAs: found)
            let isElsewhere = outcome.state == .moved || outcome.state == .renamed
            if isElsewhere, leaf.path.element.map(merged.contains) == true { outcome.state = .merged }
            return outcome
        }
    }

    /// Returns the outcome of a leaf that the server reads as another leaf; `nil` for none.
    static func outcome(of leaf: PayloadLeaf, readAs found: PayloadLeaf?) -> Outcome {
        guard let found else { return Outcome(state: .dropped) }
        let text = found.value.string ?? found.value.bool.map { "\($0)" }
        if found.path != leaf.path {
            let isMoved = leaf.path.keys == found.path.keys
            return Outcome(state: isMoved ? .moved : .renamed, key: found.path.quotedText, text: text)
        }
        if leaf.value.isSameLeaf(as: found.value) { return Outcome(state: .same, text: text, isSame: true) }
        // A value other than a text may be read back from a text.
        guard leaf.value.string == nil, found.value.string.map(leaf.isKept) == true else {
            return Outcome(state: .changed, form: .text, text: text)
        }
        return Outcome(state: .becameText, text: text, isSame: true)
    }

    /// Returns the elements of the payload's arrays whose values share an element of the tree with values of another
    /// element.
    private static func mergedElements(_ leaves: [PayloadLeaf], _ found: [PayloadLeaf?]) -> Set<PayloadPath> {
        var elements: [PayloadPath: Set<PayloadPath>] = [:]
        for (leaf, found) in zip(leaves, found) {
            guard let found, let element = leaf.path.element else { continue }
            elements[found.path.parent, default: []].insert(element)
        }
        return elements.values.filter { $0.count > 1 }.reduce(into: []) { $0.formUnion($1) }
    }
}

extension Sequence<PayloadLeaf> {
    /// The leaves by their places.
    var byPath: [PayloadPath: PayloadLeaf] { Dictionary(map { ($0.path, $0) }) { $1 } }
}

extension ParameterValue {
    /// Whether two values without parts are the same. An empty set arrives as an empty array.
    fileprivate func isSameLeaf(as other: ParameterValue) -> Bool {
        self == other || [self, other].allSatisfy { $0 == [] || $0 == .set([]) }
    }
}

extension PayloadPath {
    /// The array whose element the value is; `nil` if it is in a dictionary or a set.
    fileprivate var array: PayloadPath? { steps.last?.isIndex == true ? parent : nil }

    /// The keys without the indices between them.
    fileprivate var keys: [String] { steps.compactMap(\.key) }

    /// The array element that is a collection and directly contains the value; `nil` if there is none.
    fileprivate var element: PayloadPath? {
        steps.last?.key != nil && steps.dropLast().last?.isIndex == true ? parent : nil
    }
}
