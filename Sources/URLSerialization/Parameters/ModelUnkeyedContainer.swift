/// The elements of an array or set being encoded.
struct ModelUnkeyedContainer: UnkeyedEncodingContainer {
    let state: ModelEncodingState
    let index: Int32
    let depth: Int32
    /// Whether the output is dropped, because the collection will be encoded in another way.
    var isDiscarding = false

    var codingPath: [any CodingKey] { state.codingPath(of: index) }
    var count: Int { Int(state.nodes[index].childCount) }

    @inline(__always)
    private func append(_ set: (ParameterNodes, Int32) -> Void) {
        if !isDiscarding { set(state.nodes, state.appendElement(to: index)) }
    }

    mutating func encodeNil() { append { $0.setNull($1) } }
    mutating func encode(_ value: Bool) { append { $0.set($1, value) } }
    mutating func encode(_ value: String) { append { $0.set($1, value) } }
    mutating func encode(_ value: Double) { append { $0.set($1, value) } }
    mutating func encode(_ value: Float) { append { $0.set($1, value) } }
    mutating func encode(_ value: some FixedWidthInteger & Encodable) { append { $0.set($1, integer: value) } }

    mutating func encode<Value: Encodable>(_ value: Value) throws {
        if !isDiscarding { try state.fill(state.appendElement(to: index), with: value, depth: depth) }
    }

    mutating func nestedContainer<NestedKey: CodingKey>(
        keyedBy keyType: NestedKey.Type
    ) -> KeyedEncodingContainer<NestedKey> {
        encoder().container(keyedBy: keyType)
    }

    mutating func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer { encoder().unkeyedContainer() }
    mutating func superEncoder() -> any Encoder { encoder() }

    private func encoder() -> ModelEncoder {
        ModelEncoder(state: state, index: state.appendElement(to: index), depth: depth + 1)
    }
}
