import URLSerialization

/// Parameters that are not a dictionary. AFNetworking sends them under an empty key.
///
/// | parameters | query or form body | multipart fields |
/// |---|---|---|
/// | `[]`, an empty set | empty | none |
/// | `"text"` | `=text` | `text`, with an empty name |
/// | `NSNull()` | empty | none |
/// | a set of `1` and `2` | `=1&=2` | `1` and `2`, with empty names |
/// | `[1]`, a set of collections | an error | an error |
enum KeylessParameters {
    /// Returns the parameters under an empty key, or `nil` if they are a dictionary, an array or a set of collections.
    static func keyed(_ parameters: Any) -> [String: Any]? {
        switch try? ParameterNode(classifying: parameters) {
        case .leaf, .object: return ["": parameters]
        case .set(let elements):
            let areLeaves = elements.allSatisfy { element in
                switch try? ParameterNode(classifying: element) {
                case .leaf, .object: true
                default: false
                }
            }
            return areLeaves ? ["": parameters] : nil
        case .array, .dictionary, .model, nil: return nil
        }
    }

    /// Returns the fields of a multipart form, which AFNetworking takes as any object and uses as a dictionary.
    ///
    /// - Throws: `RequestSerializationError` for a non-empty array and a dictionary with keys other than text.
    static func fields(_ parameters: Any?) throws -> [String: Any]? {
        guard let parameters else { return nil }
        if let fields = parameters as? [String: Any] { return fields }
        switch try? ParameterNode(classifying: parameters) {
        case .leaf(.null): return nil
        case .array(let elements) where elements.count == 0: return nil
        default: if let fields = keyed(parameters) { return fields }
        }
        throw RequestSerializationError(
            .unsupportedValue, field: "parameters",
            reason: "A form's fields are made of a dictionary with text for keys, not of \(type(of: parameters)). Give "
                + "one, or append parts in the block.")
    }
}
