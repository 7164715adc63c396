import Testing

@testable import URLSerialization

@Suite struct JSONScannerTests {
    /// Returns the tokens of a text that arrives in pieces of a size, each after its first byte, and the scanner.
    private static func scanned(_ text: String, size: Int = .max / 2) -> (tokens: [String], scanner: JSONScanner) {
        var (scanner, tokens) = (JSONScanner(), [String]())
        let data = Data(text.utf8)
        for end in stride(from: size, to: data.count + size, by: size) {
            data.prefix(end).withCursor { cursor in
                while let (kind, range) = scanner.next(in: cursor) {
                    tokens.append("\(Unicode.Scalar(kind)) \(cursor.run(range).string)")
                }
            }
        }
        return (tokens, scanner)
    }

    @Test(
        arguments: [
            (#"{"a\"b": [-1.5e3]}"#, ["{ {", #"" a\"b"#, "[ [", "- -1.5e3", "] ]", "} }"], nil),
            (#"[1,,"é\\",nul"#, ["[ [", "1 1", #"" é\\"#], nil), (#"{"a":"b\""#, ["{ {", "\" a"], 6), ("\"\\", [], 1),
        ] as [(String, [String], Int?)])
    func tokensAreFound(_ text: String, tokens: [String], start: Int?) {
        let (found, scanner) = Self.scanned(text)
        #expect(found == tokens && scanner.text == start)
    }

    @Test(arguments: 1...5) func aTextMayArriveInPieces(_ size: Int) {
        let text = #"{"a\"b\\":["é\u0022",{}],"c"#
        let (pieces, whole) = (Self.scanned(text, size: size), Self.scanned(text))
        #expect(pieces.tokens == whole.tokens && pieces.scanner.text == whole.scanner.text)
    }

    @Test func bytesCanBeDropped() {
        var (_, scanner) = Self.scanned(#"["a","b"#)
        scanner.drop(5)
        let token = Data(#""bc""#.utf8).withCursor { cursor in
            scanner.next(in: cursor).map { cursor.run($0.range).string }
        }
        #expect(token == "bc")
    }
}
