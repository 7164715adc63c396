extension ParameterValue {
    // Disfavored, so that in `.int(.max)` the case's own type decides.
    /// An integer: the case `int(_:)` of an `Int64`.
    @_disfavoredOverload
    public static func int(_ value: Int) -> ParameterValue { .int(Int64(value)) }

    /// An integer, as `int(_:)`, or as ``uint(_:)`` above `Int64.max`; one that fits neither as its digits.
    public init(_ value: some BinaryInteger) {
        self = Int64(exactly: value).map(Self.int) ?? UInt64(exactly: value).map(Self.uint) ?? .string(String(value))
    }

    /// A Boolean.
    public init(_ value: Bool) { self = .bool(value) }
    /// A double-precision number.
    public init(_ value: Double) { self = .double(value) }
    /// A single-precision number.
    public init(_ value: Float) { self = .float(value) }
    /// A decimal number.
    public init(_ value: Decimal) { self = .decimal(value) }
    /// Text.
    public init(_ value: some StringProtocol) { self = .string(String(value)) }
    /// A point in time.
    public init(_ value: Date) { self = .date(value) }
    /// Bytes.
    public init(_ value: Data) { self = .data(value) }
    /// A URL.
    public init(_ value: URL) { self = .url(value) }
    /// A UUID's string.
    public init(_ value: UUID) { self = .string(value.uuidString) }
    /// Values in order.
    public init(_ values: some Sequence<ParameterValue>) { self = .array(Array(values)) }
    /// Values by key.
    public init(_ values: ParameterDictionary) { self = .dictionary(values) }

    /// The value under a key of a ``dictionary(_:)``; nil in any other value. Setting nil removes the key, and setting
    /// a key of anything but a dictionary makes it a dictionary with that key alone.
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
