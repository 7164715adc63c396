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
package enum TypedValueReader {
    /// The integer types of a given width, by name.
    static let integerTypes: [(name: String, type: any (FixedWidthInteger & Sendable).Type)] = [
        ("$int8", Int8.self), ("$int16", Int16.self), ("$int32", Int32.self), ("$int64", Int64.self),
        ("$uint", UInt.self), ("$uint8", UInt8.self), ("$uint16", UInt16.self), ("$uint32", UInt32.self),
        ("$uint64", UInt64.self),
    ]

    /// The names of the types of typed values.
    static let typeNames =
        [
            "$set", "$dict", "$swiftdict", "$intdict", "$optional", "$date", "$data", "$url", "$double", "$float",
            "$decimal", "$int",
        ] + integerTypes.map(\.name)

    /// Reads a typed value.
    ///
    /// - Throws: `PayloadError` naming the path of a malformed value.
    /// - Complexity: Linear in the number of values; recurses once for each level.
    package static func read(_ json: JSONValue) throws -> Any {
        var reader = ParameterReader()
        return try reader.typedValue(json)
    }
}

extension ParameterReader {
    /// Returns a document of typed JSON as parameters.
    mutating func typedValue(_ json: JSONValue) throws -> Any {
        switch json {
        case .null: return NSNull()
        case .bool(let value): return value
        case .number(let text): return Self.isInteger(text) ? try integer(text) : try floatingPoint(text) as Double
        case .string(let string): return try text(of: string)
        case .array(let elements): return try values(elements)
        case .object(let members):
            guard let type = members.first?.key.text, members.count == 1, type.hasPrefix("$") else {
                return try dictionary(members)
            }
            return try inside(type) { try $0.value(ofType: type, members[0].value) }
        }
    }

    private mutating func values(_ elements: [JSONValue]) throws -> [Any] {
        try elements.enumerated().map { index, element in try inside("\(index)") { try $0.typedValue(element) } }
    }

    private mutating func dictionary(_ members: [JSONValue.Member]) throws -> OrderedEntries {
        var entries: [(key: Any, value: Any)] = []
        var positions: [Data: Int] = [:]
        for member in members {
            let key = try text(of: member.key)
            let value = try inside(key) { try $0.typedValue(member.value) }
            let bytes = Data(key.utf8)
            if let position = positions.updateValue(positions[bytes] ?? entries.count, forKey: bytes) {
                entries[position].value = value
            } else {
                entries.append((key, value))
            }
        }
        return OrderedEntries(entries)
    }

    // MARK: - Typed values

    private mutating func value(ofType type: String, _ json: JSONValue) throws -> Any {
        switch (type, json) {
        case ("$set", .array(let elements)):
            return Set(try values(elements).map { TypedSetElement($0, identity: identities.identity(of: $0)) })
        case ("$set", _): throw error("an array of elements was expected")
        case ("$dict", .array(let pairs)): return try entries(pairs)
        case ("$dict", _): throw error("an array of keys and values was expected")
        case ("$swiftdict", _):
            return try texts(json).reduce(into: [String: String]()) { $0[try text(of: $1.key)] = $1.text }
        case ("$intdict", _):
            return try texts(json).reduce(into: [Int: String]()) { entries, entry in
                guard let key = Int(entry.key.text) else {
                    throw error("the key '\(entry.key.text)' is not an integer")
                }
                entries[key] = entry.text
            }
        case ("$optional", .null): return Any?.none as Any
        case ("$optional", _): return Any?.some(try typedValue(json)) as Any
        case ("$date", _): return Date(timeIntervalSince1970: try floatingPoint(json))
        case ("$data", _):
            guard case .string(let string) = json, let data = Data(base64Encoded: string.text) else {
                throw error("base64 in a string was expected")
            }
            return data
        case ("$url", .string(let string)):
            let text = try text(of: string)
            // Objective-C's NSURL can be empty, but Swift's initializer refuses an empty text.
            if let url = text.isEmpty ? URLComponents().url : URL(string: text) { return url }
            throw error("not a URL")
        case ("$url", _): throw error("a URL in a string was expected")
        case ("$double", _): return try floatingPoint(json) as Double
        case ("$float", _): return try floatingPoint(json) as Float
        case ("$decimal", _): return try decimal(try digits(json))
        case ("$int", _): return try integer(try digits(json))
        default:
            guard let (_, integer) = TypedValueReader.integerTypes.first(where: { $0.name == type }) else {
                throw error("no type of typed JSON; there are \(TypedValueReader.typeNames.joined(separator: ", "))")
            }
            if let value = integer.init(try digits(json), radix: 10) { return value }
            throw error("not an integer that \(integer) holds")
        }
    }

    private mutating func entries(_ pairs: [JSONValue]) throws -> OrderedEntries {
        OrderedEntries(
            try pairs.enumerated().map { index, pair in
                try inside("\(index)") { reader in
                    guard case .array(let parts) = pair, parts.count == 2 else {
                        throw reader.error("an array of a key and a value was expected")
                    }
                    return (try reader.typedValue(parts[0]), try reader.typedValue(parts[1]))
                }
            })
    }

    private mutating func texts(_ json: JSONValue) throws -> [(key: JSONString, text: String)] {
        guard case .object(let members) = json else { throw error("an object was expected") }
        return try members.map { member in
            let text = try inside(member.key.text) { reader in
                guard case .string(let string) = member.value else { throw reader.error("a string was expected") }
                return try reader.text(of: string)
            }
            return (member.key, text)
        }
    }

    // MARK: - Numbers

    /// Returns the digits in a string or a number.
    private func digits(_ json: JSONValue) throws -> String {
        switch json {
        case .string(let string): return string.text
        case .number(let text): return text
        default: throw error("digits in a string were expected")
        }
    }

    private func integer(_ text: String) throws -> Any {
        if let value = Int64(text) { return value }
        guard let value = UInt64(text) else { throw error("not an integer that 64 bits hold") }
        return value
    }

    private mutating func decimal(_ text: String) throws -> Decimal {
        if text == "NaN" { return .nan }
        // Foundation reads as far as it can and ignores the rest.
        guard case .number? = try? JSONValue.read(Data(text.utf8)), let value = Decimal(string: text) else {
            throw error("not a decimal number")
        }
        return value
    }

    private mutating func floatingPoint<Number: BinaryFloatingPoint & LosslessStringConvertible>(
        _ json: JSONValue
    ) throws -> Number {
        if case .number(let text) = json { return try floatingPoint(text) }
        let special: [String: Number] = ["NaN": .nan, "Infinity": .infinity, "-Infinity": -.infinity]
        guard case .string(let string) = json, let value = special[string.text] else {
            throw error("a number, \"NaN\", \"Infinity\" or \"-Infinity\" was expected")
        }
        return value
    }
}
