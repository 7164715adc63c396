/// The filler of a ``ParameterTree`` from an `Any` or a ``ParameterValue``.
///
/// Collections wait on an explicit stack: nesting takes space on the heap, not on the thread's stack. A collection
/// nested too deeply, which includes one inside itself, ends the filling. The part filled by then would depend on hash
/// order, so the tree is then filled a second time with every dictionary sorted.
///
/// - Complexity: Linear in the number of values.
struct ParameterFiller {
    enum Collection {
        case object([String: Any])
        case objects([[String: Any]])
        case array([Any])
        case values([ParameterValue])
        case valueSet(Set<ParameterValue>)
        case valueObject(ParameterDictionary)
        case pairs([(key: Any, value: Any)])
    }

    private struct Waiting {
        let collection: Collection
        let node: Int32
        /// The number of collections around it, including itself.
        let depth: Int
    }

    let tree: ParameterTree
    let nodes: ParameterNodes
    let options: ParameterTree.Options
    let hasReading: Bool
    /// Whether dictionaries without an order are sorted, so that the result does not depend on hash order.
    private let isSorting: Bool
    var readings = ParameterReadings()
    private var leavesLeft: Int
    private var waiting: ContiguousArray<Waiting> = []
    /// The refusal at which filling ended early, and the node that it is about.
    var end: (refusal: ParameterError, node: Int32)?

    /// Returns the tree of a value.
    ///
    /// - Throws: ``RequestSerializationError`` if the tree is too large for its indices. Problems with the values are
    ///   recorded in the tree.
    static func tree(
        of value: Any, _ options: ParameterTree.Options = ParameterTree.Options()
    ) throws(RequestSerializationError) -> ParameterTree {
        for isSorting in [false, true] {
            let tree = ParameterTree(isModel: false, limits: options.limits)
            var filler = ParameterFiller(tree, options, isSorting: isSorting)
            filler.fill(value, into: ParameterTree.root, depth: 0)
            filler.fillWaiting()
            if tree.nodes.isFull { throw ParameterTree.tooLarge }
            if filler.end == nil || isSorting { return tree }
        }
        throw ParameterTree.tooLarge
    }

    /// Fills a node of a model's tree with a ``ParameterValue``.
    ///
    /// - Parameter depth: The number of collections around the node.
    static func fill(_ index: Int32, of tree: ParameterTree, with value: ParameterValue, depth: Int, _ limit: Int) {
        var filler = ParameterFiller(tree, ParameterTree.Options(maximumDepth: limit), isSorting: true)
        filler.fill(value, into: index, depth: depth)
        filler.fillWaiting()
    }

    private init(_ tree: ParameterTree, _ options: ParameterTree.Options, isSorting: Bool) {
        self.tree = tree
        nodes = tree.nodes
        self.options = options
        hasReading = options.reading != nil
        self.isSorting = isSorting
        leavesLeft = options.maximumLeaves ?? .max
        waiting.reserveCapacity(16)
    }

    // MARK: - Collections

    private mutating func fillWaiting() {
        while let next = waiting.popLast() {
            if end == nil, !nodes.isFull {
                fill(next)
            } else if let end {
                nodes.set(next.node, .refusal(end.refusal, at: end.node))
            }
        }
    }

    private mutating func fill(_ next: Waiting) {
        let depth = next.depth
        let first = waiting.count
        switch next.collection {
        case .object(let entries): fill(entries, of: next.node) { $0.fill($1, into: $2, depth: depth) }
        case .objects(let elements):
            fill(elements, of: next.node) { $0.wait(.object($1), .dictionary, into: $2, depth: depth) }
        case .valueObject(let entries):
            fillEntries(entries.entries, of: next.node) { $0.fill($1, into: $2, depth: depth) }
        case .array(let elements): fill(elements, of: next.node) { $0.fill($1, into: $2, depth: depth) }
        case .values(let elements): fill(elements, of: next.node) { $0.fill($1, into: $2, depth: depth) }
        case .valueSet(let elements): fill(elements, of: next.node) { $0.fill($1, into: $2, depth: depth) }
        case .pairs(let pairs): fill(pairs, of: next.node, depth: depth)
        }
        // The last collection on the stack is filled next.
        if isSorting { waiting[first...].reverse() }
    }

    /// Fills a Swift dictionary, which has no order.
    @inline(__always)
    mutating func fill<Value>(
        _ entries: [String: Value], of node: Int32, _ fillValue: (inout Self, Value, Int32) -> Void
    ) {
        if isSorting {
            fillEntries(entries.sorted { KeyOrder.precedes($0.key, $1.key) }, of: node, fillValue)
        } else {
            fillEntries(entries, of: node, fillValue)
        }
        nodes[node].flags.insert(.hasDistinctKeys)
    }

    @inline(__always)
    mutating func fillEntries<Value>(
        _ entries: some Swift.Collection<(key: String, value: Value)>, of node: Int32,
        _ fillValue: (inout Self, Value, Int32) -> Void
    ) {
        if leavesLeft > entries.count { nodes.reserve(entries.count) }
        for (key, value) in entries {
            let child = key.withRun { [nodes] in nodes.appendChild(to: node, key: nodes.keep($0)) }
            fillValue(&self, value, child)
            if isEnough(child) { break }
        }
    }

    @inline(__always)
    mutating func fill<Element>(
        _ elements: some Swift.Collection<Element>, of node: Int32, _ fillElement: (inout Self, Element, Int32) -> Void
    ) {
        if leavesLeft > elements.count { nodes.reserve(elements.count) }
        for element in elements {
            let child = nodes.appendChild(to: node)
            fillElement(&self, element, child)
            if isEnough(child) { break }
        }
    }

    /// Fills a dictionary with keys of any kind.
    private mutating func fill(_ pairs: [(key: Any, value: Any)], of node: Int32, depth: Int) {
        var (otherTypes, refusals): ([String], [ParameterError]) = ([], [])
        var entries: [(key: String, value: Any)] = []
        entries.reserveCapacity(pairs.count)
        for (key, value) in pairs {
            do throws(ParameterError) {
                let text = try KeyText(of: key, &readings)
                entries.append((text.text, value))
                if text.isString { continue }
            } catch {
                refusals.append(error)
            }
            otherTypes.append("\(type(of: key))")
        }
        if let typeName = otherTypes.min() {
            let refusal = refusals.min { $0.reason < $1.reason }
            nodes.keep(ParameterTree.OtherKeys(typeName: typeName, refusal: refusal), of: node)
        }
        if isSorting, !nodes[node].flags.contains(.isOrdered) {
            entries.sort { KeyOrder.precedes($0.key, $1.key) }
        }
        fillEntries(entries, of: node) { $0.fill($1, into: $2, depth: depth) }
    }

    // MARK: - Children

    /// Counts a child that is a leaf, and returns whether filling has to end.
    private mutating func isEnough(_ child: Int32) -> Bool {
        if nodes[child].kind.isCollection { return end != nil }
        leavesLeft &-= 1
        if leavesLeft < 0, end == nil { end = (.tooManyLeaves, child) }
        return end != nil
    }

    /// Makes a node a collection that is filled later, or refuses it if it is too deep.
    @inline(__always)
    mutating func wait(
        _ collection: Collection, _ kind: ParameterTree.Kind, into node: Int32, depth: Int,
        flags: ParameterTree.Flags = []
    ) {
        guard makeContainer(node, kind, depth: depth) else { return }
        nodes[node].flags = flags
        waiting.append(Waiting(collection: collection, node: node, depth: depth + 1))
    }
}

extension ParameterError {
    /// Returns the refusal of a collection nested deeper than a limit.
    static func tooDeep(_ limit: Int) -> ParameterError {
        ParameterError(
            .tooDeep,
            "The parameters are nested more than \(max(0, limit)) deep, or contain themselves. Flatten them"
                + (limit < 512 ? ", or raise maximumDepth." : "; a query may go deeper with a larger maximumDepth."))
    }

    /// The refusal of a value beyond the number of leaves at which filling ends.
    fileprivate static var tooManyLeaves: ParameterError {
        ParameterError(.beyondLimits, "There are more values than the server reads. Send fewer, or send them as JSON.")
    }
}
