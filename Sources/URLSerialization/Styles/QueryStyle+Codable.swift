extension QueryStyle {
    /// Creates a style from an archive. Choices that an older archive lacks default to AFNetworking's.
    ///
    /// - Throws: `DecodingError` for an unknown name.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        func read<Strategy: Decodable>(_ key: CodingKeys, into strategy: inout Strategy) throws {
            strategy = try container.decodeIfPresent(Strategy.self, forKey: key) ?? strategy
        }
        self.init()
        try read(.arrays, into: &arrays)
        try read(.emptyCollections, into: &emptyCollections)
        try read(.keys, into: &keys)
        try read(.keyPaths, into: &keyPaths)
        try read(.nulls, into: &nulls)
        try read(.booleans, into: &booleans)
        try read(.numbers, into: &numbers)
        try read(.dates, into: &dates)
        try read(.data, into: &data)
        try read(.spaces, into: &spaces)
        try read(.order, into: &order)
        dialect = try container.decodeIfPresent(QueryDialect.self, forKey: .dialect)
        limits = try container.decodeIfPresent(QueryLimits.self, forKey: .limits)
    }
}

/// A choice whose cases are archived by name, except for those with a closure.
private protocol NamedStrategy: Codable {
    /// The cases without a closure, whose descriptions are their names in archives.
    static var named: [Self] { get }
}

extension NamedStrategy {
    /// Decodes a case by its name.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        let name = try container.decode(String.self)
        guard let match = Self.named.first(where: { "\($0)" == name }) else {
            throw DecodingError.dataCorruptedError(in: container, debugDescription: "'\(name)' is not a \(Self.self).")
        }
        self = match
    }

    /// Encodes the case's name, such as `snakeCase`.
    ///
    /// - Throws: `EncodingError` naming the field of a case with a closure.
    public func encode(to encoder: any Encoder) throws {
        // A case with a closure has another description.
        let name = "\(self)"
        guard Self.named.contains(where: { "\($0)" == name }) else {
            let field = encoder.codingPath.map(\.stringValue).joined(separator: ".")
            let reason = "'\(field)' is a closure, which cannot be archived. Choose a case without one."
            throw EncodingError.invalid(self, at: encoder.codingPath, reason)
        }
        var container = encoder.singleValueContainer()
        try container.encode(name)
    }
}

extension ArrayStrategy: NamedStrategy {
    fileprivate static let named: [Self] = [.brackets, .indices, .indicesWhereNested, .repeated, .commaSeparated]
}

extension DateStrategy: NamedStrategy {
    fileprivate static let named: [Self] = [
        .description, .secondsSince1970, .millisecondsSince1970, .iso8601, .refused,
    ]
}

extension DataStrategy: NamedStrategy { fileprivate static let named: [Self] = [.refused, .base64] }

extension EmptyCollectionStrategy: NamedStrategy {
    fileprivate static let named: [Self] = [.omitted, .null, .emptyValue, .literal, .refused]
}

extension KeyStrategy: NamedStrategy {
    fileprivate static let named: [Self] = [.asGiven, .snakeCase, .kebabCase, .capitalized, .uppercased, .lowercased]
}

extension KeyPathStrategy: NamedStrategy { fileprivate static let named: [Self] = [.brackets, .dots] }

extension JSONKeyStrategy: NamedStrategy { fileprivate static let named: [Self] = [.asGiven, .snakeCase] }
