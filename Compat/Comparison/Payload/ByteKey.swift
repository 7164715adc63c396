/// Bytes as a dictionary's key, hashed as a whole: an array of bytes is hashed one by one.
struct ByteKey: Hashable {
    private(set) var bytes: [UInt8] = []

    mutating func append(_ byte: UInt8) { bytes.append(byte) }
    mutating func append(contentsOf text: some Sequence<UInt8>) { bytes.append(contentsOf: text) }
    mutating func removeAll(from position: Int) { bytes.removeSubrange(position...) }

    func hash(into hasher: inout Hasher) {
        bytes.withUnsafeBytes { hasher.combine(bytes: $0) }
    }
}
