/// The nodes and texts of a ``ParameterTree``.
///
/// They are reached through one pointer without reference counting or exclusivity checks: either would cost as much as
/// storing a short leaf. The benchmark's *nested* and *model* payloads justify it.
///
/// Invariants: `storage` points to an initialized ``Storage`` from `init(limits:)` to ``deallocate()``, which the
/// owning tree calls when it is deinitialized; a copy of this value is used only while that tree lives. `block` has
/// space for `capacity` nodes and a spare one. The first `count` are initialized. Every index stored in a node
/// is one of those; every index returned is one of those or the spare one. Every range of text in a node lies within
/// `texts`.
@safe
struct ParameterNodes {
    /// The greatest sizes that the indices of a tree can address.
    struct Limits: Sendable {
        var nodes = Int(Int32.max)
        /// The bytes of the keys and short texts together.
        var textBytes = Int(UInt32.max)
    }

    @safe
    private struct Storage: ~Copyable {
        /// The nodes and the spare one.
        var block: GrowableBlock<ParameterTree.Node>
        var count = 0
        var capacity: Int
        var texts = ByteBuffer(capacity: 1000)
        var others: [ParameterTree.Other] = []
        var otherKeys: [Int32: ParameterTree.OtherKeys] = [:]
        var isFull = false
        let limits: Limits
    }

    private let storage: UnsafeMutablePointer<Storage>

    /// Creates storage for the nodes and texts of a small dictionary, in blocks that allocators return at once. Most
    /// larger ones grow once.
    init(limits: Limits) {
        let capacity = max(1, min(24, limits.nodes))
        unsafe storage = .allocate(capacity: 1)
        unsafe storage.initialize(
            to: Storage(block: GrowableBlock(capacity: capacity + 1), capacity: capacity, limits: limits))
    }

    /// Deallocates the nodes, and so invalidates every copy of this value.
    func deallocate() {
        unsafe storage.pointee.block.deallocate()
        unsafe storage.deinitialize(count: 1)
        unsafe storage.deallocate()
    }

    subscript(index: Int32) -> ParameterTree.Node {
        @inline(__always) get { unsafe address(of: index).pointee }
        @inline(__always) nonmutating _modify { yield unsafe &address(of: index).pointee }
    }

    /// Returns the address of a node, valid until the next one is appended.
    private func address(of index: Int32) -> UnsafeMutablePointer<ParameterTree.Node> {
        unsafe assert(UInt(bitPattern: Int(index)) <= UInt(bitPattern: storage.pointee.capacity))
        return unsafe storage.pointee.block.base + Int(index)
    }

    /// Whether a node or a text did not fit within the limits. The tree is then unusable.
    var isFull: Bool { unsafe storage.pointee.isFull }

    // MARK: - Appending

    /// Reserves space for a number of additional nodes, as far as the limits allow.
    @inline(__always)
    func reserve(_ additional: Int) {
        if unsafe storage.pointee.capacity - storage.pointee.count < additional { grow(by: additional) }
    }

    /// Appends a node and returns its index.
    @inline(__always)
    func append(_ node: ParameterTree.Node) -> Int32 {
        reserve(1)
        let count = unsafe storage.pointee.count
        guard unsafe count < storage.pointee.capacity else { return spare() }
        unsafe (storage.pointee.block.base + count).initialize(to: node)
        unsafe storage.pointee.count = count + 1
        return Int32(truncatingIfNeeded: count)
    }

    /// Returns the node beyond the last one, which replaces nodes that do not fit into a full tree. It is never a
    /// child.
    @inline(never)
    private func spare() -> Int32 {
        let capacity = unsafe storage.pointee.capacity
        unsafe (storage.pointee.block.base + capacity).initialize(to: ParameterTree.Node(parent: 0, kind: .dictionary))
        return Int32(truncatingIfNeeded: capacity)
    }

    @inline(never)
    private func grow(by additional: Int) {
        let limit = unsafe storage.pointee.limits.nodes
        let needed = unsafe storage.pointee.count.addingReportingOverflow(additional)
        let wanted = unsafe needed.overflow ? limit : max(storage.pointee.capacity * 2, needed.partialValue, 192)
        if needed.overflow || needed.partialValue > limit { unsafe storage.pointee.isFull = true }
        let capacity = min(wanted, limit)
        guard unsafe capacity > storage.pointee.capacity, unsafe !storage.pointee.isFull else { return }
        unsafe storage.pointee.block.grow(to: capacity + 1, keeping: storage.pointee.count)
        unsafe storage.pointee.texts.reserve(3000)
        unsafe storage.pointee.capacity = capacity
    }

    /// Copies a text's bytes into the tree.
    @inline(__always)
    func keep(_ text: ByteRun) -> ParameterTree.Text {
        let start = unsafe storage.pointee.texts.count
        guard unsafe text.count <= storage.pointee.limits.textBytes - start else {
            unsafe storage.pointee.isFull = true
            return ParameterTree.Text(start: 0, count: 0)
        }
        unsafe text.append(to: &storage.pointee.texts)
        return ParameterTree.Text(
            start: UInt32(truncatingIfNeeded: start), count: UInt32(truncatingIfNeeded: text.count))
    }

    /// Makes a node stand for something that is stored apart.
    @inline(never)
    func set(_ index: Int32, _ other: ParameterTree.Other) {
        unsafe set(index, .other, UInt64(storage.pointee.others.count))
        unsafe storage.pointee.others.append(other)
    }

    /// Returns what a node of kind ``ParameterTree/Kind/other`` stands for; `nil` for a node of any other kind.
    func other(of index: Int32) -> ParameterTree.Other? {
        guard kind(of: index) == .other else { return nil }
        return unsafe storage.pointee.others[Int(self[index].payload)]
    }

    /// Stores the description of a dictionary's keys that are not strings.
    func keep(_ keys: ParameterTree.OtherKeys, of dictionary: Int32) {
        unsafe storage.pointee.otherKeys[dictionary] = keys
    }

    var count: Int { unsafe storage.pointee.count }

    /// Marks a node, and the nodes from `first` on, as a model's.
    func markModel(_ root: Int32, from first: Int) {
        self[root].flags.insert(.isOfModel)
        for node in first..<max(first, count) { self[Int32(node)].flags.insert(.isOfModel) }
    }

    // MARK: - Reading

    /// Returns a text's bytes, valid until the next text is stored.
    @inline(__always)
    func run(of text: ParameterTree.Text) -> ByteRun {
        unsafe storage.pointee.texts.withBytes { texts in
            assert(Int(text.start) + Int(text.count) <= texts.count)
            return unsafe ByteRun(
                UnsafeBufferPointer(
                    start: texts.baseAddress.map { unsafe $0 + Int(text.start) }, count: Int(text.count)))
        }
    }

    /// The node at which filling ended before everything was filled, or `nil`.
    var end: Int32? {
        unsafe storage.pointee.others.lazy.compactMap { if case .refusal(_, let end) = $0 { end } else { nil } }.first
    }

    /// Returns a capacity for the output that is made from the tree: `length` estimates the length in bytes of each
    /// text of ``ByteBuffer/largeSize`` bytes or more. All the others are expected to grow by a quarter, up to a limit
    /// beyond which the buffer grows as it is filled, because an estimate may be several times too high.
    func estimatedLength(ofLarge length: (ByteRun) -> Int) -> Int {
        let estimate = unsafe storage.pointee.texts.count / 4 * 5 + storage.pointee.count * 16 + 32
        let small = min(estimate, ByteBuffer.largeSize / 2)
        return unsafe storage.pointee.others.reduce(small) { sum, other in
            guard case .value(.string(let text)) = other, text.utf8.count >= ByteBuffer.largeSize else { return sum }
            // More than a writer reserves beyond the end, so that a buffer with a good estimate never grows.
            return sum + text.withRun(length) + 4096
        }
    }

    /// Returns the description of a dictionary's keys that are not strings, if it has any.
    func otherKeys(of dictionary: Int32) -> ParameterTree.OtherKeys? { unsafe storage.pointee.otherKeys[dictionary] }
}
