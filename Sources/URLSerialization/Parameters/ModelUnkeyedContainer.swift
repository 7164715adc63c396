/// The elements of an array or set being encoded.
struct ModelUnkeyedContainer: UnkeyedEncodingContainer {
    let state: ModelEncodingState
    let index: Int32
    let depth: Int32
    /// Whether what is encoded here is dropped, because the collection will be encoded in another way.
    var isDiscarding = false

    var codingPath: [any CodingKey] { state.codingPath(of: index) }
    var count: Int { Int(state.nodes[index].pointee.childCount) }

    @inline(__always)
    private func append(_ leaf: ModelLeaf) {
        if !isDiscarding { state.nodes.append(leaf, kind: .leaf, to: index) }
    }

    private func makeChild() -> Int32 {
        state.nodes.append(.null, kind: .empty, to: index)
    }

    mutating func encodeNil() { append(ModelLeaf.null) }
    mutating func encode(_ value: Bool) { append(.bool(value)) }
    mutating func encode(_ value: String) { if !isDiscarding { append(state.nodes.keep(value)) } }
    mutating func encode(_ value: Double) { append(.double(value)) }
    mutating func encode(_ value: Float) { append(.float(value)) }
    mutating func encode(_ value: Int) { append(.int(Int64(value))) }
    mutating func encode(_ value: Int8) { append(.integer(value)) }
    mutating func encode(_ value: Int16) { append(.integer(value)) }
    mutating func encode(_ value: Int32) { append(.integer(value)) }
    mutating func encode(_ value: Int64) { append(.integer(value)) }
    mutating func encode(_ value: UInt) { append(.integer(value)) }
    mutating func encode(_ value: UInt8) { append(.integer(value)) }
    mutating func encode(_ value: UInt16) { append(.integer(value)) }
    mutating func encode(_ value: UInt32) { append(.integer(value)) }
    mutating func encode(_ value: UInt64) { append(.integer(value)) }

    mutating func encode<Value: Encodable>(_ value: Value) throws {
        if isDiscarding { return }
        if let leaf = state.leaf(value) { return append(leaf) }
        try state.fillUnknown(makeChild(), with: value, depth: depth)
    }

    mutating func nestedContainer<NestedKey: CodingKey>(
        keyedBy keyType: NestedKey.Type
    ) -> KeyedEncodingContainer<NestedKey> {
        encoder().container(keyedBy: keyType)
    }

    mutating func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer { encoder().unkeyedContainer() }
    mutating func superEncoder() -> any Encoder { encoder() }

    private func encoder() -> ModelEncoder {
        ModelEncoder(state: state, index: makeChild(), depth: depth + 1)
    }
}
