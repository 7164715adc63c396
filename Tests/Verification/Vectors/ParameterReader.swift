import SerializerComparison
import URLSerialization

/// A reader that makes parameters from a vector's document.
///
/// Objects keep their order. If two members have the same key, by its UTF-8, the later value counts. A number without a
/// point and an exponent is an integer if it fits 64 bits, signed before unsigned; a decimal if that represents it
/// exactly; and otherwise a double. All other numbers are doubles.
struct ParameterReader {
    /// The keys and indices to the current value.
    private var place: [String] = []
    /// The identities of the elements of the document's sets.
    let identities = TypedValueIdentities()

    /// Returns a document as the parameters that AFNetworking receives after Foundation has read it.
    ///
    /// - Throws: `PayloadError` for content that Foundation also refuses: an unpaired surrogate, a number beyond the
    ///   largest double.
    mutating func value(_ json: JSONValue) throws -> ParameterValue {
        switch json {
        case .null: return .null
        case .bool(let value): return .bool(value)
        case .number(let text): return try number(text)
        case .string(let string): return .string(try text(of: string))
        case .array(let elements):
            return .array(
                try elements.enumerated().map { index, element in try inside("\(index)") { try $0.value(element) } })
        case .object(let members):
            return .dictionary(
                ParameterDictionary(
                    try members.map { member in
                        let key = try text(of: member.key)
                        return (key: key, value: try inside(key) { try $0.value(member.value) })
                    }))
        }
    }

    /// Reads a part of the current value.
    mutating func inside<Value>(_ step: String, _ read: (inout Self) throws -> Value) throws -> Value {
        place.append(step)
        defer { place.removeLast() }
        return try read(&self)
    }

    /// Returns an error at the current value, its path spelled like a query's key.
    func error(_ reason: String) -> PayloadError {
        let path = place.first.map { place.dropFirst().reduce($0) { "\($0)[\($1)]" } }
        return PayloadError(reason: path.map { "at \($0): \(reason)" } ?? reason)
    }

    // MARK: - Texts and numbers

    func text(of string: JSONString) throws -> String {
        guard string.hasUnpairedSurrogate else { return string.text }
        throw error("an unpaired surrogate, which a Swift string cannot hold")
    }

    private func number(_ text: String) throws -> ParameterValue {
        if Self.isInteger(text) {
            if let value = Int64(text) { return .int(value) }
            if let value = UInt64(text) { return .uint(value) }
            // Decimal has 38 digits, and Foundation reads long decimals slowly.
            if text.utf8.count <= 160, let value = Decimal(string: text), value.description == text {
                return .decimal(value)
            }
        }
        return .double(try floatingPoint(text))
    }

    /// Whether a number's text has neither a point nor an exponent.
    static func isInteger(_ text: String) -> Bool {
        text.utf8.allSatisfy { $0 != UInt8(ascii: ".") && $0 | 0x20 != UInt8(ascii: "e") }
    }

    /// Returns the number nearest to a text.
    func floatingPoint<Number: BinaryFloatingPoint & LosslessStringConvertible>(_ text: String) throws -> Number {
        guard let value = Number(text), value.isFinite else {
            throw error("a number beyond the largest \(Number.self == Float.self ? "float" : "double")")
        }
        return value
    }
}

extension JSONValue {
    /// Returns the document as parameters.
    ///
    /// - Throws: `PayloadError`.
    /// - Complexity: Linear in the number of values; recurses once for each level.
    package func parameters() throws -> ParameterValue {
        var reader = ParameterReader()
        return try reader.value(self)
    }
}
