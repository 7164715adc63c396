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
        if head == [0x00, 0x00, 0xFE, 0xFF] { return Found(encoding: .utf32BigEndian, markLength: 4) }
        if head == [0xFF, 0xFE, 0x00, 0x00] { return Found(encoding: .utf32LittleEndian, markLength: 4) }
        if head == [0x00, 0x00, 0x00, 0x3C] { return Found(encoding: .utf32BigEndian) }
        if head == [0x3C, 0x00, 0x00, 0x00] { return Found(encoding: .utf32LittleEndian) }
        if head.starts(with: [0xFE, 0xFF]) { return Found(encoding: .utf16BigEndian, markLength: 2) }
        if head.starts(with: [0xFF, 0xFE]) { return Found(encoding: .utf16LittleEndian, markLength: 2) }
        if head == [0x00, 0x3C, 0x00, 0x3F] { return Found(encoding: .utf16BigEndian) }
        if head == [0x3C, 0x00, 0x3F, 0x00] { return Found(encoding: .utf16LittleEndian) }
        if head == [0x4C, 0x6F, 0xA7, 0x94] {
            throw XMLFault.fault(.unsupportedEncoding, "EBCDIC is not supported; send UTF-8")
        }
        if head.starts(with: [0xEF, 0xBB, 0xBF]) {
            // The mark overrides the declaration (RFC 7303, section 3).
            return Found(markLength: 3)
        }
        guard let declared = try XMLDeclaration.read(data)?.encodingName else { return Found() }
        let name = declared.lowercased()
        if name == "utf-8" || name == "utf8" { return Found(declaredName: declared) }
        if name == "euc-jp" || name == "eucjp" {
            return Found(encoding: .shiftJIS, declaredName: declared, isEUCJP: true)
        }
        guard let encoding = encodings[name] else {
            throw XMLFault.fault(.unsupportedEncoding, "its encoding, \(declared), is not supported; send UTF-8")
        }
        return Found(encoding: encoding, declaredName: declared)
    }

    /// The encodings by their names in lower case, including aliases (IANA's registry of character sets).
    ///
    /// In all of them ASCII is unchanged and stateless, so the declaration can be read before the encoding is known.
    /// Encodings for which Foundation has no name are identified by CoreFoundation's number, which it accepts on Linux
    /// as well. On Linux it cannot read ISO-2022-JP at all.
    private static let encodings: [String: String.Encoding] = {
        var encodings: [String: String.Encoding] = [:]
        func add(_ number: UInt, _ names: String...) {
            for name in names { encodings[name] = String.Encoding(rawValue: 0x8000_0000 | number) }
        }
        for part in 1...16 where part != 12 {
            let number = 0x0200 + UInt(part)
            add(number, "iso-8859-\(part)", "iso8859-\(part)", "iso_8859-\(part)")
        }
        for (index, page) in [1252, 1250, 1251, 1253, 1254, 1255, 1256, 1257, 1258].enumerated() {
            add(0x0500 + UInt(index), "windows-\(page)", "cp\(page)")
        }
        add(0x0201, "latin1", "latin-1", "l1")
        add(0x0202, "latin2", "latin-2", "l2")
        add(0x0209, "latin5", "l5")
        add(0x020F, "latin-9", "latin9")
        add(0x041D, "windows-874", "cp874", "tis-620")
        add(0x0A02, "koi8-r")
        add(0x0A08, "koi8-u")
        add(0x0400, "ibm437", "cp437")
        add(0x0410, "ibm850", "cp850")
        add(0x0000, "macintosh", "macroman", "x-mac-roman")
        add(0x0A01, "shift_jis", "shift-jis", "sjis", "x-sjis")
        add(0x0420, "windows-31j", "cp932", "ms932")
        add(0x0632, "gb18030", "gbk", "cp936", "windows-936")
        add(0x0930, "gb2312", "euc-cn", "gb_2312-80")
        add(0x0A03, "big5", "big-5")
        add(0x0940, "euc-kr", "ks_c_5601-1987")
        add(0x0422, "cp949", "windows-949", "uhc")
        add(0x0931, "euc-tw")
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
