/// Models, whose leaves and containers are visited where the encoder put them: nothing is classified, and no reference
/// is counted but one to the tree.
extension ParameterWalk where Sink: ~Copyable {
    // MARK: - Beginning

    /// Begins a dictionary of a model; `source` keeps its nodes, unless a frame below does.
    mutating func push(dictionary index: Int32, of nodes: ModelNodes, _ source: Source?) throws {
        let first = order.count
        let count = Int(nodes[index].pointee.childCount)
        if count == 0, try takeEmpty(.dictionary) { return }
        order.reserve(count)
        var child = nodes[index].pointee.firstChild
        for _ in 0..<count {
            order.append(SortKey(nodes.key(of: child), position: child, &decompositions))
            child = nodes[child].pointee.nextSibling
        }
        if count > 1, style.order == .sorted {
            if let precedes = style.precedes {
                order.sortWhole(from: first) { left, right in
                    precedes(nodes.keyText(of: left.position), nodes.keyText(of: right.position))
                }
            } else {
                order.sort(from: first) { left, right in
                    KeyOrder.precedes(nodes.keyText(of: left.position), nodes.keyText(of: right.position))
                }
            }
        }
        try push(
            Frame(
                kind: .modelDictionary, keyLength: sink.keyLength, firstEntry: entries.count, firstOrder: first,
                cursor: first, end: order.count, nodes: nodes),
            source)
    }

    /// Begins an array of a model; `source` keeps its nodes, unless a frame below does.
    mutating func push(array index: Int32, of nodes: ModelNodes, _ source: Source?) throws {
        try push(
            Frame(
                kind: .modelArray, keyLength: sink.keyLength, firstEntry: entries.count, firstOrder: order.count,
                cursor: 0, end: Int(nodes[index].pointee.childCount), nodes: nodes,
                nextChild: nodes[index].pointee.firstChild),
            source)
    }

    /// Begins a collection in a model's container that is being visited.
    private mutating func push(_ index: Int32, of nodes: ModelNodes) throws {
        if nodes[index].pointee.childCount == 0, nodes[index].pointee.kind == .array, try takeEmpty(.array) { return }
        switch (nodes[index].pointee.kind, style.arrays) {
        case (.dictionary, _), (.empty, _): try push(dictionary: index, of: nodes, nil)
        case (.array, .brackets):
            sink.appendBrackets(index: nil)
            try push(array: index, of: nodes, nil)
        case (.array, .indices), (.array, .indicesWhereNested), (.array, .repeated):
            try push(array: index, of: nodes, nil)
        default:
            // The container's tree is the last source, because containers of the same tree push none.
            guard case .tree(let tree) = sources.last else { return }
            try push(ModelNode(tree: tree, index: index).parameterNode)
        }
    }

    // MARK: - Visiting

    /// Visits a dictionary's entries up to the next that is a collection, and says whether that was all.
    mutating func visitModelEntries(of top: Int) throws -> Bool {
        guard let nodes = frames[top].nodes else { return true }
        let keyLength = frames[top].keyLength
        let isNested = isNested(top)
        let end = frames[top].end
        var cursor = frames[top].cursor
        do {
            while cursor < end {
                let child = order[cursor].position
                cursor += 1
                sink.truncateKey(to: keyLength)
                if hasPlainKeys {
                    sink.appendKey(nodes.key(of: child), isNested: isNested)
                } else {
                    appendChangedKey(nodes.keyText(of: child), isNested: isNested)
                }
                guard nodes[child].pointee.kind == .leaf else {
                    frames[top].cursor = cursor
                    try push(child, of: nodes)
                    return false
                }
                try take(child, of: nodes)
            }
        } catch {
            frames[top].cursor = cursor
            throw error
        }
        return true
    }

    /// Visits an array's elements up to the next that is a collection, and says whether that was all.
    mutating func visitModelElements(of top: Int) throws -> Bool {
        guard let nodes = frames[top].nodes else { return true }
        let keyLength = frames[top].keyLength
        let end = frames[top].end
        var cursor = frames[top].cursor
        var next = frames[top].nextChild
        do {
            while cursor < end {
                let child = next
                next = nodes[child].pointee.nextSibling
                sink.truncateKey(to: keyLength)
                if indexing != .bare {
                    appendBrackets(ofElement: cursor, isCollection: nodes[child].pointee.kind != .leaf)
                }
                cursor += 1
                guard nodes[child].pointee.kind == .leaf else {
                    frames[top].cursor = cursor
                    frames[top].nextChild = next
                    try push(child, of: nodes)
                    return false
                }
                try take(child, of: nodes)
            }
        } catch {
            frames[top].cursor = cursor
            throw error
        }
        return true
    }

    @inline(__always)
    private mutating func take(_ child: Int32, of nodes: ModelNodes) throws {
        switch nodes[child].pointee.leaf {
        case .text(let text): try sink.take(text: nodes.bytes(of: text), style: style)
        case .int(let value): try sink.take(.int(value), style: style)
        case .double(let value): try sink.take(.double(value), style: style)
        case .bool(let value): try sink.take(.bool(value), style: style)
        default: try sink.take(nodes.leaf(of: child), style: style)
        }
    }
}
