import URLSerialization

/// Reads typed JSON: JSON in which an object with a single key that begins with `$` stands for a value that JSON has no
/// form for.
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
/// Dictionaries keep keys that are canonically equal but differ in their UTF-8; of two keys with one UTF-8 the later
/// value stands. Sets merge what an `NSSet` merges: equal numbers of different types, but not a Boolean and a number,
/// and not two strings that are only canonically equal.
package struct TypedValueReader {
    /// The way to the value at hand.
    let path: JSONPath
    /// The identities of the elements of the document's sets.
    let identities: TypedValueIdentities

    /// Reads a typed value.
    ///
    /// - Throws: ``ParameterReadingError`` naming the path of what is malformed.
    /// - Complexity: Linear in the number of values; recurses once for each level.
    package static func read(_ json: JSONValue) throws(ParameterReadingError) -> Any {
        try TypedValueReader(path: .root, identities: TypedValueIdentities()).value(json)
    }

    func value(_ json: JSONValue) throws(ParameterReadingError) -> Any {
        switch json {
        case .null: return NSNull()
        case .bool(let value): return value
        case .number(let text): return try number(text)
        case .string(let string): return try string.exactText(at: path)
        case .leaf(let value, _): return value
        case .array(let elements): return try values(elements)
        case .object(let members):
            if let member = members.first, members.count == 1, member.key.text.hasPrefix("$") {
                return try part(member.key.text).value(ofType: member.key.text, member.value)
            }
            return try dictionary(members)
        }
    }

    private func number(_ text: String) throws(ParameterReadingError) -> Any {
        guard JSONNumber.isInteger(text) else { return try double(.number(text)) }
        return try integer(text)
    }

    func values(_ elements: [JSONValue]) throws(ParameterReadingError) -> [Any] {
        var values: [Any] = []
        values.reserveCapacity(elements.count)
        for (index, element) in elements.enumerated() { values.append(try self.element(index).value(element)) }
        return values
    }

    func dictionary(_ members: [JSONValue.Member]) throws(ParameterReadingError) -> OrderedEntries {
        var entries: [(key: Any, value: Any)] = []
        var positions: [[UInt8]: Int] = [:]
        for member in members {
            let key = try member.key.exactText(at: path)
            let value = try part(key).value(member.value)
            if let position = positions[Array(key.utf8)] {
                entries[position].value = value
            } else {
                positions[Array(key.utf8)] = entries.count
                entries.append((key, value))
            }
        }
        return OrderedEntries(entries)
    }

    /// The reader of an element of the array at hand.
    func element(_ index: Int) -> TypedValueReader {
        TypedValueReader(path: .index(index, of: path), identities: identities)
    }

    /// The reader of the value of a member of the object at hand.
    private func part(_ key: String) -> TypedValueReader {
        TypedValueReader(path: .key(key, of: path), identities: identities)
    }

    // MARK: - Typed values

    /// The names that typed values have.
    static let typeNames = [
        "$set", "$dict", "$swiftdict", "$intdict", "$optional", "$date", "$data", "$url", "$double", "$float",
        "$decimal", "$int", "$int8", "$int16", "$int32", "$int64", "$uint", "$uint8", "$uint16", "$uint32", "$uint64",
    ]

    private func value(ofType type: String, _ json: JSONValue) throws(ParameterReadingError) -> Any {
        switch type {
        case "$set": return try set(json)
        case "$dict": return try pairs(json)
        case "$swiftdict": return try texts(json)
        case "$intdict": return try textsByInteger(json)
        case "$optional": return try optional(json)
        case "$date": return try date(json)
        case "$data": return try data(json)
        case "$url": return try url(json)
        case "$double": return try double(json)
        case "$float": return try float(json)
        case "$decimal": return try decimal(json)
        case "$int": return try integer(try digits(json))
        default: return try integer(ofType: type, json)
        }
    }
}
