/// The entries of a dictionary being encoded.
struct ModelKeyedContainer<Key: CodingKey>: KeyedEncodingContainerProtocol {
    let state: ModelEncodingState
    let index: Int32
    let depth: Int32

    var codingPath: [any CodingKey] { state.codingPath(of: index) }

    @inline(__always)
    private func set(_ leaf: ModelLeaf, forKey key: Key) {
        _ = state.set(leaf, kind: .leaf, forKey: key.stringValue, in: index)
    }

    private func makeChild(forKey key: some CodingKey) -> Int32 {
        state.set(.null, kind: .empty, forKey: key.stringValue, in: index)
    }

    mutating func encodeNil(forKey key: Key) { set(ModelLeaf.null, forKey: key) }
    mutating func encode(_ value: Bool, forKey key: Key) { set(.bool(value), forKey: key) }
    mutating func encode(_ value: String, forKey key: Key) { set(state.nodes.keep(value), forKey: key) }
    mutating func encode(_ value: Double, forKey key: Key) { set(.double(value), forKey: key) }
    mutating func encode(_ value: Float, forKey key: Key) { set(.float(value), forKey: key) }
    mutating func encode(_ value: Int, forKey key: Key) { set(.int(Int64(value)), forKey: key) }
    mutating func encode(_ value: Int8, forKey key: Key) { set(.integer(value), forKey: key) }
    mutating func encode(_ value: Int16, forKey key: Key) { set(.integer(value), forKey: key) }
    mutating func encode(_ value: Int32, forKey key: Key) { set(.integer(value), forKey: key) }
    mutating func encode(_ value: Int64, forKey key: Key) { set(.integer(value), forKey: key) }
    mutating func encode(_ value: UInt, forKey key: Key) { set(.integer(value), forKey: key) }
    mutating func encode(_ value: UInt8, forKey key: Key) { set(.integer(value), forKey: key) }
    mutating func encode(_ value: UInt16, forKey key: Key) { set(.integer(value), forKey: key) }
    mutating func encode(_ value: UInt32, forKey key: Key) { set(.integer(value), forKey: key) }
    mutating func encode(_ value: UInt64, forKey key: Key) { set(.integer(value), forKey: key) }

    mutating func encode<Value: Encodable>(_ value: Value, forKey key: Key) throws {
        if let leaf = state.leaf(value) { return set(leaf, forKey: key) }
        try state.fillUnknown(makeChild(forKey: key), with: value, depth: depth)
    }

    mutating func nestedContainer<NestedKey: CodingKey>(
        keyedBy keyType: NestedKey.Type, forKey key: Key
    ) -> KeyedEncodingContainer<NestedKey> {
        encoder(forKey: key).container(keyedBy: keyType)
    }

    mutating func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
        encoder(forKey: key).unkeyedContainer()
    }

    mutating func superEncoder() -> any Encoder { encoder(forKey: ModelKey.superKey) }
    mutating func superEncoder(forKey key: Key) -> any Encoder { encoder(forKey: key) }

    private func encoder(forKey key: some CodingKey) -> ModelEncoder {
        ModelEncoder(state: state, index: makeChild(forKey: key), depth: depth + 1)
    }
}
