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
