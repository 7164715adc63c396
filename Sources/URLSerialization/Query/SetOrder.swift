/// The order of a set's elements: by their descriptions, as in AFNetworking, or by the serialized text of elements that
/// are collections.
///
/// | set under `s` | pairs |
/// |---|---|
/// | `[10, 2, 1]` | `s=1&s=10&s=2` |
/// | `["=", nil, "<"]` | `s=<&s&s==` |
/// | `[[2], "A"]` | `s[]=2&s=A` |
///
/// AFNetworking sorts collections inside a set by address, or crashes; here they are sorted by their text. Sets inside
/// a set are sorted first, each once.
enum SetOrder {
    /// Sorts a set and every set inside it, unless they are sorted already.
    ///
    /// - Throws: ``RequestSerializationError`` for an element without text; any error from a style's closure. If there
    ///   are several errors, it is the first by description among those of the innermost sets.
    static func sort(_ set: Int32, of tree: ParameterTree, style: QueryStyle) throws {
        let nodes = tree.nodes
        let isOneLeaf = nodes[set].childCount == 1 && !nodes[nodes[set].firstChild].kind.isCollection
        guard !isOneLeaf, !nodes[set].flags.contains(.isSorted) else { return }
        var sets: [Int32] = []
        var waiting = [set]
        while let node = waiting.popLast() {
            if nodes[node].kind == .set { sets.append(node) }
            waiting += nodes.children(of: node).filter { nodes[$0].kind.isCollection }
        }
        // Every set was found before those inside it. The elements come in the order of their hashes, so the first
        // error is chosen by its text.
        var failures: [any Error] = []
        var unsortable: Set<Int32> = []
        for set in sets.reversed() where !unsortable.contains(set) {
            do {
                try sortElements(of: set, tree, style)
                nodes[set].flags.insert(.isSorted)
            } catch {
                failures.append(error)
                var node = set
                while node >= 0, unsortable.insert(node).inserted { node = nodes[node].parent }
            }
        }
        try throwFirst(of: failures)
    }

    private static func sortElements(of set: Int32, _ tree: ParameterTree, _ style: QueryStyle) throws {
        var texts: [(text: String, node: Int32)] = []
        var failures: [any Error] = []
        for child in tree.nodes.children(of: set) {
            do {
                texts.append((try text(of: child, tree, style), child))
            } catch {
                failures.append(error)
            }
        }
        try throwFirst(of: failures)
        let nodes = tree.nodes
        texts.sort { left, right in
            if KeyOrder.precedes(left.text, right.text) { return true }
            if KeyOrder.precedes(right.text, left.text) { return false }
            // Different values may have the same text: null and the text "<null>", 1 and "1".
            return kinds(of: left.node, nodes).lexicographicallyPrecedes(kinds(of: right.node, nodes))
        }
        nodes.relink(set, texts.map(\.node))
    }

    private static func throwFirst(of failures: [any Error]) throws {
        if let failure = failures.min(by: { "\($0)" < "\($1)" }) { throw failure }
    }

    /// Returns the kinds of a node and of everything in it, as bytes.
    private static func kinds(of node: Int32, _ nodes: ParameterNodes) -> [UInt8] {
        var kinds: [UInt8] = []
        var waiting = [node]
        while let node = waiting.popLast() {
            let kind = nodes[node].kind
            if kind.isCollection {
                // After every leaf.
                kinds.append(100 + kind.rawValue)
                waiting += nodes.children(of: node).reversed()
            } else if case .object(_, let isUUID) = nodes.other(of: node) {
                kinds.append(isUUID ? 11 : 12)
            } else {
                kinds += [(try? nodes.leaf(of: node))?.rank ?? 0, kind.rawValue]
            }
        }
        return kinds
    }

    private static func text(of element: Int32, _ tree: ParameterTree, _ style: QueryStyle) throws -> String {
        if tree.nodes[element].kind.isCollection {
            var traversal = ParameterTraversal(tree, sink: QueryWriter(style: style), style: style, isElement: true)
            try traversal.visit(element)
            return traversal.sink.string()
        }
        do {
            return try LeafText.description(of: tree.nodes.leaf(of: element), style: style)
        } catch let error as ParameterError {
            throw error.error(at: tree.nodes.path(of: element))
        }
    }
}

extension ParameterValue {
    /// The order of the kinds of leaf.
    fileprivate var rank: UInt8 {
        switch self {
        case .null, .array, .set, .dictionary: 0
        case .bool: 1
        case .int: 2
        case .uint: 3
        case .double: 4
        case .float: 5
        case .date: 6
        case .string: 7
        case .decimal: 8
        case .url: 9
        case .data: 10
        }
    }
}

extension QueryStyle {
    /// A style for sorting, in which every leaf has a text.
    static var total: QueryStyle {
        var style = QueryStyle.afNetworking
        style.data = .base64
        style.dates = .custom { String($0.timeIntervalSince1970) }
        return style
    }
}
