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

/// The form of infinity and NaN in JSON, which cannot represent them as numbers.
public enum NonConformingFloatStrategy: Sendable, Hashable {
    /// An error naming the key path.
    case refused
    /// Strings in their place, as with `JSONEncoder.NonConformingFloatEncodingStrategy.convertToString`.
    case text(positiveInfinity: String, negativeInfinity: String, nan: String)
}

extension NonConformingFloatStrategy: Codable {
    /// Decodes a strategy: the list of its strings, which is empty for ``refused``.
    ///
    /// - Throws: `DecodingError` for other content.
    public init(from decoder: any Decoder) throws {
        let texts = try [String](from: decoder)
        guard texts.isEmpty || texts.count == 3 else {
            throw DecodingError.dataCorrupted(
                .init(codingPath: decoder.codingPath, debugDescription: "\(texts.count) texts are not a strategy."))
        }
        self =
            texts.isEmpty ? .refused : .text(positiveInfinity: texts[0], negativeInfinity: texts[1], nan: texts[2])
    }

    /// Encodes the list of the strings.
    public func encode(to encoder: any Encoder) throws {
        var texts: [String] = []
        if case .text(let positiveInfinity, let negativeInfinity, let nan) = self {
            texts = [positiveInfinity, negativeInfinity, nan]
        }
        try texts.encode(to: encoder)
    }
}

/// A value that is archived, compared and hashed by its raw value, for options of Foundation that lack these
/// conformances.
package struct RawCoded<Value: RawRepresentable & Sendable>: Codable, Hashable, Sendable
where Value.RawValue: Codable & Hashable {
    package var value: Value

    package init(_ value: Value) { self.value = value }

    /// Creates a value from its archived raw value.
    ///
    /// - Throws: `DecodingError` for an invalid raw value.
    package init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        let rawValue = try container.decode(Value.RawValue.self)
        guard let value = Value(rawValue: rawValue) else {
            throw DecodingError.dataCorruptedError(
                in: container, debugDescription: "\(rawValue) is not a \(Value.self).")
        }
        self.value = value
    }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(value.rawValue)
    }

    package static func == (left: Self, right: Self) -> Bool { left.value.rawValue == right.value.rawValue }

    package func hash(into hasher: inout Hasher) { hasher.combine(value.rawValue) }
}
