import Testing
import URLSerialization

@Suite struct StringPrintableTests {
    @Test(arguments: [
        ("", ""), ("plain ~", "plain ~"), ("größe 東京 🙂 e\u{301}", "größe 東京 🙂 e\u{301}"),
        ("a\u{1B}[2Jb", "a\\u{1B}[2Jb"), ("a\r\n\t\0", "a\\u{D}\\u{A}\\u{9}\\u{0}"),
        ("\u{7F}\u{85}\u{9B}", "\\u{7F}\\u{85}\\u{9B}"),
        ("a\u{202E}txt.exe", "a\\u{202E}txt.exe"),
        ("\u{2066}a\u{2069}\u{200F}\u{61C}", "\\u{2066}a\\u{2069}\\u{200F}\\u{61C}"),
        ("a\u{200B}\u{FEFF}\u{AD}\u{2060}\u{3164}b", "a\\u{200B}\\u{FEFF}\\u{AD}\\u{2060}\\u{3164}b"),
        ("a\u{2028}b\u{2029}", "a\\u{2028}b\\u{2029}"), ("\u{E0041}", "\\u{E0041}"),
    ])
    func whatCannotBeSeenIsEscaped(text: String, expected: String) {
        #expect(text.printable == expected)
    }

    @Test func aQuotedTextIsALiteral() {
        #expect("a\"\\\n\u{1B}\u{9B}".quoted == "\"a\\\"\\\\\\n\\u{1B}\\u{9B}\"")
    }

    @Test func headersAreDescribedWithoutControls() {
        #expect(HTTPHeader(name: "X", value: "a\u{1B}b").description == "X: a\\u{1B}b")
    }

    @Test func errorsAreDescribedWithoutControls() throws {
        let error = RequestSerializationError(
            .invalidPartName, keyPath: "a\u{9B}", field: "\u{1B}", reason: "b\u{202E}\u{1B}")
        #expect(error.description == "Parameter 'a\\u{9B}': b\\u{202E}\\u{1B}")
    }
}
