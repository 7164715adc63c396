extension XMLPropertyListScanner {
    /// Skips characters, references and CDATA sections up to a tag.
    mutating func skipText() throws(UndecodableData) {
        while index < bytes.count {
            switch bytes[index] {
            case UInt8(ascii: "<"):
                guard bytes.count - index >= 2, bytes[index + 1] == UInt8(ascii: "!") else { return }
                guard begins("<![CDATA[", at: index) else { throw fault("There is no CDATA section") }
                try skip(to: "]]>", from: index + 9)
            case UInt8(ascii: "&"):
                try skipReference()
            case 0xA9 where isUTF8:
                // Foundation passes over this one byte, the copyright sign of Latin-1.
                index += 1
            case 0x80...0xFF where isUTF8:
                guard let length = UTF8Sequence.length(in: bytes, at: index) else {
                    throw fault("A string is not UTF-8")
                }
                index += length
            default:
                index += 1
            }
        }
    }

    /// Skips a reference to a character or to one of XML's own entities, the only ones there are.
    private mutating func skipReference() throws(UndecodableData) {
        for entity: StaticString in ["&lt;", "&gt;", "&amp;", "&apos;", "&quot;"] where begins(entity, at: index) {
            index += entity.utf8CodeUnitCount
            return
        }
        guard begins("&#", at: index) else { throw fault("There is no such entity as the one") }
        let isHexadecimal = begins("&#x", at: index)
        var position = index + (isHexadecimal ? 3 : 2)
        let last = min(bytes.count, position + 9)
        while position < last {
            switch bytes[position] {
            case UInt8(ascii: ";"):
                index = position + 1
                return
            case UInt8(ascii: "0")...UInt8(ascii: "9"): break
            case UInt8(ascii: "a")...UInt8(ascii: "f"), UInt8(ascii: "A")...UInt8(ascii: "F"):
                guard isHexadecimal else { throw fault("There is no such character as the one") }
            default: throw fault("There is no such character as the one")
            }
            position += 1
        }
        throw fault("There is no such character as the one")
    }

    /// Skips what may be a number; whether it is one is left to Foundation, which reads “infinity”, too.
    mutating func skipReal() throws(UndecodableData) {
        let start = index
        try skipText()
        guard index - start > 0, index - start <= 1024 else { return }
        for position in start..<index {
            let byte = bytes[position]
            switch byte {
            case UInt8(ascii: "0")...UInt8(ascii: "9"), 0...0x20, 0x7F...0xFF: break
            case UInt8(ascii: "+"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: ","): break
            default:
                guard "einftyaxp&#;<![]>cdt".utf8.contains(byte | 0x20) || "&#;<![]>".utf8.contains(byte) else {
                    throw fault("There is no number", at: start)
                }
            }
        }
    }

    /// Skips an integer: white space, a sign, more white space, and decimal or, after `0x`, hexadecimal digits.
    ///
    /// Foundation refuses more than 64 bits; here more digits than those ever have are refused.
    mutating func skipInteger() throws(UndecodableData) {
        let start = index
        skipControl()
        if index < bytes.count, bytes[index] == UInt8(ascii: "-") || bytes[index] == UInt8(ascii: "+") {
            index += 1
            skipControl()
        }
        let isHexadecimal = begins("0x", at: index) || begins("0X", at: index)
        if isHexadecimal { index += 2 }
        let firstDigit = index
        while index < bytes.count, bytes[index] == UInt8(ascii: "0") { index += 1 }
        let firstSignificant = index
        while index < bytes.count, Self.isDigit(bytes[index], isHexadecimal: isHexadecimal) { index += 1 }
        guard index > firstDigit, index - firstSignificant <= (isHexadecimal ? 16 : 20) else {
            throw fault("There is no integer of 64 bits", at: start)
        }
    }

    /// Skips what Foundation takes for white space before an integer, and all else beyond ASCII.
    private mutating func skipControl() {
        while index < bytes.count, bytes[index] < 0x21 || bytes[index] > 0x7E { index += 1 }
    }

    private static func isDigit(_ byte: UInt8, isHexadecimal: Bool) -> Bool {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): true
        case UInt8(ascii: "a")...UInt8(ascii: "f"), UInt8(ascii: "A")...UInt8(ascii: "F"): isHexadecimal
        default: false
        }
    }

    /// Skips `YYYY-MM-DDThh:mm:ssZ`. The year may be negative and of any number of digits.
    mutating func skipDate() throws(UndecodableData) {
        let start = index
        if index < bytes.count, bytes[index] == UInt8(ascii: "-") { index += 1 }
        while index < bytes.count, UInt8(ascii: "0")...UInt8(ascii: "9") ~= bytes[index] { index += 1 }
        for expected in "-00-00T00:00:00Z".utf8 {
            guard index < bytes.count else { throw endOfText }
            let isDigit = UInt8(ascii: "0")...UInt8(ascii: "9") ~= bytes[index]
            guard expected == UInt8(ascii: "0") ? isDigit : bytes[index] == expected else {
                throw fault("There is no date", at: start)
            }
            index += 1
        }
    }

    /// Skips Base64. Foundation passes over what does not belong to it, unless it is beyond ASCII.
    mutating func skipData() throws(UndecodableData) {
        while index < bytes.count, bytes[index] != UInt8(ascii: "<") {
            guard bytes[index] < 0x80 else { throw fault("There is no Base64") }
            index += 1
        }
    }

    /// The encoding that an XML declaration names, in small letters and digits; “utf8” where none does.
    ///
    /// - Throws: That it is unknown. In an encoding that is not ASCII at least below 0x40 tags could be written so that no scan sees them.
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
        // Foundation looks at letters and digits only.
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
