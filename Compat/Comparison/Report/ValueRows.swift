/// The outcome of a leaf in one column, without its texts.
struct RowKind: Hashable {
    var isSame = false
    var state: Outcome.State?
    var form: Outcome.Form?
    var reason: Reason?
    var serverState: ServerValue.State?
    /// Whether a row for each leaf adds nothing to one for several.
    let isPlain: Bool
}

/// The rows of a table of values: leaves of many elements that fare alike have one, and so have neighbours.
struct ValueRows {
    struct Row {
        var leaves: [Int]
        /// The path of the leaf, or the part that all have, `…` standing for any index.
        var path: PayloadPath
        fileprivate let kinds: [RowKind]
    }

    /// The elements from which on those that fare alike have one row.
    private static let leastCount = 4
    /// The rows before the rest is left out.
    private static let maximumRows = 200

    let leaves: [PayloadLeaf]
    /// Whether leaves that fare alike have one row, and long tables and cells are cut.
    let isPart: Bool
    /// The rows of single leaves, each with what becomes of it in each column.
    private(set) var all: [Row] = []

    init(leaves: [PayloadLeaf], isPart: Bool) { (self.leaves, self.isPart) = (leaves, isPart) }

    mutating func add(_ leaf: Int, _ kinds: [RowKind]) {
        all.append(Row(leaves: [leaf], path: leaves[leaf].path, kinds: kinds))
    }

    /// The table, and a note on the rows that are left out.
    func blocks(_ columns: [Column], isStackable: Bool = true, cells: @escaping (Row) -> [Cell]) -> [Block] {
        let rows = isPart ? foldedRows() : all
        let shown = isPart ? rows.prefix(Self.maximumRows) : rows[...]
        let table = Table(
            columns: columns, rows: Table.Rows(shown.lazy.map(cells)), maximumLines: isPart ? 3 : nil,
            isStackable: isStackable)
        let rest = rows.count - shown.count
        return [.table(table)] + (rest > 0 ? [.note("… \(rest) more rows (--all has them)")] : [])
    }

    /// The rows in the order of their first leaves.
    private func foldedRows() -> [Row] {
        struct Pattern: Hashable {
            let path: PayloadPath
            let kinds: [RowKind]
        }
        let patterns = all.map { Pattern(path: $0.path.general, kinds: $0.kinds) }
        let groups = Dictionary(grouping: all.indices) { patterns[$0] }
        var rows: [Row] = []
        for (number, pattern) in patterns.enumerated() {
            var row = all[number]
            if let group = groups[pattern], group.count >= Self.leastCount {
                if group[0] != number { continue }
                (row.leaves, row.path) = (group.flatMap { all[$0].leaves }, row.path.general)
            }
            if let last = rows.last, last.kinds == row.kinds, row.kinds.allSatisfy(\.isPlain),
                case let common = last.path.commonStepCount(with: row.path), common > 0
            {
                rows[rows.count - 1].path = row.path.prefix(common)
                rows[rows.count - 1].leaves += row.leaves
            } else {
                rows.append(row)
            }
        }
        return rows
    }
}

extension PayloadPath {
    /// The path with indices that stand for any.
    fileprivate var general: PayloadPath {
        PayloadPath(steps.map { if case .key = $0 { $0 } else { .index(PayloadPath.anyIndex) } })
    }
}

extension Outcome {
    /// The outcome without its texts, by which rows are one.
    var kind: RowKind {
        RowKind(
            isSame: isSame, state: state, form: form, reason: isSame ? nil : reasons.first,
            isPlain: isSame || form == .nothing)
    }

    /// The outcome of several leaves in a word.
    var summary: String { reasons.first?.rawValue ?? state.rawValue }

    /// Whether two outcomes are shown alike.
    func isShown(as other: Outcome) -> Bool {
        kind == other.kind && key == other.key && text == other.text && position == other.position
    }
}

extension ServerValue {
    /// The state of a value, by which rows are one. A change is told for each value.
    var kind: RowKind { RowKind(serverState: isWhole ? nil : state, isPlain: state != .changed) }
}
