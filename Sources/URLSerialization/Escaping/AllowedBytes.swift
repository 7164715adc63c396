/// The bytes that percent-encoding leaves as they are (RFC 3986, section 2).
struct AllowedBytes: Sendable, Equatable {
    private var low: UInt64 = 0
    private var high: UInt64 = 0

    /// Creates the set of a text's ASCII characters.
    init(_ characters: String) {
        for byte in characters.utf8 { insert(byte) }
    }

    private mutating func insert(_ byte: UInt8) {
        if byte < 64 { low |= 1 << UInt64(byte) } else if byte < 128 { high |= 1 << UInt64(byte - 64) }
    }

    /// Whether a byte stays as it is. Bytes beyond ASCII never do.
    func contains(_ byte: UInt8) -> Bool {
        if byte < 64 { return low & 1 << UInt64(byte) != 0 }
        return byte < 128 && high & 1 << UInt64(byte - 64) != 0
    }

    /// Letters, digits and `-._~/?`, as in `AFPercentEscapedStringFromString`. `/` and `?` are allowed in a query (RFC
    /// 3986, section 3.4).
    static let afNetworking = AllowedBytes("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~/?")
}
