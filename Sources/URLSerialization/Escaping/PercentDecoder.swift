/// The decoder of percent-encoding (RFC 3986, section 2.1), in queries with `+` for a space (WHATWG, URL, section 5.1).
///
/// Foundation's `removingPercentEncoding` drops U+FEFF at the beginning of a text.
package enum PercentDecoder {
    /// Returns the decoded text of a path's component or a header's parameter, in which `+` stays unchanged, or `nil`
    /// if a `%` is not followed by two hexadecimal digits or the bytes are not UTF-8.
    package static func text(decoding text: some StringProtocol) -> String? {
        var bytes = Array(text.utf8)
        let end = decode(&bytes, 0..<bytes.count, plus: UInt8(ascii: "+"), keepsPercent: false)
        return end.flatMap { end in bytes.withCursor { $0.run(0..<end).validString } }
    }

    /// Returns a text's bytes, decoded. A `%` without two hexadecimal digits stays unchanged.
    ///
    /// - Parameter plus: The byte that a `+` stands for; in a query, a space.
    package static func bytes(decoding text: some Sequence<UInt8>, plus: UInt8 = UInt8(ascii: " ")) -> [UInt8] {
        var bytes = Array(text)
        return Array(bytes[..<(decode(&bytes, 0..<bytes.count, plus: plus, keepsPercent: true) ?? bytes.count)])
    }

    /// Decodes a range of bytes in place: a decoded text is never longer than the text as sent.
    ///
    /// - Returns: The end of the decoded bytes. It is `nil` if a `%` is not followed by two hexadecimal digits, unless
    ///   such a `%` is kept. The bytes are then undefined.
    @inline(__always)
    static func decode(_ bytes: inout [UInt8], _ range: Range<Int>, plus: UInt8, keepsPercent: Bool) -> Int? {
        var index = range.lowerBound
        while index < range.upperBound, bytes[index] != UInt8(ascii: "%"), bytes[index] != UInt8(ascii: "+") {
            index += 1
        }
        var end = index
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
                    index += 2
                } else if !keepsPercent {
                    return nil
                }
            }
            bytes[end] = byte
            end += 1
        }
        return end
    }
}
