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
    @inline(__always) func set(_ index: Int32, _ value: Float) { set(index, .float, UInt64(value.bitPattern)) }

    func set(_ index: Int32, _ value: Date) { set(index, .date, value.timeIntervalSinceReferenceDate.bitPattern) }

    /// Stores an integer, as ``ParameterTree/Kind/uint`` only if it is above `Int64.max`.
    @inline(__always)
    func set(_ index: Int32, integer value: some FixedWidthInteger) {
        if let value = Int64(exactly: value) { set(index, value) } else { set(index, .uint, UInt64(value)) }
    }

    @inline(__always)
    func set(_ index: Int32, _ value: String) {
        let isShort = value.withRun { bytes -> Bool in
            guard bytes.count < Self.longLength else { return false }
            let text = keep(bytes)
            set(index, .text, UInt64(text.start) | UInt64(text.count) << 32)
            return true
        }
        if !isShort { setOther(index, .string(value)) }
    }

    func setOther(_ index: Int32, _ leaf: ParameterValue) { set(index, .other, UInt64(keep(leaf))) }

    /// Marks a node as one that cannot be represented.
    func refuse(_ index: Int32, _ refusal: ParameterError) { set(index, .refused, UInt64(keep(refusal))) }

    /// Stores a leaf of any kind.
    func set(_ index: Int32, _ leaf: ParameterValue) {
        switch leaf {
        case .null: setNull(index)
        case .bool(let value): set(index, value)
        case .int(let value): set(index, value)
        case .uint(let value): set(index, .uint, value)
        case .double(let value): set(index, value)
        case .float(let value): set(index, value)
        case .date(let value): set(index, value)
        case .string(let value): set(index, value)
        case .decimal, .data, .url, .array, .set, .dictionary: setOther(index, leaf)
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
        case .uint: return .uint(payload)
        case .double: return .double(Double(bitPattern: payload))
        case .float: return .float(Float(bitPattern: UInt32(truncatingIfNeeded: payload)))
        case .date: return .date(Date(timeIntervalSinceReferenceDate: Double(bitPattern: payload)))
        case .text: return .string(run(of: self[index].text).string)
        case .other, .uuid, .object: return other(Int(payload))
        case .number: return number(run(of: self[index].text).string)
        case .malformed: throw ParameterError(.unsupportedValue, "The value is malformed. Correct the document.")
        case .refused: throw refusal(Int(payload))
        case .null, .empty, .dictionary, .array, .set: return .null
        }
    }

    /// Returns the error of a refused node, or `nil` for any other.
    func refusal(of index: Int32) -> RequestSerializationError? {
        guard self[index].kind == .refused else { return nil }
        return refusal(Int(self[index].payload)).error(at: path(of: index))
    }

    /// Returns an integer of up to 64 bits, or else the nearest number that JSON's readers make.
    private func number(_ text: String) -> ParameterValue {
        if let value = Int64(text) { return .int(value) }
        if let value = UInt64(text) { return .uint(value) }
        return .double(Double(text) ?? .infinity)
    }
}
