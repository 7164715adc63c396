import AFNetworkingCompat

/// A coder whose values a test can read and damage.
final class FakeCoder: NSCoder {
    var values: [String: Any] = [:]

    override var allowsKeyedCoding: Bool { true }
    override func containsValue(forKey key: String) -> Bool { values[key] != nil }
    override func encode(_ value: Int, forKey key: String) { values[key] = value }
    override func encode(_ object: Any?, forKey key: String) { values[key] = object }
    override func encodeBytes(_ bytes: UnsafePointer<UInt8>?, length: Int, forKey key: String) {
        values[key] = Data(UnsafeBufferPointer(start: bytes, count: length))
    }
    override func decodeInteger(forKey key: String) -> Int { values[key] as? Int ?? 0 }
    override func decodeObject(forKey key: String) -> Any? { values[key] }
    #if canImport(ObjectiveC)
        override func decodeBytes(
            forKey key: String, returnedLength length: UnsafeMutablePointer<Int>?
        ) -> UnsafePointer<UInt8>? {
            guard let data = values[key] as? NSData else { return nil }
            length?.pointee = data.length
            return data.bytes.assumingMemoryBound(to: UInt8.self)
        }
    #else
        override func withDecodedUnsafeBytes<Result>(
            forKey key: String, body: (UnsafeRawBufferPointer?) throws -> Result
        ) rethrows -> Result {
            guard let data = values[key] as? Data else { return try body(nil) }
            return try data.withUnsafeBytes { try body($0) }
        }
    #endif
    override var decodingFailurePolicy: NSCoder.DecodingFailurePolicy { .raiseException }
}
