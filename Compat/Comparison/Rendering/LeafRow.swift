/// Consecutive leaves below one key that are shown in one row of a table.
struct LeafRow {
    private(set) var leaves: Range<Int>
    /// The texts that are equal for all leaves of the row.
    let cells: [String]
    private let isFoldable: Bool

    fileprivate init(_ leaf: Int, _ cells: [String], isFoldable: Bool) {
        (leaves, self.cells, self.isFoldable) = (leaf..<leaf + 1, cells, isFoldable)
    }

    /// The path of the one leaf, or that which all leaves have in common.
    func path(in all: [PayloadLeaf]) -> PayloadPath {
        let (first, last) = (all[leaves.lowerBound].path, all[leaves.upperBound - 1].path)
        return PayloadPath(Array(first.steps.prefix(first.commonStepCount(with: last))))
    }

    fileprivate mutating func extend(by leaf: Int, cells: [String], of all: [PayloadLeaf]) -> Bool {
        guard isFoldable, leaves.upperBound == leaf, self.cells == cells,
            all[leaf].path.commonStepCount(with: all[leaves.lowerBound].path) > 0
        else { return false }
        leaves = leaves.lowerBound..<leaf + 1
        return true
    }
}

extension [LeafRow] {
    /// Adds a leaf, to the last row if both can be one.
    mutating func add(_ leaf: Int, cells: [String], isFoldable: Bool, of all: [PayloadLeaf]) {
        if isFoldable, !isEmpty, self[count - 1].extend(by: leaf, cells: cells, of: all) { return }
        append(LeafRow(leaf, cells, isFoldable: isFoldable))
    }
}
