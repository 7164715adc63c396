/// The writer of a ``ParameterTree`` as JSON, with the text of `JSONSerialization` on Linux.
///
/// | parameters | JSON |
/// |---|---|
/// | `["b": [1, 2.0], "a": true]` | `{"a":true,"b":[1,2]}` |
/// | `["x": 99.99, "n": nil]` | `{"n":null,"x":99.99}` |
/// | `["u": "a/b"]` | `{"u":"a\/b"}` |
/// | `["item10": 1, "item9": []]` | `{"item10":1,"item9":[]}` |
///
/// Numbers are written in the fewest digits that read back as the same value. A dictionary without an order is sorted
/// by ``KeyOrder``, so that equal parameters have equal bytes; with `.sortedKeys` every dictionary is sorted by
/// ``NumericKeyOrder``.
///
/// The writer follows the links between nodes: nesting takes no space on the thread's stack.
///
/// - Complexity: Linear in the output, except for sorting.
struct JSONWriter: ~Copyable {
    /// The strategies for values that JSON cannot represent.
    struct Strategies: Sendable {
        var dates: DateStrategy = .refused
        var data: DataStrategy = .refused
        var nonConformingFloats: NonConformingFloatStrategy = .refused
    }

    private let tree: ParameterTree
    private let nodes: ParameterNodes
    private let strategies: Strategies
    private let text: JSONText
    private let isPretty: Bool
    private let sortsKeys: Bool
    private var output: ByteBuffer
    /// The number of open collections: the indentation of pretty-printed JSON.
    private var depth = 0
    /// The node that an error is about.
    private var current = ParameterTree.root

    init(_ tree: ParameterTree, options: JSONSerialization.WritingOptions, strategies: Strategies) {
        self.tree = tree
        self.strategies = strategies
        nodes = tree.nodes
        text = options.contains(.withoutEscapingSlashes) ? .withPlainSlashes : .standard
        isPretty = options.contains(.prettyPrinted)
        sortsKeys = options.contains(.sortedKeys)
        output = ByteBuffer(capacity: nodes.estimatedLength(ofLarge: text.estimatedLength))
    }

    /// Returns the JSON of the tree, whose root is a dictionary or an array.
    ///
    /// - Throws: ``RequestSerializationError`` naming the key path; any error from a strategy's closure.
    consuming func data() throws -> Data {
        do {
            guard nodes[ParameterTree.root].kind.isCollection else {
                try write(ParameterTree.root, nodes[ParameterTree.root])
                throw ParameterError(.invalidJSON, "A JSON body is a dictionary or an array. Put the value into one.")
            }
            try writeCollection(ParameterTree.root)
        } catch let error as ParameterError {
            throw error.error(at: nodes.path(of: current))
        }
        return output.takeData()
    }

    // MARK: - Collections

    private mutating func writeCollection(_ root: Int32) throws {
        try begin(root)
        var (parent, child) = (root, nodes[root].firstChild)
        var isFirst = true
        while true {
            let isDictionary = nodes[parent].kind == .dictionary
            while child >= 0 {
                let node = nodes[child]
                beginElement(isFirst: isFirst)
                if isDictionary { appendKey(nodes.run(of: node.key)) }
                if node.kind.isCollection { break }
                try write(child, node)
                (child, isFirst) = (node.next, false)
            }
            if child >= 0 {
                try begin(child)
                (parent, child, isFirst) = (child, nodes[child].firstChild, true)
            } else {
                try end(parent)
                if parent == root { return }
                (parent, child, isFirst) = (nodes[parent].parent, nodes[parent].next, false)
            }
        }
    }

    private mutating func begin(_ node: Int32) throws {
        current = node
        let kind = nodes[node].kind
        try checkRepresentable(node)
        if kind == .set {
            try SetOrder.sort(node, of: tree, style: elementStyle)
        } else if kind == .dictionary {
            sort(node)
        }
        output.append(kind == .dictionary ? UInt8(ascii: "{") : UInt8(ascii: "["))
        if isPretty { output.append(UInt8(ascii: "\n")) }
        depth += 1
    }

    private mutating func end(_ node: Int32) throws {
        depth -= 1
        let isDictionary = nodes[node].kind == .dictionary
        if isDictionary { try checkKeys(of: node) }
        if isPretty {
            output.append(UInt8(ascii: "\n"))
            indent()
        }
        output.append(isDictionary ? UInt8(ascii: "}") : UInt8(ascii: "]"))
    }

    private mutating func sort(_ node: Int32) {
        let flags = nodes[node].flags
        if sortsKeys {
            ChildOrder.sort(node, of: nodes)
            let nodes = nodes
            let sorted = nodes.children(of: node).sorted {
                NumericKeyOrder.precedes(nodes.key(of: $0), nodes.key(of: $1))
            }
            nodes.relink(node, sorted)
        } else if flags.contains(.isOrdered) {
            nodes.restoreOrder(of: node)
        } else if !flags.contains(.isSorted) {
            ChildOrder.sort(node, of: nodes)
        }
    }

    /// Refuses several keys that Foundation would treat as one.
    private mutating func checkKeys(of dictionary: Int32) throws(ParameterError) {
        let flags = nodes[dictionary].flags
        guard !flags.contains(.hasDistinctKeys) else { return }
        let byBytesAlone = FoundationDictionary.holdsEquivalentKeys
        if flags.contains(.hasDistinctBytes), byBytesAlone || hasComposedKeys(dictionary) { return }
        guard ChildOrder.hasEquivalentKeys(dictionary, of: nodes, byBytesAlone: byBytesAlone) else { return }
        current = dictionary
        throw .equivalentKeys(.invalidJSON, "JSON")
    }

    private func hasComposedKeys(_ dictionary: Int32) -> Bool {
        nodes.eachChild(of: dictionary).allSatisfy { nodes.key(of: $0).isKnownToBeComposed }
    }

    @inline(__always)
    private mutating func appendKey(_ key: ByteRun) {
        text.append(key, to: &output)
        output.append(literal: isPretty ? " : " : ":")
    }

    @inline(__always)
    private mutating func beginElement(isFirst: Bool) {
        if !isFirst { output.append(UInt8(ascii: ",")) }
        guard isPretty else { return }
        if !isFirst { output.append(UInt8(ascii: "\n")) }
        indent()
    }

    private mutating func indent() {
        for _ in 0..<depth { output.append(literal: "  ") }
    }

    // MARK: - Leaves

    @inline(__always)
    private mutating func write(_ index: Int32, _ node: ParameterTree.Node) throws {
        current = index
        switch node.kind {
        case .text: text.append(nodes.run(of: node.text), to: &output)
        case .number: nodes.run(of: node.text).append(to: &output)
        case .int: NumberText.append(Int64(bitPattern: node.payload), to: &output)
        case .double: try write(Double(bitPattern: node.payload))
        case .bool: output.append(literal: node.payload != 0 ? "true" : "false")
        case .null: output.append(literal: "null")
        default:
            try checkRepresentable(index)
            try writeOther(nodes.leaf(of: index))
        }
    }

    private func checkRepresentable(_ node: Int32) throws(ParameterError) {
        if let (value, remedy) = tree.unrepresentable(node) { throw .cannotBeJSON(value, remedy) }
    }

    private mutating func write(_ value: Double) throws {
        guard value.isFinite else { return try writeNonConforming(value) }
        NumberText.appendShortest(value, to: &output)
    }

    @inline(never)
    private mutating func writeOther(_ leaf: ParameterValue) throws {
        switch leaf {
        case .null, .bool, .int, .double, .array, .set, .dictionary: break
        case .uint(let value): NumberText.append(value, to: &output)
        case .float(let value):
            guard value.isFinite else { return try writeNonConforming(Double(value)) }
            NumberText.append(value, strategy: .shortest, to: &output)
        case .decimal(let value):
            guard value.isFinite else {
                throw ParameterError.cannotBeJSON("A decimal that is not a number", "Send null or a string.")
            }
            NumberText.append(value, to: &output)
        case .string(let value): write(value)
        case .date(let value): try write(value)
        case .data(let value):
            if case .refused = strategies.data {
                throw ParameterError(
                    .dataWithoutStrategy,
                    "Data cannot be represented in JSON. Set the serializer's dataStrategy, or send a string.")
            }
            write(try LeafText.description(of: .data(value), style: elementStyle))
        case .url(let value): write(value.absoluteString)
        }
    }

    private mutating func write(_ value: String) { value.withRun { text.append($0, to: &output) } }

    private mutating func write(_ date: Date) throws {
        switch strategies.dates {
        case .secondsSince1970: try write(date.timeIntervalSince1970)
        case .millisecondsSince1970: try write(date.timeIntervalSince1970 * 1000)
        case .refused:
            throw ParameterError(
                .dateWithoutText,
                "A date cannot be represented in JSON. Set the serializer's dateStrategy, or send a string or number.")
        case .description, .iso8601, .custom: write(try LeafText.description(of: .date(date), style: elementStyle))
        }
    }

    private mutating func writeNonConforming(_ value: Double) throws {
        switch strategies.nonConformingFloats {
        case .refused:
            throw ParameterError.cannotBeJSON(
                "The number \(value)", "Send null or a string, or set the serializer's nonConformingFloatStrategy.")
        case .text(let positiveInfinity, let negativeInfinity, let nan):
            write(value.isNaN ? nan : value > 0 ? positiveInfinity : negativeInfinity)
        }
    }

    /// The style whose texts sort a set's elements.
    private var elementStyle: QueryStyle {
        var style = QueryStyle.afNetworking
        style.dates = strategies.dates
        style.data = strategies.data
        return style
    }
}

extension ParameterError {
    fileprivate static func cannotBeJSON(_ value: String, _ remedy: String) -> ParameterError {
        ParameterError(.invalidJSON, "\(value) cannot be represented in JSON. \(remedy)")
    }

    /// Returns the error for several keys of a dictionary that Foundation would treat as one.
    static func equivalentKeys(_ code: RequestSerializationError.Code, _ format: String) -> ParameterError {
        ParameterError(
            code,
            "Two keys that are equal or canonically equivalent cannot be represented in \(format): Foundation would "
                + "keep one of them. Use one, or two that differ.")
    }
}
