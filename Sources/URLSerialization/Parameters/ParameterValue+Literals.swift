extension ParameterValue: ExpressibleByNilLiteral, ExpressibleByBooleanLiteral, ExpressibleByIntegerLiteral,
    ExpressibleByFloatLiteral, ExpressibleByStringInterpolation, ExpressibleByArrayLiteral,
    ExpressibleByDictionaryLiteral
{
    /// Creates ``null``.
    public init(nilLiteral: ()) { self = .null }

    /// Creates a ``bool(_:)``.
    public init(booleanLiteral value: Bool) { self = .bool(value) }

    /// Creates an `int(_:)`. Write ``uint(_:)`` for an integer above `Int64.max`.
    public init(integerLiteral value: Int64) { self = .int(value) }

    /// Creates a ``double(_:)`` from a literal with a point or an exponent.
    public init(floatLiteral value: Double) { self = .double(value) }

    /// Creates a ``string(_:)``.
    public init(stringLiteral value: String) { self = .string(value) }

    /// Creates an ``array(_:)``.
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
