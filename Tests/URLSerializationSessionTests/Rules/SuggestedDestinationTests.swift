import Testing
import URLSerializationSession

@Suite struct SuggestedDestinationTests {
    private func name(_ disposition: String?, url: String = "http://a/b/file.txt") throws -> String {
        let fields = disposition.map { ["content-disposition": $0] }
        let url = try #require(URL(string: url))
        let response = try #require(
            HTTPURLResponse(url: url, statusCode: 200, httpVersion: nil, headerFields: fields))
        return SuggestedDestination.name(for: response)
    }

    @Test(arguments: [
        ("attachment; filename=\"x.pdf\"", "x.pdf"), ("attachment; filename=x.pdf", "x.pdf"),
        ("ATTACHMENT;FileName = \"x y.pdf\" ; size=3", "x y.pdf"), ("inline; filename=\"a;b,c=d\"", "a;b,c=d"),
        ("attachment; filename=\"a\\\"b\\\\c\"", "a\"b_c"), ("attachment; filename=\"C:\\dir\\x.txt\"", "C__dir_x.txt"),
        ("attachment; filename=\"open", "open"), ("attachment; filename=\"x\"y; filename=z", "x"),
        ("attachment; filename*=UTF-8''na%C3%AFve%20%E4%B8%AD.txt", "na\u{EF}ve \u{4E2D}.txt"),
        ("attachment; filename=\"plain\"; filename*=utf-8'en'%41", "A"),
        ("attachment; filename*=iso-8859-1''%A3.txt; filename=x", "\u{A3}.txt"),
        // "naïve" in UTF-8, read as Latin-1
        ("attachment; filename=\"na\u{C3}\u{AF}ve\"", "na\u{EF}ve"),
        ("attachment; filename=\"na\u{EF}ve\"", "na\u{EF}ve"),
        ("attachment; filename=\"%41\"", "%41"), ("form-data; name=\"f; filename=bad\"; filename=good", "good"),
        // Without a type, as some senders write it.
        ("filename=a.txt", "a.txt"), (" FileName = \"a;b.txt\" ; size=3", "a;b.txt"), ("filename*=UTF-8''%41", "A"),
        ("filename=a; filename=b", "a"), ("filename", "file.txt"), ("=a; filename=x", "x"), ("; filename=x", "x"),
        ("\"filename=a\"; filename=x", "x"), ("attachment; filename=\"a\"\u{308}; filename=b", "a"),
    ]) func theFieldsNameIsTaken(disposition: String, expected: String) throws {
        #expect(try name(disposition) == expected)
    }

    @Test(arguments: [
        "attachment; filename*=UTF-8''%FF; filename=x", "attachment; filename*=UTF-8''%4; filename=x",
        "attachment; filename*=koi8-r''%C1; filename=x", "attachment; filename*=nothing; filename=x",
        "attachment; filename*=iso-8859-1''%4; filename=x", "attachment; filename*=UTF-8''..%2F; filename=x",
    ]) func anExtendedNameThatCannotBeUsedIsPassedOver(disposition: String) throws {
        #expect(try name(disposition) == "x")
    }

    @Test(arguments: [
        ("http://a/b/file.txt", "file.txt"), ("http://a/b/file.txt/", "file.txt"), ("http://a/b/x%20y?z/w", "x y"),
        ("http://a/b/..%2F..%2Fetc%2Fpasswd", "_.._etc_passwd"), ("http://a/%FF", "%FF"),
        ("http://a/caf%C3%A9", "café"),
        ("http://a", "Unknown"), ("http://a/", "Unknown"), ("http://a/..", "Unknown"), ("http://a/%00", "Unknown"),
    ]) func elseTheURLsEnd(url: String, expected: String) throws {
        #expect(try name(nil, url: url) == expected)
        #expect(try name("attachment", url: url) == expected)
        #expect(try name("attachment; filename=\"\"", url: url) == expected)
        #expect(try name("attachment; filename=\"..\"", url: url) == expected)
    }

    @Test(arguments: [
        ("..", "file.txt"), (".", "file.txt"), ("...", "file.txt"), (" ", "file.txt"), ("/", "file.txt"),
        ("../", "file.txt"), ("../../etc/passwd", "_.._etc_passwd"), ("..\\x", "_x"), ("/etc/x", "_etc_x"),
        ("a:b", "a_b"), (" a. . ", "a"), ("a\u{0}\u{1B}\u{7F}\u{85}b", "ab"), ("a\u{202E}txt.exe", "atxt.exe"),
        ("\u{1F468}\u{200D}\u{1F469}", "\u{1F468}\u{200D}\u{1F469}"), (".hidden", "hidden"),
        ("con", "_con"), ("NUL.tar.gz", "_NUL.tar.gz"), ("com1", "_com1"), ("LPT\u{B2}.x", "_LPT\u{B2}.x"),
        ("aux .txt", "_aux .txt"), ("CONIN$", "_CONIN$"), ("console", "console"), ("com10", "com10"), ("comx", "comx"),
    ]) func aNameIsOneComponentOfAPath(name: String, expected: String) throws {
        let encoded = try #require(name.addingPercentEncoding(withAllowedCharacters: .alphanumerics))
        #expect(try self.name("attachment; filename*=UTF-8''\(encoded)") == expected)
    }

    @Test(arguments: [
        (".bashrc", "bashrc"), ("-rf", "rf"), ("--help", "help"), (" .- -.x", "x"), ("...x", "x"), ("-", "file.txt"),
        ("-.-", "file.txt"), ("-_.", "file.txt"), ("\u{200D}", "file.txt"), ("\u{FEFF}\u{FEFF}", "file.txt"),
        ("\u{200D}.bashrc", "bashrc"), ("\u{FE0F}-x", "x"), (".\u{200D}-x", "x"), (".\u{301}x", "x"),
        ("\u{301}", "file.txt"), ("\u{3164}\u{115F}\u{FFA0}\u{1160}", "file.txt"), ("\u{2800} \u{3000}", "file.txt"),
        ("\u{AD}\u{34F}\u{180E}\u{2060}\u{200B}", "file.txt"), ("\u{E0041}\u{E007F}", "file.txt"),
        ("a\u{200B}b\u{FEFF}\u{AD}.txt", "ab.txt"), ("\u{2066}a\u{2069}\u{61C}\u{200F}.txt", "a.txt"),
        ("a\u{200D}\u{200D}b", "a\u{200D}b"), ("a\u{200D}", "a"), ("a.\u{200D}", "a"), ("a \u{200C}.", "a"),
        ("\u{2764}\u{FE0F}", "\u{2764}\u{FE0F}"), ("\u{2764}\u{FE0F}.png", "\u{2764}\u{FE0F}.png"),
        ("a-b.c", "a-b.c"), ("_x", "_x"), ("\u{2013}x", "\u{2013}x"),
    ]) func aNameCanBeSeenAndHidesNothing(name: String, expected: String) throws {
        let encoded = try #require(name.addingPercentEncoding(withAllowedCharacters: .alphanumerics))
        #expect(try self.name("attachment; filename*=UTF-8''\(encoded)") == expected)
    }

    @Test(arguments: [
        (String(repeating: "x", count: 255), String(repeating: "x", count: 255)),
        (String(repeating: "x", count: 300), String(repeating: "x", count: 255)),
        (String(repeating: "x", count: 300) + ".tar", String(repeating: "x", count: 251) + ".tar"),
        (String(repeating: "\u{4E2D}", count: 90) + ".txt", String(repeating: "\u{4E2D}", count: 83) + ".txt"),
        ("x." + String(repeating: "y", count: 300), "x." + String(repeating: "y", count: 253)),
        (String(repeating: "x", count: 254) + " y", String(repeating: "x", count: 254)),
        ("e" + String(repeating: "\u{301}", count: 300) + ".txt", "Unknown.txt"),
    ]) func aLongNameIsCutBeforeACharacterAndItsExtension(name: String, expected: String) throws {
        let encoded = try #require(name.addingPercentEncoding(withAllowedCharacters: .alphanumerics))
        #expect(try self.name("attachment; filename*=UTF-8''\(encoded)") == expected)
    }

    @Test func noFieldMakesAnUnsafeName() throws {
        var generator = SystemRandomNumberGenerator()
        let segments = [
            "..", "/", "\\", ":", "%2F", "%2e", "%00", "\"", ";", "filename=", "filename*=UTF-8''", "con", " ", "é",
            "'", "%",
            "attachment;", "\u{202E}", "x", "\u{308}", "-", ".", "\u{200D}", "\u{FEFF}", "\u{3164}",
        ]
        for _ in 0..<500 {
            let field = (0..<12).compactMap { _ in segments.randomElement(using: &generator) }.joined()
            let name = try name(field)
            #expect(!name.isEmpty && name.utf8.count <= 255 && !name.hasSuffix(".") && !name.hasSuffix(" "), "\(field)")
            let first = try #require(name.unicodeScalars.first)
            #expect(first != "." && first != "-" && first.isPrintable, "\(field)")
            #expect(!name.utf8.contains { "/\\:".utf8.contains($0) || $0 < 0x20 || $0 == 0x7F }, "\(field)")
        }
    }
}
