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
            throw XMLError.error(.invalidEncoding, "it is not in its encoding, \(found.declaredName ?? "\(encoding)")")
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
        var encoding: String.Encoding?
        /// The encoding's name in the XML declaration, if it has a readable one.
        var declaredName: String?
        /// The length of the byte order mark in bytes.
        var markLength = 0
        var isEUCJP = false
    }

    /// Returns a document's encoding by the byte order mark, else by the first characters, else by the XML declaration.
    /// Without any of them it is UTF-8.
    ///
    /// - Throws: For an encoding that is unknown, or in which `<?xml` differs from ASCII.
    static func find(in data: Data) throws(UndecodableData) -> Found {
        let head = [UInt8](data.prefix(4))
        if let mark = marks.first(where: { head.starts(with: $0.bytes) }) {
            return Found(encoding: mark.encoding, markLength: mark.length)
        }
        if head == [0x4C, 0x6F, 0xA7, 0x94] {
            throw XMLError.error(.unsupportedEncoding, "EBCDIC is not supported; send UTF-8")
        }
        guard let declared = try XMLDeclaration.read(data)?.encodingName else { return Found() }
        let name = declared.lowercased()
        if name == "utf-8" || name == "utf8" { return Found(declaredName: declared) }
        if name == "euc-jp" || name == "eucjp" {
            return Found(encoding: .shiftJIS, declaredName: declared, isEUCJP: true)
        }
        guard let encoding = encodings[name] else {
            throw XMLError.error(.unsupportedEncoding, "its encoding, \(declared), is not supported; send UTF-8")
        }
        return Found(encoding: encoding, declaredName: declared)
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

    /// The encodings by their names in lower case, including aliases (IANA's registry of character sets).
    ///
    /// In all of them ASCII is unchanged and stateless, so the declaration can be read before the encoding is known.
    /// Encodings for which Foundation has no name are identified by CoreFoundation's number, which it accepts on Linux
    /// as well. On Linux it cannot read ISO-2022-JP at all.
    private static let encodings: [String: String.Encoding] = {
        var encodings: [String: String.Encoding] = [:]
        func add(_ number: UInt, _ names: [String]) {
            for name in names { encodings[name] = String.Encoding(rawValue: 0x8000_0000 | number) }
        }
        for part in 1...16 where part != 12 {
            let number = 0x0200 + UInt(part)
            add(number, ["iso-8859-\(part)", "iso8859-\(part)", "iso_8859-\(part)"])
        }
        for (index, page) in [1252, 1250, 1251, 1253, 1254, 1255, 1256, 1257, 1258].enumerated() {
            add(0x0500 + UInt(index), ["windows-\(page)", "cp\(page)"])
        }
        let others: [(UInt, [String])] = [
            (0x0201, ["latin1", "latin-1", "l1"]), (0x0202, ["latin2", "latin-2", "l2"]), (0x0209, ["latin5", "l5"]),
            (0x020F, ["latin-9", "latin9"]), (0x041D, ["windows-874", "cp874", "tis-620"]), (0x0A02, ["koi8-r"]),
            (0x0A08, ["koi8-u"]), (0x0400, ["ibm437", "cp437"]), (0x0410, ["ibm850", "cp850"]),
            (0x0000, ["macintosh", "macroman", "x-mac-roman"]), (0x0A01, ["shift_jis", "shift-jis", "sjis", "x-sjis"]),
            (0x0420, ["windows-31j", "cp932", "ms932"]), (0x0632, ["gb18030", "gbk", "cp936", "windows-936"]),
            (0x0930, ["gb2312", "euc-cn", "gb_2312-80"]), (0x0A03, ["big5", "big-5"]),
            (0x0940, ["euc-kr", "ks_c_5601-1987"]), (0x0422, ["cp949", "windows-949", "uhc"]), (0x0931, ["euc-tw"]),
        ]
        for (number, names) in others { add(number, names) }
        encodings["us-ascii"] = .ascii
        encodings["ascii"] = .ascii
        return encodings
    }()

    /// Returns EUC-JP text in Shift_JIS, or `nil` if it is malformed or has a character that Shift_JIS lacks.
    ///
    /// Foundation on Linux reads Shift_JIS but not EUC-JP. Both write JIS X 0208's row and cell in two bytes, and the
    /// katakana of JIS X 0201 (after 0x8E) are one byte of Shift_JIS.
    static func shiftJIS(fromEUCJP data: Data) -> Data? {
        var result = Data(capacity: data.count)
        var lead: UInt8?
        for byte in data {
            guard let first = lead else {
                if byte < 0x80 { result.append(byte) } else { lead = byte }
                continue
            }
            lead = nil
            if first == 0x8E, (0xA1...0xDF).contains(byte) {
                result.append(byte)
                continue
            }
            guard (0xA1...0xFE).contains(first), (0xA1...0xFE).contains(byte) else { return nil }
            let row = first - 0xA1
            let cell = byte - 0xA1
            result.append(row / 2 + (row < 62 ? 0x81 : 0xC1))
            if row % 2 == 0 {
                result.append(cell + (cell < 63 ? 0x40 : 0x41))
            } else {
                result.append(cell + 0x9F)
            }
        }
        return lead == nil ? result : nil
    }
}
