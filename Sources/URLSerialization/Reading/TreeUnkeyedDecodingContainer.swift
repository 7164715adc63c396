/// The elements of an array or set, or a leaf that is read as the only element of an array.
///
/// With 24 bytes it needs no allocation as an `any UnkeyedDecodingContainer`.
struct TreeUnkeyedDecodingContainer: UnkeyedDecodingContainer {
    let state: TreeDecodingState
    private let node: Int32
    private let depth: Int32
    /// The next element, or −1.
    private var next: Int32
    private var index: Int32 = 0

    init(_ state: TreeDecodingState, _ node: Int32, _ depth: Int32) {
        self.state = state
        self.node = node
        self.depth = depth
        next = state.nodes.kind(of: node).isCollection ? state.nodes.firstChild(of: node) : node
    }

    var codingPath: [any CodingKey] { state.codingPath(of: node, depth) }
    var count: Int? { state.nodes.kind(of: node).isCollection ? state.nodes.childCount(of: node) : 1 }
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
    mutating func decode(_ type: Int.Type) throws -> Int { try leaf { $0.integer($1) } }
    mutating func decode(_ type: Int8.Type) throws -> Int8 { try leaf { $0.integer($1) } }
    mutating func decode(_ type: Int16.Type) throws -> Int16 { try leaf { $0.integer($1) } }
    mutating func decode(_ type: Int32.Type) throws -> Int32 { try leaf { $0.integer($1) } }
    mutating func decode(_ type: Int64.Type) throws -> Int64 { try leaf { $0.integer($1) } }
    mutating func decode(_ type: UInt.Type) throws -> UInt { try leaf { $0.integer($1) } }
    mutating func decode(_ type: UInt8.Type) throws -> UInt8 { try leaf { $0.integer($1) } }
    mutating func decode(_ type: UInt16.Type) throws -> UInt16 { try leaf { $0.integer($1) } }
    mutating func decode(_ type: UInt32.Type) throws -> UInt32 { try leaf { $0.integer($1) } }
    mutating func decode(_ type: UInt64.Type) throws -> UInt64 { try leaf { $0.integer($1) } }

    @available(macOS 15.0, iOS 18.0, watchOS 11.0, tvOS 18.0, visionOS 2.0, *)
    mutating func decode(_ type: Int128.Type) throws -> Int128 { try leaf { $0.integer($1) } }

    @available(macOS 15.0, iOS 18.0, watchOS 11.0, tvOS 18.0, visionOS 2.0, *)
    mutating func decode(_ type: UInt128.Type) throws -> UInt128 { try leaf { $0.integer($1) } }

    mutating func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
        // Arrays ask for their elements here.
        if type == String.self { return _identityCast(try decode(String.self), to: type) }
        if type == Int.self { return _identityCast(try decode(Int.self), to: type) }
        if type == Double.self { return _identityCast(try decode(Double.self), to: type) }
        let element = try element(type)
        let (state, depth) = state.entering(element, of: node, depth, index: index)
        defer { state.leave(depth) }
        let value: Value = try state.value(of: element, depth)
        advance()
        return value
    }

    mutating func nestedContainer<NestedKey: CodingKey>(
        keyedBy type: NestedKey.Type
    ) throws -> KeyedDecodingContainer<NestedKey> {
        let container = try decoder(KeyedDecodingContainer<NestedKey>.self).container(keyedBy: type)
        advance()
        return container
    }

    mutating func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer {
        let container = try decoder((any UnkeyedDecodingContainer).self).unkeyedContainer()
        advance()
        return container
    }

    mutating func superDecoder() throws -> any Decoder {
        let decoder = try decoder((any Decoder).self)
        advance()
        return decoder
    }

    @inline(__always)
    private mutating func advance() {
        next = next == node ? -1 : state.nodes.next(after: next)
        index += 1
    }

    @inline(__always)
    private func element(_ type: Any.Type) throws -> Int32 {
        if next >= 0 { return next }
        throw DecodingError.valueNotFound(type, state.context("Unkeyed container is at end.", node, elementPath))
    }

    private var elementPath: [any CodingKey] { codingPath + [TreeIndexKey(index)] }

    @inline(__always)
    private mutating func leaf<Value>(_ read: (TreeDecodingState, Int32) -> Value?) throws -> Value {
        let element = try element(Value.self)
        guard let value = read(state, element) else { throw state.failure(Value.self, element, elementPath) }
        advance()
        return value
    }

    private func decoder(_ type: Any.Type) throws -> TreeDecoder {
        TreeDecoder(state: state.fork(elementPath), node: try element(type), depth: 0)
    }
}

/// The key of an array's element in a coding path, as `JSONDecoder` spells it.
struct TreeIndexKey: CodingKey {
    private let index: Int

    init(_ index: Int32) { self.index = Int(index) }
    init?(stringValue: String) { nil }
    init?(intValue: Int) { index = intValue }

    var stringValue: String { "Index \(index)" }
    var intValue: Int? { index }
}
