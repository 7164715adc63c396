import URLSerialization

/// The nesting of a model, measured by encoding the model without output.
///
/// Every container and every value that encodes itself counts, because each takes stack: an optional or a raw value
/// around a value is a level. Dates, data, URLs and decimals do not count, since `JSONEncoder` writes them itself.
final class ModelDepth {
    private static let maximum = 512

    let userInfo: [CodingUserInfoKey: Any]
    private(set) var deepest = 0
    /// The first failure, which a model may have caught, or which occurred in a method that cannot throw.
    private(set) var failure: RequestSerializationError?

    private init(userInfo: [CodingUserInfoKey: Any]) { self.userInfo = userInfo }

    /// Returns the depth of a model. Other errors of the model end the measurement without being thrown, since they
    /// will occur again.
    ///
    /// - Throws: ``RequestSerializationError`` with code ``RequestSerializationError/Code/tooDeep``.
    static func measure(
        _ model: some Encodable, userInfo: [CodingUserInfoKey: Any]
    ) throws(RequestSerializationError) -> Int {
        let depth = ModelDepth(userInfo: userInfo)
        try? DepthEncoder(depth: depth, level: 0, codingPath: []).measure(model)
        if let failure = depth.failure { throw failure }
        return depth.deepest
    }

    /// Records that a value is at a level, and returns false if that is too deep.
    func reach(_ level: Int, at path: [any CodingKey]) -> Bool {
        if level > Self.maximum, failure == nil {
            failure = RequestSerializationError(
                .tooDeep,
                keyPath: ParameterKeyPath.text(
                    of: path.map { key in key.intValue.map { .index($0) } ?? .key(key.stringValue) }),
                reason: "The model is nested more than \(Self.maximum) deep, or contains itself. Flatten it.")
        }
        deepest = max(deepest, level)
        return level <= Self.maximum
    }
}

/// An encoder without output, which reports each level to a ``ModelDepth``.
struct DepthEncoder: Encoder, SingleValueEncodingContainer {
    let depth: ModelDepth
    let level: Int
    let codingPath: [any CodingKey]

    var userInfo: [CodingUserInfoKey: Any] { depth.userInfo }

    func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
        KeyedEncodingContainer(KeyedDepthContainer(encoder: self))
    }

    func unkeyedContainer() -> any UnkeyedEncodingContainer { UnkeyedDepthContainer(encoder: self) }

    func singleValueContainer() -> any SingleValueEncodingContainer { self }

    func encodeNil() {}

    func encode<Value: Encodable>(_ value: Value) throws { try measure(value) }

    /// Returns the encoder of a value below a key.
    func below(_ key: any CodingKey) -> DepthEncoder {
        // Beyond the limit the path no longer grows: otherwise the time would be quadratic.
        let path = depth.failure == nil ? codingPath + [key] : codingPath
        let encoder = DepthEncoder(depth: depth, level: level + 1, codingPath: path)
        _ = depth.reach(encoder.level, at: path)
        return encoder
    }

    /// Encodes a value one level below this one.
    func measure<Value: Encodable>(_ value: Value, under key: (any CodingKey)? = nil) throws {
        if Self.isLeaf(Value.self) { return }
        let path = key.map { codingPath + [$0] } ?? codingPath
        let encoder = DepthEncoder(depth: depth, level: level + 1, codingPath: path)
        guard depth.reach(encoder.level, at: path) else { throw CancellationError() }
        if encoder.level == LargeStack.depth, !Thread.isMainThread {
            try LargeStack.run { try value.encode(to: encoder) }
        } else {
            try value.encode(to: encoder)
        }
    }

    private static func isLeaf(_ type: any Any.Type) -> Bool {
        type == String.self || type == Int.self || type == Double.self || type == Bool.self || type == Date.self
            || type == Data.self || type == URL.self || type == Decimal.self || type == Float.self
            || type is any FixedWidthInteger.Type
    }
}

private struct KeyedDepthContainer<Key: CodingKey>: KeyedEncodingContainerProtocol {
    let encoder: DepthEncoder

    var codingPath: [any CodingKey] { encoder.codingPath }

    func encodeNil(forKey key: Key) {}

    func encode<Value: Encodable>(_ value: Value, forKey key: Key) throws { try encoder.measure(value, under: key) }

    func nestedContainer<NestedKey: CodingKey>(
        keyedBy keyType: NestedKey.Type, forKey key: Key
    ) -> KeyedEncodingContainer<NestedKey> {
        encoder.below(key).container(keyedBy: keyType)
    }

    func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
        encoder.below(key).unkeyedContainer()
    }

    func superEncoder() -> any Encoder { encoder.below(ModelKey.superKey) }

    func superEncoder(forKey key: Key) -> any Encoder { encoder.below(key) }
}

private struct UnkeyedDepthContainer: UnkeyedEncodingContainer {
    let encoder: DepthEncoder
    private(set) var count = 0

    var codingPath: [any CodingKey] { encoder.codingPath }

    private mutating func nextKey() -> ModelKey {
        defer { count += 1 }
        return ModelKey(intValue: count)
    }

    mutating func encodeNil() { count += 1 }

    mutating func encode<Value: Encodable>(_ value: Value) throws { try encoder.measure(value, under: nextKey()) }

    mutating func nestedContainer<NestedKey: CodingKey>(
        keyedBy keyType: NestedKey.Type
    ) -> KeyedEncodingContainer<NestedKey> {
        encoder.below(nextKey()).container(keyedBy: keyType)
    }

    mutating func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer {
        encoder.below(nextKey()).unkeyedContainer()
    }

    mutating func superEncoder() -> any Encoder { encoder.below(nextKey()) }
}
