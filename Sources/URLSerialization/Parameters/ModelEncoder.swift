/// Encodes a model into a ``ModelTree``, from which the query, JSON and property lists are made.
///
/// Types that parameters have a form for are taken as they are rather than asked to encode themselves: a `Date` stays a
/// date, `Data` bytes, a `Set` a set; a `URL` and a `UUID` become their strings; a `Dictionary` has its keys' texts,
/// also where `Codable` would write an array of keys and values.
struct ModelEncoder: Encoder {
    let state: ModelEncodingState
    /// The node to fill.
    let index: Int32
    let depth: Int32

    var codingPath: [any CodingKey] { state.codingPath(of: index) }
    var userInfo: [CodingUserInfoKey: Any] { [:] }

    /// The root of an encoded model.
    ///
    /// Encoding recurses through the model's own code, so it never goes deeper than 512, whatever the limit; a model that
    /// is deep may be encoded on another thread, one with more stack, while the caller's waits.
    ///
    /// - Throws: ``RequestSerializationError`` for a model nested beyond the limit or with a key without text; what the
    ///   model's own `encode(to:)` throws.
    static func encode(_ model: some Encodable, maximumDepth: Int) throws -> ModelNode {
        let state = ModelEncodingState(maximumDepth: min(maximumDepth, 512))
        try state.fill(0, with: model, depth: 0)
        if let failure = state.failure { throw failure }
        return ModelNode(tree: state, index: 0)
    }

    func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
        state.makeContainer(index, .dictionary)
        return KeyedEncodingContainer(ModelKeyedContainer(state: state, index: index, depth: depth))
    }

    func unkeyedContainer() -> any UnkeyedEncodingContainer {
        // A set, and a dictionary whose keys are no coding keys, end up here like an array. What they write is dropped,
        // and they are asked again as what they are. Asking the runtime about every value beforehand would take as long
        // as encoding several leaves.
        let isDiscarding = state.isCollection(index)
        if !isDiscarding { state.makeContainer(index, .array) }
        return ModelUnkeyedContainer(state: state, index: index, depth: depth, isDiscarding: isDiscarding)
    }

    func singleValueContainer() -> any SingleValueEncodingContainer {
        ModelSingleValueContainer(state: state, index: index, depth: depth)
    }
}

/// What the encoders and containers of one model share: the tree, while it is being built.
final class ModelEncodingState: ModelTree {
    let maximumDepth: Int
    /// The first failure in a method that cannot throw.
    private(set) var failure: (any Error)?
    /// The type whose `encode(to:)` was called last and has not returned, and the node it fills.
    private var valueType: Any.Type = Never.self
    private var valueIndex: Int32 = -1
    /// The node of a value that turned out to be a ``ModelCollection``.
    private var collectionIndex: Int32 = -1

    init(maximumDepth: Int) {
        self.maximumDepth = maximumDepth
    }

    /// Whether the value asking for a container is a ``ModelCollection``, which is then encoded as one.
    func isCollection(_ index: Int32) -> Bool {
        guard index == valueIndex, valueType is any ModelCollection.Type else { return false }
        collectionIndex = index
        return true
    }

    func makeContainer(_ index: Int32, _ kind: ModelNodes.Kind) {
        if !claim(index, as: kind) { failForTwoKinds(index) }
    }

    func makeSingleValue(_ index: Int32, _ leaf: ModelLeaf) {
        if mayHoldSingleValue(index) { makeLeaf(index, leaf) }
    }

    /// Whether a node has no container yet. One that has is a failure.
    func mayHoldSingleValue(_ index: Int32) -> Bool {
        let kind = nodes[index].pointee.kind
        if kind == .empty || kind == .leaf { return true }
        failForTwoKinds(index)
        return false
    }

    private func failForTwoKinds(_ index: Int32) {
        guard failure == nil else { return }
        failure = EncodingError.invalidValue(
            nodes[index].pointee.kind,
            EncodingError.Context(
                codingPath: codingPath(of: index),
                debugDescription: "The type asks its encoder for containers of two kinds. Ask for one of them."))
    }

    /// Encodes a value into a node, known not to be one of the primitive types that containers take themselves.
    func fill<Value: Encodable>(_ index: Int32, with value: Value, depth: Int32) throws {
        if let leaf = leaf(value) { return makeLeaf(index, leaf) }
        try fillUnknown(index, with: value, depth: depth)
    }

    /// Encodes a value into a node, known not to be a ``leaf(_:)``.
    func fillUnknown<Value: Encodable>(_ index: Int32, with value: Value, depth: Int32) throws {
        if let value = exact(value, ParameterValue.self) { return makeValue(index, value) }
        guard depth < maximumDepth else {
            throw RequestSerializationError(
                .tooDeep, keyPath: keyPath(of: index),
                reason: "The model is nested more than \(maximumDepth) deep, or contains itself. Flatten it.")
        }
        if fillArray(index, with: value) { return }
        let encoder = ModelEncoder(state: self, index: index, depth: depth + 1)
        valueType = Value.self
        valueIndex = index
        if depth == LargeStack.depth, !Thread.isMainThread {
            try LargeStack.run { try value.encode(to: encoder) }
        } else {
            try value.encode(to: encoder)
        }
        valueIndex = -1
        guard collectionIndex == index else { return }
        collectionIndex = -1
        if let collection = value as? any ModelCollection { try collection.encodeElements(to: encoder) }
    }

    /// A value that is not asked to encode itself, if it is a leaf.
    @inline(__always)
    func leaf<Value>(_ value: Value) -> ModelLeaf? {
        if let value = exact(value, String.self) { return nodes.keep(value) }
        if let value = exact(value, Date.self) { return nodes.keep(.date(value)) }
        if let value = exact(value, URL.self) { return nodes.keep(value.absoluteString) }
        if let value = exact(value, UUID.self) { return nodes.keep(value.uuidString) }
        if let value = exact(value, Decimal.self) { return nodes.keep(.decimal(value)) }
        if let value = exact(value, Data.self) { return nodes.keep(.data(value)) }
        return nil
    }

    /// The elements of the arrays that models hold most, which need no container to encode them.
    @inline(__always)
    private func fillArray<Value>(_ index: Int32, with value: Value) -> Bool {
        if let elements = exact(value, [String].self) {
            makeContainer(index, .array)
            for element in elements { nodes.append(nodes.keep(element), kind: .leaf, to: index) }
        } else if let elements = exact(value, [Int].self) {
            makeContainer(index, .array)
            for element in elements { nodes.append(.int(Int64(element)), kind: .leaf, to: index) }
        } else if let elements = exact(value, [Double].self) {
            makeContainer(index, .array)
            for element in elements { nodes.append(.double(element), kind: .leaf, to: index) }
        } else {
            return false
        }
        return true
    }

    // MARK: - Where a node stands

    func codingPath(of index: Int32) -> [any CodingKey] {
        path(of: index).map { component in
            switch component {
            case .key(let key): ModelKey(stringValue: key)
            case .index(let index): ModelKey(intValue: index)
            }
        }
    }

    func keyPath(of index: Int32) -> String? {
        ParameterKeyPath.text(of: path(of: index))
    }

    func path(of index: Int32) -> [ParameterKeyPath.Component] {
        var components: [ParameterKeyPath.Component] = []
        var index = index
        while index > 0 {
            let parent = nodes[index].pointee.parent
            if nodes[parent].pointee.kind == .dictionary {
                components.append(.key(nodes.keyText(of: index)))
            } else {
                components.append(.index(nodes.children(of: parent).firstIndex(of: index) ?? 0))
            }
            index = parent
        }
        return components.reversed()
    }
}

/// A key of any text or index.
package struct ModelKey: CodingKey {
    package let stringValue: String
    package let intValue: Int?

    package init(stringValue: String) {
        self.stringValue = stringValue
        intValue = nil
    }

    package init(intValue: Int) {
        stringValue = String(intValue)
        self.intValue = intValue
    }

    /// The key under which a class encodes its superclass, if it names no other.
    package static let superKey = ModelKey(stringValue: "super")
}
