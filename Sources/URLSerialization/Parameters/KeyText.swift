/// The text of a dictionary's key as AFNetworking prints it in a key path.
struct KeyText {
    let text: String
    /// Whether the key is a string or a wrapper of one.
    let isString: Bool

    /// Creates the text of a key.
    ///
    /// - Throws: ``ParameterFault`` for a collection or data, which have no stable text.
    init(of key: Any) throws(ParameterFault) {
        func open<Key>(_ key: Key) -> String? { exact(key, String.self) }
        if let text = _openExistential(key, do: open) {
            self.init(text: text, isString: true)
        } else {
            try self.init(classifying: key)
        }
    }

    private init(text: String, isString: Bool) {
        self.text = text
        self.isString = isString
    }

    private init(classifying key: Any) throws(ParameterFault) {
        let node: ParameterNode
        do throws(ParameterFault) {
            node = try ParameterNode(classifying: key)
        } catch {
            throw ParameterFault(.unsupportedKey, "A key of type \(type(of: key)) has no text. Use a string.")
        }
        switch node {
        case .leaf(.string(let text)): self.init(text: text, isString: true)
        case .leaf(let leaf): self.init(text: try Self.text(of: leaf, type(of: key)), isString: false)
        case .object(let description, _): self.init(text: description, isString: false)
        case .array, .set, .dictionary, .model:
            throw ParameterFault(.unsupportedKey, "A collection as a key has no stable text. Use a string.")
        }
    }

    /// Returns the text of a leaf as a key.
    ///
    /// - Throws: ``ParameterFault`` for data, and for a date without text.
    static func text(of leaf: ParameterValue, _ type: Any.Type) throws(ParameterFault) -> String {
        if case .data = leaf {
            throw ParameterFault(.unsupportedKey, "Data as a key has no stable text. Use a string.")
        }
        guard let text = try? LeafText.description(of: leaf, style: .afNetworking) else {
            throw ParameterFault(.unsupportedKey, "A key of type \(type) has no text here. Use a string.")
        }
        return text
    }
}
