/// The decoder of a model from a ``ParameterTree``.
///
/// | tree | model | value |
/// |---|---|---|
/// | `{a:1}` | `[String: Int]` | `["a": 1]` |
/// | `[1,2]` | `[Double]` | `[1, 2]` |
/// | `{a:x}` | `[String: Int]` | `a: Expected to decode Int but found a string instead.` |
///
/// A decoder is the place of a node, so a decoder that a model keeps continues to read its own node. Only the model's
/// own recursion uses the stack.
struct TreeDecoder: Decoder {
    let state: TreeDecodingState
    /// The node, or −1 for a member that is missing, which is read as null.
    let node: Int32
    /// The number of keys in the state's path to the node.
    let depth: Int32

    var codingPath: [any CodingKey] { state.codingPath(of: node, depth) }
    var userInfo: [CodingUserInfoKey: Any] { state.userInfo }

    func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
        try state.keyedContainer(of: node, depth)
    }

    func unkeyedContainer() throws -> any UnkeyedDecodingContainer { try state.unkeyedContainer(of: node, depth) }

    func singleValueContainer() -> any SingleValueDecodingContainer { self }
}

extension TreeDecoder: SingleValueDecodingContainer {
    func decodeNil() -> Bool { state.isNull(node) }
    func decode(_ type: Bool.Type) throws -> Bool { try leaf(state.bool(node)) }
    func decode(_ type: String.Type) throws -> String { try leaf(state.string(node)) }
    func decode(_ type: Double.Type) throws -> Double { try leaf(state.double(node)) }
    func decode(_ type: Float.Type) throws -> Float { try leaf(state.float(node)) }

    // The protocol's methods for all integers of up to 64 bits.
    func decode<Integer: FixedWidthInteger & Decodable>(_ type: Integer.Type) throws -> Integer {
        try leaf(state.integer(node))
    }

    @available(macOS 15.0, iOS 18.0, watchOS 11.0, tvOS 18.0, visionOS 2.0, *)
    func decode(_ type: Int128.Type) throws -> Int128 { try leaf(state.integer(node)) }

    @available(macOS 15.0, iOS 18.0, watchOS 11.0, tvOS 18.0, visionOS 2.0, *)
    func decode(_ type: UInt128.Type) throws -> UInt128 { try leaf(state.integer(node)) }

    func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
        let (state, depth) = state.entered(node, depth)
        return try state.value(of: node, depth)
    }

    @inline(__always)
    private func leaf<Value>(_ value: Value?) throws -> Value {
        if let value { return value }
        throw state.failure(Value.self, node, codingPath)
    }
}

extension ParameterTree {
    /// Decodes a model from the whole tree.
    ///
    /// A deep tree is decoded on another thread with a larger stack, while the caller's thread waits.
    ///
    /// - Parameter document: The document of the tree, for the places in errors.
    func decode<Model: Decodable>(
        _ strategies: TreeDecodingStrategies, userInfo: [CodingUserInfoKey: Any] = [:],
        from document: (any PlacedDocument)? = nil
    ) throws -> Model {
        let state = TreeDecodingState(self, strategies, userInfo)
        do {
            return try LargeStack.run(ifDeeper: depth) { try state.value(of: ParameterTree.root, 0) }
        } catch let error as DecodingError {
            throw document.map { error.placed(in: $0, nodeAt: state.node(at:)) } ?? error.withoutPlace
        }
    }
}

extension ParameterValue {
    /// Decodes a model from the value.
    ///
    /// ```swift
    /// let order = try parameters.decode(Order.self)
    /// ```
    ///
    /// Dates, bytes, infinity and NaN are decoded unchanged. A set is decoded as an array in no particular order, a
    /// decimal as a number, a URL as its string. If keys are canonically equivalent, the model reads the first.
    ///
    /// - Throws: `DecodingError` naming the key path; ``RequestSerializationError`` for a value nested deeper than 512
    ///   levels.
    public func decode<Model: Decodable>(_ type: Model.Type = Model.self) throws -> Model {
        if let value = self as? Model { return value }
        let tree = try ParameterFiller.tree(of: self)
        // A value at which filling ended early.
        if let end = tree.nodes.end, let refusal = tree.nodes.refusal(of: end) { throw refusal }
        return try tree.decode(TreeDecodingStrategies())
    }
}
