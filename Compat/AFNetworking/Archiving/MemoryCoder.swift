/// The values of a keyed coder in memory. Reading bytes differs between the systems.
///
/// The part for Apple's systems has not been run.
class MemoryCoder: NSCoder {
    /// The encoded values by key. Bytes are `NSData`, which keeps them in place.
    final var values: [String: Any] = [:]

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
