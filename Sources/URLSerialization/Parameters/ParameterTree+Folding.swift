extension ParameterNodes {
    /// Builds a value of a node from those of its children, without recursion.
    ///
    /// - Parameters:
    ///   - current: Receives the current node, for errors.
    ///   - enter: Called for each collection before its children are visited. It may reorder them.
    ///   - leaf: Makes the value of a leaf.
    ///   - collection: Makes the value of a collection from those of its children.
    func fold<Value>(
        _ root: Int32, current: inout Int32, enter: (Int32) throws -> Void, leaf: (Int32) throws -> Value,
        collection: (Int32, [Value]) throws -> Value
    ) rethrows -> Value {
        var frames: [(node: Int32, next: Int32, values: [Value])] = []
        var node = root
        while true {
            current = node
            var finished: Value?
            if self[node].kind.isCollection {
                try enter(node)
                frames.append((node, self[node].firstChild, []))
            } else {
                finished = try leaf(node)
            }
            // Continue with the next child, past the ends of collections.
            while let top = frames.indices.last {
                if let value = finished { frames[top].values.append(value) }
                finished = nil
                if frames[top].next >= 0 { break }
                let frame = frames.removeLast()
                current = frame.node
                finished = try collection(frame.node, frame.values)
            }
            if let value = finished { return value }
            let top = frames.count - 1
            node = frames[top].next
            frames[top].next = self[node].next
        }
    }
}
