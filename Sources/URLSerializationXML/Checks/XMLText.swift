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
        guard !source.isEmpty else { throw XMLError.error(.documentEmpty, "it is empty") }
        // libxml2 counts in 32 bits.
        guard source.count < Int(Int32.max) else { throw XMLError.error(.internalError, "it has more than 2 GiB") }
        let found = try XMLEncoding.find(in: source)
        guard let charset = found.charset else {
            encodingName = found.declaredName
            try XMLText.validate(source)
            guard found.markLength > 0 else {
                data = source
                return
            }
            data = try XMLText.withoutEncoding(source.dropFirst(found.markLength))
            return
        }
        let body = Data(source.dropFirst(found.markLength))
        guard !body.isEmpty, let text = charset.decode(body) else {
            let name = found.declaredName ?? "\(charset)"
            throw XMLError.error(.invalidEncoding, "it is not in its encoding, \(name)")
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
        guard let invalid = data.withCursor({ $0.run(0..<$0.end).firstOutsideXML }) else { return }
        let isControl = data[data.startIndex + invalid] < 0x20
        throw XMLError.error(
            isControl ? .invalidCharacter : .invalidEncoding,
            isControl ? "there is a control character" : "there is a byte that is not UTF-8", at: invalid)
    }
}

/// The XML declaration (XML 1.0, section 2.8) of a document whose first characters are ASCII.
struct XMLDeclaration {
    /// The encoding's name, if it has one.
    var encodingName: String?
    /// The range of `encoding="…"`, or `nil` without one.
    var encodingRange: Range<Int>?

    /// Returns the declaration, or `nil` if the document begins differently.
    ///
    /// Parsing is strict, so that the parser cannot read another encoding from it.
    ///
    /// - Throws: If it is malformed.
    static func read(_ data: Data) throws(UndecodableData) -> XMLDeclaration? {
        // Far more than the declaration's three short values need.
        try Data(data.prefix(1024)).withCursor { bytes throws(UndecodableData) -> XMLDeclaration? in
            var cursor = bytes
            guard cursor.take("<?xml"), cursor.byte.isXMLSpace else { return nil }
            var declaration = XMLDeclaration()
            for key in ["version", "encoding", "standalone"] as [StaticString] {
                let spaced = cursor.skipSpace()
                let start = cursor.position
                guard spaced, cursor.take(key) else { continue }
                cursor.skipSpace()
                guard cursor.take("=") else { throw malformed(cursor) }
                cursor.skipSpace()
                guard let value = cursor.literal() else { throw malformed(cursor) }
                guard key.utf8Start[0] == UInt8(ascii: "e") else { continue }
                declaration.encodingName = cursor.run(value).string
                declaration.encodingRange = start..<cursor.position
            }
            cursor.skipSpace()
            guard cursor.take("?>") else { throw malformed(cursor) }
            return declaration
        }
    }

    private static func malformed(_ cursor: ByteCursor) -> UndecodableData {
        cursor.error(.declarationNotFinished, "its XML declaration is malformed")
    }
}

/// The detection of a document's encoding (XML 1.0, appendix F), and the decoding.
enum XMLEncoding {
    /// A document's encoding and the start of its text.
    struct Found {
        /// The encoding; `nil` for UTF-8, whose bytes are used unchanged.
        var charset: String.Encoding?
        /// The encoding's name in the XML declaration, if it has a readable one.
        var declaredName: String?
        /// The length of the byte order mark in bytes.
        var markLength = 0
    }

    /// Returns a document's encoding by the byte order mark, else by the first characters, else by the XML declaration.
    /// Without any of them it is UTF-8.
    ///
    /// - Throws: For an encoding that is unknown, or in which `<?xml` differs from ASCII.
    static func find(in data: Data) throws(UndecodableData) -> Found {
        let head = [UInt8](data.prefix(4))
        if let mark = marks.first(where: { head.starts(with: $0.bytes) }) {
            return Found(charset: mark.encoding, markLength: mark.length)
        }
        if head == [0x4C, 0x6F, 0xA7, 0x94] {
            throw XMLError.error(.unsupportedEncoding, "EBCDIC is not supported; send UTF-8")
        }
        guard let declared = try XMLDeclaration.read(data)?.encodingName else { return Found() }
        guard let charset = String.Encoding(charset: declared), charset.extendsASCII else {
            throw XMLError.error(.unsupportedEncoding, "its encoding, \(declared), is not supported; send UTF-8")
        }
        return Found(charset: charset == .utf8 ? nil : charset, declaredName: declared)
    }

    /// The beginnings of documents in other encodings, and the lengths of the marks among them. A mark overrides the
    /// declaration (RFC 7303, section 3).
    private static let marks: [(bytes: [UInt8], encoding: String.Encoding?, length: Int)] = [
        ([0x00, 0x00, 0xFE, 0xFF], .utf32BigEndian, 4), ([0xFF, 0xFE, 0x00, 0x00], .utf32LittleEndian, 4),
        ([0x00, 0x00, 0x00, 0x3C], .utf32BigEndian, 0), ([0x3C, 0x00, 0x00, 0x00], .utf32LittleEndian, 0),
        ([0xFE, 0xFF], .utf16BigEndian, 2), ([0xFF, 0xFE], .utf16LittleEndian, 2),
        ([0x00, 0x3C, 0x00, 0x3F], .utf16BigEndian, 0), ([0x3C, 0x00, 0x3F, 0x00], .utf16LittleEndian, 0),
        ([0xEF, 0xBB, 0xBF], nil, 3),
    ]
}
