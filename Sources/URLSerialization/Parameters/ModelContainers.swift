/// The entries of a dictionary being encoded.
struct ModelKeyedContainer<Key: CodingKey>: KeyedEncodingContainerProtocol {
    let state: ModelEncodingState
    let index: Int32
    let depth: Int32
    /// Whether keys are written as the model spells them: without a key strategy, and in a `[String: T]`.
    let hasGivenKeys: Bool

    var codingPath: [any CodingKey] { state.codingPath(of: index) }

    @inline(__always)
    private func child(_ key: some CodingKey) -> Int32 {
        if hasGivenKeys { return key.stringValue.withRun { state.child(of: index, forKey: $0) } }
        let node = state.writtenKey(key, in: index).withRun { state.child(of: index, forKey: $0) }
        state.keepGivenKey(key, of: node)
        return node
    }

    mutating func encodeNil(forKey key: Key) { state.nodes.setNull(child(key)) }

    // The protocol's methods for all integers of up to 64 bits. The last method is also that for all other types.
    mutating func encode(_ value: some FixedWidthInteger & Encodable, forKey key: Key) {
        state.nodes.set(child(key), integer: value)
    }

    mutating func encode<Value: Encodable>(_ value: Value, forKey key: Key) throws {
        try state.fill(child(key), with: value, depth: depth)
    }

    mutating func nestedContainer<NestedKey: CodingKey>(
        keyedBy keyType: NestedKey.Type, forKey key: Key
    ) -> KeyedEncodingContainer<NestedKey> {
        encoder(key).container(keyedBy: keyType)
    }

    mutating func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
        encoder(key).unkeyedContainer()
    }

    mutating func superEncoder() -> any Encoder { encoder(ModelKey.superKey) }
    mutating func superEncoder(forKey key: Key) -> any Encoder { encoder(key) }

    private func encoder(_ key: some CodingKey) -> ModelEncoder {
        ModelEncoder(state: state, index: child(key), depth: depth + 1)
    }
}

/// The elements of an array or set being encoded.
struct ModelUnkeyedContainer: UnkeyedEncodingContainer {
    let state: ModelEncodingState
    let index: Int32
    let depth: Int32
    /// Whether the output is dropped, because the collection will be encoded in another way.
    var isDiscarding = false

    var codingPath: [any CodingKey] { state.codingPath(of: index) }
    var count: Int { Int(state.nodes[index].childCount) }

    mutating func encodeNil() {
        if !isDiscarding { state.nodes.setNull(state.appendElement(to: index)) }
    }

    mutating func encode(_ value: some FixedWidthInteger & Encodable) {
        if !isDiscarding { state.nodes.set(state.appendElement(to: index), integer: value) }
    }

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

/// An encoder is the container of a type that encodes itself as a single value.
extension ModelEncoder: SingleValueEncodingContainer {
    mutating func encodeNil() {
        if state.mayHoldSingleValue(index) { state.nodes.setNull(index) }
    }

    mutating func encode(_ value: some FixedWidthInteger & Encodable) {
        if state.mayHoldSingleValue(index) { state.nodes.set(index, integer: value) }
    }

    mutating func encode<Value: Encodable>(_ value: Value) throws {
        if state.mayHoldSingleValue(index) { try state.fill(index, with: value, depth: depth) }
    }
}
