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

    /// Creates a ``dictionary(_:)`` in the order written. Of two equal keys the later value is kept.
    ///
    /// Variables among the values are converted by hand, as in `["q": .string(q), "page": .int(page)]`: a literal's
    /// values have one type, and only with `ParameterValue` can literals be nested in it. Where any parameters are
    /// accepted, so is the plain `["q": q, "page": page]`.
    public init(dictionaryLiteral elements: (String, ParameterValue)...) {
        self = .dictionary(ParameterDictionary(elements.map { (key: $0.0, value: $0.1) }))
    }
}
