extension NSCoder {
    /// Returns the bytes that `encodeBytes(_:length:forKey:)` encoded for a key, or `nil` if there are none or another
    /// kind of value.
    ///
    /// Bytes rather than an object, because Foundation on Linux ends the process over an object of an unexpected class.
    /// The part for Apple's systems has not been run.
    func bytes(forKey key: String) -> Data? {
        guard containsValue(forKey: key) else { return nil }
        #if canImport(ObjectiveC)
            var count = 0
            return decodeBytes(forKey: key, returnedLength: &count).map { Data(bytes: $0, count: count) }
        #else
            return withDecodedUnsafeBytes(forKey: key) { bytes in bytes.map { Data($0) } }
        #endif
    }

    /// Encodes bytes for a key.
    func encode(bytes: Data, forKey key: String) {
        bytes.withUnsafeBytes { buffer in
            let bytes = buffer.bindMemory(to: UInt8.self)
            encodeBytes(bytes.baseAddress, length: bytes.count, forKey: key)
        }
    }

    /// Makes the decoding fail with an error, if that does not end the process.
    ///
    /// Foundation on Linux reports another error above this one, and logs both.
    func refuse(_ error: any Error) {
        if decodingFailurePolicy == .setErrorAndReturn { failWithError(error) }
    }
}
