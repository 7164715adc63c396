/// The nodes and texts of a ``ParameterTree``, reached through one pointer without counting references or checking
/// exclusivity: for a short leaf either costs as much as storing it. The benchmark's *nested* and *model* payloads
/// justify it.
///
/// Invariants: `storage` points at an initialised ``Storage`` from `init(limits:)` to ``deallocate()``, which the tree
/// that made it calls at its own end; a copy of this value is used only while that tree lives. `base` points at
/// `capacity` nodes and a spare one, of which the first `count` are initialised; every index stored in a node is one of
/// those, every index handed out one of those or the spare one; every range of text in a node lies within `texts`.
struct ParameterNodes {
    /// The most that the indices of a tree can tell apart.
    struct Limits: Sendable {
        /// The number of nodes.
        var nodes = Int(Int32.max)
        /// The bytes of the keys and short texts together.
        var textBytes = Int(UInt32.max)
    }

    private struct Storage: ~Copyable {
        var base: UnsafeMutablePointer<ParameterTree.Node>
        var count = 0
        var capacity: Int
        var texts = ByteBuffer(capacity: 4096)
        var others: [ParameterLeaf] = []
        var refusals: [ParameterFault] = []
        var otherKeys: [Int32: ParameterTree.OtherKeys] = [:]
        var isFull = false
        /// The node at which filling ended, if it did.
        var end: Int32 = -1
        let limits: Limits
    }

    private let storage: UnsafeMutablePointer<Storage>

    init(limits: Limits) {
        let capacity = max(1, min(192, limits.nodes))
        storage = .allocate(capacity: 1)
        storage.initialize(to: Storage(base: .allocate(capacity: capacity + 1), capacity: capacity, limits: limits))
    }

    /// Ends the life of the nodes and of every copy of this value.
    func deallocate() {
        storage.pointee.base.deallocate()
        storage.deinitialize(count: 1)
        storage.deallocate()
    }

    /// The node with an index. The pointer is valid until the next node is appended.
    @inline(__always)
    subscript(index: Int32) -> UnsafeMutablePointer<ParameterTree.Node> {
        assert(index >= 0 && Int(index) <= storage.pointee.capacity)
        return storage.pointee.base + Int(index)
    }

    /// Whether a node or a text had no room within the limits; the tree is then unusable.
    var isFull: Bool { storage.pointee.isFull }

    // MARK: - Appending

    /// Makes room for so many nodes more, as far as the limits allow.
    @inline(__always)
    func reserve(_ additional: Int) {
        if storage.pointee.capacity - storage.pointee.count < additional { grow(by: additional) }
    }

    /// Appends a node and returns its index.
    @inline(__always)
    func append(_ node: ParameterTree.Node) -> Int32 {
        reserve(1)
        let count = storage.pointee.count
        guard count < storage.pointee.capacity else { return spare() }
        (storage.pointee.base + count).initialize(to: node)
        storage.pointee.count = count + 1
        return Int32(truncatingIfNeeded: count)
    }

    /// The node beyond the last one, in place of those that a full tree has no room for. It is no node's child.
    @inline(never)
    private func spare() -> Int32 {
        let capacity = storage.pointee.capacity
        (storage.pointee.base + capacity).initialize(to: ParameterTree.Node(parent: 0, kind: .empty))
        return Int32(truncatingIfNeeded: capacity)
    }

    @inline(never)
    private func grow(by additional: Int) {
        let limit = storage.pointee.limits.nodes
        let needed = storage.pointee.count.addingReportingOverflow(additional)
        let wanted = needed.overflow ? limit : max(storage.pointee.capacity * 2, needed.partialValue)
        if needed.overflow || needed.partialValue > limit { storage.pointee.isFull = true }
        let capacity = min(wanted, limit)
        guard capacity > storage.pointee.capacity, !storage.pointee.isFull else { return }
        let base = UnsafeMutablePointer<ParameterTree.Node>.allocate(capacity: capacity + 1)
        base.moveInitialize(from: storage.pointee.base, count: storage.pointee.count)
        storage.pointee.base.deallocate()
        storage.pointee.base = base
        storage.pointee.capacity = capacity
    }

    /// Copies a text's UTF-8 into the tree.
    @inline(__always)
    func keep(_ bytes: UnsafeBufferPointer<UInt8>) -> ParameterTree.Text {
        let start = storage.pointee.texts.count
        guard bytes.count <= storage.pointee.limits.textBytes - start else {
            storage.pointee.isFull = true
            return ParameterTree.Text(start: 0, count: 0)
        }
        storage.pointee.texts.append(bytes)
        return ParameterTree.Text(
            start: UInt32(truncatingIfNeeded: start), count: UInt32(truncatingIfNeeded: bytes.count))
    }

    /// Keeps a leaf that does not fit a node and returns its position.
    @inline(never)
    func keep(_ leaf: ParameterLeaf) -> Int {
        storage.pointee.others.append(leaf)
        return storage.pointee.others.count - 1
    }

    /// Keeps a refusal and returns its position.
    @inline(never)
    func keep(_ refusal: ParameterFault) -> Int {
        storage.pointee.refusals.append(refusal)
        return storage.pointee.refusals.count - 1
    }

    /// Remembers the node at which filling ended.
    func endFilling(at node: Int32) { storage.pointee.end = node }

    /// The node at which filling ended, or −1.
    var end: Int32 { storage.pointee.end }

    /// Keeps what is known of a dictionary's keys that are not strings.
    func keep(_ keys: ParameterTree.OtherKeys, of dictionary: Int32) {
        storage.pointee.otherKeys[dictionary] = keys
    }

    /// The number of nodes.
    var count: Int { storage.pointee.count }

    /// Marks a node as a model whose nodes are those that follow `first`.
    func markModel(_ root: Int32, from first: Int) {
        self[root].pointee.flags.insert(.isOfModel)
        for node in first..<max(first, count) { self[Int32(node)].pointee.flags.insert(.isOfModel) }
    }

    // MARK: - Reading

    /// A text's UTF-8, valid until the next text is kept.
    @inline(__always)
    func bytes(of text: ParameterTree.Text) -> UnsafeBufferPointer<UInt8> {
        storage.pointee.texts.withBytes { texts in
            assert(Int(text.start) + Int(text.count) <= texts.count)
            return UnsafeBufferPointer(start: texts.baseAddress.map { $0 + Int(text.start) }, count: Int(text.count))
        }
    }

    /// The leaf at a position that ``keep(_:)`` returned.
    func other(_ position: Int) -> ParameterLeaf { storage.pointee.others[position] }

    /// The sum of what `length` returns for the texts of ``ByteBuffer/largeSize`` or more.
    func lengthOfLargeTexts(_ length: (UnsafeBufferPointer<UInt8>) -> Int) -> Int {
        storage.pointee.others.reduce(0) { sum, leaf in
            guard case .string(let text) = leaf, text.utf8.count >= ByteBuffer.largeSize else { return sum }
            return sum + text.withUTF8Bytes(length)
        }
    }

    /// The refusal at a position that ``keep(_:)`` returned.
    func refusal(_ position: Int) -> ParameterFault { storage.pointee.refusals[position] }

    /// The keys of a dictionary that are not strings, if it has any.
    func otherKeys(of dictionary: Int32) -> ParameterTree.OtherKeys? { storage.pointee.otherKeys[dictionary] }
}
