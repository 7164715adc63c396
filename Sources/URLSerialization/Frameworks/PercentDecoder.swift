/// Decodes percent-encoding, with `+` for a space (WHATWG, URL, section 5.1).
enum PercentDecoder {
    /// Decodes a text, leaving a `%` without two hexadecimal digits as it is.
    static func decode(_ text: ArraySlice<UInt8>) -> [UInt8] {
        decode(text, keepsPercent: true).decoded
    }

    /// Decodes a text, or returns `nil` if a `%` is not followed by two hexadecimal digits.
    static func decodeStrictly(_ text: ArraySlice<UInt8>) -> [UInt8]? {
        let (decoded, isWhole) = decode(text, keepsPercent: false)
        return isWhole ? decoded : nil
    }

    /// Replaces every `+` by a space.
    static func decodeSpaces(_ text: ArraySlice<UInt8>) -> [UInt8] {
        text.map { $0 == UInt8(ascii: "+") ? UInt8(ascii: " ") : $0 }
    }

    /// Returns the text of UTF-8 bytes, or `nil` if they are not UTF-8.
    static func text(_ bytes: [UInt8]) -> String? {
        // A repaired text differs from its bytes.
        let text = String(decoding: bytes, as: UTF8.self)
        return text.utf8.count == bytes.count && text.utf8.elementsEqual(bytes) ? text : nil
    }

    private static func decode(
        _ text: ArraySlice<UInt8>, keepsPercent: Bool
    ) -> (decoded: [UInt8], isWhole: Bool) {
        var decoded: [UInt8] = []
        decoded.reserveCapacity(text.count)
        var index = text.startIndex
        while index < text.endIndex {
            let byte = text[index]
            index += 1
            switch byte {
            case UInt8(ascii: "+"): decoded.append(UInt8(ascii: " "))
            case UInt8(ascii: "%"):
                if index + 1 < text.endIndex, let high = digit(text[index]), let low = digit(text[index + 1]) {
                    decoded.append(high << 4 | low)
                    index += 2
                } else if keepsPercent {
                    decoded.append(byte)
                } else {
                    return (decoded, false)
                }
            default: decoded.append(byte)
            }
        }
        return (decoded, true)
    }

    private static func digit(_ byte: UInt8) -> UInt8? {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0")
        case UInt8(ascii: "a")...UInt8(ascii: "f"): byte - UInt8(ascii: "a") + 10
        case UInt8(ascii: "A")...UInt8(ascii: "F"): byte - UInt8(ascii: "A") + 10
        default: nil
        }
    }
}
