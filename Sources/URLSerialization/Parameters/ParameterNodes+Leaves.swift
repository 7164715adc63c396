extension ParameterNodes {
    /// The length in bytes from which a text is stored as a string.
    static let longLength = 512

    @inline(__always)
    func set(_ index: Int32, _ kind: ParameterTree.Kind, _ payload: UInt64) {
        self[index].kind = kind
        self[index].payload = payload
        self[index].childCount = 0
    }

    @inline(__always) func setNull(_ index: Int32) { set(index, .null, 0) }
    @inline(__always) func set(_ index: Int32, _ value: Bool) { set(index, .bool, value ? 1 : 0) }
    @inline(__always) func set(_ index: Int32, _ value: Int64) { set(index, .int, UInt64(bitPattern: value)) }
    @inline(__always) func set(_ index: Int32, _ value: Double) { set(index, .double, value.bitPattern) }

    func set(_ index: Int32, _ value: Date) { set(index, .date, value.timeIntervalSinceReferenceDate.bitPattern) }

    /// Stores an integer of up to 64 bits.
    @inline(__always)
    func set(_ index: Int32, integer value: some FixedWidthInteger) {
        if let value = Int64(exactly: value) { set(index, value) } else { set(index, .value(.uint(UInt64(value)))) }
    }

    @inline(__always)
    func set(_ index: Int32, _ value: String) {
        let isShort = value.withRun { bytes -> Bool in
            guard bytes.count < Self.longLength else { return false }
            let text = keep(bytes)
            set(index, .text, UInt64(text.start) | UInt64(text.count) << 32)
            return true
        }
        if !isShort { set(index, .value(.string(value))) }
    }

    /// Stores a leaf of any kind.
    func set(_ index: Int32, _ leaf: ParameterValue) {
        switch leaf {
        case .null: setNull(index)
        case .bool(let value): set(index, value)
        case .int(let value): set(index, value)
        case .double(let value): set(index, value)
        case .date(let value): set(index, value)
        case .string(let value): set(index, value)
        case .uint, .float, .decimal, .data, .url, .array, .set, .dictionary: set(index, .value(leaf))
        }
    }

    /// Returns the leaf in a node.
    ///
    /// - Throws: The node's ``ParameterError`` if it is refused.
    func leaf(of index: Int32) throws(ParameterError) -> ParameterValue {
        let payload = self[index].payload
        switch self[index].kind {
        case .bool: return .bool(payload != 0)
        case .int: return .int(Int64(bitPattern: payload))
        case .double: return .double(Double(bitPattern: payload))
        case .date: return .date(Date(timeIntervalSinceReferenceDate: Double(bitPattern: payload)))
        case .text: return .string(run(of: self[index].text).string)
        case .number: return number(run(of: self[index].text).string)
        case .null, .dictionary, .array, .set: return .null
        case .other: break
        }
        switch other(of: index) {
        case .value(let value): return value
        case .object(let description, _): return .string(description)
        case .refusal(let refusal, _): throw refusal
        case .malformed, nil:
            throw ParameterError(.unsupportedValue, "The value is malformed. Correct the document.")
        }
    }

    /// Returns the error of a refused node, or `nil` for any other.
    func refusal(of index: Int32) -> RequestSerializationError? {
        guard case .refusal(let refusal, _) = other(of: index) else { return nil }
        return refusal.error(at: path(of: index))
    }

    /// Returns an integer of up to 64 bits, or else the nearest number that JSON's readers make.
    private func number(_ text: String) -> ParameterValue {
        if let value = Int64(text) { return .int(value) }
        if let value = UInt64(text) { return .uint(value) }
        return .double(Double(text) ?? .infinity)
    }
}
