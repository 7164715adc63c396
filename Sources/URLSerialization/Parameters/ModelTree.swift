/// An encoded model: its nodes in one block of memory, each container's children linked in the order they were encoded,
/// and its texts in another.
///
/// An `Encoder` may fill several containers by turns, so a container cannot be a value its parent already holds. One
/// growing block allows that and costs one allocation, where a tree of boxes costs one for each container. Texts are
/// copied, because every look at a `String` counts references: in a whole model that takes longer than the copying.
///
/// Not safe for use by several threads at once: an encoding belongs to one call.
package class ModelTree {
    /// The nodes and texts. Not to be used once this tree is gone.
    final let nodes = ModelNodes()
    /// What the nodes of ``ModelNodes/Kind/value`` hold.
    private(set) final var values: [Int32: ParameterValue] = [:]
    /// The children by key of dictionaries with many.
    private final var index: [Int32: [String: [Int32]]] = [:]

    init() {
        _ = nodes.append(ModelNodes.Node(leaf: .null, kind: .empty, parent: -1))
    }

    deinit {
        nodes.deallocate()
    }

    /// Gives a node its kind. A node that has another kind already keeps it and the answer is false.
    final func claim(_ index: Int32, as kind: ModelNodes.Kind) -> Bool {
        let node = nodes[index]
        if node.pointee.kind == .empty { node.pointee.kind = kind }
        return node.pointee.kind == kind
    }

    @inline(__always)
    final func makeLeaf(_ index: Int32, _ leaf: ModelLeaf) {
        nodes[index].pointee.kind = .leaf
        nodes[index].pointee.leaf = leaf
    }

    final func makeValue(_ index: Int32, _ value: ParameterValue) {
        if case .leaf(let leaf) = value.parameterNode { return makeLeaf(index, nodes.keep(leaf)) }
        nodes[index].pointee.kind = .value
        values[index] = value
    }

    /// Sets a dictionary's value for a key; the later value of two stands, in the place of the earlier.
    @inline(__always)
    final func set(_ leaf: ModelLeaf, kind: ModelNodes.Kind, forKey key: String, in parent: Int32) -> Int32 {
        key.withUTF8Bytes { key in
            let group = Self.keyGroup(of: key)
            if nodes[parent].pointee.keyGroups & group != 0, let child = child(of: parent, forKey: key) {
                nodes[child].pointee.reset(leaf, kind)
                values[child] = nil
                index[child] = nil
                return child
            }
            nodes[parent].pointee.keyGroups |= group
            let child = nodes.insert(leaf, kind: kind, forNewKey: key, in: parent)
            if nodes[parent].pointee.childCount > Self.manyChildren { addToIndex(child, of: parent, key) }
            return child
        }
    }

    // MARK: - Repeated keys

    /// From here on a dictionary's children are looked up in an index.
    private static let manyChildren = 64

    @inline(__always)
    private static func keyGroup(of key: UnsafeBufferPointer<UInt8>) -> UInt64 {
        guard let first = key.first, let last = key.last else { return 1 }
        return 1 << ((UInt64(first) &* 7 &+ UInt64(last) &+ UInt64(key.count) &* 31) & 63)
    }

    @inline(never)
    final private func child(of parent: Int32, forKey key: UnsafeBufferPointer<UInt8>) -> Int32? {
        if nodes[parent].pointee.childCount > Self.manyChildren {
            let children =
                index[parent] ?? Dictionary(grouping: nodes.children(of: parent)) { nodes.keyText(of: $0) }
            index[parent] = children
            return children[String(decoding: key, as: UTF8.self)]?.first { isKey(key, of: $0) }
        }
        var next = nodes[parent].pointee.firstChild
        while next >= 0 {
            if isKey(key, of: next) { return next }
            next = nodes[next].pointee.nextSibling
        }
        return nil
    }

    @inline(never)
    final private func addToIndex(_ child: Int32, of parent: Int32, _ key: UnsafeBufferPointer<UInt8>) {
        index[parent]?[String(decoding: key, as: UTF8.self), default: []].append(child)
    }

    /// Whether a node has exactly this key: canonically equivalent ones are equal to Swift, but not here.
    final private func isKey(_ key: UnsafeBufferPointer<UInt8>, of index: Int32) -> Bool {
        nodes.key(of: index).elementsEqual(key)
    }
}
