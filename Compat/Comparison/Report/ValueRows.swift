/// The outcome of a leaf in one column, without its texts.
struct RowKind: Hashable {
    var isSame = false
    var state: Outcome.State?
    var form: Outcome.Form?
    var reason: Reason?
    var serverState: ServerValue.State?
    /// Whether a row for each leaf shows no more than one row for several.
    let isPlain: Bool
}

/// The rows of a table of values. Leaves of many elements with the same outcome share a row, as do neighbours.
struct ValueRows {
    struct Row {
        var leaves: [Int]
        /// The path of the leaf, or the part that all leaves share, with `…` for any index.
        var path: PayloadPath
        fileprivate let kinds: [RowKind]
    }

    /// The number of elements with the same outcome from which they share a row.
    private static let leastCount = 4
    /// The greatest number of rows to show.
    private static let maximumRows = 200

    let leaves: [PayloadLeaf]
    /// Whether leaves with the same outcome share a row, and long tables and cells are shortened.
    let isPart: Bool
    /// The rows of single leaves, each with its outcome in each column.
    private(set) var all: [Row] = []

    init(leaves: [PayloadLeaf], isPart: Bool) { (self.leaves, self.isPart) = (leaves, isPart) }

    mutating func add(_ leaf: Int, _ kinds: [RowKind]) {
        all.append(Row(leaves: [leaf], path: leaves[leaf].path, kinds: kinds))
    }

    /// Returns the table, and a note on the omitted rows.
    func blocks(_ columns: [Column], isStackable: Bool = true, cells: @escaping (Row) -> [Cell]) -> [Block] {
        let rows = isPart ? foldedRows() : all
        let shown = isPart ? rows.prefix(Self.maximumRows) : rows[...]
        let table = Table(
            columns: columns, rows: Table.Rows(shown.lazy.map(cells)), maximumLines: isPart ? 3 : nil,
            isStackable: isStackable)
        let rest = rows.count - shown.count
        return [.table(table)] + (rest > 0 ? [.note("… \(rest) more rows (--all has them)")] : [])
    }

    /// Returns the rows in the order of their first leaves.
    private func foldedRows() -> [Row] {
        struct Pattern: Hashable {
            let shape: Int
            let kinds: [RowKind]
        }
        let patterns = all.map { Pattern(shape: leaves[$0.leaves[0]].shape, kinds: $0.kinds) }
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

extension Outcome {
    /// The outcome without its texts, which decides whether leaves share a row.
    var kind: RowKind {
        RowKind(
            isSame: isSame, state: state, form: form, reason: isSame ? nil : reasons.first,
            isPlain: isSame || form == .nothing)
    }

    /// Whether two outcomes are shown in the same way.
    func isShown(as other: Outcome) -> Bool {
        kind == other.kind && key == other.key && text == other.text && position == other.position
    }
}

extension ServerValue {
    /// The state of a value, which decides whether leaves share a row. A change is shown for each value.
    var kind: RowKind { RowKind(serverState: isWhole ? nil : state, isPlain: state != .changed) }
}
