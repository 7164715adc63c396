/// A property wrapper that archives, compares and hashes a value by its raw value, for options of Foundation that lack
/// these conformances.
@propertyWrapper
public struct RawCoded<Value: RawRepresentable & Sendable>: Codable, Hashable, Sendable
where Value.RawValue: Codable & Hashable {
    /// The option itself.
    public var wrappedValue: Value

    /// Creates the wrapper of a value.
    public init(wrappedValue: Value) { self.wrappedValue = wrappedValue }

    /// Creates a value from its archived raw value.
    ///
    /// - Throws: `DecodingError` for an invalid raw value.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        let rawValue = try container.decode(Value.RawValue.self)
        guard let value = Value(rawValue: rawValue) else {
            throw DecodingError.dataCorruptedError(
                in: container, debugDescription: "\(rawValue) is not a \(Value.self).")
        }
        wrappedValue = value
    }

    /// Archives the raw value.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(wrappedValue.rawValue)
    }

    /// Whether two values have the same raw value.
    public static func == (left: Self, right: Self) -> Bool {
        left.wrappedValue.rawValue == right.wrappedValue.rawValue
    }

    /// Hashes the raw value.
    public func hash(into hasher: inout Hasher) { hasher.combine(wrappedValue.rawValue) }
}
