extension URL {
    /// Returns the URL with a query added before its fragment, after the URL's own query if it has one. An empty query
    /// adds nothing.
    ///
    /// AFNetworking adds the query after the fragment, where no server sees it: a deliberate difference. In all else
    /// the result is AFNetworking's: `p?` becomes `p?&a=1`, because the URL has a query, though an empty one, and a `?`
    /// inside the fragment does not begin a query.
    ///
    /// - Parameter query: Percent-encoded text.
    /// - Throws: ``RequestSerializationError`` with code ``RequestSerializationError/Code/invalidURL`` if the result is
    ///   not a URL.
    func adding(query: String) throws(RequestSerializationError) -> URL {
        guard !query.isEmpty else { return self }
        let text = absoluteString
        let end = text.utf8.firstIndex(of: UInt8(ascii: "#")) ?? text.endIndex
        let hasQuery = text.utf8[..<end].contains(UInt8(ascii: "?"))
        guard let url = URL(string: text[..<end] + (hasQuery ? "&" : "?") + query + text[end...]) else {
            throw RequestSerializationError(
                .invalidURL, field: "URL",
                reason: "With its query \(HTTPSyntax.shown(text)) is no longer a URL. Percent-encode the query."
            )
        }
        return url
    }

    /// Returns a query with every byte percent-encoded that a query may not contain (RFC 3986, section 3.4). Escapes
    /// stay.
    ///
    /// If a URL's text has a single forbidden byte, Foundation escapes it, and every existing escape a second time.
    package static func repaired(query: String) -> String {
        let bytes = Array(query.utf8)
        var result: [UInt8] = []
        result.reserveCapacity(bytes.count)
        for (position, byte) in bytes.enumerated() {
            let isAllowed =
                byte == UInt8(ascii: "%") ? isEscape(bytes[position...].prefix(3)) : queryBytes.contains(byte)
            if isAllowed {
                result.append(byte)
            } else {
                result.append(UInt8(ascii: "%"))
                result.append(hexadecimalDigits[Int(byte >> 4)])
                result.append(hexadecimalDigits[Int(byte & 15)])
            }
        }
        return String(decoding: result, as: UTF8.self)
    }

    private static func isEscape(_ bytes: ArraySlice<UInt8>) -> Bool {
        bytes.count == 3 && bytes.dropFirst().allSatisfy { Character(Unicode.Scalar($0)).isHexDigit }
    }

    private static let hexadecimalDigits = Array("0123456789ABCDEF".utf8)
    private static let queryBytes = Set(
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~!$&'()*+,;=:@/?".utf8)
}
