// Text encodings by the names that a response or a document states: the labels of the web's Encoding Standard (section
// 4.2), and other common names, of encodings that Foundation can decode.
//
// `us-ascii` and `iso-8859-1` are exactly these, where browsers read Windows-1252, and `utf-16` follows the byte order
// mark. Foundation has no name for most of the encodings, and accepts CoreFoundation's numbers on Linux as well.

extension String.Encoding {
    /// Creates the encoding of a charset, such as `gbk` or `ISO-8859-15`: a label of the web's Encoding Standard, or
    /// another common name. Case and surrounding white space do not matter. Returns `nil` for an unknown name, and for
    /// an encoding that Foundation cannot decode.
    ///
    /// ```swift
    /// let serializer = StringResponseSerializer(encoding: String.Encoding(charset: "big5"))
    /// ```
    public init?(charset: String) {
        let label = charset.trimmingCharacters(in: .whitespacesAndNewlines).lowercased()
        guard let encoding = Self.byLabel[label] else { return nil }
        self = encoding
    }

    /// Whether a byte below 0x80 that is not part of a longer character is ASCII, whatever is before it.
    package var extendsASCII: Bool {
        ![.utf16, .utf16BigEndian, .utf16LittleEndian, .utf32, .utf32BigEndian, .utf32LittleEndian, .iso2022JP]
            .contains(self)
    }

    /// Returns the text, or `nil` for bytes that are not text in the encoding, or if the system lacks the encoding.
    package func decode(_ data: Data) -> String? {
        guard String.usableEncodings.contains(self) else { return nil }
        guard self == .japaneseEUC else { return String(data: data, encoding: self) }
        return Self.shiftJIS(fromEUCJP: data).flatMap { String(data: $0, encoding: .shiftJIS) }
    }

    /// Returns EUC-JP text in Shift_JIS, or `nil` if it is malformed or has a character that Shift_JIS lacks.
    ///
    /// Foundation on Linux reads Shift_JIS but not EUC-JP. Both write JIS X 0208's row and cell in two bytes, and the
    /// katakana of JIS X 0201 (after 0x8E) are one byte of Shift_JIS.
    private static func shiftJIS(fromEUCJP data: Data) -> Data? {
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

    package static let byLabel: [String: String.Encoding] = {
        var encodings: [String: String.Encoding] = [:]
        func add(_ encoding: String.Encoding, _ labels: String) {
            for label in labels.split(separator: " ") { encodings[String(label)] = encoding }
        }
        for (encoding, labels) in named { add(encoding, labels) }
        for (number, labels) in numbered { add(String.Encoding(rawValue: 0x8000_0000 | number), labels) }
        // The standard has these labels for every part of ISO 8859.
        for part in 1...16 where part != 12 {
            guard let encoding = encodings["iso-8859-\(part)"] else { continue }
            add(encoding, "iso8859-\(part) iso8859\(part) iso_8859-\(part)")
        }
        for page in 1250...1258 {
            if let encoding = encodings["windows-\(page)"] { add(encoding, "cp\(page) x-cp\(page)") }
        }
        return encodings
    }()

    private static let named: [(String.Encoding, String)] = [
        (.utf8, "utf-8 utf8 unicode-1-1-utf-8 unicode11utf8 unicode20utf8 x-unicode20utf8"),
        (.ascii, "us-ascii ascii ansi_x3.4-1968"),
        (.isoLatin1, "iso-8859-1 latin1 latin-1 l1 cp819 csisolatin1 ibm819 iso-ir-100 iso_8859-1:1987"),
        (.isoLatin2, "iso-8859-2 latin2 latin-2 l2 csisolatin2 iso-ir-101 iso_8859-2:1987"),
        (.windowsCP1250, "windows-1250"), (.windowsCP1251, "windows-1251"), (.windowsCP1252, "windows-1252"),
        (.windowsCP1253, "windows-1253"),
        (.windowsCP1254, "windows-1254 iso-8859-9 latin5 latin-5 l5 csisolatin5 iso-ir-148 iso_8859-9:1989"),
        (.utf16, "utf-16"), (.utf16BigEndian, "utf-16be unicodefffe"),
        (.utf16LittleEndian, "utf-16le csunicode iso-10646-ucs-2 ucs-2 unicode unicodefeff"),
        (.utf32, "utf-32"), (.utf32BigEndian, "utf-32be"), (.utf32LittleEndian, "utf-32le"),
        (.shiftJIS, "shift_jis shift-jis sjis x-sjis csshiftjis ms_kanji windows-31j cp932 ms932"),
        (.japaneseEUC, "euc-jp eucjp x-euc-jp cseucpkdfmtjapanese"), (.iso2022JP, "iso-2022-jp csiso2022jp"),
    ]

    /// Encodings by CoreFoundation's numbers (`CFStringEncodingExt.h`).
    private static let numbered: [(UInt, String)] = [
        // Foundation on Linux reads other characters by `.macOSRoman`.
        (0x0000, "macintosh mac csmacintosh macroman x-mac-roman"), (0x0007, "x-mac-cyrillic x-mac-ukrainian"),
        (0x0203, "iso-8859-3 csisolatin3 iso-ir-109 iso_8859-3:1988 l3 latin3"),
        (0x0204, "iso-8859-4 csisolatin4 iso-ir-110 iso_8859-4:1988 l4 latin4"),
        (0x0205, "iso-8859-5 csisolatincyrillic cyrillic iso-ir-144 iso_8859-5:1988"),
        (0x0206, "iso-8859-6 arabic asmo-708 csiso88596e csiso88596i csisolatinarabic ecma-114 iso-8859-6-e"),
        (0x0206, "iso-8859-6-i iso-ir-127 iso_8859-6:1987"),
        (0x0207, "iso-8859-7 csisolatingreek ecma-118 elot_928 greek greek8 iso-ir-126 iso_8859-7:1987 sun_eu_greek"),
        (0x0208, "iso-8859-8 csiso88598e csiso88598i csisolatinhebrew hebrew iso-8859-8-e iso-8859-8-i iso-ir-138"),
        (0x0208, "iso_8859-8:1988 logical visual"), (0x020A, "iso-8859-10 csisolatin6 iso-ir-157 l6 latin6"),
        (0x020D, "iso-8859-13"), (0x020E, "iso-8859-14"),
        (0x020F, "iso-8859-15 csisolatin9 l9 latin-9 latin9"), (0x0210, "iso-8859-16"),
        (0x0400, "ibm437 cp437"), (0x0410, "ibm850 cp850"), (0x041B, "ibm866 866 cp866 csibm866"),
        (0x041D, "windows-874 cp874 dos-874 tis-620 iso-8859-11"),
        (0x0422, "euc-kr cseuckr csksc56011987 iso-ir-149 korean ks_c_5601-1987 ks_c_5601-1989 ksc5601 ksc_5601"),
        (0x0422, "windows-949 cp949 uhc"), (0x0505, "windows-1255"), (0x0506, "windows-1256"),
        (0x0507, "windows-1257"), (0x0508, "windows-1258"),
        (0x0632, "gb18030 gbk x-gbk cp936 windows-936 chinese csgb2312 csiso58gb231280 gb2312 gb_2312 gb_2312-80"),
        (0x0632, "iso-ir-58 euc-cn"), (0x0931, "euc-tw"), (0x0A02, "koi8-r koi8_r koi koi8 cskoi8r"),
        (0x0A03, "big5 big-5 cn-big5 csbig5 x-x-big5"), (0x0A06, "big5-hkscs"), (0x0A08, "koi8-u koi8-ru"),
    ]
}
