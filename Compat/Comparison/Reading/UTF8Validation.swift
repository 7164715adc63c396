/// Finds what is not UTF-8 (RFC 3629, section 4): decoders repair such bytes silently.
package enum UTF8Validation {
    /// The position of the first byte that belongs to no well-formed sequence.
    ///
    /// - Complexity: Linear in the number of bytes.
    package static func firstInvalidByte(in bytes: [UInt8]) -> Int? {
        var position = 0
        while position < bytes.count {
            guard let length = lengthOfSequence(at: position, in: bytes) else { return position }
            position += length
        }
        return nil
    }

    /// The number of bytes of the well-formed sequence at a position; `nil` if there is none.
    package static func lengthOfSequence(at position: Int, in bytes: [UInt8]) -> Int? {
        // The second byte's range keeps out overlong forms, surrogates and what lies beyond U+10FFFF.
        let (length, second): (Int, ClosedRange<UInt8>) =
            switch bytes[position] {
            case 0x00...0x7F: (1, 0x80...0xBF)
            case 0xC2...0xDF: (2, 0x80...0xBF)
            case 0xE0: (3, 0xA0...0xBF)
            case 0xED: (3, 0x80...0x9F)
            case 0xE1...0xEF: (3, 0x80...0xBF)
            case 0xF0: (4, 0x90...0xBF)
            case 0xF1...0xF3: (4, 0x80...0xBF)
            case 0xF4: (4, 0x80...0x8F)
            default: (0, 0x80...0xBF)
            }
        guard length > 0, position + length <= bytes.count else { return nil }
        for offset in 1..<max(length, 1) {
            let allowed = offset == 1 ? second : 0x80...0xBF
            guard allowed.contains(bytes[position + offset]) else { return nil }
        }
        return length
    }
}
