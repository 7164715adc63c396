import Testing

@testable import SerializerVerification

@Suite struct PrintableBytesTests {
    @Test(
        arguments: [
            ([], ""),
            (Array(" ~a".utf8), " ~a"),
            (Array("\\\n\r\t\0".utf8), #"\\\n\r\t\u{0}"#),
            (Array("日\u{301}😀".utf8), #"\u{65E5}\u{301}\u{1F600}"#),
            ([0x61, 0xFF, 0x0, 0xE6, 0x97], #"a\xFF\u{0}\xE6\x97"#),
        ] as [([UInt8], String)])
    func everythingButPrintableASCIIIsEscaped(_ bytes: [UInt8], _ text: String) {
        #expect(PrintableBytes(bytes).text == text)
    }

    @Test func columnsFollowTheEscapes() {
        let text = PrintableBytes([0x61, 0xFF, 0xE6, 0x97, 0xA5, 0x62])
        #expect((0...6).map(text.column(ofByte:)) == [0, 1, 5, 5, 5, 13, 14])
    }
}
