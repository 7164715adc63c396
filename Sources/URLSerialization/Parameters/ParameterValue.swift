/// A parameter tree that is `Sendable`: the content of a `[String: Any]` in a form that may cross actors.
///
/// ```swift
/// let parameters: ParameterValue = ["user": ["name": "Zoë", "tags": ["a", "b"]], "active": true, "note": nil]
/// let request = try HTTPRequestSerializer().request(method: .get, url: "https://example.com", parameters: parameters)
/// ```
///
/// **Equality.** Dictionaries are equal if they have equal values under the same keys, in any order. Keys are compared
/// by their UTF-8: `é` precomposed and `é` decomposed are two keys, as in an `NSDictionary`. Numbers are equal only
/// within a case: `.int(1)` is neither `.double(1)` nor `.bool(true)`. NaN equals itself, so that every value equals
/// itself and can be found in a set.
///
/// **Depth.** A value may be nested to any depth, but serializers refuse more than
/// ``HTTPRequestConfiguration/maximumDepth`` levels. `==`, hashing and decoding recurse once for each level, which is
/// safe for a few hundred levels on the small stacks of secondary threads, and for a few thousand on a main thread.
///
/// **Conversion.** ``init(bridging:maximumDepth:)`` reads a `[String: Any]` or Foundation objects. An `NSOrderedSet`
/// becomes an ``array(_:)``, because AFNetworking treats it as one; every other set becomes a ``set(_:)``.
public enum ParameterValue: Sendable {
    /// A null: a bare key in a query, `null` in JSON, refused in a property list.
    case null
    /// A Boolean: `1` or `0` in a query.
    case bool(Bool)
    /// An integer that fits 64 signed bits.
    case int(Int64)
    /// An integer above `Int64.max`. The initializer for integers chooses `int(_:)` for smaller ones.
    case uint(UInt64)
    /// A double-precision number, by default printed by `%0.16g` in a query.
    case double(Double)
    /// A single-precision number, which prints fewer digits than the same number as a double.
    case float(Float)
    /// A decimal number, printed in plain digits.
    case decimal(Decimal)
    /// Text, compared by its UTF-8 rather than by canonical equivalence.
    case string(String)
    /// A point in time, whose text in a query or in JSON depends on the serializer's strategy.
    case date(Date)
    /// Bytes, which queries and JSON refuse unless a strategy is chosen.
    case data(Data)
    /// A URL, printed as its absolute string.
    case url(URL)
    /// Values in order, whose keys in a query depend on ``QueryStyle/arrays``.
    case array([ParameterValue])
    /// Distinct values without order; a query writes them sorted, each under the bare key.
    case set(Set<ParameterValue>)
    /// Values by key, in the caller's order.
    case dictionary(ParameterDictionary)
}

extension ParameterValue: Hashable {
    /// Whether two values are equal. Dictionaries are compared without order, NaN equals itself, and numbers are equal
    /// only within one case.
    ///
    /// - Complexity: Linear in the number of leaves.
    public static func == (left: ParameterValue, right: ParameterValue) -> Bool {
        switch (left, right) {
        case (.null, .null): true
        case (.bool(let left), .bool(let right)): left == right
        case (.int(let left), .int(let right)): left == right
        case (.uint(let left), .uint(let right)): left == right
        case (.double(let left), .double(let right)): left == right || (left.isNaN && right.isNaN)
        case (.float(let left), .float(let right)): left == right || (left.isNaN && right.isNaN)
        case (.decimal(let left), .decimal(let right)): left == right
        case (.string(let left), .string(let right)): left.utf8.elementsEqual(right.utf8)
        case (.date(let left), .date(let right)): number(left) == number(right)
        case (.data(let left), .data(let right)): left == right
        case (.url(let left), .url(let right)): left == right
        case (.array(let left), .array(let right)): left == right
        case (.set(let left), .set(let right)): left == right
        case (.dictionary(let left), .dictionary(let right)): left == right
        default: false
        }
    }

    /// Returns a date as the number that it is compared and hashed by.
    private static func number(_ date: Date) -> ParameterValue { .double(date.timeIntervalSinceReferenceDate) }

    /// Hashes the case and its payload, so that equal values hash alike.
    public func hash(into hasher: inout Hasher) {
        switch self {
        case .null: hasher.combine(0)
        case .bool(let value): hasher.combine(value)
        case .int(let value): hasher.combine(value)
        case .uint(let value): hasher.combine(value)
        case .double(let value): hasher.combine(value.isNaN ? .nan : value)
        case .float(let value): hasher.combine(value.isNaN ? .nan : value)
        case .decimal(let value): hasher.combine(value)
        case .string(let value): hasher.combine(value)
        case .date(let value): hasher.combine(Self.number(value))
        case .data(let value): hasher.combine(value)
        case .url(let value): hasher.combine(value)
        case .array(let values): hasher.combine(values)
        case .set(let values): hasher.combine(values)
        case .dictionary(let values): hasher.combine(values)
        }
    }
}

extension ParameterValue: ExpressibleByNilLiteral, ExpressibleByBooleanLiteral, ExpressibleByIntegerLiteral,
    ExpressibleByFloatLiteral, ExpressibleByStringInterpolation, ExpressibleByArrayLiteral,
    ExpressibleByDictionaryLiteral
{
    /// Creates ``null`` from a `nil` in a literal.
    public init(nilLiteral: ()) { self = .null }

    /// Creates a ``bool(_:)`` from `true` or `false`.
    public init(booleanLiteral value: Bool) { self = .bool(value) }

    /// Creates an `int(_:)`. Write ``uint(_:)`` for an integer above `Int64.max`.
    public init(integerLiteral value: Int64) { self = .int(value) }

    /// Creates a ``double(_:)`` from a literal with a point or an exponent.
    public init(floatLiteral value: Double) { self = .double(value) }

    /// Creates a ``string(_:)``, also from an interpolation.
    public init(stringLiteral value: String) { self = .string(value) }

    /// Creates an ``array(_:)`` in the order written.
    public init(arrayLiteral elements: ParameterValue...) { self = .array(elements) }

    /// Creates a ``dictionary(_:)`` in the order written. If two keys are equal, the later value is kept.
    ///
    /// Convert variables among the values explicitly, as in `["q": .string(q), "page": .int(page)]`: the values of a
    /// literal have one type, and literals can be nested only if that is `ParameterValue`. Methods that accept any
    /// parameters also accept the plain `["q": q, "page": page]`.
    public init(dictionaryLiteral elements: (String, ParameterValue)...) {
        self = .dictionary(ParameterDictionary(elements.map { (key: $0.0, value: $0.1) }))
    }
}

extension ParameterValue: CustomStringConvertible {
    /// The value in the form of a literal, for logs and test failures.
    public var description: String {
        switch self {
        case .null: "nil"
        case .bool(let value): "\(value)"
        case .int(let value): "\(value)"
        case .uint(let value): "\(value)"
        case .double(let value): "\(value)"
        case .float(let value): "float(\(value))"
        case .decimal(let value): "decimal(\(value))"
        case .string(let value): value.debugDescription
        case .date(let value): "date(\(value.timeIntervalSince1970))"
        case .data(let value): "data(\(value.count) bytes)"
        case .url(let value): "url(\(value.absoluteString))"
        case .array(let values): "\(values)"
        case .set(let values): "set(\(values.map(\.description).sorted().joined(separator: ", ")))"
        case .dictionary(let values): values.description
        }
    }
}

extension ParameterDictionary: CustomStringConvertible {
    /// The pairs in the form of a literal, for logs and test failures.
    public var description: String {
        isEmpty ? "[:]" : "[" + map { "\($0.key.debugDescription): \($0.value)" }.joined(separator: ", ") + "]"
    }
}

// Each property is the payload of one kind of value, and `nil` for the others; numbers convert to each other.

extension ParameterValue {
    /// Whether the value is ``null``. An absent value is `nil` instead.
    public var isNull: Bool { if case .null = self { true } else { false } }

    /// The text of a ``string(_:)``; `nil` for other values, which are not converted.
    public var string: String? { if case .string(let value) = self { value } else { nil } }

    /// The value of a ``bool(_:)``; `nil` for other values, numbers included.
    public var bool: Bool? { if case .bool(let value) = self { value } else { nil } }

    /// The integer, for any number that is exactly an integer and fits `Int`.
    public var int: Int? {
        switch self {
        case .int(let value): Int(exactly: value)
        case .uint(let value): Int(exactly: value)
        case .double(let value): Int(exactly: value)
        case .float(let value): Int(exactly: value)
        case .decimal(let value): Int(value.description)
        default: nil
        }
    }

    /// The number as a double, or the nearest double if no double equals it.
    public var double: Double? {
        switch self {
        case .int(let value): Double(value)
        case .uint(let value): Double(value)
        case .double(let value): value
        case .float(let value): Double(value)
        case .decimal(let value): Double(value.description)
        default: nil
        }
    }

    /// The value of a ``date(_:)``; `nil` for other values, since texts and numbers are not converted.
    public var date: Date? { if case .date(let value) = self { value } else { nil } }

    /// The bytes of a ``data(_:)``; `nil` for other values, since Base 64 is not decoded.
    public var data: Data? { if case .data(let value) = self { value } else { nil } }

    /// The URL of a ``url(_:)``; `nil` for other values, since texts are not converted.
    public var url: URL? { if case .url(let value) = self { value } else { nil } }

    /// The elements of an ``array(_:)``; `nil` for other values, sets included.
    public var array: [ParameterValue]? { if case .array(let values) = self { values } else { nil } }

    /// The entries of a ``dictionary(_:)``, in the caller's order.
    public var dictionary: ParameterDictionary? { if case .dictionary(let values) = self { values } else { nil } }

    /// The values of a collection: an array's elements, a set's in no particular order, a dictionary's values; none for
    /// a leaf.
    ///
    /// ```swift
    /// for item in order["items"]?.elements ?? [] { print(item["sku"]?.string ?? "") }
    /// ```
    public var elements: [ParameterValue] {
        switch self {
        case .array(let values): values
        case .set(let values): Array(values)
        case .dictionary(let values): values.values
        default: []
        }
    }

    /// The element of an ``array(_:)`` at an index; `nil` beyond its end, and in any other value.
    public subscript(index: Int) -> ParameterValue? {
        guard case .array(let values) = self, values.indices.contains(index) else { return nil }
        return values[index]
    }
}
