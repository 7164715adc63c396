struct TreeKeyedDecodingContainer<Key: CodingKey>: KeyedDecodingContainerProtocol {
    let state: TreeDecodingState
    let node: Int32
    let depth: Int32

    var codingPath: [any CodingKey] { state.codingPath(of: node, depth) }
    var allKeys: [Key] { state.keys(of: node).compactMap { Key(stringValue: $0) } }

    func contains(_ key: Key) -> Bool { state.member(of: node, named: key.stringValue) >= 0 }
    func decodeNil(forKey key: Key) throws -> Bool { state.isNull(try member(key)) }

    func decode(_ type: Bool.Type, forKey key: Key) throws -> Bool {
        if state.strategies.isMissingBoolFalse, !contains(key) { return false }
        return try leaf(key) { $0.bool($1) }
    }

    func decode(_ type: String.Type, forKey key: Key) throws -> String { try leaf(key) { $0.string($1) } }
    func decode(_ type: Double.Type, forKey key: Key) throws -> Double { try leaf(key) { $0.double($1) } }
    func decode(_ type: Float.Type, forKey key: Key) throws -> Float { try leaf(key) { $0.float($1) } }

    func decode(_ type: Int.Type, forKey key: Key) throws -> Int { try leaf(key) { $0.integer($1) } }

    // The protocol's methods for all other integers of up to 64 bits.
    func decode<Integer: FixedWidthInteger & Decodable>(_ type: Integer.Type, forKey key: Key) throws -> Integer {
        try leaf(key) { $0.integer($1) }
    }

    @available(macOS 15.0, iOS 18.0, watchOS 11.0, tvOS 18.0, visionOS 2.0, *)
    func decode(_ type: Int128.Type, forKey key: Key) throws -> Int128 { try leaf(key) { $0.integer($1) } }

    @available(macOS 15.0, iOS 18.0, watchOS 11.0, tvOS 18.0, visionOS 2.0, *)
    func decode(_ type: UInt128.Type, forKey key: Key) throws -> UInt128 { try leaf(key) { $0.integer($1) } }

    func decode<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value {
        try decode(type, of: try member(key), key)
    }

    /// Decodes the value of a member with a key.
    func decode<Value: Decodable>(_ type: Value.Type, of member: Int32, _ key: Key) throws -> Value {
        // Dictionaries ask for their members here.
        if type == String.self { return _identityCast(try leaf(member, key) { $0.string($1) }, to: type) }
        if type == Int.self { return _identityCast(try leaf(member, key) { $0.integer($1) as Int? }, to: type) }
        if type == Bool.self { return _identityCast(try leaf(member, key) { $0.bool($1) }, to: type) }
        if type == Double.self { return _identityCast(try leaf(member, key) { $0.double($1) }, to: type) }
        return try state.value(of: member, in: node, depth, key: key)
    }

    // For all types. Without it, each optional property would be looked up three times.
    func decodeIfPresent<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value? {
        let child = state.member(of: node, named: key.stringValue)
        if child < 0 || state.isNull(child) { return nil }
        return try decode(type, of: child, key)
    }

    // One for each type: the standard library's own methods are preferred to a generic one.
    func decodeIfPresent(_ type: Double.Type, forKey key: Key) throws -> Double? { try number(key) }
    func decodeIfPresent(_ type: Float.Type, forKey key: Key) throws -> Float? { try number(key) }
    func decodeIfPresent(_ type: Int.Type, forKey key: Key) throws -> Int? { try number(key) }
    func decodeIfPresent(_ type: Int8.Type, forKey key: Key) throws -> Int8? { try number(key) }
    func decodeIfPresent(_ type: Int16.Type, forKey key: Key) throws -> Int16? { try number(key) }
    func decodeIfPresent(_ type: Int32.Type, forKey key: Key) throws -> Int32? { try number(key) }
    func decodeIfPresent(_ type: Int64.Type, forKey key: Key) throws -> Int64? { try number(key) }
    func decodeIfPresent(_ type: UInt.Type, forKey key: Key) throws -> UInt? { try number(key) }
    func decodeIfPresent(_ type: UInt8.Type, forKey key: Key) throws -> UInt8? { try number(key) }
    func decodeIfPresent(_ type: UInt16.Type, forKey key: Key) throws -> UInt16? { try number(key) }
    func decodeIfPresent(_ type: UInt32.Type, forKey key: Key) throws -> UInt32? { try number(key) }
    func decodeIfPresent(_ type: UInt64.Type, forKey key: Key) throws -> UInt64? { try number(key) }

    private func number<Number: Decodable>(_ key: Key) throws -> Number? {
        let child = state.member(of: node, named: key.stringValue)
        if child < 0 || state.isNull(child) { return nil }
        if state.strategies.readsEmptyNumbersAsNull, state.isEmptyText(child) { return nil }
        return try decode(Number.self, of: child, key)
    }

    func nestedContainer<NestedKey: CodingKey>(
        keyedBy type: NestedKey.Type, forKey key: Key
    ) throws -> KeyedDecodingContainer<NestedKey> {
        try decoder(of: try member(key), key).container(keyedBy: type)
    }

    func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
        try decoder(of: try member(key), key).unkeyedContainer()
    }

    func superDecoder() -> any Decoder { superDecoder(ModelKey.superKey) }
    func superDecoder(forKey key: Key) -> any Decoder { superDecoder(key) }

    private func superDecoder(_ key: any CodingKey) -> any Decoder {
        decoder(of: state.member(of: node, named: key.stringValue), key)
    }

    private func decoder(of child: Int32, _ key: any CodingKey) -> TreeDecoder {
        TreeDecoder(state: state.fork(state.codingPath(of: node, depth, then: key)), node: child, depth: 0)
    }

    @inline(__always)
    private func member(_ key: Key) throws -> Int32 {
        let member = state.member(of: node, named: key.stringValue)
        if member >= 0 { return member }
        throw DecodingError.keyNotFound(
            key,
            state.context("No value associated with key \(key) (\"\(key.stringValue)\").", node, codingPath))
    }

    @inline(__always)
    private func leaf<Value>(_ key: Key, _ read: (TreeDecodingState, Int32) -> Value?) throws -> Value {
        try leaf(try member(key), key, read)
    }

    @inline(__always)
    private func leaf<Value>(
        _ member: Int32, _ key: Key, _ read: (TreeDecodingState, Int32) -> Value?
    ) throws -> Value {
        if let value = read(state, member) { return value }
        throw state.failure(Value.self, member, state.codingPath(of: node, depth, then: key))
    }
}

/// The elements of an array or set, or a leaf that is read as the only element of an array.
///
/// At 24 bytes, it fits into an `any UnkeyedDecodingContainer` without an allocation.
struct TreeUnkeyedDecodingContainer: UnkeyedDecodingContainer {
    let state: TreeDecodingState
    let node: Int32
    let depth: Int32
    /// The next element, or −1 after the last.
    var next: Int32
    var index: Int32 = 0

    var codingPath: [any CodingKey] { state.codingPath(of: node, depth) }
    var count: Int? { state.nodes[node].kind.isCollection ? Int(state.nodes[node].childCount) : 1 }
    var currentIndex: Int { Int(index) }
    var isAtEnd: Bool { next < 0 }

    mutating func decodeNil() throws -> Bool {
        guard state.isNull(try element(Never.self)) else { return false }
        advance()
        return true
    }

    mutating func decode(_ type: Bool.Type) throws -> Bool { try leaf { $0.bool($1) } }
    mutating func decode(_ type: String.Type) throws -> String { try leaf { $0.string($1) } }
    mutating func decode(_ type: Double.Type) throws -> Double { try leaf { $0.double($1) } }
    mutating func decode(_ type: Float.Type) throws -> Float { try leaf { $0.float($1) } }

    // The protocol's methods for all integers of up to 64 bits.
    mutating func decode<Integer: FixedWidthInteger & Decodable>(_ type: Integer.Type) throws -> Integer {
        try leaf { $0.integer($1) }
    }

    @available(macOS 15.0, iOS 18.0, watchOS 11.0, tvOS 18.0, visionOS 2.0, *)
    mutating func decode(_ type: Int128.Type) throws -> Int128 { try leaf { $0.integer($1) } }

    @available(macOS 15.0, iOS 18.0, watchOS 11.0, tvOS 18.0, visionOS 2.0, *)
    mutating func decode(_ type: UInt128.Type) throws -> UInt128 { try leaf { $0.integer($1) } }

    mutating func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
        // Arrays ask for their elements here.
        if type == String.self { return _identityCast(try decode(String.self), to: type) }
        if type == Int.self { return _identityCast(try decode(Int.self), to: type) }
        if type == Double.self { return _identityCast(try decode(Double.self), to: type) }
        let value: Value = try state.value(of: try element(type), in: node, depth, index: index)
        advance()
        return value
    }

    mutating func nestedContainer<NestedKey: CodingKey>(
        keyedBy type: NestedKey.Type
    ) throws -> KeyedDecodingContainer<NestedKey> {
        try passing { try $0.container(keyedBy: type) }
    }

    mutating func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer {
        try passing { try $0.unkeyedContainer() }
    }

    mutating func superDecoder() throws -> any Decoder { try passing { $0 } }

    /// Returns the result of `body` for the next element's decoder, and advances past the element.
    private mutating func passing<Result>(_ body: (TreeDecoder) throws -> Result) throws -> Result {
        let element = try element(Result.self)
        let result = try body(TreeDecoder(state: state.fork(elementPath), node: element, depth: 0))
        advance()
        return result
    }

    @inline(__always)
    private mutating func advance() {
        next = next == node ? -1 : state.nodes[next].next
        index += 1
    }

    @inline(__always)
    private func element(_ type: Any.Type) throws -> Int32 {
        if next >= 0 { return next }
        throw DecodingError.valueNotFound(type, state.context("Unkeyed container is at end.", node, elementPath))
    }

    private var elementPath: [any CodingKey] { state.codingPath(of: node, depth, then: ModelKey(index: Int(index))) }

    @inline(__always)
    private mutating func leaf<Value>(_ read: (TreeDecodingState, Int32) -> Value?) throws -> Value {
        let element = try element(Value.self)
        guard let value = read(state, element) else { throw state.failure(Value.self, element, elementPath) }
        advance()
        return value
    }
}
