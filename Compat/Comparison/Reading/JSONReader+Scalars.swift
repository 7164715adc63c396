extension JSONReader {
    /// Reads a number's text, from its first character on (RFC 8259, section 6).
    mutating func number() throws(JSONReadingError) -> String {
        let start = position
        if bytes[position] == UInt8(ascii: "-") { position += 1 }
        let firstDigit = position
        try readDigits(after: "the sign")
        if bytes[firstDigit] == UInt8(ascii: "0"), position > firstDigit + 1 {
            throw failure(.leadingZero, "a number with a leading zero", at: firstDigit)
        }
        if position < bytes.count, bytes[position] == UInt8(ascii: ".") {
            position += 1
            try readDigits(after: "the decimal point")
        }
        if position < bytes.count, bytes[position] | 0x20 == UInt8(ascii: "e") {
            position += 1
            if position < bytes.count, bytes[position] == UInt8(ascii: "+") || bytes[position] == UInt8(ascii: "-") {
                position += 1
            }
            try readDigits(after: "the exponent's beginning")
        }
        return String(decoding: bytes[start..<position], as: UTF8.self)
    }

    private mutating func readDigits(after what: String) throws(JSONReadingError) {
        let start = position
        while position < bytes.count, UInt8(ascii: "0")...UInt8(ascii: "9") ~= bytes[position] { position += 1 }
        guard position == start else { return }
        guard position < bytes.count else { throw endOfText() }
        throw failure(.invalidNumber, "\(character) where a digit was expected after \(what)")
    }

    /// Reads a string from its opening quote to its closing one (section 7).
    mutating func string() throws(JSONReadingError) -> JSONString {
        let openingQuote = position
        position += 1
        var unescaped: [UInt8] = []
        var hasUnpairedSurrogate = false
        var runStart = position
        while position < bytes.count {
            switch bytes[position] {
            case UInt8(ascii: "\""):
                let run = bytes[runStart..<position]
                position += 1
                // Without an escape the text stands in the document as it is.
                if runStart == openingQuote + 1 { return JSONString(text: String(decoding: run, as: UTF8.self)) }
                unescaped += run
                return JSONString(
                    text: String(decoding: unescaped, as: UTF8.self), hasUnpairedSurrogate: hasUnpairedSurrogate)
            case UInt8(ascii: "\\"):
                unescaped += bytes[runStart..<position]
                if let scalar = try escape() {
                    unescaped += UTF8.encode(scalar).map(Array.init) ?? []
                } else {
                    hasUnpairedSurrogate = true
                    unescaped += [0xEF, 0xBF, 0xBD]
                }
                runStart = position
            case 0x00..<0x20:
                throw failure(.controlCharacter, "\(character) in a string, where it must be escaped")
            default:
                position += 1
            }
        }
        throw failure(.truncated, "the text ends inside a string", at: bytes.count)
    }

    /// Reads an escape; nil for an unpaired surrogate.
    private mutating func escape() throws(JSONReadingError) -> Unicode.Scalar? {
        let start = position
        position += 1
        guard position < bytes.count else {
            throw failure(.truncated, "the text ends inside a string", at: bytes.count)
        }
        let byte = bytes[position]
        position += 1
        switch byte {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): return Unicode.Scalar(byte)
        case UInt8(ascii: "b"): return "\u{8}"
        case UInt8(ascii: "f"): return "\u{C}"
        case UInt8(ascii: "n"): return "\n"
        case UInt8(ascii: "r"): return "\r"
        case UInt8(ascii: "t"): return "\t"
        case UInt8(ascii: "u"): return try unicodeEscape(from: start)
        default:
            position = start + 1
            throw failure(.invalidEscape, "the escape \\ followed by \(character)", at: start)
        }
    }

    /// Reads the four digits of `\uXXXX`, and of the escape after it if the two are a surrogate pair.
    private mutating func unicodeEscape(from start: Int) throws(JSONReadingError) -> Unicode.Scalar? {
        guard let unit = codeUnit(at: position) else {
            // Digits may be missing because the text ends among them.
            let digits = bytes[position...].prefix { Self.value(ofHexadecimalDigit: $0) != nil }
            if digits.endIndex == bytes.count {
                throw failure(.truncated, "the text ends inside a string", at: bytes.count)
            }
            throw failure(.invalidEscape, "the escape \\u without four hexadecimal digits", at: start)
        }
        position += 4
        guard unit & 0xFC00 == 0xD800 else { return Unicode.Scalar(unit) }
        guard position + 1 < bytes.count, bytes[position] == UInt8(ascii: "\\"),
            bytes[position + 1] == UInt8(ascii: "u"),
            let next = codeUnit(at: position + 2), next & 0xFC00 == 0xDC00
        else { return nil }
        position += 6
        return Unicode.Scalar(0x10000 + (unit & 0x3FF) << 10 + next & 0x3FF)
    }

    private func codeUnit(at position: Int) -> UInt32? {
        guard position + 4 <= bytes.count else { return nil }
        var unit: UInt32 = 0
        for byte in bytes[position..<position + 4] {
            guard let digit = Self.value(ofHexadecimalDigit: byte) else { return nil }
            unit = unit << 4 | digit
        }
        return unit
    }

    private static func value(ofHexadecimalDigit byte: UInt8) -> UInt32? {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): UInt32(byte - UInt8(ascii: "0"))
        case UInt8(ascii: "a")...UInt8(ascii: "f"): UInt32(byte - UInt8(ascii: "a") + 10)
        case UInt8(ascii: "A")...UInt8(ascii: "F"): UInt32(byte - UInt8(ascii: "A") + 10)
        default: nil
        }
    }
}
