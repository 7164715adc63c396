/// The entries of a dictionary being encoded.
struct ModelKeyedContainer<Key: CodingKey>: KeyedEncodingContainerProtocol {
    let state: ModelEncodingState
    let index: Int32
    let depth: Int32
    /// Whether keys are written as the model spells them: without a key strategy, and in a `[String: T]`.
    let hasGivenKeys: Bool
    /// A bit for each group of keys that has a child: a key whose group has none is new. Knowing that saves the
    /// benchmark's *model* payload 4 % of its instructions.
    var groups: UInt64 = 0
    /// The number of children in these groups. Another container of the same node may have added more.
    var knownChildren: Int32 = 0

    var codingPath: [any CodingKey] { state.codingPath(of: index) }

    /// Returns the empty node of a key. If a key has two values, the later is kept, in the place of the earlier one.
    @inline(__always)
    private mutating func child(_ key: some CodingKey) -> Int32 {
        let text = hasGivenKeys ? key.stringValue : state.writtenKey(key, in: index)
        let node = text.withRun { child(forBytes: $0) }
        if !hasGivenKeys { state.keepGivenKey(key, of: node) }
        return node
    }

    @inline(__always)
    private mutating func child(forBytes key: ByteRun) -> Int32 {
        let group: UInt64 = 1 &<< (UInt64(key.first ?? 0) &* 7 &+ UInt64(key.last ?? 0) &+ UInt64(key.count) &* 31)
        let isNew = groups & group == 0 && state.nodes[index].childCount == knownChildren
        if !isNew, let child = state.child(of: index, forKey: key) {
            state.reset(child)
            return child
        }
        let child = state.nodes.appendChild(to: index, key: state.nodes.keep(key))
        state.index(child, of: index, key)
        groups |= group
        knownChildren &+= 1
        return child
    }

    mutating func encodeNil(forKey key: Key) { state.nodes.setNull(child(key)) }
    mutating func encode(_ value: Bool, forKey key: Key) { state.nodes.set(child(key), value) }
    mutating func encode(_ value: String, forKey key: Key) { state.nodes.set(child(key), value) }
    mutating func encode(_ value: Double, forKey key: Key) { state.nodes.set(child(key), value) }
    mutating func encode(_ value: Float, forKey key: Key) { state.nodes.set(child(key), value) }

    // The protocol's methods for all integers of up to 64 bits.
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

    private mutating func encoder(_ key: some CodingKey) -> ModelEncoder {
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

/// An encoder is the container of a type that encodes itself as a single value.
extension ModelEncoder: SingleValueEncodingContainer {
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
