import SerializerComparison
import URLSerialization

/// A reader of typed JSON: JSON in which an object with a single key that begins with `$` represents a value that JSON
/// cannot.
///
/// | JSON | value |
/// |---|---|
/// | string, `true`, `false`, `null` | `String`, `Bool`, `NSNull` |
/// | number without a point and an exponent | `Int64`, above its maximum `UInt64` |
/// | number with one | `Double` |
/// | array, object | `[Any]`, a dictionary in this order |
/// | `{"$set": [...]}` | a set of these |
/// | `{"$date": N}` | `Date`, N seconds after 1970 began in UTC |
/// | `{"$data": "base64"}`, `{"$url": "text"}` | `Data`, `URL` |
/// | `{"$float": N}`, `{"$double": N}` | `Float`, `Double`; N may be `"NaN"`, `"Infinity"`, `"-Infinity"` |
/// | `{"$decimal": "1.10"}` | `Decimal`; `"NaN"` is one |
/// | `{"$int": "digits"}` | `Int64`, above its maximum `UInt64` |
/// | `{"$int8": "digits"}` and the other widths, `$uint8` to `$uint64` | that integer |
/// | `{"$dict": [[key, value], ...]}` | a dictionary with keys of any kind |
/// | `{"$optional": value}` | the value in an `Optional`, null as `.none` |
/// | `{"$swiftdict": {...}}`, `{"$intdict": {...}}` | `[String: String]`, `[Int: String]` |
///
/// Dictionaries keep keys that are canonically equal but differ in their UTF-8. If two keys have the same UTF-8, the
/// later value counts. Sets merge what an `NSSet` merges: equal numbers of different types, but not a Boolean and a
/// number, and not two strings that are only canonically equal.
struct TypedValueReader {
    /// The integer types of a given width, by name.
    private static let integerTypes: KeyValuePairs<String, any (FixedWidthInteger & Sendable).Type> = [
        "$int8": Int8.self, "$int16": Int16.self, "$int32": Int32.self, "$int64": Int64.self, "$uint": UInt.self,
        "$uint8": UInt8.self, "$uint16": UInt16.self, "$uint32": UInt32.self, "$uint64": UInt64.self,
    ]
    private static let number = "a number, \"NaN\", \"Infinity\" or \"-Infinity\""

    /// The keys and indices to the current value.
    private var place: [String] = []
    /// The identities of the elements of the document's sets.
    private let identities = TypedValueIdentities()

    /// Returns the value that a document's value represents.
    ///
    /// - Throws: `PayloadError` naming the path of a malformed value.
    /// - Complexity: Linear in the number of values; recurses once for each level.
    static func read(_ json: ParameterValue) throws -> Any {
        var reader = TypedValueReader()
        return try reader.value(json)
    }

    private mutating func value(_ json: ParameterValue) throws -> Any {
        switch json {
        case .bool(let value): return value
        case .string(let text): return text
        case .array(let elements): return try values(elements)
        case .dictionary(let members):
            guard members.count == 1, let (type, content) = members.first, type.hasPrefix("$") else {
                return OrderedEntries(
                    try members.map { key, json in (key, try inside(key) { try $0.value(json) }) })
            }
            return try inside(type) { try $0.value(ofType: type, content) }
        default:
            guard let text = json.numberText else { return NSNull() }
            let isInteger = !text.contains { ".eE".contains($0) }
            return isInteger ? try integer(json) : try floatingPoint(json) as Double
        }
    }

    private mutating func values(_ elements: [ParameterValue]) throws -> [Any] {
        try elements.enumerated().map { index, element in try inside("\(index)") { try $0.value(element) } }
    }

    /// Reads a part of the current value.
    private mutating func inside<Value>(_ step: String, _ read: (inout Self) throws -> Value) throws -> Value {
        place.append(step)
        defer { place.removeLast() }
        return try read(&self)
    }

    /// Returns the error of a part that is missing or malformed, at the current value, its path spelled like a query's
    /// key.
    private func error(_ reason: String) -> PayloadError {
        let path = place.first.map { place.dropFirst().reduce($0) { "\($0)[\($1)]" } }
        return PayloadError(reason: path.map { "at \($0): \(reason)" } ?? reason)
    }

    private func expected<Value>(_ content: String, _ value: Value?) throws -> Value {
        guard let value else { throw error("\(content) was expected") }
        return value
    }

    // MARK: - Types

    private mutating func value(ofType type: String, _ json: ParameterValue) throws -> Any {
        switch type {
        case "$set":
            let elements = try values(expected("an array of elements", json.array))
            return Set(elements.map { TypedSetElement($0, identity: identities.identity(of: $0)) })
        case "$dict": return try entries(expected("an array of keys and values", json.array))
        case "$swiftdict":
            return try texts(json).reduce(into: [String: String]()) { $0[$1.key] = $1.text }
        case "$intdict":
            return try texts(json).reduce(into: [Int: String]()) { entries, entry in
                entries[try expected("an integer instead of the key '\(entry.key)'", Int(entry.key))] = entry.text
            }
        case "$optional": return json.isNull ? Any?.none as Any : Any?.some(try value(json)) as Any
        case "$date": return Date(timeIntervalSince1970: try floatingPoint(json))
        case "$data": return try expected("base64 in a string", json.string.flatMap { Data(base64Encoded: $0) })
        case "$url":
            // Objective-C's NSURL can be empty, but Swift's initializer refuses an empty text.
            let url = json.string.flatMap { $0.isEmpty ? URLComponents().url : URL(string: $0) }
            return try expected("a URL in a string", url)
        case "$double": return try floatingPoint(json) as Double
        case "$float": return try floatingPoint(json) as Float
        case "$decimal": return try decimal(digits(json))
        case "$int": return try integer(json)
        default:
            guard let (_, integer) = Self.integerTypes.first(where: { $0.key == type }) else {
                throw error("no type of typed JSON")
            }
            return try expected("an integer that \(integer) holds", integer.init(try digits(json), radix: 10))
        }
    }

    private mutating func entries(_ pairs: [ParameterValue]) throws -> OrderedEntries {
        OrderedEntries(
            try pairs.enumerated().map { index, pair in
                try inside("\(index)") { reader in
                    let parts = try reader.expected("an array of a key and a value", pair.array)
                    guard parts.count == 2 else { throw reader.error("an array of a key and a value was expected") }
                    return (try reader.value(parts[0]), try reader.value(parts[1]))
                }
            })
    }

    private mutating func texts(_ json: ParameterValue) throws -> [(key: String, text: String)] {
        try expected("an object", json.dictionary).map { key, value in
            (key, try inside(key) { try $0.expected("a string", value.string) })
        }
    }

    // MARK: - Numbers

    private func digits(_ json: ParameterValue) throws -> String {
        try expected("digits in a string", json.string ?? json.numberText)
    }

    private func integer(_ json: ParameterValue) throws -> Any {
        let text = try digits(json)
        return try Int64(text) ?? expected("an integer that 64 bits hold", UInt64(text)) as Any
    }

    private func decimal(_ text: String) throws -> Decimal {
        if text == "NaN" { return .nan }
        // Foundation reads as far as it can and ignores the rest.
        let isNumber = (try? VectorDocument(Data(text.utf8)))?.value.numberText != nil
        return try expected("a decimal number", isNumber ? Decimal(string: text) : nil)
    }

    private func floatingPoint<Number: BinaryFloatingPoint & LosslessStringConvertible>(
        _ json: ParameterValue
    ) throws -> Number {
        guard let text = json.numberText else {
            let special: [String: Number] = ["NaN": .nan, "Infinity": .infinity, "-Infinity": -.infinity]
            return try expected(Self.number, json.string.flatMap { special[$0] })
        }
        guard let value = Number(text), value.isFinite else { throw error("\(text) is too large a number") }
        return value
    }
}
