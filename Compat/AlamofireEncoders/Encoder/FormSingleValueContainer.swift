/// The container of a single value in its place. It accepts one value only.
struct FormSingleValueContainer: SingleValueEncodingContainer {
    let encoding: FormEncoding
    let place: Int32
    private(set) var isUsed = false

    var codingPath: [any CodingKey] { encoding.codingPath(of: place) }

    private mutating func set(_ value: Any, _ text: String) throws {
        try claim(for: value)
        encoding.set(text: text, at: place)
    }

    private mutating func claim(for value: Any) throws {
        guard !isUsed else {
            let reason = "The type asks for one value and encodes a second. Ask for an unkeyed container instead."
            throw EncodingError.invalidValue(
                value, EncodingError.Context(codingPath: codingPath, debugDescription: reason))
        }
        isUsed = true
    }

    mutating func encodeNil() throws {
        if let text = encoding.nilText { try set(text, text) }
    }

    mutating func encode(_ value: Bool) throws {
        try set(value, encoding.text(of: value))
    }

    mutating func encode(_ value: String) throws { try set(value, value) }
    mutating func encode(_ value: Double) throws { try set(value, String(value)) }
    mutating func encode(_ value: Float) throws { try set(value, String(value)) }

    // The protocol's methods for all integers of up to 64 bits.
    mutating func encode(_ value: some FixedWidthInteger & Encodable) throws { try set(value, String(value)) }

    mutating func encode<Value: Encodable>(_ value: Value) throws {
        if let text = try encoding.text(of: value, at: place) { return try set(value, text) }
        try claim(for: value)
        try encoding.encode(value, at: place)
    }
}
