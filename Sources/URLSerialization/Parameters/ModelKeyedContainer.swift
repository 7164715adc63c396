/// The entries of a dictionary being encoded.
struct ModelKeyedContainer<Key: CodingKey>: MadeContainer {
    let state: ModelEncodingState
    let index: Int32
    let depth: Int32
    /// Whether keys are written unchanged.
    let hasGivenKeys: Bool
    /// The number of children that this container has seen. Another container of the same node may have added more.
    private var knownChildren: Int32 = 0
    /// A bit for each group of keys that has a child. A key in a group without its bit is new, which saves the
    /// benchmark's *model* payload several percent of its instructions.
    private var groups: UInt64 = 0

    init(_ encoder: ModelEncoder, hasGivenKeys: Bool) {
        (state, index, depth) = (encoder.state, encoder.index, encoder.depth)
        self.hasGivenKeys = hasGivenKeys
    }

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
        let nodes = state.nodes
        if nodes[index].childCount != knownChildren { groups = .max }
        let group = key.group
        if groups & group != 0, let child = state.child(of: index, forKey: key) {
            state.reset(child)
            return child
        }
        groups |= group
        let child = nodes.appendChild(to: index, key: nodes.keep(key))
        knownChildren = nodes[index].childCount
        if knownChildren > 64 { state.index(child, of: index, key) }
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
