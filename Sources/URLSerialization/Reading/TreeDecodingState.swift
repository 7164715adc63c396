/// The tree that a model is decoded from, and the coding path of the value that is decoded now.
///
/// The path is a stack of the keys that models asked for. If a model uses a container after it has left it, the
/// container gets a fork of the state, whose path is that of its node in the tree.
final class TreeDecodingState {
    /// A key of the path, and the node that it leads to.
    struct Step {
        /// The key in a dictionary, or `nil` for an element.
        let key: (any CodingKey)?
        let index: Int32
        let node: Int32

        var codingKey: any CodingKey { key ?? ModelKey(index: Int(index)) }
    }

    /// The members of a dictionary whose keys are many, repeated, converted, or not in composed form.
    private struct Members {
        var all: [(key: String, node: Int32)] = []
        var nodes: [String: Int32] = [:]
    }

    let nodes: ParameterNodes
    let strategies: TreeDecodingStrategies
    let userInfo: [CodingUserInfoKey: Any]
    private let tree: ParameterTree
    let hasConvertedKeys: Bool
    /// The path of the state's first value.
    private let base: [any CodingKey]
    private(set) var path: ContiguousArray<Step> = []
    /// The path that was asked for last. A model may ask for one value as many types in turn, and ignore the errors.
    private var keys: [any CodingKey]
    /// The number of steps whose keys ``keys`` still has, after those of ``base``.
    private var knownSteps = 0
    private var members: [Int32: Members] = [:]
    /// The messages of errors, by the types that were asked for and what was found.
    var mismatches: [ObjectIdentifier: [String: String]] = [:]

    init(
        _ tree: ParameterTree, _ strategies: TreeDecodingStrategies, _ userInfo: [CodingUserInfoKey: Any],
        base: [any CodingKey] = []
    ) {
        self.tree = tree
        nodes = tree.nodes
        self.strategies = strategies
        self.userInfo = userInfo
        self.base = base
        keys = base
        hasConvertedKeys = if case .asGiven = strategies.keys { false } else { true }
        if base.isEmpty { path.reserveCapacity(8) }
    }

    // MARK: - Containers

    @inline(__always)
    func keyedContainer<Key: CodingKey>(of node: Int32, _ depth: Int32) throws -> KeyedDecodingContainer<Key> {
        try checkDictionary(node, depth)
        if hasConvertedKeys { convertKeys(of: node, depth) }
        return KeyedDecodingContainer(TreeKeyedDecodingContainer(state: self, node: node, depth: depth))
    }

    func unkeyedContainer(of node: Int32, _ depth: Int32) throws -> TreeUnkeyedDecodingContainer {
        let kind = nodes.kind(of: node)
        // A leaf that is an element of an array stays a leaf. Otherwise decoding a model that asks for arrays of itself
        // would never end.
        let isArrayOfOne =
            strategies.readsLeavesAsArrays && !kind.isCollection && !isNull(node) && !isElement(node, depth)
        guard kind == .array || kind == .set || isArrayOfOne else {
            throw containerFailure([Any].self, "unkeyed", node, depth)
        }
        let first = kind.isCollection ? nodes[node].firstChild : node
        return TreeUnkeyedDecodingContainer(state: self, node: node, depth: depth, next: first)
    }

    /// Returns the members of a dictionary whose keys are indices, such as a form's rows, some of which may be missing,
    /// in the order of the indices, or `nil` if a key is not one.
    func rows(of node: Int32, _ depth: Int32) -> TreeUnkeyedDecodingContainer? {
        guard strategies.readsIndicesAsKeys, nodes.kind(of: node) == .dictionary else { return nil }
        let rows = nodes.eachChild(of: node).map { (index: UInt32(nodes.keyText(of: $0)), node: $0) }
        guard rows.allSatisfy({ $0.index != nil }) else { return nil }
        nodes.relink(node, rows.sorted { ($0.index ?? 0) < ($1.index ?? 0) }.map(\.node))
        return TreeUnkeyedDecodingContainer(state: self, node: node, depth: depth, next: nodes[node].firstChild)
    }

    /// Whether the path to a node ends with an index.
    func isElement(_ node: Int32, _ depth: Int32) -> Bool {
        (codingPath(of: node, depth).last as? ModelKey)?.isIndex == true
    }

    // MARK: - Members

    /// Returns the member of a dictionary with a key, or −1.
    @inline(__always)
    func member(of dictionary: Int32, named key: String) -> Int32 {
        if !hasConvertedKeys, nodes.isIndexed(dictionary) { return nodes.member(of: dictionary, named: key) }
        return table(of: dictionary).nodes[key] ?? -1
    }

    /// Returns the keys of a dictionary in their order.
    func keys(of dictionary: Int32) -> [String] { members(of: dictionary).map(\.key) }

    /// Returns the keys and members of a dictionary in their order.
    func members(of dictionary: Int32) -> [(key: String, node: Int32)] {
        hasConvertedKeys ? table(of: dictionary).all : givenMembers(of: dictionary)
    }

    /// Returns the members of a dictionary whose keys are not converted, as in `[String: T]`.
    ///
    /// As for `JSONDecoder`, which decodes such a dictionary itself if keys are converted, all equal keys are then
    /// members: all are decoded, and the first is used.
    func givenMembers(of dictionary: Int32) -> [(key: String, node: Int32)] {
        guard hasConvertedKeys || nodes.isIndexed(dictionary) else { return table(of: dictionary).all }
        return nodes.eachChild(of: dictionary).map { (nodes.keyText(of: $0), $0) }
    }

    /// Returns the members of a dictionary by key. If keys are equal, one of them is used.
    private func table(of dictionary: Int32) -> Members {
        if let members = members[dictionary] { return members }
        let members = members(of: dictionary) { $0 }
        self.members[dictionary] = members
        return members
    }

    /// Converts the keys of a dictionary.
    func convertKeys(of dictionary: Int32, _ depth: Int32) {
        guard members[dictionary] == nil else { return }
        switch strategies.keys {
        case .asGiven: break
        case .converted(let convert): members[dictionary] = members(of: dictionary, convert)
        case .custom(let convert):
            let path = codingPath(of: dictionary, depth)
            members[dictionary] = members(of: dictionary) { convert(path + [ModelKey(stringValue: $0)]).stringValue }
        }
    }

    private func members(of dictionary: Int32, _ convert: (String) -> String) -> Members {
        var members = Members()
        let count = Int(nodes[dictionary].childCount)
        members.nodes.reserveCapacity(count)
        members.all.reserveCapacity(count)
        for child in nodes.eachChild(of: dictionary) {
            let key = convert(nodes.keyText(of: child))
            if members.nodes[key] == nil {
                members.nodes[key] = child
                members.all.append((key, child))
            } else if strategies.lastKeyCounts {
                members.nodes[key] = child
            }
        }
        if strategies.lastKeyCounts, members.nodes.count < count {
            members.all = members.all.map { ($0.key, members.nodes[$0.key] ?? $0.node) }
        }
        return members
    }

    // MARK: - The path

    /// Whether the path leads to a node.
    @inline(__always)
    private func isAt(_ node: Int32, _ depth: Int32) -> Bool {
        depth == 0 || Int(depth) <= path.count && path[Int(depth) - 1].node == node
    }

    /// Returns the result of `body` at the end of the path with another step, and leaves the step.
    @inline(__always)
    func taking<Result>(_ step: Step, _ body: (_ depth: Int32) throws -> Result) rethrows -> Result {
        let depth = path.count
        path.append(step)
        defer {
            path.removeLast(path.count - depth)
            knownSteps = min(knownSteps, depth)
        }
        return try body(Int32(truncatingIfNeeded: depth + 1))
    }

    /// Returns the coding path of a node that was reached at a depth, or of a value in it.
    func codingPath(of node: Int32, _ depth: Int32, then key: (any CodingKey)? = nil) -> [any CodingKey] {
        guard isAt(node, depth) else { return pathInTree(of: node) + (key.map { [$0] } ?? []) }
        knownSteps = min(knownSteps, Int(depth))
        keys.removeLast(keys.count - base.count - knownSteps)
        for step in path[knownSteps..<Int(depth)] { keys.append(step.codingKey) }
        knownSteps = Int(depth)
        if let key { keys.append(key) }
        return keys
    }

    /// Returns a state whose first value has a coding path.
    func fork(_ base: [any CodingKey]) -> TreeDecodingState {
        TreeDecodingState(tree, strategies, userInfo, base: base)
    }

    /// Returns the state and depth for decoding a node in a single value container.
    @inline(__always)
    func entered(_ node: Int32, _ depth: Int32) -> (state: TreeDecodingState, depth: Int32) {
        if path.count == Int(depth), isAt(node, depth) { return (self, depth) }
        return (fork(codingPath(of: node, depth)), 0)
    }

    /// Returns the path of a node by the keys of the tree.
    private func pathInTree(of node: Int32) -> [any CodingKey] {
        guard node >= 0 else { return base }
        return nodes.path(of: node).map { component in
            switch component {
            case .index(let index): return ModelKey(index: index)
            case .key(let key):
                guard case .converted(let convert) = strategies.keys else { return ModelKey(stringValue: key) }
                return ModelKey(stringValue: convert(key))
            }
        }
    }

    /// Returns the node with a coding path, or the nearest one around it.
    func node(at path: [any CodingKey]) -> Int32 {
        var node = ParameterTree.root
        for (depth, key) in path.enumerated() {
            let kind = nodes.kind(of: node)
            var child: Int32?
            if kind == .dictionary, nodes.checkMembers(of: node) < 0 {
                if hasConvertedKeys { convertKeys(of: node, Int32(depth)) }
                let member = member(of: node, named: key.stringValue)
                child =
                    member >= 0
                    ? member : nodes.children(of: node).first { nodes.keyText(of: $0) == key.stringValue }
            } else if kind.isCollection, let index = key.intValue {
                let children = nodes.children(of: node)
                child = children.indices.contains(index) ? children[index] : nil
            }
            guard let child else { return node }
            node = child
        }
        return node
    }
}
