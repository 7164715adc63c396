/// The sorter of the children of dictionaries, which links them in another order.
struct ChildOrder {
    /// The table of decompositions, kept here after its first use: reaching a global costs more than looking a key up.
    private var decompositions: DecompositionTable?

    init() {}

    /// Sorts the children of a dictionary by ``KeyOrder``; equal keys keep their order.
    @inline(__always)
    mutating func sort(_ parent: Int32, of nodes: ParameterNodes) {
        guard nodes[parent].childCount > 1 else { return }
        unsafe withSortKeys(of: parent, nodes) { keys in
            unsafe SortKey.sort(keys) { left, right in
                KeyOrder.precedes(nodes.keyText(of: left.position), nodes.keyText(of: right.position))
            }
            unsafe Self.relink(parent, nodes, keys)
        }
    }

    /// Sorts the children of a dictionary by whole keys.
    mutating func sort(
        _ parent: Int32, of nodes: ParameterNodes, by precedes: (String, String) -> Bool
    ) {
        let sorted = nodes.children(of: parent).map { (key: nodes.keyText(of: $0), node: $0) }
            .sorted { precedes($0.key, $1.key) }
        nodes.relink(parent, sorted.map(\.node))
    }

    /// Sorts the children of a dictionary in a style's order, unless they already are.
    @inline(__always)
    mutating func sort(_ parent: Int32, of nodes: ParameterNodes, as style: borrowing QueryStyle) {
        let flags = nodes[parent].flags
        if flags.contains(.isSorted) || style.order == .asGiven && flags.contains(.isOrdered) { return }
        if let precedes = style.precedes {
            sort(parent, of: nodes, by: precedes)
        } else {
            sort(parent, of: nodes)
        }
        nodes[parent].flags.insert(.isSorted)
    }

    /// Whether two keys of a dictionary have the same UTF-8, or are canonically equivalent.
    mutating func hasEquivalentKeys(_ parent: Int32, of nodes: ParameterNodes, byBytesAlone: Bool) -> Bool {
        unsafe withSortKeys(of: parent, nodes) { keys in
            unsafe SortKey.sort(keys) { left, right in
                KeyOrder.precedes(nodes.keyText(of: left.position), nodes.keyText(of: right.position))
            }
            // Equivalent keys have one decomposed form, by which they were sorted.
            for position in keys.indices.dropFirst() {
                let (left, right) = unsafe (keys[position - 1], keys[position])
                guard left.high == right.high, left.low == right.low else { continue }
                if nodes.key(of: left.position).hasSameBytes(as: nodes.key(of: right.position)) { return true }
                if !byBytesAlone, nodes.keyText(of: left.position) == nodes.keyText(of: right.position) { return true }
            }
            return false
        }
    }

    /// Calls `body` with the sort keys of a dictionary's children.
    ///
    /// Few keys lie on the stack. An array checks for each element whether it is uniquely referenced, which for small
    /// dictionaries takes as long as sorting them. The benchmark's *nested* and *model* payloads justify it.
    @inline(__always)
    private mutating func withSortKeys<Result>(
        of parent: Int32, _ nodes: ParameterNodes, _ body: (UnsafeMutableBufferPointer<SortKey>) -> Result
    ) -> Result {
        unsafe withUnsafeTemporaryAllocation(of: SortKey.self, capacity: Int(nodes[parent].childCount)) { keys in
            var child = nodes[parent].firstChild
            for position in keys.indices {
                // Trivial, so never deinitialized.
                unsafe keys.initializeElement(
                    at: position, to: SortKey(nodes.key(of: child), position: child, &decompositions))
                child = nodes[child].next
            }
            return unsafe body(keys)
        }
    }

    @inline(__always)
    private static func relink(
        _ parent: Int32, _ nodes: ParameterNodes, _ keys: UnsafeMutableBufferPointer<SortKey>
    ) {
        let first = unsafe keys[0].position
        var last = first
        for place in 1..<keys.count {
            let child = unsafe keys[place].position
            nodes[last].next = child
            last = child
        }
        nodes[last].next = -1
        nodes[parent].setChildren(first: first, last: last, count: Int32(truncatingIfNeeded: keys.count))
    }
}
