import Testing

@testable import SerializerComparison

@Suite struct LineWrapperTests {
    @Test(arguments: [
        ("", 5, 0, [""]),
        ("abcdef", 6, 2, ["abcdef"]),
        ("abcdefgh", 6, 2, ["abcdef", "  gh"]),
        ("abcd%20ef", 6, 0, ["abcd", "%20ef"]),
        ("日本語", 5, 0, ["日本", "語"]),
        ("key=value&other=x%20y&z", 18, 2, ["key=value&other=x", "  %20y&z"]),
        ("first_one=value&second=value", 20, 2, ["first_one=value&", "  second=value"]),
        ("012345678901<string></string>", 20, 2, ["012345678901<string>", "  </string>"]),
        ("0123456789<string></string>", 20, 2, ["0123456789<string>", "  </string>"]),
        ("<string>0123456789</string>", 20, 2, ["<string>0123456789", "  </string>"]),
        ("<key>abc</key> <true/>", 18, 2, ["<key>abc</key> ", "  <true/>"]),
    ])
    func breaksCode(_ text: String, width: Int, indent: Int, lines: [String]) {
        #expect(LineWrapper.wrapCode(text, width: width, indent: indent) == lines)
    }

    @Test(arguments: [
        ("one two three", 7, 0, ["one two", "three"]),
        ("one two three", 7, 2, ["one two", "  three"]),
        ("abcdefghij k", 4, 0, ["abcd", "efgh", "ij k"]),
        ("", 4, 0, [""]),
    ])
    func breaksProseBetweenWords(_ text: String, width: Int, indent: Int, lines: [String]) {
        #expect(LineWrapper.wrapWords(text, width: width, indent: indent) == lines)
    }

    @Test(arguments: 8...40)
    func noLineIsWiderThanAsked(_ width: Int) {
        let text = "customer%5Bname%5D=Zo%C3%AB <key>name</key> <string>plain words 12345678901234567890</string> "
        for indent in [0, 2, 40] {
            let code = LineWrapper.wrapCode(text, width: width, indent: indent)
            #expect(code.allSatisfy { DisplayWidth.of($0) <= width })
            let prose = LineWrapper.wrapWords(text, width: width, indent: indent)
            #expect(prose.allSatisfy { DisplayWidth.of($0) <= width })
        }
    }

    @Test func nothingIsLost() {
        let text = "customer%5Bname%5D=Zo%C3%AB<key>name</key><string>12345678901234567890</string>"
        for width in 4...40 { #expect(LineWrapper.wrapCode(text, width: width).joined() == text) }
    }
}
