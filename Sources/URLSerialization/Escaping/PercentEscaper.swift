/// An escaper that percent-encodes text as UTF-8, with upper-case hexadecimal digits (RFC 3986, section 2.1).
///
/// | text | escaped |
/// |---|---|
/// | `a-b._~/?` | `a-b._~/?` |
/// | `a b&c` | `a%20b%26c` |
/// | `é` | `%C3%A9` |
/// | `k[]` | `k%5B%5D` |
///
/// Text of any length can be escaped; characters are never split.
///
/// - Complexity: Linear in the length of the text.
public struct PercentEscaper: Sendable {
    let replacements: [UInt64]

    /// An escaper that leaves letters, digits and `-._~/?` unchanged, and escapes everything else
    /// (`AFPercentEscapedStringFromString`).
    public static let afNetworking = PercentEscaper(spaceAsPlus: false)

    /// An escaper like ``afNetworking``, except that a space becomes `+`, as in HTML forms.
    package static let afNetworkingWithPlus = PercentEscaper(spaceAsPlus: true)

    private init(spaceAsPlus: Bool) {
        let digits = Array("0123456789ABCDEF".utf8)
        replacements = (0...UInt8.max).map { byte in
            if byte.isLetterOrDigit || "-._~/?".utf8.contains(byte) { return Self.replacement([byte]) }
            if spaceAsPlus, byte == UInt8(ascii: " ") { return Self.replacement("+".utf8) }
            return Self.replacement([UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]])
        }
    }

    /// Returns a string, in which every byte of UTF-8 that must be escaped is `%` and two hexadecimal digits.
    public func escape(_ text: String) -> String {
        var buffer = ByteBuffer(capacity: text.utf8.count + 16)
        append(text, to: &buffer)
        return buffer.string()
    }

    package func append(_ text: String, to bytes: inout [UInt8]) {
        guard text.utf8.count < Self.longLength else { return bytes.append(contentsOf: escape(text).utf8) }
        for byte in text.utf8 { append(byte, to: &bytes) }
    }

    private func append(_ byte: UInt8, to bytes: inout [UInt8]) {
        let replacement = replacements[Int(byte)]
        for place in 0..<(replacement >> 56) { bytes.append(UInt8(truncatingIfNeeded: replacement >> (8 * place))) }
    }

    /// Returns a query string whose escapes are the bytes of another encoding, instead of UTF-8.
    ///
    /// - Throws: ``RequestSerializationError`` naming the key of a pair that the encoding cannot represent.
    func escapes(of query: Data, in encoding: String.Encoding) throws(RequestSerializationError) -> Data {
        func text(_ bytes: some Sequence<UInt8>) -> String {
            String(decoding: PercentDecoder.bytes(decoding: bytes), as: UTF8.self)
        }
        var result: [UInt8] = []
        for (index, pair) in query.split(separator: UInt8(ascii: "&"), omittingEmptySubsequences: false).enumerated() {
            if index > 0 { result.append(UInt8(ascii: "&")) }
            let sides = pair.split(separator: UInt8(ascii: "="), maxSplits: 1, omittingEmptySubsequences: false)
            for (index, side) in sides.enumerated() {
                if index > 0 { result.append(UInt8(ascii: "=")) }
                guard encoding.extendsASCII, let bytes = text(side).bytes(in: encoding) else {
                    throw RequestSerializationError(
                        .unrepresentableText, keyPath: text(sides[0]),
                        reason: "It cannot be percent-encoded in '\(encoding)'. Choose UTF-8 as the escaped encoding, "
                            + "or send other text.")
                }
                for byte in bytes { append(byte, to: &result) }
            }
        }
        return Data(result)
    }

    @inline(__always)
    func append(_ text: String, to buffer: inout ByteBuffer) { text.withRun { appendEscaped($0, to: &buffer) } }
}

extension PercentEscaper: ByteEscaper {
    static var longestReplacement: Int { 3 }

    @inline(__always)
    func unchangedLanes(_ bytes: SIMD16<UInt8>) -> SIMDMask<SIMD16<Int8>> {
        let lowerCased = (bytes | SIMD16<UInt8>(repeating: 0x20)) &- SIMD16<UInt8>(repeating: UInt8(ascii: "a"))
        let letters = lowerCased .< SIMD16<UInt8>(repeating: 26)
        // '-', '.', '/' and the digits are neighbors.
        let digits = (bytes &- SIMD16<UInt8>(repeating: UInt8(ascii: "-"))) .< SIMD16<UInt8>(repeating: 13)
        let questions = bytes .== SIMD16<UInt8>(repeating: UInt8(ascii: "?"))
        let underscores = bytes .== SIMD16<UInt8>(repeating: UInt8(ascii: "_"))
        let tildes = bytes .== SIMD16<UInt8>(repeating: UInt8(ascii: "~"))
        let ranges = letters .| digits
        let singles = questions .| underscores
        return ranges .| singles .| tildes
    }
}
