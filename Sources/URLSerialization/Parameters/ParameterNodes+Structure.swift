extension ParameterNodes {
    /// Appends a child to a container whose children are appended one by one.
    ///
    /// If a model keeps a container, its node may have become a leaf in the meantime. The new node is then not a child.
    @inline(__always)
    func appendChild(to parent: Int32, key: ParameterTree.Text = ParameterTree.Text(start: 0, count: 0)) -> Int32 {
        let index = append(ParameterTree.Node(key: key, parent: parent, kind: .empty))
        let node = self[parent]
        guard node.pointee.kind.isCollection, !isFull else { return index }
        if node.pointee.childCount == 0 {
            node.pointee.setChildren(first: index, last: index, count: 1)
        } else {
            self[node.pointee.lastChild].pointee.next = index
            node.pointee.setChildren(
                first: node.pointee.firstChild, last: index, count: node.pointee.childCount &+ 1)
        }
        return index
    }

    /// Returns a node's key as UTF-8, valid until the next text is stored.
    @inline(__always)
    func key(of index: Int32) -> UnsafeBufferPointer<UInt8> { bytes(of: self[index].pointee.key) }

    func keyText(of index: Int32) -> String { String(decoding: key(of: index), as: UTF8.self) }

    /// Returns the children of a node in their order.
    func children(of parent: Int32) -> [Int32] {
        var children: [Int32] = []
        children.reserveCapacity(Int(self[parent].pointee.childCount))
        var next = self[parent].pointee.firstChild
        while next >= 0 {
            children.append(next)
            next = self[next].pointee.next
        }
        return children
    }

    /// Links the children of a node in another order; `order` is a permutation of them.
    func relink(_ parent: Int32, _ order: some Collection<Int32>) {
        guard let first = order.first else { return }
        var last = first
        for child in order.dropFirst() {
            self[last].pointee.next = child
            last = child
        }
        self[last].pointee.next = -1
        self[parent].pointee.setChildren(first: first, last: last, count: Int32(order.count))
    }

    /// Restores the caller's order of a dictionary's children, in which they were appended, after they were sorted to
    /// find their place in a set.
    func restoreOrder(of dictionary: Int32) {
        guard self[dictionary].pointee.flags.contains([.isOrdered, .isSorted]) else { return }
        relink(dictionary, children(of: dictionary).sorted())
        self[dictionary].pointee.flags.remove(.isSorted)
    }

    /// Returns the key path of a node: a key for each dictionary, an index for each array, nothing for a set.
    ///
    /// For a node that was not filled, it is the path of the node at which filling ended.
    ///
    /// - Complexity: Linear in the number of siblings along the path.
    func path(of index: Int32) -> [ParameterKeyPath.Component] {
        var components: [ParameterKeyPath.Component] = []
        var index = self[index].pointee.flags.contains(.isUnfilled) ? end : index
        while index > 0 {
            let parent = self[index].pointee.parent
            switch self[parent].pointee.kind {
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
        self[node].pointee.flags.contains(.hasOtherKeys) ? otherKeys(of: node) : nil
    }

    /// Throws the refusal of a dictionary's keys without text.
    func checkKeys(of dictionary: Int32) throws(ParameterFault) {
        if let refusal = otherKeys(ifAnyOf: dictionary)?.refusal { throw refusal }
    }
}
