/// A choice whose cases are archived by name, but for those that hold a closure.
private protocol NamedStrategy: Codable {
    /// The cases without a closure, by the names they are archived under.
    static var named: [(name: String, strategy: Self)] { get }
    /// The case's name, or nil where it holds a closure.
    var name: String? { get }
}

extension NamedStrategy {
    /// Reads a case by its name.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        let name = try container.decode(String.self)
        guard let match = Self.named.first(where: { $0.name == name }) else {
            throw DecodingError.dataCorruptedError(in: container, debugDescription: "'\(name)' is not a \(Self.self).")
        }
        self = match.strategy
    }

    /// Writes the case's name.
    ///
    /// - Throws: `EncodingError` naming the field, for a case that holds a closure.
    public func encode(to encoder: any Encoder) throws {
        guard let name else {
            let field = encoder.codingPath.map(\.stringValue).joined(separator: ".")
            let reason = "'\(field)' is a closure, which cannot be archived. Choose a case without one."
            throw EncodingError.invalidValue(
                self, EncodingError.Context(codingPath: encoder.codingPath, debugDescription: reason))
        }
        var container = encoder.singleValueContainer()
        try container.encode(name)
    }
}

extension ArrayStrategy: NamedStrategy {
    fileprivate static var named: [(name: String, strategy: ArrayStrategy)] {
        [
            ("brackets", .brackets), ("indices", .indices), ("repeated", .repeated),
            ("commaSeparated", .commaSeparated),
        ]
    }

    fileprivate var name: String? {
        switch self {
        case .brackets: "brackets"
        case .indices: "indices"
        case .repeated: "repeated"
        case .commaSeparated: "commaSeparated"
        case .custom: nil
        }
    }
}

extension DateStrategy: NamedStrategy {
    fileprivate static var named: [(name: String, strategy: DateStrategy)] {
        [
            ("description", .description), ("secondsSince1970", .secondsSince1970),
            ("millisecondsSince1970", .millisecondsSince1970), ("iso8601", .iso8601), ("refused", .refused),
        ]
    }

    fileprivate var name: String? {
        switch self {
        case .description: "description"
        case .secondsSince1970: "secondsSince1970"
        case .millisecondsSince1970: "millisecondsSince1970"
        case .iso8601: "iso8601"
        case .refused: "refused"
        case .custom: nil
        }
    }
}

extension DataStrategy: NamedStrategy {
    fileprivate static var named: [(name: String, strategy: DataStrategy)] {
        [("refused", .refused), ("base64", .base64)]
    }

    fileprivate var name: String? {
        switch self {
        case .refused: "refused"
        case .base64: "base64"
        case .custom: nil
        }
    }
}
