import SerializerComparison
import Testing

@Suite struct EscapesTests {
    @Test(arguments: [
        ("plain", "plain", "plain"),
        ("a\nb\tc\rd", "a\\nb\\tc\\rd", "a\\nb\\tc\\rd"),
        ("\u{1B}[31m", "\\u{1B}[31m", "\\u{1B}[31m"),
        ("\0\u{7F}\u{9B}", "\\u{0}\\u{7F}\\u{9B}", "\\u{0}\\u{7F}\\u{9B}"),
        ("a\u{202E}b\u{FEFF}", "a\\u{202E}b\\u{FEFF}", "a\\u{202E}b\\u{FEFF}"),
        ("\u{2028}", "\\u{2028}", "\\u{2028}"),
        ("é日", "é日", "\\u{E9}\\u{65E5}"),
        ("👩‍👧", "👩‍👧", "\\u{1F469}\\u{200D}\\u{1F467}"),
        ("\u{200D}", "\\u{200D}", "\\u{200D}"),
    ])
    func escapesWhatATerminalWouldObey(_ text: String, unicode: String, ascii: String) {
        #expect(Escapes.terminal(text, isUnicode: true) == unicode)
        #expect(Escapes.terminal(text, isUnicode: false) == ascii)
    }
}
