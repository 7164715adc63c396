import TestSupport
import Testing

@testable import URLSerialization

@Suite(.takingTurns) struct MediaTypeTableTests {
    @Test func lineIsATypeAndItsExtensions() throws {
        let line = try #require(MediaTypeTable.Line(parsing: "image/jpeg\t\t jpg JPEG  jpe\t".utf8))
        #expect(line.mediaType == "image/jpeg")
        #expect(line.fileExtensions == ["jpg", "jpeg", "jpe"])
    }

    @Test(arguments: ["text/plain", "text/plain # txt", "text/plain\t#txt text", "  text/plain "])
    func lineMayHaveNoExtensions(text: String) throws {
        let line = try #require(MediaTypeTable.Line(parsing: text.utf8))
        #expect(line.mediaType == "text/plain")
        #expect(line.fileExtensions.isEmpty)
    }

    @Test(arguments: [
        "", " ", "\t", "#", "# text/plain txt", "#text/plain txt", "txt", "types {", "}", "text/ txt", "/plain txt",
        "text /plain", "a/b/c txt", "text/plain; txt", "type=text/plain exts=txt,text", "text/plain\0 txt",
        "\u{FEFF}text/plain txt", "téxt/plain txt",
    ])
    func lineWithoutATypeSaysNothing(text: String) {
        #expect(MediaTypeTable.Line(parsing: text.utf8) == nil)
    }

    @Test func wordThatCannotBeAnExtensionIsLeftOut() throws {
        let long = String(repeating: "a", count: 64)
        let text = "a/b x日 x/y x\u{7F} x\u{1} x\0 \(long)a ok \(long)"
        #expect(try #require(MediaTypeTable.Line(parsing: text.utf8)).fileExtensions == ["ok", long])
        let notUTF8 = Array("a/b x".utf8) + [0xFF, 0x20, 0xC3, 0x20] + Array("ok".utf8)
        #expect(try #require(MediaTypeTable.Line(parsing: notUTF8)).fileExtensions == ["ok"])
    }

    @Test(arguments: ["\n", "\r\n", "\r", "\n\n", "\n \n", "\n# c/c x\n"])
    func linesEndWithLineFeedsOrCarriageReturns(end: String) {
        let lines = MediaTypeTable.lines(in: "a/a x\(end)b/b y\(end)".utf8)
        #expect(lines.map(\.mediaType) == ["a/a", "b/b"])
        #expect(lines.map(\.fileExtensions) == [["x"], ["y"]])
    }

    @Test func firstTypeOfAnExtensionStands() {
        let table = MediaTypeTable(MediaTypeTable.lines(in: "a/a x X\nb/b y x\nc/c Y z".utf8))
        #expect(table.types["x"] == "a/a")
        #expect(table.types["y"] == "b/b")
        #expect(table.types["z"] == "c/c")
        #expect(table.types["w"] == nil)
        #expect(table.types.keys.sorted() == ["x", "y", "z"])
    }

    @Test func nothingHasNoEntries() {
        #expect(MediaTypeTable(MediaTypeTable.lines(in: [])).types.isEmpty)
    }

    /// A file of a megabyte, in which each line is valid except for a few bytes, or one line of a megabyte.
    @Test(arguments: 0..<8 as Range<UInt64>)
    func anyBytesGiveWellFormedTypesOnly(seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        let alphabet = Array("ab/ \t#+;".utf8) + (seed.isMultiple(of: 2) ? [0x0A, 0x0D, 0x00, 0xFF, 0xE6] : [])
        let text = (0..<100_000).map { _ in generator.element(of: alphabet) }
        let lines = MediaTypeTable.lines(in: text)
        #expect(lines.count <= text.count)
        for line in lines {
            #expect(MediaType.isWellFormed(line.mediaType.utf8))
            #expect(line.fileExtensions.allSatisfy { MediaTypeTable.key(for: $0.utf8) == $0 })
        }
    }
}
