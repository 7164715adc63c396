/// Fills a ``ParameterTree`` from an `Any` or a ``ParameterValue``.
///
/// Collections wait on a stack of their own: nesting costs heap, not the thread's stack. A collection nested too deep,
/// which includes one inside itself, ends the filling. What had not been filled by then would depend on hash order, so
/// the tree is filled once more with every dictionary sorted.
///
/// - Complexity: Linear in the number of values.
struct ParameterFiller {
    /// How a tree is filled.
    struct Options {
        /// The number of collections that may be nested in each other.
        var maximumDepth = 512
        /// The number of leaves after which filling ends; `nil` for no limit.
        var maximumLeaves: Int?
        /// Reads a value in `Any` that is a null, a set, or of none of the commonest types.
        var reading: (@Sendable (Any) throws(ParameterFault) -> ParameterNode)?
        var limits = ParameterNodes.Limits()
    }

    /// A collection to be filled.
    private enum Collection {
        case object([String: Any])
        case array([Any])
        case objects([[String: Any]])
        case values([ParameterValue])
        case valueSet(Set<ParameterValue>)
        case valueObject(ParameterDictionary)
        case pairs([(key: Any, value: Any)])
    }

    private struct Waiting {
        let collection: Collection
        let node: Int32
        /// The number of collections around it, itself included.
        let depth: Int
    }

    private let nodes: ParameterNodes
    private let options: Options
    private let hasReading: Bool
    /// Whether dictionaries without an order are sorted, so that what is filled does not depend on hash order.
    private let isSorting: Bool
    private var leavesLeft: Int
    private var waiting: ContiguousArray<Waiting> = []
    /// Why filling ended early.
    private var end: ParameterFault?

    /// Returns the tree of a value.
    ///
    /// - Throws: ``RequestSerializationError`` if the tree is too large for its indices. What is wrong with the value
    ///   stands in the tree.
    static func tree(of value: Any, _ options: Options = Options()) throws(RequestSerializationError) -> ParameterTree {
        for isSorting in [false, true] {
            let tree = ParameterTree(isModel: false, limits: options.limits)
            var filler = ParameterFiller(tree.nodes, options, isSorting: isSorting)
            filler.fill(value, into: ParameterTree.root, depth: 0)
            filler.fillWaiting()
            if tree.nodes.isFull { throw ParameterTree.tooLarge }
            if filler.end == nil || isSorting { return tree }
        }
        throw ParameterTree.tooLarge
    }

    /// Fills a node of a model's tree with a ``ParameterValue``, whose order and depth are its own.
    ///
    /// - Parameter depth: The number of collections around the node.
    static func fill(_ index: Int32, of nodes: ParameterNodes, with value: ParameterValue, depth: Int, _ limit: Int) {
        var filler = ParameterFiller(nodes, Options(maximumDepth: limit), isSorting: true)
        filler.fill(value, into: index, depth: depth)
        filler.fillWaiting()
    }

    private init(_ nodes: ParameterNodes, _ options: Options, isSorting: Bool) {
        self.nodes = nodes
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
                nodes.refuse(next.node, end)
                nodes[next.node].pointee.flags.insert(.isUnfilled)
            }
        }
    }

    private mutating func fill(_ next: Waiting) {
        let depth = next.depth
        let first = waiting.count
        switch next.collection {
        case .object(let entries): fill(entries, of: next.node) { $0.fill($1, into: $2, depth: depth) }
        case .valueObject(let entries):
            fillEntries(entries.entries, entries.count, of: next.node) { $0.fill($1, into: $2, depth: depth) }
        case .array(let elements): fill(elements, of: next.node) { $0.fill($1, into: $2, depth: depth) }
        case .values(let elements): fill(elements, of: next.node) { $0.fill($1, into: $2, depth: depth) }
        case .valueSet(let elements): fill(elements, of: next.node) { $0.fill($1, into: $2, depth: depth) }
        case .objects(let elements):
            fill(elements, of: next.node) { $0.wait(.object($1), .dictionary, into: $2, depth: depth) }
        case .pairs(let pairs): fill(pairs, of: next.node, depth: depth)
        }
        // The last to wait is the next to be filled.
        if isSorting { waiting[first...].reverse() }
    }

    /// Fills a Swift dictionary, which has no order.
    @inline(__always)
    private mutating func fill<Value>(
        _ entries: [String: Value], of node: Int32, _ fillValue: (inout Self, Value, Int32) -> Void
    ) {
        if isSorting {
            let sorted = entries.sorted { KeyOrder.precedes($0.key, $1.key) }
            fillEntries(sorted, sorted.count, of: node, fillValue)
        } else {
            fillEntries(entries, entries.count, of: node, fillValue)
        }
        nodes[node].pointee.flags.insert(.hasDistinctKeys)
    }

    @inline(__always)
    private mutating func fillEntries<Value>(
        _ entries: some Sequence<(key: String, value: Value)>, _ count: Int, of node: Int32,
        _ fillValue: (inout Self, Value, Int32) -> Void
    ) {
        var children = begin(node, count: count)
        for (key, value) in entries {
            let child = key.withUTF8Bytes { append(to: node, key: $0, &children) }
            fillValue(&self, value, child)
            if isEnough(child) { break }
        }
        finish(node, children)
    }

    @inline(__always)
    private mutating func fill<Element>(
        _ elements: some Swift.Collection<Element>, of node: Int32, _ fillElement: (inout Self, Element, Int32) -> Void
    ) {
        var children = begin(node, count: elements.count)
        for element in elements {
            let child = append(to: node, key: nil, &children)
            fillElement(&self, element, child)
            if isEnough(child) { break }
        }
        finish(node, children)
    }

    /// Fills a dictionary with keys of any kind.
    private mutating func fill(_ pairs: [(key: Any, value: Any)], of node: Int32, depth: Int) {
        var others: ParameterTree.OtherKeys?
        var entries: [(key: String, value: Any)] = []
        entries.reserveCapacity(pairs.count)
        for (key, value) in pairs {
            do throws(ParameterFault) {
                let text = try KeyText(of: key)
                if !text.isString { ParameterTree.OtherKeys.note(&others, "\(type(of: key))", nil) }
                entries.append((text.text, value))
            } catch {
                ParameterTree.OtherKeys.note(&others, "\(type(of: key))", error)
            }
        }
        if let others {
            nodes.keep(others, of: node)
            nodes[node].pointee.flags.insert(.hasOtherKeys)
        }
        if isSorting, !nodes[node].pointee.flags.contains(.isOrdered) {
            entries.sort { KeyOrder.precedes($0.key, $1.key) }
        }
        fillEntries(entries, entries.count, of: node) { $0.fill($1, into: $2, depth: depth) }
    }

    // MARK: - Children

    /// The children of a container while it is filled: they lie one after the other.
    private struct Children {
        var first: Int32 = -1
        var last: Int32 = -1
        var count: Int32 = 0
    }

    @inline(__always)
    private func begin(_ node: Int32, count: Int) -> Children {
        if leavesLeft > count { nodes.reserve(count) }
        return Children()
    }

    @inline(__always)
    private func append(to node: Int32, key: UnsafeBufferPointer<UInt8>?, _ children: inout Children) -> Int32 {
        let text = key.map { nodes.keep($0) } ?? ParameterTree.Text(start: 0, count: 0)
        let child = nodes.append(ParameterTree.Node(key: text, parent: node, kind: .null))
        if children.count == 0 { children.first = child } else { nodes[children.last].pointee.next = child }
        children.last = child
        children.count &+= 1
        return child
    }

    @inline(__always)
    private func finish(_ node: Int32, _ children: Children) {
        nodes[node].pointee.setChildren(first: children.first, last: children.last, count: children.count)
    }

    /// Counts a child that is a leaf, and returns whether filling has to end.
    @inline(__always)
    private mutating func isEnough(_ child: Int32) -> Bool {
        if nodes[child].pointee.kind.isCollection { return end != nil }
        leavesLeft &-= 1
        if leavesLeft < 0, end == nil {
            end = .tooManyLeaves
            nodes.endFilling(at: child)
        }
        return end != nil
    }

    /// Makes a node a collection that is filled later, or refuses it where it is too deep.
    @inline(__always)
    private mutating func wait(
        _ collection: Collection, _ kind: ParameterTree.Kind, into node: Int32, depth: Int,
        flags: ParameterTree.Flags = []
    ) {
        guard makeContainer(node, kind, depth: depth) else { return }
        nodes[node].pointee.flags = flags
        waiting.append(Waiting(collection: collection, node: node, depth: depth + 1))
    }

    // MARK: - Values in Any

    /// Fills a node with a value, or makes it wait.
    ///
    /// The types that parameters are mostly made of are told apart by comparing type identities, which costs
    /// nanoseconds; a cast to a collection or a protocol costs tens to hundreds (the benchmark's *flat* payload shows
    /// it). Everything else goes through ``ParameterNode``.
    @inline(__always)
    private mutating func fill(_ value: Any, into node: Int32, depth: Int) {
        func open<Value>(_ value: Value) -> Bool { fillCommon(value, into: node, depth: depth) }
        if !_openExistential(value, do: open) { fillUncommon(value, into: node, depth: depth) }
    }

    private mutating func fillCommon<Value>(_ value: Value, into node: Int32, depth: Int) -> Bool {
        if let value = exact(value, String.self) {
            nodes.set(node, value)
        } else if let value = exact(value, Int.self) {
            nodes.set(node, Int64(value))
        } else if let value = exact(value, Double.self) {
            nodes.set(node, value)
        } else if let value = exact(value, Bool.self) {
            nodes.set(node, value)
        } else if let value = exact(value, [String: Any].self) {
            wait(.object(value), .dictionary, into: node, depth: depth)
        } else if let value = exact(value, [Any].self) {
            wait(.array(value), .array, into: node, depth: depth)
        } else if let value = exact(value, ParameterValue.self) {
            fill(value, into: node, depth: depth)
        } else if let value = exact(value, [[String: Any]].self) {
            wait(.objects(value), .array, into: node, depth: depth)
        } else if let value = exact(value, [String].self) {
            fillNow(value, into: node, depth: depth) { $0.set($1, $2) }
        } else if let value = exact(value, [Int].self) {
            fillNow(value, into: node, depth: depth) { $0.set($1, Int64($2)) }
        } else if let value = exact(value, [Double].self) {
            fillNow(value, into: node, depth: depth) { $0.set($1, $2) }
        } else if let value = exact(value, [String: String].self) {
            fillNow(value, into: node, depth: depth) { $0.set($1, $2) }
        } else if let value = exact(value, [String: Int].self) {
            fillNow(value, into: node, depth: depth) { $0.set($1, Int64($2)) }
        } else if let value = exact(value, [String: Double].self) {
            fillNow(value, into: node, depth: depth) { $0.set($1, $2) }
        } else if let value = exact(value, Date.self) {
            nodes.set(node, value)
        } else if Value.self == NSNull.self, !hasReading {
            nodes.setNull(node)
        } else {
            return false
        }
        return true
    }

    /// Fills a node with a typed array of leaves.
    @inline(__always)
    private mutating func fillNow<Element>(
        _ elements: [Element], into node: Int32, depth: Int, _ set: (ParameterNodes, Int32, Element) -> Void
    ) {
        guard makeContainer(node, .array, depth: depth) else { return }
        fill(elements, of: node) { set($0.nodes, $2, $1) }
    }

    /// Fills a node with a typed dictionary of leaves.
    @inline(__always)
    private mutating func fillNow<Value>(
        _ entries: [String: Value], into node: Int32, depth: Int, _ set: (ParameterNodes, Int32, Value) -> Void
    ) {
        guard makeContainer(node, .dictionary, depth: depth) else { return }
        fill(entries, of: node) { set($0.nodes, $2, $1) }
    }

    private mutating func makeContainer(_ node: Int32, _ kind: ParameterTree.Kind, depth: Int) -> Bool {
        guard depth < options.maximumDepth else {
            let refusal = ParameterFault.tooDeep(options.maximumDepth)
            end = refusal
            nodes.endFilling(at: node)
            nodes.refuse(node, refusal)
            return false
        }
        nodes.set(node, kind, 0)
        return true
    }

    @inline(never)
    private mutating func fillUncommon(_ value: Any, into node: Int32, depth: Int) {
        do throws(ParameterFault) {
            if let reading = options.reading {
                fill(try reading(value), into: node, depth: depth)
            } else {
                fill(try ParameterNode(classifying: value), into: node, depth: depth)
            }
        } catch {
            nodes.refuse(node, error)
        }
    }

    private mutating func fill(_ value: ParameterNode, into node: Int32, depth: Int) {
        switch value {
        case .leaf(let leaf): nodes.set(node, leaf)
        case .array(let elements): wait(.array(elements), .array, into: node, depth: depth)
        case .set(let elements): wait(.array(elements), .set, into: node, depth: depth)
        case .dictionary(let pairs, let isOrdered):
            wait(.pairs(pairs), .dictionary, into: node, depth: depth, flags: isOrdered ? .isOrdered : [])
        }
    }

    // MARK: - ParameterValue

    private mutating func fill(_ value: ParameterValue, into node: Int32, depth: Int) {
        switch value {
        case .string(let value): nodes.set(node, value)
        case .int(let value): nodes.set(node, value)
        case .double(let value): nodes.set(node, value)
        case .bool(let value): nodes.set(node, value)
        case .dictionary(let entries):
            wait(.valueObject(entries), .dictionary, into: node, depth: depth, flags: [.isOrdered, .hasDistinctBytes])
        case .array(let elements): wait(.values(elements), .array, into: node, depth: depth)
        case .null:
            if hasReading { fillUncommon(value, into: node, depth: depth) } else { nodes.setNull(node) }
        case .set(let elements):
            if hasReading { return fillUncommon(value, into: node, depth: depth) }
            wait(.valueSet(elements), .set, into: node, depth: depth)
        case .uint(let value): nodes.set(node, .uint, value)
        case .float(let value): nodes.set(node, value)
        case .date(let value): nodes.set(node, value)
        case .decimal(let value): nodes.setOther(node, .decimal(value))
        case .data(let value): nodes.setOther(node, .data(value))
        case .url(let value): nodes.setOther(node, .url(value))
        }
    }
}

extension ParameterTree.OtherKeys {
    /// Remembers a key that is not a string: of several types and refusals the first by name, whatever their order.
    fileprivate static func note(_ keys: inout Self?, _ typeName: String, _ refusal: ParameterFault?) {
        guard var noted = keys else {
            keys = Self(typeName: typeName, refusal: refusal)
            return
        }
        noted.typeName = min(noted.typeName, typeName)
        if let refusal { noted.refusal = noted.refusal.map { $0.reason < refusal.reason ? $0 : refusal } ?? refusal }
        keys = noted
    }
}

extension ParameterFault {
    /// A collection nested deeper than a limit.
    static func tooDeep(_ limit: Int) -> ParameterFault {
        ParameterFault(
            .tooDeep,
            "The parameters are nested more than \(max(0, limit)) deep, or contain themselves. Flatten them"
                + (limit < 512 ? ", or raise maximumDepth." : "; a query may go deeper with a larger maximumDepth."))
    }

    /// A value beyond the number of leaves at which filling ends.
    fileprivate static var tooManyLeaves: ParameterFault {
        ParameterFault(.beyondLimits, "There are more values than the server reads. Send fewer, or send them as JSON.")
    }
}
