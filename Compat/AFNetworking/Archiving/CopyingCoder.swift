/// A coder that carries an object's settings, and what its subclass encodes, to a copy in memory.
///
/// `NSKeyedArchiver` cannot, because archives hold no closures. The coder takes values with keys, and objects and data
/// without.
final class CopyingCoder: MemoryCoder {
    /// The settings.
    let content: any Sendable
    private var unkeyedValues: [Any?] = []

    private init(_ content: any Sendable) {
        self.content = content
        super.init()
    }

    /// Returns a copy of an object, of its dynamic class.
    static func copy<Serializer: NSObject & NSCoding>(
        _ serializer: Serializer, holding content: any Sendable
    ) -> Serializer {
        let coder = CopyingCoder(content)
        serializer.encode(with: coder)
        return coder.make(type(of: serializer))
    }

    /// Returns an object of a class with settings.
    static func make<Serializer: NSCoding>(_ type: Serializer.Type, holding content: any Sendable) -> Serializer {
        CopyingCoder(content).make(type)
    }

    private func make<Serializer: NSCoding>(_ type: Serializer.Type) -> Serializer {
        if let serializer = type.init(coder: self) { return serializer }
        preconditionFailure(
            "\(type) cannot be copied, or made by its class: its init(coder:) returned nil. Override copy(with:), or "
                + "for a compound compoundSerializer(withResponseSerializers:).")
    }

    // MARK: - Encoding

    override func encode(_ object: Any?, forKey key: String) { values[key] = object }
    override func encodeConditionalObject(_ object: Any?, forKey key: String) { values[key] = object }
    override func encode(_ value: Bool, forKey key: String) { values[key] = value }
    override func encode(_ value: Int32, forKey key: String) { values[key] = value }
    override func encode(_ value: Int64, forKey key: String) { values[key] = value }
    override func encode(_ value: Int, forKey key: String) { values[key] = value }
    override func encode(_ value: Float, forKey key: String) { values[key] = value }
    override func encode(_ value: Double, forKey key: String) { values[key] = value }

    override func encode(_ object: Any?) { unkeyedValues.append(object) }
    override func encode(_ data: Data) { unkeyedValues.append(data) }

    // MARK: - Decoding

    override func decodeObject(forKey key: String) -> Any? { values[key] }
    override func decodePropertyList(forKey key: String) -> Any? { values[key] }
    override func decodeBool(forKey key: String) -> Bool { number(key)?.boolValue ?? false }
    override func decodeInt32(forKey key: String) -> Int32 { number(key)?.int32Value ?? 0 }
    override func decodeInt64(forKey key: String) -> Int64 { number(key)?.int64Value ?? 0 }
    override func decodeInteger(forKey key: String) -> Int { number(key)?.intValue ?? 0 }
    override func decodeFloat(forKey key: String) -> Float { number(key)?.floatValue ?? 0 }
    override func decodeDouble(forKey key: String) -> Double { number(key)?.doubleValue ?? 0 }
    override func decodeObject() -> Any? { unkeyedValues.isEmpty ? nil : unkeyedValues.removeFirst() }
    override func decodeData() -> Data? { decodeObject() as? Data }

    private func number(_ key: String) -> NSNumber? { values[key] as? NSNumber }
}
