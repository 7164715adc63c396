extension JSONScanner {
    // MARK: - Strings

    /// Reads a string from its opening to its closing quote.
    mutating func readString() throws(UndecodableData) {
        if rules == .decoder { return try skipString() }
        let start = index
        index += 1
        while true {
            skipPlainText()
            guard index < bytes.count else {
                throw fault("The JSON text is cut off in a string, which begins", at: start)
            }
            let byte = bytes[index]
            switch byte {
            case UInt8(ascii: "\""):
                index += 1
                return
            case UInt8(ascii: "\\"):
                try readEscape()
            case 0..<0x20:
                throw fault("A control character must be escaped")
            case 0x20..<0x80:
                index += 1
            default:
                try readMultibyteCharacters()
            }
        }
    }

    /// Skips eight bytes at a time while none of them is a quote, a backslash, a control character or beyond ASCII.
    /// Byte by byte the benchmark's *JSON cut off* takes 27 % more instructions.
    private mutating func skipPlainText() {
        while bytes.count - index >= 8 {
            let word = bytes.loadUnaligned(fromByteOffset: index, as: UInt64.self)
            // A byte that is zero after the exclusive or, or below 0x20, borrows and so sets its top bit. A borrow can
            // only make a plain byte above it look special, and the caller examines special bytes.
            let quotes = (word ^ 0x2222_2222_2222_2222) &- 0x0101_0101_0101_0101
            let backslashes = (word ^ 0x5C5C_5C5C_5C5C_5C5C) &- 0x0101_0101_0101_0101
            let controls = word &- 0x2020_2020_2020_2020
            guard (quotes | backslashes | controls | word) & 0x8080_8080_8080_8080 == 0 else { return }
            index += 8
        }
    }

    /// Reads characters beyond ASCII, up to the next ASCII one.
    private mutating func readMultibyteCharacters() throws(UndecodableData) {
        while index < bytes.count, bytes[index] >= 0x80 {
            guard let length = ByteCursor(bytes).lengthOfCharacter(at: index) else {
                throw fault("A string is not UTF-8")
            }
            index += length
        }
    }

    private mutating func readEscape() throws(UndecodableData) {
        let start = index
        guard bytes.count - index >= 2 else { throw endOfText }
        index += 2
        switch bytes[start + 1] {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"), UInt8(ascii: "b"), UInt8(ascii: "f"),
            UInt8(ascii: "n"), UInt8(ascii: "r"), UInt8(ascii: "t"):
            return
        case UInt8(ascii: "u"):
            let unit = try readHexadecimal()
            guard unit & 0xF800 == 0xD800 else { return }
            guard unit < 0xDC00, bytes.count - index >= 2, bytes[index] == UInt8(ascii: "\\"),
                bytes[index + 1] == UInt8(ascii: "u")
            else { throw fault("An escaped surrogate pair is incomplete", at: start) }
            index += 2
            guard try readHexadecimal() & 0xFC00 == 0xDC00 else {
                throw fault("An escaped surrogate pair is incomplete", at: start)
            }
        default:
            throw fault("An escape is invalid", at: start)
        }
    }

    private mutating func readHexadecimal() throws(UndecodableData) -> UInt16 {
        guard bytes.count - index >= 4 else { throw endOfText }
        var value: UInt16 = 0
        for _ in 0..<4 {
            let byte = bytes[index]
            let digit: UInt8
            switch byte {
            case UInt8(ascii: "0")...UInt8(ascii: "9"): digit = byte - UInt8(ascii: "0")
            case UInt8(ascii: "a")...UInt8(ascii: "f"): digit = byte - UInt8(ascii: "a") + 10
            case UInt8(ascii: "A")...UInt8(ascii: "F"): digit = byte - UInt8(ascii: "A") + 10
            default: throw fault("A hexadecimal digit is missing")
            }
            value = value << 4 | UInt16(digit)
            index += 1
        }
        return value
    }

    /// Skips to the end of a string as `JSONDecoder` does: an escape is two bytes, or six with a `u`, none of which may
    /// then be a quote.
    private mutating func skipString() throws(UndecodableData) {
        let start = index
        index += 1
        while index < bytes.count {
            skipPlainText()
            guard index < bytes.count else { break }
            switch bytes[index] {
            case UInt8(ascii: "\""):
                index += 1
                return
            case UInt8(ascii: "\\"):
                index += 1
                guard index < bytes.count else { throw endOfText }
                let isUnicode = bytes[index] == UInt8(ascii: "u")
                index += 1
                guard isUnicode else { continue }
                guard bytes.count - index >= 4 else { throw endOfText }
                for offset in 0..<4 where bytes[index + offset] == UInt8(ascii: "\"") {
                    throw fault("A hexadecimal digit is missing")
                }
                index += 4
            default:
                index += 1
            }
        }
        throw fault("The JSON text is cut off in a string, which begins", at: start)
    }

    // MARK: - Numbers

    /// Reads a number. One too large for a `Double` is refused, as by Foundation, unless it is in a dictionary of a
    /// text that Foundation may still accept: it ignores the value of a repeated key, and the scan cannot remember all
    /// keys.
    mutating func readNumber() throws(UndecodableData) {
        if rules == .decoder { return skipNumber() }
        let start = index
        if bytes[index] == UInt8(ascii: "-") { index += 1 }
        let firstDigit = index
        let integers = skipDigits()
        guard integers > 0 else { throw index < bytes.count ? fault("A digit is missing") : endOfText }
        guard integers == 1 || bytes[firstDigit] != UInt8(ascii: "0") else {
            throw fault("A number must not begin with a zero", at: start)
        }
        // Most numbers end here.
        if index < bytes.count, bytes[index] == UInt8(ascii: ",") || bytes[index] == UInt8(ascii: "]"), integers <= 300
        {
            return
        }
        var isScaled = integers > 300
        if index < bytes.count, bytes[index] == UInt8(ascii: ".") {
            index += 1
            guard skipDigits() > 0 else { throw index < bytes.count ? fault("A digit is missing") : endOfText }
        }
        if index < bytes.count, bytes[index] | 0x20 == UInt8(ascii: "e") {
            isScaled = true
            index += 1
            if index < bytes.count, bytes[index] == UInt8(ascii: "+") || bytes[index] == UInt8(ascii: "-") {
                index += 1
            }
            guard skipDigits() > 0 else { throw index < bytes.count ? fault("A digit is missing") : endOfText }
        }
        if isScaled, openDictionaries == 0 || rules == .refused, !isFinite(firstDigit..<index) {
            throw fault("A number is too large", at: start)
        }
    }

    @inline(__always)
    private mutating func skipDigits() -> Int {
        let start = index
        while index < bytes.count, UInt8(ascii: "0")...UInt8(ascii: "9") ~= bytes[index] { index += 1 }
        return index - start
    }

    private mutating func skipNumber() {
        index += 1
        while index < bytes.count {
            switch bytes[index] {
            case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "."), UInt8(ascii: "+"), UInt8(ascii: "-"),
                UInt8(ascii: "e"), UInt8(ascii: "E"):
                index += 1
            default:
                return
            }
        }
    }

    /// Whether a `Double` can hold a well-formed number without a sign. Numbers close to the limit are converted to
    /// find out.
    private func isFinite(_ range: Range<Int>) -> Bool {
        var digitsBeforePoint = 0
        var zerosBeforeFirst = 0
        var isAfterPoint = false
        var leading: UInt64 = 0
        var leadingCount = 0
        var exponent = 0
        var exponentDigits = 0
        var position = range.lowerBound
        while position < range.upperBound {
            let byte = bytes[position]
            position += 1
            if byte == UInt8(ascii: ".") {
                isAfterPoint = true
            } else if byte | 0x20 == UInt8(ascii: "e") {
                exponent = readExponent(position..<range.upperBound)
                exponentDigits = range.upperBound - position
                break
            } else {
                if !isAfterPoint { digitsBeforePoint += 1 }
                if leading == 0, byte == UInt8(ascii: "0") {
                    zerosBeforeFirst += 1
                } else if leadingCount < 17 {
                    leading = leading * 10 + UInt64(byte - UInt8(ascii: "0"))
                    leadingCount += 1
                }
            }
        }
        guard leading > 0 else { return true }
        // Swift's own number parser overflows on long exponents, and may return a small number.
        guard exponentDigits < 10 else { return isReadAsFinite(range) }
        // The number is 0.ddd… × 10 to the power of this; the greatest finite one is 0.17976931348623157… × 10³⁰⁹.
        let magnitude = digitsBeforePoint - zerosBeforeFirst + exponent
        guard magnitude == 309 else { return magnitude < 309 }
        while leadingCount < 17 {
            leading *= 10
            leadingCount += 1
        }
        if leading < 17_976_931_348_623_157 { return true }
        if leading > 17_976_931_348_623_159 { return false }
        return isReadAsFinite(range)
    }

    /// Whether Foundation reads a well-formed number as a finite one.
    private func isReadAsFinite(_ range: Range<Int>) -> Bool {
        guard range.count <= 1024 else { return true }
        let text = String(decoding: bytes[range], as: UTF8.self)
        if Double(text)?.isFinite == true { return true }
        let document = Data("[\(text)]".utf8)
        return (try? JSONSerialization.jsonObject(with: document)) != nil
    }

    /// Returns a signed exponent of nine digits or fewer.
    private func readExponent(_ range: Range<Int>) -> Int {
        var exponent = 0
        var isNegative = false
        for position in range {
            switch bytes[position] {
            case UInt8(ascii: "-"): isNegative = true
            case UInt8(ascii: "+"): break
            default: exponent = exponent &* 10 &+ Int(bytes[position] & 0x0F)
            }
        }
        return isNegative ? -exponent : exponent
    }
}
