/// A document's text in UTF-8, without characters on which Foundation's readers crash.
///
/// Everything after this reads UTF-8. The checks need not know encodings in which a byte that looks like `<` is part of
/// another character, and libxml2 need not convert.
struct XMLText {
    /// The text: UTF-8 without control characters and without a declaration of another encoding.
    let data: Data
    /// The encoding's name in the document's declaration, if it was read, or a name such as `UTF-16` detected from the
    /// first bytes.
    let encodingName: String?

    /// - Throws: If the data is empty, its encoding is unknown or not the declared one, or it has a character that XML
    ///   does not allow.
    init(_ source: Data) throws(UndecodableData) {
        guard !source.isEmpty else { throw XMLFault.fault(.documentEmpty, "it is empty") }
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

    /// Returns the text with `encoding="…"` replaced by spaces, so that lines and columns do not change.
    private static func withoutEncoding(_ data: Data) throws(UndecodableData) -> Data {
        guard let range = try XMLDeclaration.read(data)?.encodingRange else { return Data(data) }
        var result = Data(data)
        result.replaceSubrange(range, with: repeatElement(0x20, count: range.count))
        return result
    }

    private static func validate(_ data: Data) throws(UndecodableData) {
        let invalid = data.withUnsafeBytes { XMLText.firstInvalidByte(in: ByteCursor($0)) }
        guard let invalid else { return }
        let isControl = data[data.startIndex + invalid] < 0x20
        throw XMLFault.fault(
            isControl ? .invalidCharacter : .invalidEncoding,
            isControl ? "there is a control character" : "there is a byte that is not UTF-8", at: invalid)
    }

    /// Returns the first byte that is not part of a character allowed in XML (XML 1.0, production 2): one of a control
    /// character, U+FFFE or U+FFFF, or one that is not UTF-8 (RFC 3629, section 4).
    ///
    /// Such a byte in the middle of a comment makes libxml2 leave the comment and continue, so that a scan of the text
    /// would see another document than libxml2.
    private static func firstInvalidByte(in cursor: ByteCursor) -> Int? {
        var position = 0
        while position < cursor.end {
            // Eight bytes at a time while they are printable ASCII, so that 48 MB of text take 15 ms. A byte below 0x20
            // borrows when 0x20 is subtracted from it.
            while let eight = cursor.number(at: position, size: 8) {
                let low = (eight &- 0x2020_2020_2020_2020) & ~eight
                guard (eight | low) & 0x8080_8080_8080_8080 == 0 else { break }
                position += 8
            }
            let stop = min(position + 8, cursor.end)
            while position < stop {
                let length = lengthOfCharacter(at: position, in: cursor)
                guard length > 0 else { return position }
                position += length
            }
        }
        return nil
    }

    /// Returns the length in bytes of the character at a position, or 0 if there is none.
    private static func lengthOfCharacter(at position: Int, in cursor: ByteCursor) -> Int {
        let first = cursor.byte(at: position)
        if first < 0x80 { return first >= 0x20 || first.isXMLSpace ? 1 : 0 }
        guard let length = cursor.lengthOfCharacter(at: position) else { return 0 }
        // U+FFFE and U+FFFF are EF BF BE and EF BF BF.
        let isNoCharacter = first == 0xEF && cursor.number(at: position + 1, size: 2).map { $0 >= 0xBFBE } == true
        return isNoCharacter ? 0 : length
    }
}
