import Testing

@testable import URLSerializationXML

@Suite struct XMLTextTests {
    @Test(
        arguments: [
            ("UTF-16", .utf16BigEndian, [0xFE, 0xFF]), ("UTF-16", .utf16LittleEndian, [0xFF, 0xFE]),
            ("UTF-16", .utf16BigEndian, []), ("UTF-16LE", .utf16LittleEndian, []),
            ("UTF-8", .utf16LittleEndian, [0xFF, 0xFE]), ("UTF-32", .utf32BigEndian, [0x00, 0x00, 0xFE, 0xFF]),
            ("UTF-32", .utf32LittleEndian, [0xFF, 0xFE, 0x00, 0x00]), ("UTF-32", .utf32BigEndian, []),
            ("UTF-32", .utf32LittleEndian, []), ("UTF-8", .utf8, [0xEF, 0xBB, 0xBF]), ("utf8", .utf8, []),
            ("ISO-8859-1", .utf8, [0xEF, 0xBB, 0xBF]), ("ISO-8859-1", .isoLatin1, []), ("latin1", .isoLatin1, []),
            ("windows-1252", .windowsCP1252, []),
        ] as [(String, String.Encoding, [UInt8])])
    func everyUnicodeEncodingAndLatin1AreReadByMarkOrByDeclaration(
        _ name: String, _ encoding: String.Encoding, _ mark: [UInt8]
    ) throws {
        let text = "<?xml version='1.0' encoding='\(name)' standalone='yes'?>\n<a b='é'>ü</a>"
        let body = try #require(text.data(using: encoding))
        let run = ParserRun(Data(mark) + body)
        #expect(run.succeeded)
        #expect(run.recorder.events == ["start", "<a b=é>", "end"])
        #expect(run.recorder.text == "ü")
    }

    @Test(
        arguments: [
            ("Shift_JIS", [0x93, 0xFA, 0x96, 0x7B], "日本"), ("EUC-JP", [0xC6, 0xFC, 0xCB, 0xDC, 0x8E, 0xB1], "日本ｱ"),
            ("EUC-JP", [0xC9, 0xBD, 0xA5, 0xBD, 0xC7, 0xBD, 0xA1, 0xA2, 0xF4, 0xA6], "表ソ能、熙"),
            ("GBK", [0xD6, 0xD0, 0xCE, 0xC4], "中文"), ("gb2312", [0xD6, 0xD0, 0xCE, 0xC4], "中文"),
            ("GB18030", [0xD6, 0xD0, 0xCE, 0xC4], "中文"), ("Big5", [0xA4, 0xA4, 0xA4, 0xE5], "中文"),
            ("EUC-KR", [0xC7, 0xD1], "한"), ("KOI8-R", [0xC1], "а"), ("windows-1251", [0xC1], "Б"),
            ("ISO-8859-5", [0xD0], "а"), ("ISO-8859-15", [0xA4], "€"), ("ISO-8859-2", [0xB1], "ą"),
            ("windows-1250", [0x9C], "ś"), ("windows-1257", [0xE0], "ą"), ("TIS-620", [0xA1], "ก"),
        ] as [(String, [UInt8], String)])
    func otherEncodingsAreReadByTheirNames(_ name: String, _ bytes: [UInt8], _ text: String) {
        let data = Data("<?xml version='1.0' encoding='\(name)'?><a>".utf8) + bytes + Data("</a>".utf8)
        let run = ParserRun(data)
        #expect(run.succeeded)
        #expect(run.recorder.text == text)
    }

    @Test(
        arguments: [
            ("UTF-7", 32), ("x-nope", 32), ("IBM037", 32), ("ISO-2022-JP", 32), ("HZ-GB-2312", 32), ("UTF-16", 32),
            ("ISO-10646-UCS-4", 32), ("", 32), ("é", 32), ("US-ASCII", 81), ("UTF-8", 81), ("Shift_JIS", 81),
            ("EUC-JP", 81),
        ])
    func anEncodingThatIsUnknownOrAnotherThanTheDeclaredOneIsAnError(_ name: String, _ code: Int) {
        let data = Data("<?xml version='1.0' encoding='\(name)'?><a>".utf8) + [0xFF, 0x80] + Data("</a>".utf8)
        let run = ParserRun(data)
        #expect(!run.succeeded)
        #expect(run.code == code)
        #expect(run.recorder.events.isEmpty)
    }

    @Test func theErrorNamesTheEncoding() {
        let run = ParserRun("<?xml version='1.0' encoding='UTF-7'?><a/>")
        #expect(run.parser.parserError?.localizedDescription.contains("UTF-7") == true)
    }

    @Test(
        arguments: [
            [0x80], [0xC0, 0x80], [0xC1, 0xBF], [0xC3], [0xE0, 0x9F, 0xBF], [0xED, 0xA0, 0x80], [0xEF, 0xBF, 0xBE],
            [0xEF, 0xBF, 0xBF], [0xF0, 0x8F, 0xBF, 0xBF], [0xF4, 0x90, 0x80, 0x80], [0xF5, 0x80, 0x80, 0x80], [0xFF],
            [0x00], [0x01], [0x0B], [0x1F], [0xE2, 0x82], [0xF0, 0x9F, 0x98],
        ] as [[UInt8]], 0..<9)
    func whatIsNoCharacterOfXMLIsFoundWhereverItIs(_ bytes: [UInt8], _ offset: Int) {
        let padding = Data(repeating: 0x78, count: offset)
        for (before, after) in [
            ("<a>", "</a>"), ("<a><!--", "--></a>"), ("<a b='", "'/>"), ("<", "/>"), ("<?x ", "?><a/>"),
        ] {
            let run = ParserRun(Data(before.utf8) + padding + bytes + padding + Data(after.utf8))
            #expect(!run.succeeded && run.recorder.events.isEmpty)
        }
    }

    @Test(arguments: [
        "\u{7F}", "\u{80}", "\u{7FF}", "\u{800}", "\u{D7FF}", "\u{E000}", "\u{FFFD}", "\u{10000}", "\u{10FFFF}",
    ])
    func theCharactersAtTheEndsOfUTF8sRangesAreRead(_ character: String) {
        for offset in 0..<9 {
            let text = String(repeating: "x", count: offset) + character
            let run = ParserRun("<a>\(text)\t\r\n</a>")
            #expect(run.succeeded && run.recorder.text == "\(text)\t\n")
        }
    }

    @Test func cutOffOrWildUTF16AndUTF32AreErrorsOrReadNeverMore() {
        for data in [
            Data([0xFF, 0xFE]), Data([0xFF, 0xFE, 0x3C]), Data([0xFE, 0xFF, 0x00, 0x3C, 0x00]),
            Data([0xFF, 0xFE, 0x3C, 0x00, 0x00, 0xD8]), Data([0x00, 0x00, 0xFE, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF]),
            Data([0xFF, 0xFE, 0x00, 0x00, 0x3C]), Data([0x4C, 0x6F, 0xA7, 0x94]), Data([0xEF, 0xBB, 0xBF]),
        ] {
            #expect(!ParserRun(data).succeeded)
        }
    }

    @Test func theTextKeepsTheColumnsOfTheDocument() throws {
        let source = Data("<?xml version='1.0' encoding='latin1'?><a/>".utf8)
        let text = try XMLText(source)
        #expect(text.data.count == source.count)
        #expect(text.encodingName == "latin1")
        #expect(String(decoding: text.data, as: UTF8.self) == "<?xml version='1.0'                  ?><a/>")
    }
}
