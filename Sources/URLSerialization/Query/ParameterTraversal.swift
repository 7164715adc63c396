/// A traversal that visits every leaf of a ``ParameterTree`` in AFNetworking's order
/// (`AFQueryStringPairsFromKeyAndValue`) and writes the pairs into a sink.
///
/// | parameters | pairs |
/// |---|---|
/// | `["b": 1, "a": 2]` | `a=2&b=1` |
/// | `["a": ["x", true]]` | `a[]=x&a[]=1` |
/// | `["a": ["k": nil]]` | `a[k]` |
/// | `["s": Set([2, 1])]` | `s=1&s=2` |
/// | `["a": []]` | |
///
/// Dictionaries are sorted by ``KeyOrder``, arrays keep their order, sets are sorted by ``SetOrder``. The style decides
/// how nulls and empty collections are written; the sink writes pairs and bare keys.
///
/// The traversal uses an explicit stack: nesting takes space on the heap, not on the thread's stack.
///
/// - Complexity: Linear in the output, except for sorting, which is n log n in the entries of one dictionary or set.
struct ParameterTraversal<Sink: PairSink & ~Copyable>: ~Copyable {
    /// A collection being visited: one level of the explicit stack.
    private struct Frame {
        /// The next child, or −1 after the last.
        var next: Int32
        /// The number of children visited so far.
        var position: Int32 = 0
        let isDictionary: Bool
        /// The kind of the elements' keys: brackets, brackets with an index, or keys made by a closure.
        let elements: ElementKeys
        /// The length of the key path to which the children's own keys are appended.
        let keyLength: Int
    }

    var sink: Sink
    let style: QueryStyle
    private let part: QueryPart
    let nodes: ParameterNodes
    private let tree: ParameterTree
    /// Whether keys are written unchanged, and nested ones in brackets.
    private let hasPlainKeys: Bool
    /// Whether the root is itself under a key, so that the keys of a dictionary there are in brackets.
    private let isElement: Bool
    private var frames: ContiguousArray<Frame> = []
    /// The key paths of the open arrays whose elements' keys are made by a closure.
    private var prefixes: [String] = []
    /// The node that an error is about.
    private var current = ParameterTree.root
    private var check: FrameworkCheck?

    /// Creates a traversal of a tree.
    ///
    /// - Parameter isElement: Whether the root is under a key that is not written, as an element of a set is.
    init(
        _ tree: ParameterTree, sink: consuming Sink, style: QueryStyle, in part: QueryPart = .form,
        isElement: Bool = false
    ) {
        self.sink = sink
        self.style = style
        self.part = part
        self.tree = tree
        self.isElement = isElement
        nodes = tree.nodes
        hasPlainKeys = style.hasPlainKeys
        frames.reserveCapacity(16)
    }

    /// Visits a dictionary at the root.
    ///
    /// - Throws: ``RequestSerializationError`` naming the key path; any error from a style's closure.
    mutating func visit() throws {
        let kind = nodes[ParameterTree.root].kind
        if kind != .dictionary {
            // AFNetworking sends nothing for an empty array or set. For others it sends text that no server can read.
            if kind.isCollection, nodes[ParameterTree.root].childCount == 0 { return }
            throw nodes.refusal(of: ParameterTree.root) ?? ParameterError.notDictionary(kind).error(at: [])
        }
        check = try style.dialect.flatMap { $0.isReadBack ? nil : try FrameworkCheck($0, in: part, style, nodes) }
        try visit(ParameterTree.root)
    }

    /// Visits a node and everything in it.
    ///
    /// - Throws: ``RequestSerializationError`` naming the key path; any error from a style's closure.
    mutating func visit(_ node: Int32) throws {
        do {
            current = node
            if nodes[node].kind.isCollection { try push(node) } else { try write(node, nodes[node]) }
            while let top = frames.indices.last {
                if try visitChildren(of: top) { pop() }
            }
        } catch let error as ParameterError {
            throw error.error(at: nodes.path(of: current))
        }
    }

    // MARK: - Visiting

    /// Visits the children of a collection up to the next collection among them, and returns whether all have been
    /// visited.
    private mutating func visitChildren(of top: Int) throws -> Bool {
        let frame = frames[top]
        let isNested = top > 0 || isElement
        var position = frame.position
        var child = frame.next
        while child >= 0 {
            let node = nodes[child]
            let isCollection = node.kind.isCollection
            if frame.elements == .custom, case .custom(let key) = style.arrays, let prefix = prefixes.last {
                sink.replaceKey(with: key(prefix, Int(position)))
            } else {
                sink.truncateKey(to: frame.keyLength)
                if frame.isDictionary {
                    if hasPlainKeys {
                        sink.appendKey(nodes.run(of: node.key), isNested: isNested)
                    } else {
                        appendChangedKey(nodes.keyText(of: child), isNested: isNested)
                    }
                } else if frame.elements != .bare {
                    sink.appendBrackets(index: frame.elements == .indexed || isCollection ? Int(position) : nil)
                }
            }
            position &+= 1
            if isCollection {
                frames[top].next = node.next
                frames[top].position = position
                try push(child)
                return false
            }
            current = child
            if check != nil { try check?.visitLeaf(child, isInDictionary: frame.isDictionary) }
            try write(child, node)
            child = node.next
        }
        return true
    }

    @inline(__always)
    private mutating func write(_ index: Int32, _ node: ParameterTree.Node) throws {
        switch node.kind {
        case .text, .number: try sink.writePair(text: nodes.run(of: node.text))
        case .int: try sink.writePair(.int(Int64(bitPattern: node.payload)), style: style)
        case .double: try sink.writePair(.double(Double(bitPattern: node.payload)), style: style)
        case .bool: try sink.writePair(.bool(node.payload != 0), style: style)
        case .null: try writeNull()
        default: try sink.writePair(nodes.leaf(of: index), style: style)
        }
    }

    @inline(never)
    mutating func writeNull() throws {
        switch style.nulls {
        case .bareKey: try sink.writeBareKey()
        case .emptyValue: try sink.writePair("")
        case .literal: try sink.writePair("null")
        case .omitted: break
        case .refused: throw ParameterError.nullRefused
        }
    }

    // MARK: - Collections

    private mutating func push(_ node: Int32) throws {
        current = node
        let kind = nodes[node].kind
        try nodes.checkKeys(of: node)
        try check?.enter(
            node, depth: frames.count, isInDictionary: frames.last?.isDictionary, blamed: &current)
        if nodes[node].childCount == 0 {
            if !frames.isEmpty { try writeEmpty(kind) }
            return
        }
        switch kind {
        case .array:
            if case .commaSeparated = style.arrays { return try writeCommaSeparated(node) }
            try pushArray(node)
        case .set:
            try SetOrder.sort(node, of: tree, style: style)
            push(node, isDictionary: false, elements: .bare)
        default:
            ChildOrder.sort(node, of: nodes, as: style)
            push(node, isDictionary: true, elements: .bare)
        }
    }

    private mutating func push(_ node: Int32, isDictionary: Bool, elements: ElementKeys) {
        frames.append(
            Frame(
                next: nodes[node].firstChild, isDictionary: isDictionary, elements: elements,
                keyLength: sink.keyLength))
    }

    private mutating func pushArray(_ node: Int32) throws {
        switch style.arrays {
        case .brackets:
            // Brackets without an index are the same for every element, so they are appended once.
            sink.appendBrackets(index: nil)
            push(node, isDictionary: false, elements: .bare)
        case .indices: push(node, isDictionary: false, elements: .indexed)
        case .indicesWhereNested: push(node, isDictionary: false, elements: .indexedWhereNested)
        case .repeated, .commaSeparated: push(node, isDictionary: false, elements: .bare)
        case .custom:
            prefixes.append(sink.keyText)
            push(node, isDictionary: false, elements: .custom)
        }
    }

    private mutating func pop() {
        let frame = frames.removeLast()
        check?.leave(isDictionary: frame.isDictionary)
        if frame.elements == .custom { sink.replaceKey(with: prefixes.removeLast()) }
    }

    private mutating func writeCommaSeparated(_ node: Int32) throws {
        var texts: [String] = []
        for child in nodes.children(of: node) {
            guard !nodes[child].kind.isCollection else {
                throw ParameterError(
                    .unsupportedValue,
                    "A comma-separated array cannot hold a collection. Choose another array strategy.")
            }
            let leaf = try nodes.leaf(of: child)
            if case .null = leaf {
                guard style.nulls != .refused else { throw ParameterError.nullRefused }
                texts.append("")
            } else {
                texts.append(try LeafText.description(of: leaf, style: style))
            }
        }
        try sink.writePair(texts.joined(separator: ","))
    }
}

/// The keys of an array's elements, below the array's own.
enum ElementKeys: UInt8 {
    /// None, or the same brackets for all.
    case bare
    /// The index in brackets: `[0]`, `[1]`.
    case indexed
    /// The index in brackets for a collection, empty brackets for a leaf.
    case indexedWhereNested
    /// A key made by a closure, in place of the array's.
    case custom
}

extension ParameterError {
    fileprivate static func notDictionary(_ kind: ParameterTree.Kind) -> ParameterError {
        let found =
            switch kind {
            case .null: "null"
            case .array: "an array"
            case .set: "a set"
            case .dictionary: "a dictionary"
            default: "a single value"
            }
        return ParameterError(
            .parametersNotDictionary,
            "A query or form is made of a dictionary, but the parameters are \(found). "
                + "Put it under a key, or send it as JSON.")
    }
}
