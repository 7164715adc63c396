// Each property is the payload of one kind of value, and `nil` for the others; numbers convert to each other.

extension ParameterValue {
    /// Whether the value is ``null``.
    public var isNull: Bool { if case .null = self { true } else { false } }

    /// The text of a ``string(_:)``.
    public var string: String? { if case .string(let value) = self { value } else { nil } }

    /// The value of a ``bool(_:)``.
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

    /// The value of a ``date(_:)``.
    public var date: Date? { if case .date(let value) = self { value } else { nil } }

    /// The bytes of a ``data(_:)``.
    public var data: Data? { if case .data(let value) = self { value } else { nil } }

    /// The URL of a ``url(_:)``.
    public var url: URL? { if case .url(let value) = self { value } else { nil } }

    /// The elements of an ``array(_:)``.
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
