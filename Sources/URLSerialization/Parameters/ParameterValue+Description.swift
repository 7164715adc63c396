extension ParameterValue: CustomStringConvertible {
    /// The value in the form of a literal, for logs and test failures.
    public var description: String {
        switch self {
        case .null: "nil"
        case .bool(let value): "\(value)"
        case .int(let value): "\(value)"
        case .uint(let value): "\(value)"
        case .double(let value): "\(value)"
        case .float(let value): "float(\(value))"
        case .decimal(let value): "decimal(\(value))"
        case .string(let value): value.debugDescription
        case .date(let value): "date(\(value.timeIntervalSince1970))"
        case .data(let value): "data(\(value.count) bytes)"
        case .url(let value): "url(\(value.absoluteString))"
        case .array(let values): "\(values)"
        case .set(let values): "set(\(values.map(\.description).sorted().joined(separator: ", ")))"
        case .dictionary(let values): values.description
        }
    }
}

extension ParameterDictionary: CustomStringConvertible {
    /// The pairs in the form of a literal, for logs and test failures.
    public var description: String {
        isEmpty ? "[:]" : "[" + map { "\($0.key.debugDescription): \($0.value)" }.joined(separator: ", ") + "]"
    }
}
