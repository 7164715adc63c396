extension String {
    /// Returns the text in an encoding, or `nil` if the encoding cannot represent it or the system lacks the encoding.
    func bytes(in encoding: Encoding) -> Data? {
        if encoding == .utf8 { return Data(utf8) }
        guard Self.usableEncodings.contains(encoding) else { return nil }
        return data(using: encoding)
    }

    /// Creates the text of bytes in an encoding, or returns `nil` if they are not text or the system lacks the
    /// encoding.
    init?(decodable data: Data, in encoding: Encoding) {
        guard encoding == .utf8 || Self.usableEncodings.contains(encoding) else { return nil }
        self.init(data: data, encoding: encoding)
    }

    /// On Linux some of the other encodings end the process.
    private static let usableEncodings = Set(availableStringEncodings)
}
