/// The encoder of a model into a ``ParameterTree``.
///
/// | value | node |
/// |---|---|
/// | `Date`, `Data`, `Decimal` | itself |
/// | `URL`, `UUID` | its string |
/// | `Set` | a set |
/// | `Dictionary` | a dictionary of the keys' texts, also where `Codable` writes an array of keys and values |
/// | anything else | the result of its `encode(to:)` |
struct ModelEncoder: Encoder {
    let state: ModelEncodingState
    /// The index of the node to fill.
    let index: Int32
    /// The number of values around the encoded one, including itself.
    let depth: Int32

    var codingPath: [any CodingKey] { state.codingPath(of: index) }
    var userInfo: [CodingUserInfoKey: Any] { state.options.userInfo }

    /// Returns the tree of a model.
    ///
    /// A deep model is encoded on another thread with a larger stack, while the caller's thread waits.
    ///
    /// - Throws: ``RequestSerializationError`` for a model nested beyond the limit, with a key without text, or too
    ///   large; any error from the model's `encode(to:)`.
    static func tree(of model: some Encodable, _ options: ParameterTree.Options = .init()) throws -> ParameterTree {
        let tree = ParameterTree(isModel: true, limits: options.limits)
        let state = ModelEncodingState(tree, options)
        try state.fill(ParameterTree.root, with: model, depth: 0)
        if let failure = state.failure { throw failure }
        if tree.nodes.isFull { throw ParameterTree.tooLarge }
        return tree
    }

    func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
        state.keyedContainer(of: index, depth: depth)
    }

    func unkeyedContainer() -> any UnkeyedEncodingContainer {
        // A set, and a dictionary whose keys are not coding keys, arrive here like an array. Their output is dropped,
        // and they are then encoded as a ModelCollection. Asking the runtime about every value beforehand would take as
        // long as encoding several leaves.
        let isDiscarding = state.isCollection(index)
        if !isDiscarding { state.makeContainer(index, .array, depth: depth) }
        return ModelUnkeyedContainer(state: state, index: index, depth: depth, isDiscarding: isDiscarding)
    }

    func singleValueContainer() -> any SingleValueEncodingContainer { self }
}

/// The depth of a model, for `JSONEncoder`, which recurses as deep and cannot be stopped.
package enum ModelDepth {
    /// Returns the number of values and containers that a model puts inside each other, because each takes stack: an
    /// optional or a raw value around a value is a level.
    ///
    /// Other errors of the model end the measurement without being thrown, since they will occur again.
    ///
    /// - Throws: ``RequestSerializationError`` for a depth beyond 512, even if the model catches it.
    package static func measure(_ model: some Encodable, userInfo: [CodingUserInfoKey: any Sendable]) throws -> Int {
        let tree = ParameterTree(isModel: true)
        let state = ModelEncodingState(tree, ParameterTree.Options(userInfo: userInfo), isProbe: true)
        try? state.fill(ParameterTree.root, with: model, depth: 0)
        if tree.nodes.isFull { throw ParameterTree.tooLarge }
        if let failure = state.failure as? RequestSerializationError { throw failure }
        return Int(state.deepest)
    }
}

/// A collection whose elements are encoded one by one, rather than by its own `encode(to:)`.
protocol ModelCollection {
    /// Encodes the elements into the encoder's node.
    func encodeElements(to encoder: ModelEncoder) throws
}

/// A set stays a set, which each consumer sorts.
extension Set: ModelCollection where Element: Encodable {
    func encodeElements(to encoder: ModelEncoder) throws {
        let state = encoder.state
        state.makeContainer(encoder.index, .set, depth: encoder.depth)
        for element in self {
            try state.fill(state.nodes.appendChild(to: encoder.index), with: element, depth: encoder.depth)
        }
    }
}

/// A dictionary whose keys are not coding keys is encoded under its keys' texts, as the equivalent `[AnyHashable: Any]`
/// would be. Dictionaries with string or integer keys encode themselves in this way.
extension Dictionary: ModelCollection where Key: Encodable, Value: Encodable {
    func encodeElements(to encoder: ModelEncoder) throws {
        let state = encoder.state
        state.makeContainer(encoder.index, .dictionary, depth: encoder.depth)
        for (key, value) in self {
            let text = try Self.text(of: key, for: encoder)
            // Two keys have the same text only if they are not both strings. Both are kept.
            let child = text.withRun { state.nodes.appendChild(to: encoder.index, key: state.nodes.keep($0)) }
            try state.fill(child, with: value, depth: encoder.depth)
        }
    }

    private static func text(of key: Key, for encoder: ModelEncoder) throws -> String {
        // A key may be nested wrappers, or a collection, which is refused.
        let tree = ParameterTree(isModel: true)
        let nodes = tree.nodes
        try ModelEncodingState(tree).fill(ParameterTree.root, with: key, depth: 0)
        defer { withExtendedLifetime(tree) {} }
        do throws(ParameterError) {
            guard !nodes[ParameterTree.root].kind.isCollection else {
                throw ParameterError(.unsupportedKey, "A collection as a key has no stable text. Use a string.")
            }
            return try KeyText.text(of: nodes.leaf(of: ParameterTree.root), Key.self)
        } catch {
            throw error.error(at: encoder.state.nodes.path(of: encoder.index))
        }
    }
}

/// A dictionary whose keys `JSONEncoder` writes unchanged, regardless of its key strategy.
protocol StringKeyedDictionary {}

extension Dictionary: StringKeyedDictionary where Key == String {}
