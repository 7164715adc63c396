/// Sorts the children of dictionaries by linking them in another order.
///
/// The keys being sorted lie in memory of their own: an array checks for each element whether it is alone in its
/// memory, which for small dictionaries takes as long as sorting them; the benchmark's *nested* and *model* payloads
/// justify it.
///
/// Invariants: `base` points at `capacity` keys, all of them uninitialised between calls; a call initialises and uses
/// the first `count`, which are trivial and need no deinitialisation.
struct ChildOrder: ~Copyable {
    private var base: UnsafeMutablePointer<SortKey>
    private var capacity: Int
    /// Kept here once a key has needed it.
    private var decompositions: DecompositionTable?

    init() {
        capacity = 64
        base = .allocate(capacity: capacity)
    }

    deinit {
        base.deallocate()
    }

    /// Sorts the children of a dictionary by ``KeyOrder``; equal keys keep their order.
    @inline(__always)
    mutating func sort(_ parent: Int32, of nodes: ParameterNodes) {
        let keys = load(parent, nodes)
        guard keys.count > 1 else { return }
        SortKey.sort(keys) { left, right in
            KeyOrder.precedes(nodes.keyText(of: left.position), nodes.keyText(of: right.position))
        }
        relink(parent, nodes, keys)
    }

    /// Sorts the children of a dictionary by whole keys.
    mutating func sort(
        _ parent: Int32, of nodes: ParameterNodes, by precedes: (String, String) -> Bool
    ) {
        let sorted = nodes.children(of: parent).map { (key: nodes.keyText(of: $0), node: $0) }
            .sorted { precedes($0.key, $1.key) }
        nodes.relink(parent, sorted.map(\.node))
    }

    /// Sorts the children of a dictionary as a style has them, unless they are in that order.
    @inline(__always)
    mutating func sort(_ parent: Int32, of nodes: ParameterNodes, as style: borrowing QueryStyle) {
        let flags = nodes[parent].pointee.flags
        if flags.contains(.isSorted) || style.order == .asGiven && flags.contains(.isOrdered) { return }
        if let precedes = style.precedes {
            sort(parent, of: nodes, by: precedes)
        } else {
            sort(parent, of: nodes)
        }
        nodes[parent].pointee.flags.insert(.isSorted)
    }

    /// Whether two keys of a dictionary have the same UTF-8, or are canonically equivalent.
    mutating func hasEquivalentKeys(_ parent: Int32, of nodes: ParameterNodes, byBytesAlone: Bool) -> Bool {
        let keys = load(parent, nodes)
        SortKey.sort(keys) { left, right in
            KeyOrder.precedes(nodes.keyText(of: left.position), nodes.keyText(of: right.position))
        }
        // Equivalent keys have one decomposed form, by which they were sorted.
        for position in keys.indices.dropFirst() {
            let (left, right) = (keys[position - 1], keys[position])
            guard left.high == right.high, left.low == right.low else { continue }
            let (leftKey, rightKey) = (nodes.key(of: left.position), nodes.key(of: right.position))
            if leftKey.elementsEqual(rightKey) { return true }
            if !byBytesAlone, nodes.keyText(of: left.position) == nodes.keyText(of: right.position) { return true }
        }
        return false
    }

    /// The sort keys of a dictionary's children.
    @inline(__always)
    private mutating func load(_ parent: Int32, _ nodes: ParameterNodes) -> UnsafeMutableBufferPointer<SortKey> {
        let count = Int(nodes[parent].pointee.childCount)
        if count > capacity { grow(to: count) }
        var child = nodes[parent].pointee.firstChild
        for position in 0..<count {
            (base + position).initialize(to: SortKey(nodes.key(of: child), position: child, &decompositions))
            child = nodes[child].pointee.next
        }
        return UnsafeMutableBufferPointer(start: base, count: count)
    }

    @inline(never)
    private mutating func grow(to count: Int) {
        base.deallocate()
        capacity = max(capacity * 2, count)
        base = .allocate(capacity: capacity)
    }

    @inline(__always)
    private func relink(
        _ parent: Int32, _ nodes: ParameterNodes, _ keys: UnsafeMutableBufferPointer<SortKey>
    ) {
        let first = keys[0].position
        var last = first
        for place in 1..<keys.count {
            let child = keys[place].position
            nodes[last].pointee.next = child
            last = child
        }
        nodes[last].pointee.next = -1
        nodes[parent].pointee.setChildren(first: first, last: last, count: Int32(truncatingIfNeeded: keys.count))
    }
}
