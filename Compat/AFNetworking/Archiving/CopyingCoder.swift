/// A coder that carries an object's settings, and the values that its subclass encodes, to a copy in memory.
///
/// `NSKeyedArchiver` cannot do this, because archives cannot contain closures. The coder accepts values with keys, and
/// objects and data without keys. Reading bytes differs between the systems; the part for Apple's has not been run.
final class CopyingCoder: NSCoder {
    let content: any Sendable
    /// The encoded values by key. Bytes are `NSData`, which keeps them in place.
    private var values: [String: Any] = [:]
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

    // MARK: - Keys and bytes

    override var allowsKeyedCoding: Bool { true }

    override func containsValue(forKey key: String) -> Bool { values[key] != nil }

    override func encodeBytes(_ bytes: UnsafePointer<UInt8>?, length: Int, forKey key: String) {
        values[key] = NSData(bytes: bytes, length: bytes == nil ? 0 : length)
    }

    #if canImport(ObjectiveC)
        override func decodeBytes(
            forKey key: String, returnedLength length: UnsafeMutablePointer<Int>?
        ) -> UnsafePointer<UInt8>? {
            let data = values[key] as? NSData
            length?.pointee = data?.length ?? 0
            return data?.bytes.assumingMemoryBound(to: UInt8.self)
        }
    #else
        override func withDecodedUnsafeBytes<Result>(
            forKey key: String, body: (UnsafeRawBufferPointer?) throws -> Result
        ) rethrows -> Result {
            guard let data = values[key] as? NSData else { return try body(nil) }
            return try body(UnsafeRawBufferPointer(start: data.bytes, count: data.length))
        }
    #endif
}

extension NSCoder {
    /// Returns the bytes that `encodeBytes(_:length:forKey:)` encoded for a key, or `nil` if there are none or another
    /// kind of value.
    ///
    /// Archives use bytes rather than objects, because Foundation on Linux ends the process for an object of an
    /// unexpected class. The part for Apple's systems has not been run.
    func bytes(forKey key: String) -> Data? {
        guard containsValue(forKey: key) else { return nil }
        #if canImport(ObjectiveC)
            var count = 0
            return decodeBytes(forKey: key, returnedLength: &count).map { Data(bytes: $0, count: count) }
        #else
            return withDecodedUnsafeBytes(forKey: key) { bytes in bytes.map { Data($0) } }
        #endif
    }

    func encode(bytes: Data, forKey key: String) {
        bytes.withUnsafeBytes { buffer in
            let bytes = buffer.bindMemory(to: UInt8.self)
            encodeBytes(bytes.baseAddress, length: bytes.count, forKey: key)
        }
    }

    /// Makes decoding fail with an error, unless that would end the process.
    ///
    /// Foundation on Linux reports an error that wraps this one, and logs both.
    func refuse(_ error: any Error) {
        if decodingFailurePolicy == .setErrorAndReturn { failWithError(error) }
    }
}
