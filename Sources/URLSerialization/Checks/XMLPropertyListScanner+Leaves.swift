extension XMLPropertyListScanner {
    /// Skips characters, references and CDATA sections up to a tag.
    mutating func skipText() throws(UndecodableData) {
        while true {
            cursor.skip { $0 != UInt8(ascii: "<") && $0 != UInt8(ascii: "&") && ($0 < 0x80 || !isUTF8) }
            guard !cursor.isAtEnd else { return }
            switch cursor.byte {
            case UInt8(ascii: "<"):
                guard cursor.next == UInt8(ascii: "!") else { return }
                guard cursor.begins("<![CDATA[", at: cursor.position) else {
                    throw fault("A CDATA section is malformed")
                }
                try skip(past: "]]>", from: 9)
            case UInt8(ascii: "&"):
                try skipReference()
            case 0xA9:
                // Foundation ignores this byte, the copyright sign of Latin-1.
                cursor.advance()
            default:
                guard let length = cursor.lengthOfCharacter(at: cursor.position) else {
                    throw fault("A string is not UTF-8")
                }
                cursor.advance(length)
            }
        }
    }

    /// Skips a reference to a character or to one of XML's predefined entities. A list cannot declare others.
    private mutating func skipReference() throws(UndecodableData) {
        for entity: StaticString in ["&lt;", "&gt;", "&amp;", "&apos;", "&quot;"] where cursor.take(entity) { return }
        let start = cursor.position
        guard cursor.take("&#") else { throw fault("An entity is unknown") }
        let isHexadecimal = cursor.take("x")
        // A reference has at most nine characters before its semicolon.
        while cursor.position - start < (isHexadecimal ? 12 : 11) {
            if cursor.take(";") { return }
            guard Self.isDigit(cursor.byte, isHexadecimal: isHexadecimal) else { break }
            cursor.advance()
        }
        throw fault("A character reference is invalid", at: start)
    }

    /// Skips text that may be a number. Foundation decides whether it is one, since it also reads “infinity”.
    mutating func skipReal() throws(UndecodableData) {
        let start = cursor.position
        try skipText()
        guard cursor.position - start > 0, cursor.position - start <= 1024 else { return }
        for position in start..<cursor.position {
            let byte = cursor.byte(at: position)
            switch byte {
            case UInt8(ascii: "0")...UInt8(ascii: "9"), 0...0x20, 0x7F...0xFF: break
            case UInt8(ascii: "+"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: ","): break
            default:
                guard "einftyaxp&#;<![]>cdt".utf8.contains(byte | 0x20) || "&#;<![]>".utf8.contains(byte) else {
                    throw fault("A number is malformed", at: start)
                }
            }
        }
    }

    /// Skips an integer: white space, a sign, more white space, and decimal or, after `0x`, hexadecimal digits.
    ///
    /// Foundation refuses integers of more than 64 bits; this scan refuses more digits than any of those have.
    mutating func skipInteger() throws(UndecodableData) {
        let start = cursor.position
        skipControl()
        if cursor.take("-") || cursor.take("+") { skipControl() }
        let isHexadecimal = cursor.take("0x") || cursor.take("0X")
        let firstDigit = cursor.position
        cursor.skip { $0 == UInt8(ascii: "0") }
        let firstSignificant = cursor.position
        cursor.skip { Self.isDigit($0, isHexadecimal: isHexadecimal) }
        guard cursor.position > firstDigit, cursor.position - firstSignificant <= (isHexadecimal ? 16 : 20) else {
            throw fault("An integer is malformed or exceeds 64 bits", at: start)
        }
    }

    /// Skips the characters that Foundation takes for white space before an integer, and everything beyond ASCII.
    private mutating func skipControl() {
        cursor.skip { $0 < 0x21 || $0 > 0x7E }
    }

    private static func isDigit(_ byte: UInt8, isHexadecimal: Bool = false) -> Bool {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): true
        case UInt8(ascii: "a")...UInt8(ascii: "f"), UInt8(ascii: "A")...UInt8(ascii: "F"): isHexadecimal
        default: false
        }
    }

    /// Skips `YYYY-MM-DDThh:mm:ssZ`. The year may be negative and of any number of digits.
    mutating func skipDate() throws(UndecodableData) {
        let start = cursor.position
        _ = cursor.take("-")
        cursor.skip { Self.isDigit($0) }
        for expected in "-00-00T00:00:00Z".utf8 {
            guard !cursor.isAtEnd else { throw endOfText }
            guard expected == UInt8(ascii: "0") ? Self.isDigit(cursor.byte) : cursor.byte == expected else {
                throw fault("A date is malformed", at: start)
            }
            cursor.advance()
        }
    }

    /// Skips Base64. Foundation ignores other characters in it unless they are beyond ASCII.
    mutating func skipData() throws(UndecodableData) {
        cursor.skip { $0 != UInt8(ascii: "<") && $0 < 0x80 }
        guard cursor.isAtEnd || cursor.byte == UInt8(ascii: "<") else { throw fault("Base64 is malformed") }
    }

    /// Returns the encoding that an XML declaration names, in lower-case letters and digits, or “utf8” without a
    /// declaration.
    ///
    /// - Throws: If the encoding is unknown. In one that is not ASCII at least below 0x40, tags could be written so
    ///   that no scan sees them.
    static func declaredEncoding(_ bytes: UnsafeRawBufferPointer) throws(UndecodableData) -> String {
        let opening = "<?xml".utf8
        guard bytes.starts(with: opening) else { return "utf8" }
        let declaration = bytes.dropFirst(opening.count).prefix {
            $0 != UInt8(ascii: "?") && $0 != UInt8(ascii: ">")
        }
        guard declaration.count <= 4096 else { throw UndecodableData("The XML declaration does not end.") }
        let text = String(decoding: declaration, as: UTF8.self)
        guard let key = text.range(of: "encoding=") else { return "utf8" }
        let rest = bytes[(declaration.startIndex + text.utf8.distance(from: text.startIndex, to: key.upperBound))...]
        guard let quote = rest.first, quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") else { return "utf8" }
        let name = String(decoding: rest.dropFirst().prefix(64).prefix { $0 != quote }, as: UTF8.self)
        // Foundation compares letters and digits only.
        let encoding = name.lowercased().filter { $0.isASCII && ($0.isLetter || $0.isNumber) }
        guard asciiEncodings.contains(where: { encoding.hasPrefix($0) }) else {
            throw UndecodableData("Property lists of this size are not read in the encoding “\(name)”.")
        }
        return encoding
    }

    private static let asciiEncodings = [
        "utf8", "usascii", "ascii", "iso8859", "latin1", "windows125", "cp125", "macintosh", "koi8", "shiftjis", "euc",
        "gb2312", "gbk", "gb18030", "big5",
    ]
}
