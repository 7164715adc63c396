/// The nodes and texts of a ``ModelTree``, reached by one pointer, without counting references or checking exclusivity:
/// for a small leaf either takes as long as encoding it does. The benchmark's *model* payload justifies it.
///
/// Invariants: `storage` points at an initialised ``Storage`` from `init()` to ``deallocate()``, which the tree that made
/// it calls at its own end; whoever keeps a copy keeps that tree too. `base` points at `capacity` nodes, of which the
/// first `count` are initialised; every index in a node, and every index handed out, is one of those; every range of
/// text in a node lies within `texts`.
struct ModelNodes {
    enum Kind: UInt8 {
        /// Nothing was encoded: an empty dictionary, as `JSONEncoder` has it.
        case empty
        case leaf, dictionary, array, set
        /// A ``ParameterValue`` that is a collection.
        case value
    }

    /// A node. It holds no references, so making, moving and dropping one costs no more than its bytes.
    struct Node {
        /// What a node of ``Kind/leaf`` holds.
        var leaf: ModelLeaf
        var kind: Kind
        let parent: Int32
        var firstChild: Int32 = -1
        var lastChild: Int32 = -1
        var nextSibling: Int32 = -1
        var childCount: Int32 = 0
        /// The node's key in its parent; empty in an array.
        var key = ModelText(start: 0, count: 0)
        /// A bit for each group of keys that a child has: a key in a group without its bit is new.
        var keyGroups: UInt64 = 0

        /// Drops what the node holds, but not the node.
        mutating func reset(_ leaf: ModelLeaf, _ kind: Kind) {
            self.leaf = leaf
            self.kind = kind
            firstChild = -1
            lastChild = -1
            childCount = 0
            keyGroups = 0
        }
    }

    private struct Storage: ~Copyable {
        var base: UnsafeMutablePointer<Node>
        var count = 0
        var capacity: Int
        var texts = ByteBuffer(capacity: 4096)
        /// The leaves that ``ModelLeaf/other(_:)`` names.
        var others: [ParameterLeaf] = []
    }

    private let storage: UnsafeMutablePointer<Storage>

    init() {
        storage = .allocate(capacity: 1)
        storage.initialize(to: Storage(base: .allocate(capacity: 192), capacity: 192))
    }

    /// Ends the life of the nodes, and of every copy of this value.
    func deallocate() {
        storage.pointee.base.deallocate()
        storage.deinitialize(count: 1)
        storage.deallocate()
    }

    /// The node with an index that this handed out. The pointer is valid until the next node is added.
    @inline(__always)
    subscript(index: Int32) -> UnsafeMutablePointer<Node> {
        assert(index >= 0 && Int(index) < storage.pointee.count)
        return storage.pointee.base + Int(index)
    }

    // MARK: - Adding

    /// Appends an element to an array or set.
    @inline(__always)
    @discardableResult
    func append(_ leaf: ModelLeaf, kind: Kind, to parent: Int32) -> Int32 {
        appendChild(Node(leaf: leaf, kind: kind, parent: parent))
    }

    /// Sets a dictionary's value for a key that it does not have yet.
    @inline(__always)
    func insert(
        _ leaf: ModelLeaf, kind: Kind, forNewKey key: UnsafeBufferPointer<UInt8>, in parent: Int32
    ) -> Int32 {
        appendChild(Node(leaf: leaf, kind: kind, parent: parent, key: keep(key)))
    }

    @inline(__always)
    private func appendChild(_ child: Node) -> Int32 {
        let index = append(child)
        let parent = self[child.parent]
        if parent.pointee.lastChild < 0 {
            parent.pointee.firstChild = index
        } else {
            self[parent.pointee.lastChild].pointee.nextSibling = index
        }
        parent.pointee.lastChild = index
        parent.pointee.childCount += 1
        return index
    }

    /// Adds a node without making it a child.
    @inline(__always)
    func append(_ node: Node) -> Int32 {
        let count = storage.pointee.count
        if count == storage.pointee.capacity { grow() }
        (storage.pointee.base + count).initialize(to: node)
        storage.pointee.count = count + 1
        return Int32(truncatingIfNeeded: count)
    }

    @inline(never)
    private func grow() {
        let capacity = storage.pointee.capacity * 2
        let base = UnsafeMutablePointer<Node>.allocate(capacity: capacity)
        base.moveInitialize(from: storage.pointee.base, count: storage.pointee.count)
        storage.pointee.base.deallocate()
        storage.pointee.base = base
        storage.pointee.capacity = capacity
    }

    // MARK: - Texts and other leaves

    /// From this length on a text is kept as the string it is.
    private static let longLength = 512

    /// The leaf for a string.
    @inline(__always)
    func keep(_ text: String) -> ModelLeaf {
        text.withUTF8Bytes { bytes -> ModelLeaf? in
            bytes.count < Self.longLength ? .text(keep(bytes)) : nil
        } ?? keepOther(.string(text))
    }

    @inline(__always)
    private func keep(_ bytes: UnsafeBufferPointer<UInt8>) -> ModelText {
        let start = storage.pointee.texts.count
        storage.pointee.texts.append(bytes)
        return ModelText(start: start, count: bytes.count)
    }

    /// The leaf for a value of any type.
    func keep(_ leaf: ParameterLeaf) -> ModelLeaf {
        switch leaf {
        case .null: .null
        case .bool(let value): .bool(value)
        case .int(let value): .int(value)
        case .uint(let value): .uint(value)
        case .double(let value): .double(value)
        case .float(let value): .float(value)
        case .string(let value): keep(value)
        default: keepOther(leaf)
        }
    }

    @inline(never)
    private func keepOther(_ leaf: ParameterLeaf) -> ModelLeaf {
        storage.pointee.others.append(leaf)
        return .other(storage.pointee.others.count - 1)
    }

    // MARK: - Reading

    /// A text's UTF-8, valid until the next text is kept.
    @inline(__always)
    func bytes(of text: ModelText) -> UnsafeBufferPointer<UInt8> {
        storage.pointee.texts.withBytes { texts in
            assert(text.start >= 0 && text.start + text.count <= texts.count)
            return UnsafeBufferPointer(start: texts.baseAddress.map { $0 + text.start }, count: text.count)
        }
    }

    /// A key's UTF-8, valid until the next text is kept.
    @inline(__always)
    func key(of index: Int32) -> UnsafeBufferPointer<UInt8> { bytes(of: self[index].pointee.key) }

    /// A key.
    func keyText(of index: Int32) -> String { String(decoding: key(of: index), as: UTF8.self) }

    /// The leaf that ``ModelLeaf/other(_:)`` names.
    func other(_ position: Int) -> ParameterLeaf { storage.pointee.others[position] }

    /// What a node of ``Kind/leaf`` holds, as everyone else has it.
    func leaf(of index: Int32) -> ParameterLeaf {
        switch self[index].pointee.leaf {
        case .null: .null
        case .bool(let value): .bool(value)
        case .int(let value): .int(value)
        case .uint(let value): .uint(value)
        case .double(let value): .double(value)
        case .float(let value): .float(value)
        case .text(let text): .string(String(decoding: bytes(of: text), as: UTF8.self))
        case .other(let position): other(position)
        }
    }

    /// The indices of a node's children, in the order they were encoded.
    func children(of parent: Int32) -> [Int32] {
        var result: [Int32] = []
        result.reserveCapacity(Int(self[parent].pointee.childCount))
        var next = self[parent].pointee.firstChild
        while next >= 0 {
            result.append(next)
            next = self[next].pointee.nextSibling
        }
        return result
    }
}
