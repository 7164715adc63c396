/// The text of dictionary keys that are not strings: what AFNetworking prints for them in a key path.
enum KeyText {
    /// The text of a key.
    ///
    /// - Throws: A fault for a collection or bytes, which have no stable text.
    static func text(of key: Any) throws(ParameterFault) -> String {
        let node: ParameterNode
        do throws(ParameterFault) {
            node = try ParameterNode(classifying: key)
        } catch {
            throw ParameterFault(.unsupportedKey, "A key of type \(type(of: key)) has no text. Use a string.")
        }
        switch node {
        case .leaf(.data):
            throw ParameterFault(.unsupportedKey, "Bytes as a key have no stable text. Use a string.")
        case .leaf(let leaf):
            guard let text = try? LeafText.description(of: leaf, style: .afNetworking) else {
                throw ParameterFault(.unsupportedKey, "A key of type \(type(of: key)) has no text here. Use a string.")
            }
            return text
        case .array, .set, .dictionary:
            throw ParameterFault(.unsupportedKey, "A collection as a key has no stable text. Use a string.")
        }
    }
}
