/// A document's text in UTF-8, whatever its encoding, without what makes Foundation's readers crash.
///
/// Everything after this reads UTF-8: the checks, which would otherwise have to know in which encodings a byte that
/// looks like `<` is part of another character, and libxml2, which never has to convert.
struct XMLText {
    /// The text: UTF-8, no control characters, nothing that declares another encoding.
    let data: Data
    /// The encoding's name in the document's declaration, if it was read; `UTF-16` and such where the first bytes tell.
    let encodingName: String?

    /// - Throws: If the data is empty, its encoding unknown, or not what it claims to be; or if there is a
    ///   character that may not be in XML.
    init(_ source: Data) throws(UndecodableData) {
        guard !source.isEmpty else { throw XMLFault.fault(.documentEmpty, "there is none") }
        // libxml2 counts in 32 bits.
        guard source.count < Int(Int32.max) else { throw XMLFault.fault(.internalError, "it has more than 2 GiB") }
        let found = try XMLEncoding.find(in: source)
        guard let encoding = found.encoding else {
            encodingName = found.declaredName
            try XMLText.validate(source)
            guard found.markLength > 0 else {
                data = source
                return
            }
            data = try XMLText.withoutEncoding(source.dropFirst(found.markLength))
            return
        }
        var body = source.dropFirst(found.markLength)
        if found.isEUCJP { body = XMLEncoding.shiftJIS(fromEUCJP: body) ?? Data([0xFF]) }
        guard !body.isEmpty, let text = String(data: Data(body), encoding: encoding) else {
            throw XMLFault.fault(.invalidEncoding, "it is not in its encoding, \(found.declaredName ?? "\(encoding)")")
        }
        let utf8 = Data(text.utf8)
        try XMLText.validate(utf8)
        let declared = try XMLDeclaration.read(utf8)?.encodingName
        encodingName = found.declaredName ?? declared
        data = try XMLText.withoutEncoding(utf8)
    }

    /// The same text with `encoding="…"` blanked out, so that lines and columns stay where they are.
    private static func withoutEncoding(_ data: Data) throws(UndecodableData) -> Data {
        guard let range = try XMLDeclaration.read(data)?.encodingRange else { return Data(data) }
        var result = Data(data)
        result.replaceSubrange(range, with: repeatElement(0x20, count: range.count))
        return result
    }

    private static func validate(_ data: Data) throws(UndecodableData) {
        let invalid = data.withUnsafeBytes { XMLText.firstInvalidByte(in: $0) }
        guard let invalid else { return }
        let isControl = data[data.startIndex + invalid] < 0x20
        throw XMLFault.fault(
            isControl ? .invalidCharacter : .invalidEncoding,
            isControl ? "there is a control character" : "there is a byte that is not UTF-8", at: invalid)
    }

    /// The first byte that belongs to no character of XML (XML 1.0, production 2): a control character, U+FFFE, U+FFFF,
    /// or what is not UTF-8 (RFC 3629, section 4).
    ///
    /// In the middle of a comment such a byte makes libxml2 forget that it was in one and go on, so that whatever reads
    /// the text before it would see another document than libxml2.
    private static func firstInvalidByte(in bytes: UnsafeRawBufferPointer) -> Int? {
        let count = bytes.count
        var position = 0
        while position < count {
            // Eight at a time while they are printable ASCII, by which 48 MB of text are read in 15 ms. The
            // load is unaligned, and within bounds since eight are left. A byte below 0x20 borrows when 0x20 is taken
            // from it.
            while count - position >= 8 {
                let eight = bytes.loadUnaligned(fromByteOffset: position, as: UInt64.self)
                let low = (eight &- 0x2020_2020_2020_2020) & ~eight
                guard (eight | low) & 0x8080_8080_8080_8080 == 0 else { break }
                position += 8
            }
            let stop = min(position + 8, count)
            while position < stop {
                let length = lengthOfCharacter(at: position, in: bytes)
                guard length > 0 else { return position }
                position += length
            }
        }
        return nil
    }

    /// How many bytes the character at a position has; 0 if there is none.
    private static func lengthOfCharacter(at position: Int, in bytes: UnsafeRawBufferPointer) -> Int {
        let first = bytes[position]
        if first < 0x80 { return first >= 0x20 || first.isXMLSpace ? 1 : 0 }
        let left = bytes.count - position
        func continues(_ offset: Int) -> Bool { bytes[position + offset] & 0xC0 == 0x80 }
        switch first {
        case 0xC2...0xDF:
            return left >= 2 && continues(1) ? 2 : 0
        case 0xE0...0xEF:
            guard left >= 3, continues(1), continues(2) else { return 0 }
            // Neither overlong nor a surrogate, nor U+FFFE or U+FFFF.
            let second = bytes[position + 1]
            if first == 0xE0 && second < 0xA0 || first == 0xED && second > 0x9F { return 0 }
            return first == 0xEF && second == 0xBF && bytes[position + 2] >= 0xBE ? 0 : 3
        case 0xF0...0xF4:
            guard left >= 4, continues(1), continues(2), continues(3) else { return 0 }
            // Neither overlong nor beyond U+10FFFF.
            let second = bytes[position + 1]
            return first == 0xF0 && second < 0x90 || first == 0xF4 && second > 0x8F ? 0 : 4
        default:
            return 0
        }
    }
}
