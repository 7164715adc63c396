import URLSerialization

/// A value of a request, read back from its bytes.
indirect enum SentValue {
    /// A value without parts: its kind and its text.
    case leaf(Kind, text: String)
    /// Values in order.
    case array([SentValue])
    /// Values by key, in order.
    case dictionary([(key: String, value: SentValue)])

    /// The type of a value in its format.
    enum Kind: String, Codable {
        case text, boolean, number, null, date, data
        /// A number that a property list marks as a real one.
        case real
        case emptyCollection = "empty collection"
    }
}

extension SentValue {
    /// Reads a document.
    init(_ json: JSONValue) {
        switch json {
        case .null: self = .leaf(.null, text: "null")
        case .bool(let value): self = .leaf(.boolean, text: value ? "true" : "false")
        case .number(let text): self = .leaf(.number, text: text)
        case .leaf(let value, let text): self = .leaf(Self.kind(of: value), text: text)
        case .string(let string): self = .leaf(.text, text: string.text)
        case .array(let elements): self = .array(elements.map(SentValue.init))
        case .object(let members): self = .dictionary(members.map { ($0.key.text, SentValue($0.value)) })
        }
    }

    private static func kind(of value: ParameterValue) -> Kind {
        switch value {
        case .null: .null
        case .bool: .boolean
        case .int, .uint: .number
        case .double, .float, .decimal: .real
        case .date: .date
        case .data: .data
        case .string, .url, .array, .set, .dictionary: .text
        }
    }
}
