extension ParameterValue {
    // Disfavored, so that in `.int(.max)` the type of the case itself is used.
    /// Returns an integer: the case `int(_:)` of an `Int64`.
    @_disfavoredOverload
    public static func int(_ value: Int) -> ParameterValue { .int(Int64(value)) }

    /// Creates an integer: `int(_:)`, or ``uint(_:)`` above `Int64.max`. An integer that fits neither becomes the
    /// string of its digits.
    public init(_ value: some BinaryInteger) {
        self = Int64(exactly: value).map(Self.int) ?? UInt64(exactly: value).map(Self.uint) ?? .string(String(value))
    }

    /// Creates a Boolean.
    public init(_ value: Bool) { self = .bool(value) }
    /// Creates a double-precision number.
    public init(_ value: Double) { self = .double(value) }
    /// Creates a single-precision number.
    public init(_ value: Float) { self = .float(value) }
    /// Creates a decimal number.
    public init(_ value: Decimal) { self = .decimal(value) }
    /// Creates a text.
    public init(_ value: some StringProtocol) { self = .string(String(value)) }
    /// Creates a point in time.
    public init(_ value: Date) { self = .date(value) }
    /// Creates bytes.
    public init(_ value: Data) { self = .data(value) }
    /// Creates a URL.
    public init(_ value: URL) { self = .url(value) }
    /// Creates a UUID's string.
    public init(_ value: UUID) { self = .string(value.uuidString) }
    /// Creates an array of values in order.
    public init(_ values: some Sequence<ParameterValue>) { self = .array(Array(values)) }
    /// Creates a dictionary.
    public init(_ values: ParameterDictionary) { self = .dictionary(values) }

    /// The value under a key of a ``dictionary(_:)``; `nil` in any other value. Setting `nil` removes the key. Setting
    /// a key of a value that is not a dictionary replaces the value with a dictionary that has only that key.
    ///
    /// - Complexity: Linear in the number of keys.
    public subscript(key: String) -> ParameterValue? {
        get {
            guard case .dictionary(let values) = self else { return nil }
            return values[key]
        }
        set {
            var values = ParameterDictionary()
            if case .dictionary(let present) = self {
                values = present
            } else if newValue == nil {
                return
            }
            values[key] = newValue
            self = .dictionary(values)
        }
    }
}
