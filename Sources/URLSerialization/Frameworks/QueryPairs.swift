/// The pairs of a query between its separators, neither split into key and value nor decoded.
struct QueryPairs: Sequence, IteratorProtocol {
    private let bytes: [UInt8]
    private let hasSemicolons: Bool
    private var cursor: Int?

    /// - Parameter hasSemicolons: Whether `;` separates as `&` does.
    init(_ bytes: [UInt8], hasSemicolons: Bool = false) {
        self.bytes = bytes
        self.hasSemicolons = hasSemicolons
        cursor = bytes.isEmpty ? nil : 0
    }

    mutating func next() -> ArraySlice<UInt8>? {
        guard let start = cursor else { return nil }
        var end = start
        while end < bytes.count, !isSeparator(bytes[end]) { end += 1 }
        cursor = end < bytes.count ? end + 1 : nil
        return bytes[start..<end]
    }

    private func isSeparator(_ byte: UInt8) -> Bool {
        byte == UInt8(ascii: "&") || (hasSemicolons && byte == UInt8(ascii: ";"))
    }
}
