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
        var path: PayloadPath
        fileprivate let kinds: [Kind]
    }

    /// The elements from which on those that fare alike have one row.
    private static var leastCount: Int { 4 }
    /// The rows before the rest is left out.
    private static var maximumRows: Int { 200 }

    private let leaves: [PayloadLeaf]
    private let isPart: Bool
    private var added: [(leaf: Int, kinds: [Kind])] = []

    /// - Parameter isPart: Whether leaves that fare alike have one row, and long tables and cells are cut.
    init(leaves: [PayloadLeaf], isPart: Bool) {
        (self.leaves, self.isPart) = (leaves, isPart)
    }

    /// The number of leaves that were added.
    var leafCount: Int { added.count }

    /// Adds a leaf with what becomes of it in each column.
    mutating func add(_ leaf: Int, _ kinds: [Kind]) {
        added.append((leaf, kinds))
    }

    /// The table, and a note on the rows that are left out.
    func blocks(_ columns: [Report.Column], isStackable: Bool = true, cells: (Row) -> [Report.Cell]) -> [Report.Block] {
        let all = isPart ? foldedRows() : added.map { Row(leaves: [$0], path: leaves[$0].path, kinds: $1) }
        let shown = isPart ? all.prefix(Self.maximumRows) : all[...]
        let table = Report.Table(
            columns: columns, rows: shown.map(cells), maximumLines: isPart ? 3 : nil, isStackable: isStackable)
        let rest = all.count - shown.count
        return [.table(table)] + (rest > 0 ? [.note("… \(rest) more rows (--all has them)")] : [])
    }

    /// The rows in the order of their first leaves.
    private func foldedRows() -> [Row] {
        let patterns = added.map { leaf, kinds in
            Pattern(path: PayloadPath(leaves[leaf].path.generalSteps).identity, kinds: kinds)
        }
        var groups: [Pattern<Kind>: [Int]] = [:]
        for (pattern, entry) in zip(patterns, added) { groups[pattern, default: []].append(entry.leaf) }
        var rows: [Row] = []
        for (pattern, entry) in zip(patterns, added) {
            let group = groups[pattern] ?? []
            let isOne = group.count >= Self.leastCount
            if isOne, group.first != entry.leaf { continue }
            let path = leaves[entry.leaf].path
            let row = Row(
                leaves: isOne ? group : [entry.leaf], path: isOne ? PayloadPath(path.generalSteps) : path,
                kinds: entry.kinds)
            if let last = rows.last, last.kinds == row.kinds, row.kinds.allSatisfy(\.isPlain),
                case let common = last.path.commonStepCount(with: row.path), common > 0
            {
                rows[rows.count - 1].path = PayloadPath(Array(row.path.steps.prefix(common)))
                rows[rows.count - 1].leaves += row.leaves
            } else {
                rows.append(row)
            }
        }
        return rows
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
