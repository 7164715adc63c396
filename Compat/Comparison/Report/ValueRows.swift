/// The outcome of a leaf in one column, without its texts.
protocol RowKind: Hashable {
    /// Whether a row for each leaf adds nothing to one for several.
    var isPlain: Bool { get }
}

/// The rows of a table of values: leaves of many elements that fare alike have one, and so have neighbours.
struct ValueRows<Kind: RowKind> {
    struct Row {
        var leaves: [Int]
        /// The path of the leaf, or the part that all have, `…` standing for any index.
        var path: String
        fileprivate var steps: [PayloadPath.Step]
        fileprivate let kinds: [Kind]
    }

    /// The elements from which on those that fare alike have one row.
    private static var leastCount: Int { 4 }

    private let leaves: [PayloadLeaf]
    private let isFolded: Bool
    private var added: [(leaf: Int, kinds: [Kind])] = []
    private(set) var count = 0

    init(leaves: [PayloadLeaf], isFolded: Bool) {
        (self.leaves, self.isFolded) = (leaves, isFolded)
    }

    /// Adds a leaf with what becomes of it in each column.
    mutating func add(_ leaf: Int, _ kinds: [Kind]) {
        added.append((leaf, kinds))
    }

    /// The rows in the order of their first leaves, as many as are asked for; `count` is the number of all.
    mutating func all(limit: Int) -> [Row] {
        guard isFolded else {
            count = added.count
            return added.prefix(limit).map { leaf, kinds in
                Row(leaves: [leaf], path: leaves[leaf].path.text, steps: [], kinds: kinds)
            }
        }
        var groups: [Pattern<Kind>: [Int]] = [:]
        let patterns = added.map { leaf, kinds in
            Pattern(path: PayloadPath(leaves[leaf].path.generalSteps).identity, kinds: kinds)
        }
        for (pattern, entry) in zip(patterns, added) { groups[pattern, default: []].append(entry.leaf) }
        var rows: [Row] = []
        for (pattern, entry) in zip(patterns, added) {
            let group = groups[pattern] ?? []
            let isOne = group.count >= Self.leastCount
            if isOne, group.first != entry.leaf { continue }
            let path = leaves[entry.leaf].path
            let row = Row(
                leaves: isOne ? group : [entry.leaf], path: "", steps: isOne ? path.generalSteps : path.steps,
                kinds: entry.kinds)
            if let last = rows.last, last.kinds == row.kinds, row.kinds.allSatisfy(\.isPlain),
                let common = PayloadPath(last.steps).commonSteps(with: PayloadPath(row.steps))
            {
                rows[rows.count - 1].steps = common
                rows[rows.count - 1].leaves += row.leaves
            } else {
                rows.append(row)
            }
        }
        count = rows.count
        return rows.prefix(limit).map { row in
            var row = row
            row.path = PayloadPath(row.steps).text
            return row
        }
    }
}

/// A path without its indices, and the outcomes of a leaf there.
private struct Pattern<Kind: RowKind>: Hashable {
    let path: ByteKey
    let kinds: [Kind]
}

extension PayloadPath {
    /// The steps, each index as one that stands for any.
    fileprivate var generalSteps: [Step] {
        steps.map { step in
            switch step {
            case .key: step
            case .index: .index(PayloadPath.anyIndex)
            case .element: .element(PayloadPath.anyIndex)
            }
        }
    }

    /// The steps from the top that both have; `nil` for none.
    fileprivate func commonSteps(with other: PayloadPath) -> [Step]? {
        let count = commonStepCount(with: other)
        return count == 0 ? nil : Array(steps.prefix(count))
    }
}

extension Outcome {
    /// An outcome without its texts.
    struct Kind: RowKind {
        let isSame: Bool
        let state: State
        let form: Form
        let reason: Reason?

        var isPlain: Bool { isSame || form == .nothing }
    }

    var kind: Kind { Kind(isSame: isSame, state: state, form: form, reason: isSame ? nil : reasons.first) }

    /// The outcome of several leaves in a word.
    var summary: String { reasons.first?.rawValue ?? state.rawValue }

    /// Whether two outcomes are shown alike.
    func isShown(as other: Outcome) -> Bool {
        kind == other.kind && key == other.key && text == other.text && position == other.position
    }
}
