extension ParameterNodes {
    /// Appends a child to a container whose children are appended one by one.
    ///
    /// If a model keeps a container, its node may have become a leaf in the meantime. The new node is then not a child.
    @inline(__always)
    func appendChild(to parent: Int32, key: ParameterTree.Text = ParameterTree.Text(start: 0, count: 0)) -> Int32 {
        let index = append(ParameterTree.Node(key: key, parent: parent, kind: .dictionary))
        let node = self[parent]
        guard node.kind.isCollection, !isFull else { return index }
        if node.childCount == 0 {
            self[parent].setChildren(first: index, last: index, count: 1)
        } else {
            self[node.lastChild].next = index
            self[parent].setChildren(first: node.firstChild, last: index, count: node.childCount &+ 1)
        }
        return index
    }

    /// Returns a node's key, valid until the next text is stored.
    func key(of index: Int32) -> ByteRun { run(of: self[index].key) }

    func keyText(of index: Int32) -> String { key(of: index).string }

    /// Returns the children of a node in their order.
    func children(of parent: Int32) -> [Int32] { Array(eachChild(of: parent)) }

    /// Returns a sequence of the children of a node in their order, without an array.
    func eachChild(of parent: Int32) -> Siblings { Siblings(nodes: self, node: self[parent].firstChild) }

    /// A node and its next siblings.
    struct Siblings: Sequence, IteratorProtocol {
        fileprivate let nodes: ParameterNodes
        fileprivate var node: Int32

        mutating func next() -> Int32? {
            guard node >= 0 else { return nil }
            defer { node = nodes[node].next }
            return node
        }
    }

    /// Links the children of a node in another order; `order` is a permutation of them.
    func relink(_ parent: Int32, _ order: some Collection<Int32>) {
        guard let first = order.first else { return }
        var last = first
        for child in order.dropFirst() {
            self[last].next = child
            last = child
        }
        self[last].next = -1
        self[parent].setChildren(first: first, last: last, count: Int32(order.count))
    }

    /// Restores the caller's order of a dictionary's children, in which they were appended, after they were sorted to
    /// find their place in a set.
    func restoreOrder(of dictionary: Int32) {
        guard self[dictionary].flags.contains([.isOrdered, .isSorted]) else { return }
        relink(dictionary, children(of: dictionary).sorted())
        self[dictionary].flags.remove(.isSorted)
    }

    /// Returns the key path of a node: a key for each dictionary, an index for each array, nothing for a set.
    ///
    /// For a node that was not filled, it is the path of the node at which filling ended.
    ///
    /// - Complexity: Linear in the number of siblings along the path.
    func path(of index: Int32) -> [ParameterKeyPath.Component] {
        var components: [ParameterKeyPath.Component] = []
        var index = index
        if case .refusal(_, let end?) = other(of: index) { index = end }
        while index > 0 {
            let parent = self[index].parent
            switch self[parent].kind {
            case .array: components.append(.index(children(of: parent).firstIndex(of: index) ?? 0))
            case .set: break
            default: components.append(.key(keyText(of: index)))
            }
            index = parent
        }
        return components.reversed()
    }

    /// Throws the refusal of a dictionary's keys without text.
    func checkKeys(of dictionary: Int32) throws(ParameterError) {
        if let refusal = otherKeys(of: dictionary)?.refusal { throw refusal }
    }
}
