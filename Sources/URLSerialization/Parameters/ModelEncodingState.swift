/// The nodes of a model while it is encoded, shared by its encoders and containers.
final class ModelEncodingState {
    let nodes: ParameterNodes
    /// The tree of the nodes, kept because a model may keep its encoder.
    private let tree: ParameterTree
    let options: ParameterTree.Options
    private let maximumDepth: Int32
    /// Whether the key strategy is the one that changes no key.
    let hasPlainKeys: Bool
    /// The first failure in a method that cannot throw.
    private(set) var failure: (any Error)?
    /// The type whose `encode(to:)` was called last and has not returned, and the node it fills.
    private var valueType: Any.Type = Never.self
    private var valueIndex: Int32 = -1
    /// The type of the keys of the keyed container made last.
    private var keyType: ObjectIdentifier?
    /// Whether the tree is dropped: to find ``dictionaryKeyType``, or to measure a model. Every value other than a leaf
    /// then encodes itself, as for `JSONEncoder`.
    private let isProbe: Bool
    /// While probing, the greatest number of values and containers inside each other, including the model.
    private(set) var deepest: Int32 = 0
    /// The node of a value that turned out to be a ``ModelCollection``.
    private var collectionIndex: Int32 = -1
    /// The children by key, for dictionaries with many.
    private var childrenByKey: [Int32: [UTF8Key: Int32]] = [:]
    /// The model's own keys of nodes whose written keys differ.
    private var givenKeys: [Int32: any CodingKey] = [:]
    private var snakeCasedKeys: [String: String] = [:]
    /// The positions of elements in their arrays, kept for a key strategy that uses coding paths.
    private var positions: [Int32: Int] = [:]

    init(_ tree: ParameterTree, _ options: ParameterTree.Options = ParameterTree.Options(), isProbe: Bool = false) {
        self.options = options
        self.isProbe = isProbe
        self.tree = tree
        nodes = tree.nodes
        self.maximumDepth = Int32(max(0, min(options.maximumDepth, 512)))
        hasPlainKeys = if case .asGiven = options.keys { true } else { false }
    }

    // MARK: - Containers

    /// Whether the value that asks for a container is a ``ModelCollection``, which is then encoded as one.
    func isCollection(_ index: Int32) -> Bool {
        guard !isProbe, index == valueIndex, valueType is any ModelCollection.Type else { return false }
        collectionIndex = index
        return true
    }

    func keyedContainer<Key>(of index: Int32, depth: Int32) -> KeyedEncodingContainer<Key> {
        makeContainer(index, .dictionary, depth: depth)
        keyType = ObjectIdentifier(Key.self)
        let isDictionary = !isProbe && keyType == Self.dictionaryKeyType
        nodes[index].flags.insert(isDictionary ? [.hasDistinctBytes] : [.hasDistinctBytes, .isOrdered])
        let hasGivenKeys =
            hasPlainKeys || isDictionary && index == valueIndex && valueType is any StringKeyedDictionary.Type
        return KeyedEncodingContainer(
            ModelKeyedContainer(state: self, index: index, depth: depth, hasGivenKeys: hasGivenKeys))
    }

    /// The type of the keys under which only a `Dictionary` encodes itself, in an order that depends on hashing. The
    /// standard library does not name it publicly.
    private static let dictionaryKeyType: ObjectIdentifier? = {
        let state = ModelEncodingState(ParameterTree(isModel: true), isProbe: true)
        try? [String: Int]().encode(to: ModelEncoder(state: state, index: ParameterTree.root, depth: 0))
        return state.keyType
    }()

    func makeContainer(_ index: Int32, _ kind: ParameterTree.Kind, depth: Int32) {
        _ = reach(depth, at: index)
        if hasNoContainer(index) { nodes.set(index, kind, 0) }
        if nodes[index].kind != kind { failForTwoKinds(index) }
    }

    /// Whether a node is as it was made: a model that encodes nothing is an empty dictionary, as for `JSONEncoder`. The
    /// dictionary of a keyed container is marked.
    private func hasNoContainer(_ index: Int32) -> Bool {
        let node = nodes[index]
        return node.kind == .dictionary && node.childCount == 0 && !node.flags.contains(.hasDistinctBytes)
    }

    /// Whether a node has no container yet. A second container is a failure.
    func mayHoldSingleValue(_ index: Int32) -> Bool {
        guard nodes[index].kind.isCollection, !hasNoContainer(index) else { return true }
        failForTwoKinds(index)
        return false
    }

    private func failForTwoKinds(_ index: Int32) {
        guard failure == nil else { return }
        failure = EncodingError.invalid(
            nodes[index].kind, at: codingPath(of: index),
            "The type asks its encoder for containers of two kinds. Ask for one of them.")
    }

    /// Notes that a node is at a depth, and returns the first failure if that is too deep. A model that catches the
    /// failure cannot undo it.
    @inline(__always)
    private func reach(_ depth: Int32, at index: Int32) -> (any Error)? {
        if isProbe { deepest = max(deepest, depth) }
        return depth > maximumDepth ? tooDeep(index) : nil
    }

    @inline(never)
    private func tooDeep(_ index: Int32) -> (any Error)? {
        if failure == nil {
            failure = RequestSerializationError(
                .tooDeep, keyPath: ParameterKeyPath.text(of: nodes.path(of: index)),
                reason: "The model is nested more than \(maximumDepth) deep, or contains itself. Flatten it.")
        }
        return failure
    }

    // MARK: - Values

    /// Encodes a value into a node.
    func fill<Value: Encodable>(_ index: Int32, with value: Value, depth: Int32) throws {
        if !fillLeaf(index, with: value) { try fillUnknown(index, with: value, depth: depth) }
    }

    /// Encodes a value, known not to be accepted by ``fillLeaf(_:with:)``, into a node.
    func fillUnknown<Value: Encodable>(_ index: Int32, with value: Value, depth: Int32) throws {
        if nodes.isFull { throw ParameterTree.tooLarge }
        if let value = exact(value, ParameterValue.self), !isProbe {
            return ParameterFiller.fill(index, of: tree, with: value, depth: Int(depth), Int(maximumDepth))
        }
        // A leaf at the greatest depth is allowed, a container there is not.
        if let failure = reach(depth, at: index) { throw failure }
        valueType = Value.self
        valueIndex = index
        if depth == LargeStack.depth, !Thread.isMainThread {
            try LargeStack.run { try value.encode(to: encoder(index, depth)) }
        } else {
            try value.encode(to: encoder(index, depth))
        }
        valueIndex = -1
        guard collectionIndex == index else { return }
        collectionIndex = -1
        if let collection = value as? any ModelCollection { try collection.encodeElements(to: encoder(index, depth)) }
    }

    private func encoder(_ index: Int32, _ depth: Int32) -> ModelEncoder {
        ModelEncoder(state: self, index: index, depth: depth + 1)
    }

    /// Stores a value if it is a leaf, without its `encode(to:)`, and returns whether it did.
    @inline(__always)
    func fillLeaf<Value>(_ index: Int32, with value: Value) -> Bool {
        if let value = exact(value, String.self) {
            nodes.set(index, value)
        } else if let value = exact(value, Int.self) {
            nodes.set(index, Int64(value))
        } else if let value = exact(value, Double.self) {
            nodes.set(index, value)
        } else if let value = exact(value, Bool.self) {
            nodes.set(index, value)
        } else if let value = exact(value, Float.self) {
            nodes.set(index, .value(.float(value)))
        } else if let value = exact(value, Date.self) {
            nodes.set(index, value)
        } else if let value = exact(value, URL.self) {
            nodes.set(index, value.absoluteString)
        } else if let value = exact(value, UUID.self) {
            nodes.set(index, value.uuidString)
        } else if let value = exact(value, Decimal.self) {
            nodes.set(index, .value(.decimal(value)))
        } else if let value = exact(value, Data.self) {
            nodes.set(index, .value(.data(value)))
        } else {
            return false
        }
        return true
    }

    // MARK: - Keys

    /// Returns a key as it is written.
    @inline(never)
    func writtenKey(_ key: some CodingKey, in index: Int32) -> String {
        switch options.keys {
        case .asGiven: return key.stringValue
        case .snakeCase:
            if let text = snakeCasedKeys[key.stringValue] { return text }
            let text = KeyWords.joined(key.stringValue, by: "_")
            snakeCasedKeys[key.stringValue] = text
            return text
        case .custom(let strategy):
            let path = codingPath(of: index).map { key in (key as? ModelKey)?.asInJSONEncoder ?? key }
            return strategy(path + [key]).stringValue
        }
    }

    /// Appends an element to an array or set.
    func appendElement(to index: Int32) -> Int32 {
        let child = nodes.appendChild(to: index)
        if !hasPlainKeys { positions[child] = Int(nodes[index].childCount) - 1 }
        return child
    }

    /// Remembers the model's own key of a node.
    func keepGivenKey(_ key: some CodingKey, of child: Int32) { givenKeys[child] = key }

    func codingPath(of index: Int32) -> [any CodingKey] {
        var path: [any CodingKey] = []
        var index = index
        while index > 0 {
            let parent = nodes[index].parent
            if let key = givenKeys[index] {
                path.append(key)
            } else if nodes[parent].kind == .dictionary {
                path.append(ModelKey(stringValue: nodes.keyText(of: index)))
            } else {
                let position = positions[index] ?? nodes.children(of: parent).firstIndex(of: index) ?? 0
                path.append(ModelKey(intValue: position))
            }
            index = parent
        }
        return path.reversed()
    }

    /// Returns the empty node of a dictionary's key. If a key has two values, the later is kept, in the place of the
    /// earlier one. Canonically equivalent keys are equal to Swift, but not here.
    func child(of parent: Int32, forKey key: ByteRun) -> Int32 {
        // From this number of children on, a dictionary has an index.
        let isIndexed = nodes[parent].childCount > 64
        let present =
            isIndexed
            ? indexed(parent)[UTF8Key(key.string)]
            : nodes.eachChild(of: parent).first { nodes.key(of: $0).hasSameBytes(as: key) }
        if let present {
            nodes.set(present, .dictionary, 0)
            nodes[present].flags = []
            childrenByKey[present] = nil
            return present
        }
        let child = nodes.appendChild(to: parent, key: nodes.keep(key))
        if isIndexed { childrenByKey[parent]?[UTF8Key(key.string)] = child }
        return child
    }

    private func indexed(_ parent: Int32) -> [UTF8Key: Int32] {
        if let children = childrenByKey[parent] { return children }
        let keys = nodes.eachChild(of: parent).map { (UTF8Key(nodes.keyText(of: $0)), $0) }
        let children = Dictionary(keys) { first, _ in first }
        childrenByKey[parent] = children
        return children
    }
}

extension EncodingError {
    static func invalid(_ value: Any, at path: [any CodingKey], _ reason: String) -> EncodingError {
        .invalidValue(value, Context(codingPath: path, debugDescription: reason))
    }
}

/// A key of any text or index.
package struct ModelKey: CodingKey {
    /// The text, or `nil` for an element.
    private let text: String?
    /// Whether the key has the number that its text spells.
    private let hasNumber: Bool
    private let index: Int32

    package var stringValue: String { text ?? "Index \(index)" }
    package var intValue: Int? { text.map { hasNumber ? Int($0) : nil } ?? Int(index) }

    package init(stringValue: String) { self.init(stringValue: stringValue, hasNumber: false) }
    package init(intValue: Int) { self.init(stringValue: String(intValue), hasNumber: true) }

    /// - Parameter hasNumber: Whether the key has a number if it spells one, as the keys of dictionaries that decode
    ///   themselves have.
    init(stringValue: String, hasNumber: Bool) { (text, self.hasNumber, index) = (stringValue, hasNumber, 0) }

    /// Creates the key of an element as `JSONEncoder` and `JSONDecoder` spell it in coding paths.
    init(index: Int) { (text, hasNumber, self.index) = (nil, true, Int32(clamping: index)) }

    /// Whether the key is an element's in the spelling of `JSONDecoder`.
    var isIndex: Bool { text == nil }

    /// The key as `JSONEncoder` spells it in the paths for key strategies.
    var asInJSONEncoder: ModelKey { intValue.map { ModelKey(index: $0) } ?? self }

    /// The key under which a class encodes its superclass, unless it names another.
    package static let superKey = ModelKey(stringValue: "super")
}
