/// The rows of a table of values. Leaves of many elements with the same outcome share a row, as do neighbours.
struct ValueRows {
    struct Row {
        var leaves: [Int]
        /// The path of the leaf, or the part that all leaves share, with `…` for any index.
        var path: PayloadPath
        /// The number of the leaf's outcomes.
        fileprivate let kind: Int
    }

    /// The number of elements with the same outcome from which they share a row.
    private static let leastCount = 4
    /// The greatest number of rows to show.
    private static let maximumRows = 200

    let leaves: [PayloadLeaf]
    /// Whether leaves with the same outcome share a row, and long tables and cells are shortened.
    let isPart: Bool
    /// The leaves with a row, and the number of each one's outcomes.
    private var shown: [(leaf: Int, kind: Int)] = []
    /// The different outcomes of a leaf in all columns.
    private var kinds: [[Outcome.Pattern]] = []

    /// The number of leaves with a row.
    var count: Int { shown.count }

    /// Creates the rows of leaves with their outcomes in each column.
    ///
    /// - Parameter hidesSame: Whether leaves whose outcomes are all the same as the reference's have no row.
    init(_ leaves: [PayloadLeaf], _ columns: [[Outcome]], isPart: Bool, hidesSame: Bool) {
        (self.leaves, self.isPart) = (leaves, isPart)
        var numbers: [[Outcome.Pattern]: Int] = [:]
        for leaf in leaves.indices where !hidesSame || !columns.allSatisfy({ $0[leaf].isSame }) {
            let kind = columns.map { $0[leaf].pattern }
            let number = numbers[kind] ?? kinds.count
            if number == kinds.count {
                numbers[kind] = number
                kinds.append(kind)
            }
            shown.append((leaf, number))
        }
    }

    /// Returns the table, and a note on the omitted rows.
    func blocks(_ columns: [Column], isStackable: Bool = true, cells: @escaping (Row) -> [Cell]) -> [Block] {
        let rows = isPart ? AnyRandomAccessCollection(foldedRows()) : AnyRandomAccessCollection(shown.lazy.map(row))
        let first = isPart ? rows.prefix(Self.maximumRows) : rows
        let table = Table(columns, first.lazy.map(cells), maximumLines: isPart ? 3 : nil, isStackable: isStackable)
        let rest = rows.count - first.count
        return [.table(table)] + (rest > 0 ? [.note("… \(rest) more rows (--all has them)")] : [])
    }

    private func row(leaf: Int, kind: Int) -> Row { Row(leaves: [leaf], path: leaves[leaf].path, kind: kind) }

    /// Returns the rows in the order of their first leaves.
    private func foldedRows() -> [Row] {
        struct Pattern: Hashable { let shape, kind: Int }
        let groups = Dictionary(grouping: shown) { Pattern(shape: leaves[$0.leaf].shape, kind: $0.kind) }
        var rows: [Row] = []
        for (leaf, kind) in shown {
            var row = row(leaf: leaf, kind: kind)
            if let group = groups[Pattern(shape: leaves[leaf].shape, kind: kind)], group.count >= Self.leastCount {
                if group[0].leaf != leaf { continue }
                (row.leaves, row.path) = (group.map(\.leaf), row.path.general)
            }
            if let last = rows.last, last.kind == kind,
                kinds[kind].allSatisfy({ $0.isSame || $0.form == .nothing }),
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
