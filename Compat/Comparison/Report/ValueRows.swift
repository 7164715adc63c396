/// The rows of a table of values. Leaves of many elements with the same outcome share a row, as do neighbours.
struct ValueRows {
    struct Row {
        var leaves: [Int]
        /// The path of the leaf, or the part that all leaves share, with `…` for any index.
        var path: PayloadPath
        fileprivate let kinds: [Outcome]
    }

    /// The number of elements with the same outcome from which they share a row.
    private static let leastCount = 4
    /// The greatest number of rows to show.
    private static let maximumRows = 200

    let leaves: [PayloadLeaf]
    /// Whether leaves with the same outcome share a row, and long tables and cells are shortened.
    let isPart: Bool
    /// The rows of single leaves.
    let all: [Row]

    /// Creates the rows of leaves with their outcomes in each column.
    ///
    /// - Parameter hidesSame: Whether leaves whose outcomes are all the same as the reference's have no row.
    init(_ leaves: [PayloadLeaf], _ columns: [[Outcome]], isPart: Bool, hidesSame: Bool) {
        (self.leaves, self.isPart) = (leaves, isPart)
        all = leaves.indices.compactMap { leaf in
            let outcomes = columns.map { $0[leaf] }
            if hidesSame, outcomes.allSatisfy(\.isSame) { return nil }
            return Row(leaves: [leaf], path: leaves[leaf].path, kinds: outcomes.map(\.pattern))
        }
    }

    /// Returns the table, and a note on the omitted rows.
    func blocks(_ columns: [Column], isStackable: Bool = true, cells: @escaping (Row) -> [Cell]) -> [Block] {
        let rows = isPart ? foldedRows() : all
        let shown = isPart ? rows.prefix(Self.maximumRows) : rows[...]
        let table = Table(columns, shown.lazy.map(cells), maximumLines: isPart ? 3 : nil, isStackable: isStackable)
        let rest = rows.count - shown.count
        return [.table(table)] + (rest > 0 ? [.note("… \(rest) more rows (--all has them)")] : [])
    }

    /// Returns the rows in the order of their first leaves.
    private func foldedRows() -> [Row] {
        struct Pattern: Hashable {
            let shape: Int
            let kinds: [Outcome]
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
            if let last = rows.last, last.kinds == row.kinds,
                row.kinds.allSatisfy({ $0.isSame || $0.form == .nothing }),
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
