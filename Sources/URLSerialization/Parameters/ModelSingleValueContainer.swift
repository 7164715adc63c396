/// The container of a type that encodes itself as a single value.
struct ModelSingleValueContainer: SingleValueEncodingContainer {
    let state: ModelEncodingState
    let index: Int32
    let depth: Int32

    var codingPath: [any CodingKey] { state.codingPath(of: index) }

    @inline(__always)
    private func set(_ set: (ParameterNodes) -> Void) {
        if state.mayHoldSingleValue(index) { set(state.nodes) }
    }

    mutating func encodeNil() { set { $0.setNull(index) } }
    mutating func encode(_ value: Bool) { set { $0.set(index, value) } }
    mutating func encode(_ value: String) { set { $0.set(index, value) } }
    mutating func encode(_ value: Double) { set { $0.set(index, value) } }
    mutating func encode(_ value: Float) { set { $0.set(index, value) } }
    mutating func encode(_ value: some FixedWidthInteger & Encodable) { set { $0.set(index, integer: value) } }

    mutating func encode<Value: Encodable>(_ value: Value) throws {
        if state.mayHoldSingleValue(index) { try state.fill(index, with: value, depth: depth) }
    }
}
