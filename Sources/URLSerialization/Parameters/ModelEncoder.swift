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
    /// The options of encoding a model.
    struct Options {
        /// The number of collections that may be nested in each other. More than 512 count as 512, because encoding
        /// recurses through the model's own code.
        var maximumDepth = 512
        /// The spelling of a model's keys.
        var keys: JSONKeyStrategy = .asGiven
        /// The `userInfo` of the encoder that the model's `encode(to:)` receives.
        var userInfo: [CodingUserInfoKey: any Sendable] = [:]
        var limits = ParameterNodes.Limits()
    }

    let state: ModelEncodingState
    /// The node to fill.
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
    ///   large; the error of the model's `encode(to:)`.
    static func tree(of model: some Encodable, _ options: Options = Options()) throws -> ParameterTree {
        let tree = ParameterTree(isModel: true, limits: options.limits)
        let state = ModelEncodingState(tree, options, maximumDepth: options.maximumDepth)
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

    func singleValueContainer() -> any SingleValueEncodingContainer {
        ModelSingleValueContainer(state: state, index: index, depth: depth)
    }
}
