extension ParameterNodes {
    /// Appends a child to a container whose children are appended one by one.
    ///
    /// If a model keeps a container, its node may have become a leaf in the meantime. The new node is then not a child.
    @inline(__always)
    func appendChild(to parent: Int32, key: ParameterTree.Text = ParameterTree.Text(start: 0, count: 0)) -> Int32 {
        let index = append(ParameterTree.Node(key: key, parent: parent, kind: .empty))
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

    /// Makes a node the next sibling of another.
    @inline(__always)
    func link(_ last: Int32, to node: Int32) { self[last].next = node }

    @inline(__always)
    func insert(_ flags: ParameterTree.Flags, into node: Int32) { self[node].flags.formUnion(flags) }

    @inline(__always)
    func setChildren(of parent: Int32, first: Int32, last: Int32, count: Int32) {
        self[parent].setChildren(first: first, last: last, count: count)
    }

    /// Returns the first and the last child of a container, and their number.
    @inline(__always)
    func extent(of parent: Int32) -> (first: Int32, last: Int32, count: Int32) {
        let node = self[parent]
        return (node.firstChild, node.lastChild, node.childCount)
    }

    func parent(of node: Int32) -> Int32 { self[node].parent }

    /// Returns a node's key, valid until the next text is stored.
    @inline(__always)
    func key(of index: Int32) -> ByteRun { run(of: self[index].key) }

    func keyText(of index: Int32) -> String { key(of: index).string }

    /// Returns the children of a node in their order.
    func children(of parent: Int32) -> [Int32] {
        var children: [Int32] = []
        children.reserveCapacity(Int(self[parent].childCount))
        var next = self[parent].firstChild
        while next >= 0 {
            children.append(next)
            next = self[next].next
        }
        return children
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
        var index = self[index].flags.contains(.isUnfilled) ? end : index
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

    /// Returns the description of a collection's keys that are not strings, if it has any.
    @inline(__always)
    func otherKeys(ifAnyOf node: Int32) -> ParameterTree.OtherKeys? {
        self[node].flags.contains(.hasOtherKeys) ? otherKeys(of: node) : nil
    }

    /// Throws the refusal of a dictionary's keys without text.
    func checkKeys(of dictionary: Int32) throws(ParameterFault) {
        if let refusal = otherKeys(ifAnyOf: dictionary)?.refusal { throw refusal }
    }
}
