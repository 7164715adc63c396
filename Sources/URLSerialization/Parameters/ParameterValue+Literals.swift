extension ParameterValue: ExpressibleByNilLiteral {
    /// `nil` is ``null``.
    public init(nilLiteral: ()) { self = .null }
}

extension ParameterValue: ExpressibleByBooleanLiteral {
    /// `true` and `false` are ``bool(_:)``.
    public init(booleanLiteral value: Bool) { self = .bool(value) }
}

extension ParameterValue: ExpressibleByIntegerLiteral {
    /// An integer literal is `int(_:)`; write ``uint(_:)`` for one above `Int64.max`.
    public init(integerLiteral value: Int64) { self = .int(value) }
}

extension ParameterValue: ExpressibleByFloatLiteral {
    /// A literal with a point or an exponent is ``double(_:)``.
    public init(floatLiteral value: Double) { self = .double(value) }
}

extension ParameterValue: ExpressibleByStringInterpolation {
    /// A string literal is ``string(_:)``.
    public init(stringLiteral value: String) { self = .string(value) }
}

extension ParameterValue: ExpressibleByArrayLiteral {
    /// An array literal is ``array(_:)``.
    public init(arrayLiteral elements: ParameterValue...) { self = .array(elements) }
}

extension ParameterValue: ExpressibleByDictionaryLiteral {
    /// A dictionary literal is ``dictionary(_:)`` in the order written; of two equal keys the later value stands.
    public init(dictionaryLiteral elements: (String, ParameterValue)...) {
        self = .dictionary(ParameterDictionary(elements.map { (key: $0.0, value: $0.1) }))
    }
}
