import Testing
import URLSerialization

@Suite struct CharsetTests {
    /// A text that has characters beyond ASCII in an encoding, and the first of its labels.
    private static let texts: [(label: String, bytes: [UInt8], text: String)] = [
        ("utf-8", [0xC3, 0xA9, 0xE4, 0xBD, 0xA0], "é你"), ("iso-8859-1", [0xE9, 0xA4], "é¤"),
        ("iso-8859-2", [0xB1, 0xE6], "ąć"), ("iso-8859-3", [0xA1, 0xFD], "Ħŭ"), ("iso-8859-4", [0xB1, 0xBF], "ąŋ"),
        ("iso-8859-5", [0xB0, 0xD8], "Аи"), ("iso-8859-6", [0xC7, 0xE3], "اك"), ("iso-8859-7", [0xE1, 0xF9], "αω"),
        ("iso-8859-8", [0xE0, 0xF9], "אש"), ("iso-8859-10", [0xB1, 0xBF], "ąŋ"), ("iso-8859-13", [0xE0, 0xFE], "ąž"),
        ("iso-8859-14", [0xA1, 0xFE], "Ḃŷ"), ("iso-8859-15", [0xA4, 0xBD], "€œ"), ("iso-8859-16", [0xA2, 0xA4], "ą€"),
        ("windows-1250", [0xB9, 0x9C], "ąś"), ("windows-1251", [0xC1, 0xB8], "Бё"),
        ("windows-1252", [0x80, 0x8C], "€Œ"),
        ("windows-1253", [0xE1, 0x80], "α€"), ("windows-1254", [0xFE, 0x80], "ş€"),
        ("windows-1255", [0xE0, 0x80], "א€"),
        ("windows-1256", [0xC7, 0x80], "ا€"), ("windows-1257", [0xE0, 0x80], "ą€"),
        ("windows-1258", [0xFE, 0x80], "₫€"),
        ("windows-874", [0xA1, 0x80], "ก€"), ("koi8-r", [0xC1, 0xDC], "аэ"), ("koi8-u", [0xA4, 0xC1], "єа"),
        ("ibm437", [0x82, 0xE1], "éß"), ("ibm850", [0x82, 0xB5], "éÁ"), ("ibm866", [0x80, 0xF1], "Аё"),
        ("macintosh", [0x8E, 0xDB], "é€"), ("x-mac-cyrillic", [0x80, 0xDF], "Ая"),
        ("shift_jis", [0x82, 0xA0, 0x87, 0x40, 0xB1], "あ①ｱ"), ("euc-jp", [0xA4, 0xA2, 0x8E, 0xB1], "あｱ"),
        ("iso-2022-jp", [0x1B, 0x24, 0x42, 0x24, 0x22, 0x1B, 0x28, 0x42], "あ"),
        ("gb18030", [0xC4, 0xE3, 0x81, 0x40, 0x81, 0x30, 0x84, 0x36], "你丂¥"), ("big5", [0xA7, 0x41, 0xA3, 0xE1], "你€"),
        ("big5-hkscs", [0xA7, 0x41, 0x87, 0x40], "你䏰"), ("euc-kr", [0xB0, 0xA1, 0x81, 0x41], "가갂"),
        ("euc-tw", [0xC4, 0xE3], "中"), ("utf-16", [0xFE, 0xFF, 0x00, 0xE9], "é"), ("utf-16be", [0x00, 0xE9], "é"),
        ("utf-16le", [0xE9, 0x00], "é"), ("utf-32", [0x00, 0x00, 0xFE, 0xFF, 0x00, 0x00, 0x00, 0xE9], "é"),
        ("utf-32be", [0x00, 0x00, 0x00, 0xE9], "é"), ("utf-32le", [0xE9, 0x00, 0x00, 0x00], "é"),
    ]

    /// Labels that the Encoding Standard has for one encoding, and others that documents state.
    private static let others: [String: String] = [
        "utf-8": "utf8 unicode-1-1-utf-8 unicode11utf8 unicode20utf8 x-unicode20utf8",
        "iso-8859-1": "latin1 latin-1 l1 cp819 csisolatin1 ibm819 iso-ir-100 iso_8859-1:1987",
        "iso-8859-2": "latin2 latin-2 l2 csisolatin2 iso-ir-101 iso_8859-2:1987",
        "iso-8859-3": "csisolatin3 iso-ir-109 iso_8859-3:1988 l3 latin3",
        "iso-8859-4": "csisolatin4 iso-ir-110 iso_8859-4:1988 l4 latin4",
        "iso-8859-5": "csisolatincyrillic cyrillic iso-ir-144 iso_8859-5:1988",
        "iso-8859-6": "arabic asmo-708 csiso88596e csiso88596i csisolatinarabic ecma-114 iso-8859-6-e iso-8859-6-i "
            + "iso-ir-127 iso_8859-6:1987",
        "iso-8859-7": "csisolatingreek ecma-118 elot_928 greek greek8 iso-ir-126 iso_8859-7:1987 sun_eu_greek",
        "iso-8859-8": "csiso88598e csiso88598i csisolatinhebrew hebrew iso-8859-8-e iso-8859-8-i iso-ir-138 "
            + "iso_8859-8:1988 logical visual",
        "iso-8859-10": "csisolatin6 iso-ir-157 l6 latin6", "iso-8859-15": "csisolatin9 l9 latin-9 latin9",
        "windows-1254": "iso-8859-9 iso8859-9 iso88599 iso_8859-9 latin5 latin-5 l5 csisolatin5 iso-ir-148 "
            + "iso_8859-9:1989",
        "windows-874": "cp874 dos-874 tis-620 iso-8859-11 iso8859-11 iso885911 iso_8859-11",
        "koi8-r": "koi8_r koi koi8 cskoi8r", "koi8-u": "koi8-ru", "ibm437": "cp437", "ibm850": "cp850",
        "ibm866": "866 cp866 csibm866", "macintosh": "mac csmacintosh macroman x-mac-roman",
        "x-mac-cyrillic": "x-mac-ukrainian",
        "shift_jis": "shift-jis sjis x-sjis csshiftjis ms_kanji windows-31j cp932 ms932",
        "euc-jp": "eucjp x-euc-jp cseucpkdfmtjapanese", "iso-2022-jp": "csiso2022jp",
        "gb18030": "gbk x-gbk cp936 windows-936 chinese csgb2312 csiso58gb231280 gb2312 gb_2312 gb_2312-80 iso-ir-58 "
            + "euc-cn",
        "big5": "big-5 cn-big5 csbig5 x-x-big5",
        "euc-kr": "cseuckr csksc56011987 iso-ir-149 korean ks_c_5601-1987 ks_c_5601-1989 ksc5601 ksc_5601 windows-949 "
            + "cp949 uhc",
        "utf-16be": "unicodefffe", "utf-16le": "csunicode iso-10646-ucs-2 ucs-2 unicode unicodefeff",
    ]

    @Test func everyLabelDecodesItsText() {
        var tried: Set = ["us-ascii", "ascii", "ansi_x3.4-1968"]
        for (label, bytes, text) in Self.texts {
            var labels = [label] + (Self.others[label] ?? "").split(separator: " ").map(String.init)
            if let part = label.wholeMatch(of: /iso-8859-(\d+)/)?.1 {
                labels += ["iso8859-\(part)", "iso8859\(part)", "iso_8859-\(part)"]
            }
            if let page = label.wholeMatch(of: /windows-(125\d)/)?.1 { labels += ["cp\(page)", "x-cp\(page)"] }
            for label in labels {
                #expect(String.Encoding(charset: " \(label.uppercased()) ")?.decode(Data(bytes)) == text, "\(label)")
            }
            tried.formUnion(labels)
        }
        #expect(tried == Set(String.Encoding.byLabel.keys))
    }

    /// Each with bytes that are not text in it.
    @Test(
        arguments: [
            ("us-ascii", [0xE9]), ("utf-8", [0xE9]), ("euc-jp", [0xA4]), ("euc-jp", [0xA4, 0x20]),
            ("euc-jp", [0xFE, 0xFE]), ("utf-16be", [0xD8, 0x00]),
        ] as [(String, [UInt8])])
    func otherBytesAreNoText(_ label: String, _ bytes: [UInt8]) throws {
        #expect(try #require(String.Encoding(charset: label)).decode(Data(bytes)) == nil)
    }

    @Test(arguments: ["", "klingon", "utf-7", "hz-gb-2312", "iso-8859-12", "x-user-defined", "é"])
    func anUnknownLabelIsNone(_ label: String) {
        #expect(String.Encoding(charset: label) == nil)
    }

    /// The second is that of two equal fields, which Foundation joins.
    @Test(arguments: ["text/plain; charset=GBK", "text/plain; charset=GBK, text/plain; charset=GBK"])
    func aResponseIsReadInItsCharset(_ type: String) throws {
        let url = try #require(URL(string: "https://a.b"))
        let response = HTTPURLResponse(
            url: url, statusCode: 200, httpVersion: nil, headerFields: ["Content-Type": type])
        #expect(try StringResponseSerializer().decode(Data([0xC4, 0xE3]), from: response) == "你")
    }
}
