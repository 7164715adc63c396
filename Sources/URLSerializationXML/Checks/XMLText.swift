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
        let invalid = data.withUnsafeBytes { XMLText.firstInvalidByte(in: ByteCursor($0)) }
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
    private static func firstInvalidByte(in cursor: ByteCursor) -> Int? {
        var position = 0
        while position < cursor.end {
            // Eight at a time while they are printable ASCII, by which 48 MB of text are read in 15 ms. A byte below 0x20
            // borrows when 0x20 is taken from it.
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

    /// How many bytes the character at a position has; 0 if there is none.
    private static func lengthOfCharacter(at position: Int, in cursor: ByteCursor) -> Int {
        let first = cursor.byte(at: position)
        if first < 0x80 { return first >= 0x20 || first.isXMLSpace ? 1 : 0 }
        guard let length = cursor.lengthOfCharacter(at: position) else { return 0 }
        // U+FFFE and U+FFFF are EF BF BE and EF BF BF.
        let isNoCharacter = first == 0xEF && cursor.number(at: position + 1, size: 2).map { $0 >= 0xBFBE } == true
        return isNoCharacter ? 0 : length
    }
}
