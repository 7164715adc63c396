/// The rows of a table of values. Leaves of many elements with the same outcome share a row, as do neighbours.
struct ValueRows {
    struct Row {
        var leaves: [Int]
        /// The path of the leaf, or the part that all leaves share, with `…` for any index.
        var path: PayloadPath
        fileprivate let kinds: [Outcome]
    }

    /// The least number of elements with the same outcome that share a row.
    private static let leastCount = 4
    /// The greatest number of rows to show.
    private static let maximumRows = 200

    let leaves: [PayloadLeaf]
    /// Whether leaves with the same outcome share a row, and long tables and cells are shortened.
    let isPart: Bool
    /// The leaves with a row, and the kind of each one's outcome in each column.
    private let listed: [(leaf: Int, kinds: [Outcome])]

    /// The number of leaves with a row.
    var count: Int { listed.count }

    /// Creates the rows of leaves with their outcomes in each column.
    ///
    /// - Parameter hidesSame: Whether leaves whose outcomes are all the same as the reference's have no row.
    init(_ leaves: [PayloadLeaf], _ columns: [[Outcome]], isPart: Bool, hidesSame: Bool) {
        (self.leaves, self.isPart) = (leaves, isPart)
        // Equal kinds share their memory.
        var known: Set<[Outcome]> = []
        listed = leaves.indices.filter { leaf in !hidesSame || !columns.allSatisfy { $0[leaf].isSame } }.map { leaf in
            (leaf, known.insert(columns.map { $0[leaf].pattern }).memberAfterInsert)
        }
    }

    /// Returns the table, and a note on the omitted rows.
    func blocks(_ columns: [Column], isStackable: Bool = true, cells: @escaping (Row) -> [Cell]) -> [Block] {
        let rows = isPart ? AnyRandomAccessCollection(foldedRows()) : AnyRandomAccessCollection(listed.lazy.map(row))
        let first = isPart ? rows.prefix(Self.maximumRows) : rows
        let table = Table(columns, first.lazy.map(cells), maximumLines: isPart ? 3 : nil, isStackable: isStackable)
        let rest = rows.count - first.count
        return [.table(table)] + (rest > 0 ? [.note("… \(rest) more rows (--all has them)")] : [])
    }

    private func row(leaf: Int, kinds: [Outcome]) -> Row {
        Row(leaves: [leaf], path: leaves[leaf].path, kinds: kinds)
    }

    /// Returns the rows in the order of their first leaves.
    private func foldedRows() -> [Row] {
        struct Pattern: Hashable {
            let shape: Int
            let kinds: [Outcome]
        }
        let patterns = listed.map { Pattern(shape: leaves[$0.leaf].keysHash, kinds: $0.kinds) }
        let groups = Dictionary(grouping: listed.indices) { patterns[$0] }
        var rows: [Row] = []
        for (number, pattern) in patterns.enumerated() {
            var row = row(leaf: listed[number].leaf, kinds: pattern.kinds)
            if let group = groups[pattern], group.count >= Self.leastCount {
                if group[0] != number { continue }
                (row.leaves, row.path) = (group.map { listed[$0].leaf }, row.path.general)
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
