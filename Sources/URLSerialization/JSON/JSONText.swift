/// The text of strings in JSON (RFC 8259, section 7) as `JSONSerialization` writes it.
///
/// | text | JSON |
/// |---|---|
/// | `é` | `"é"` |
/// | `a/b` | `"a\/b"` |
/// | `"\` | `"\"\\"` |
/// | `\t` | `"\t"` |
/// | `\u{1}` | `"\u0001"` |
struct JSONText {
    let replacements: [UInt64]
    /// A slash, or a quotation mark if slashes are not escaped.
    private let slash: UInt8

    static let standard = JSONText(slash: UInt8(ascii: "/"))
    static let withPlainSlashes = JSONText(slash: UInt8(ascii: "\""))

    private init(slash: UInt8) {
        self.slash = slash
        let digits = Array("0123456789abcdef".utf8)
        let letters: [UInt8: Unicode.Scalar] = [0x08: "b", 0x09: "t", 0x0A: "n", 0x0C: "f", 0x0D: "r"]
        replacements = (0...UInt8.max).map { byte in
            if let letter = letters[byte] { return Self.replacement([UInt8(ascii: "\\"), UInt8(ascii: letter)]) }
            if byte < 0x20 { return Self.replacement("\\u00".utf8 + [digits[Int(byte >> 4)], digits[Int(byte & 15)]]) }
            let isEscaped = byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") || byte == slash
            return Self.replacement(isEscaped ? [UInt8(ascii: "\\"), byte] : [byte])
        }
    }

    @inline(__always)
    func append(_ text: ByteRun, to buffer: inout ByteBuffer) {
        guard text.count < Self.longLength else {
            buffer.append(UInt8(ascii: "\""))
            appendEscaped(text, to: &buffer)
            return buffer.append(UInt8(ascii: "\""))
        }
        unsafe buffer.append(maximum: Self.room(for: text.count) + 2) { target in
            unsafe target[0] = UInt8(ascii: "\"")
            let count = unsafe text.withBytes { unsafe write($0, to: target + 1) }
            unsafe target[count + 1] = UInt8(ascii: "\"")
            return count + 2
        }
    }
}

extension JSONText: ByteEscaper {
    static var longestReplacement: Int { 6 }

    @inline(__always)
    func unchangedLanes(_ bytes: SIMD16<UInt8>) -> SIMDMask<SIMD16<Int8>> {
        let controls = bytes .< SIMD16<UInt8>(repeating: 0x20)
        let quotes = bytes .== SIMD16<UInt8>(repeating: UInt8(ascii: "\""))
        let backslashes = bytes .== SIMD16<UInt8>(repeating: UInt8(ascii: "\\"))
        let slashes = bytes .== SIMD16<UInt8>(repeating: slash)
        return .!(controls .| quotes .| backslashes .| slashes)
    }
}
