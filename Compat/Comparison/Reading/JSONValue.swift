import URLSerialization

/// A document of JSON or a property list as it was written: objects keep their order and repeated keys, numbers their
/// text.
package enum JSONValue: Sendable, Equatable {
    /// `null`.
    case null
    /// `true` or `false`.
    case bool(Bool)
    /// A number's text, as it stands in the document.
    case number(String)
    /// A value that only property lists have, and its text.
    case leaf(ParameterValue, text: String)
    /// A string without its quotes and escapes.
    case string(JSONString)
    /// An array.
    case array([JSONValue])
    /// An object's members in order, repeated keys included.
    case object([Member])

    /// A member of an object.
    package struct Member: Sendable, Equatable {
        /// The member's name.
        package let key: JSONString
        /// The member's value.
        package let value: JSONValue

        /// A member.
        package init(key: JSONString, value: JSONValue) {
            self.key = key
            self.value = value
        }
    }

    /// Whether a string or a key anywhere in the document has an unpaired surrogate.
    ///
    /// - Complexity: Linear in the number of values.
    package var hasUnpairedSurrogate: Bool {
        switch self {
        case .null, .bool, .number, .leaf: false
        case .string(let string): string.hasUnpairedSurrogate
        case .array(let elements): elements.contains(where: \.hasUnpairedSurrogate)
        case .object(let members):
            members.contains { $0.key.hasUnpairedSurrogate || $0.value.hasUnpairedSurrogate }
        }
    }
}
