/// The decoder of percent-encoding (RFC 3986, section 2.1), in queries with `+` for a space (WHATWG, URL, section 5.1).
///
/// Foundation's `removingPercentEncoding` drops U+FEFF at the beginning of a text.
package enum PercentDecoder {
    /// The result of decoding a range of bytes in place.
    struct Decoded {
        /// The end of the decoded bytes, at most the range's end.
        let end: Int
        /// The bits that are set in any byte that was escaped. If those bytes are all ASCII, the text is UTF-8 if it
        /// was before.
        let bits: UInt8
    }

    /// Returns the decoded text of a path's component or a header's parameter, in which `+` stays unchanged, or `nil`
    /// if a `%` is not followed by two hexadecimal digits or the bytes are not UTF-8.
    package static func text(decoding text: some StringProtocol) -> String? {
        var bytes = Array(text.utf8)
        guard let decoded = decode(&bytes, 0..<bytes.count, plus: UInt8(ascii: "+"), keepsPercent: false) else {
            return nil
        }
        return bytes.withCursor { $0.run(0..<decoded.end).validString }
    }

    /// Returns a text's bytes, decoded. A `%` without two hexadecimal digits stays unchanged.
    ///
    /// - Parameter plus: The byte that a `+` stands for; in a query, a space.
    package static func bytes(decoding text: some Sequence<UInt8>, plus: UInt8 = UInt8(ascii: " ")) -> [UInt8] {
        var bytes = Array(text)
        let decoded = decode(&bytes, 0..<bytes.count, plus: plus, keepsPercent: true)
        return Array(bytes[..<(decoded?.end ?? bytes.count)])
    }

    /// Decodes a range of bytes in place: a decoded text is never longer than the text as sent.
    ///
    /// - Returns: `nil` if a `%` is not followed by two hexadecimal digits, unless such a `%` is kept. The bytes are
    ///   then undefined.
    @inline(__always)
    static func decode(_ bytes: inout [UInt8], _ range: Range<Int>, plus: UInt8, keepsPercent: Bool) -> Decoded? {
        var index = range.lowerBound
        while index < range.upperBound, bytes[index] != UInt8(ascii: "%"), bytes[index] != UInt8(ascii: "+") {
            index += 1
        }
        var end = index
        var bits: UInt8 = 0
        while index < range.upperBound {
            var byte = bytes[index]
            index += 1
            if byte == UInt8(ascii: "+") {
                byte = plus
            } else if byte == UInt8(ascii: "%") {
                if index + 1 < range.upperBound, let high = bytes[index].hexadecimalValue,
                    let low = bytes[index + 1].hexadecimalValue
                {
                    byte = high << 4 | low
                    bits |= byte
                    index += 2
                } else if !keepsPercent {
                    return nil
                }
            }
            bytes[end] = byte
            end += 1
        }
        return Decoded(end: end, bits: bits)
    }
}
