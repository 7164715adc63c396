import URLSerialization

extension JSONValue {
    /// The document as parameters: what AFNetworking is handed after `NSJSONSerialization` has read it.
    ///
    /// Objects keep their order; of two members with one key the later value stands, and keys are one only if their
    /// UTF-8 is. A number without a point and an exponent is an integer where 64 bits hold it, a decimal where that
    /// holds it exactly, and otherwise a double, as are all other numbers.
    ///
    /// - Throws: ``ParameterReadingError`` for what Foundation refuses too: an unpaired surrogate, a number beyond the
    ///   largest double.
    /// - Complexity: Linear in the number of values; recurses once for each level.
    package func parameters() throws(ParameterReadingError) -> ParameterValue {
        try parameters(at: .root)
    }

    private func parameters(at path: JSONPath) throws(ParameterReadingError) -> ParameterValue {
        switch self {
        case .null: return .null
        case .bool(let value): return .bool(value)
        case .leaf(let value, _): return value
        case .number(let text):
            guard let value = JSONNumber.value(text) else { throw path.error("a number beyond the largest double") }
            return value
        case .string(let string): return .string(try string.exactText(at: path))
        case .array(let elements):
            var values: [ParameterValue] = []
            values.reserveCapacity(elements.count)
            for (index, element) in elements.enumerated() {
                values.append(try element.parameters(at: .index(index, of: path)))
            }
            return .array(values)
        case .object(let members):
            var pairs: [ParameterDictionary.Element] = []
            pairs.reserveCapacity(members.count)
            for member in members {
                let key = try member.key.exactText(at: path)
                pairs.append((key, try member.value.parameters(at: .key(key, of: path))))
            }
            return .dictionary(ParameterDictionary(pairs))
        }
    }
}

extension JSONString {
    /// The text, if a Swift string can hold it.
    func exactText(at path: JSONPath) throws(ParameterReadingError) -> String {
        guard !hasUnpairedSurrogate else {
            throw path.error("an unpaired surrogate, which a Swift string cannot hold")
        }
        return text
    }
}
