/// The one value that a type encodes itself as.
struct ModelSingleValueContainer: SingleValueEncodingContainer {
    let state: ModelEncodingState
    let index: Int32
    let depth: Int32

    var codingPath: [any CodingKey] { state.codingPath(of: index) }

    mutating func encodeNil() { state.makeSingleValue(index, ModelLeaf.null) }
    mutating func encode(_ value: Bool) { state.makeSingleValue(index, .bool(value)) }
    mutating func encode(_ value: String) { state.makeSingleValue(index, state.nodes.keep(value)) }
    mutating func encode(_ value: Double) { state.makeSingleValue(index, .double(value)) }
    mutating func encode(_ value: Float) { state.makeSingleValue(index, .float(value)) }
    mutating func encode(_ value: Int) { state.makeSingleValue(index, .int(Int64(value))) }
    mutating func encode(_ value: Int8) { state.makeSingleValue(index, .integer(value)) }
    mutating func encode(_ value: Int16) { state.makeSingleValue(index, .integer(value)) }
    mutating func encode(_ value: Int32) { state.makeSingleValue(index, .integer(value)) }
    mutating func encode(_ value: Int64) { state.makeSingleValue(index, .integer(value)) }
    mutating func encode(_ value: UInt) { state.makeSingleValue(index, .integer(value)) }
    mutating func encode(_ value: UInt8) { state.makeSingleValue(index, .integer(value)) }
    mutating func encode(_ value: UInt16) { state.makeSingleValue(index, .integer(value)) }
    mutating func encode(_ value: UInt32) { state.makeSingleValue(index, .integer(value)) }
    mutating func encode(_ value: UInt64) { state.makeSingleValue(index, .integer(value)) }

    mutating func encode<Value: Encodable>(_ value: Value) throws {
        if state.mayHoldSingleValue(index) { try state.fill(index, with: value, depth: depth) }
    }
}
