import TestSupport
import Testing
import URLSerialization

@Suite(.tags(.computing), .takingTurns) struct PercentEscaperTests {
    private static let allowed = CharacterSet(
        charactersIn: "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~/?")

    /// Returns Foundation's percent-encoding of a text.
    private static func reference(_ text: String) -> String {
        text.addingPercentEncoding(withAllowedCharacters: allowed) ?? "Foundation cannot encode it"
    }

    private static func mismatches(_ texts: some Sequence<String>) -> [String] {
        texts.filter { PercentEscaper.afNetworking.escape($0) != reference($0) }
    }

    @Test(arguments: UInt8.min...0x7F)
    func everyASCIICharacterIsLeftOrEscapedUpperCase(byte: UInt8) {
        let character = String(Unicode.Scalar(byte))
        let isLeft = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~/?".contains(character)
        #expect(PercentEscaper.afNetworking.escape(character) == (isLeft ? character : String(format: "%%%02X", byte)))
    }

    @Test func emptyTextStaysEmpty() {
        #expect(PercentEscaper.afNetworking.escape("").isEmpty)
    }

    @Test(
        arguments: [
            [.letters], [.unreserved], [.reserved], [.latin], [.chinese], [.emoji], [.control],
            [.letters, .reserved], [.unreserved, .latin], [.chinese, .emoji], Script.allCases,
        ] as [[Script]])
    func everyLengthUpTo300IsEscapedAsFoundationDoes(scripts: [Script]) {
        var generator = SeededGenerator(seed: 1)
        let texts = (0...300).map { generator.text(scalars: $0, of: scripts) }
        #expect(Self.mismatches(texts).isEmpty)
    }

    /// One different character at every position of every length around those at which the escaper takes another path.
    @Test(arguments: [
        "%", " ", "-", ",", "/", "9", ":", "?", "@", "A", "Z", "[", "_", "`", "a", "z", "{", "~", "\u{7F}", "\0",
        "\u{80}",
        "é", "€", "🎉",
    ])
    func oddCharacterIsFoundAtEveryPosition(odd: String) {
        var texts: [String] = []
        for count in [0, 1, 6, 7, 8, 15, 16, 17, 31, 33, 47, 62, 63, 64, 65, 79, 80, 127, 128] {
            for position in 0...count {
                texts.append(
                    String(repeating: "a", count: position) + odd + String(repeating: "Z", count: count - position))
            }
        }
        #expect(Self.mismatches(texts).isEmpty)
    }

    @Test func blocksOfAllowedAndEscapedTextMixAtAnyBoundary() {
        var generator = SeededGenerator(seed: 2)
        let texts = (0..<400).map { _ in
            (0..<generator.int(1...6)).reduce(into: "") { text, _ in
                let length = generator.element(of: [1, 7, 8, 9, 15, 16, 17, 63, 64, 65, 128])
                text += generator.text(scalars: length, of: [generator.element(of: Script.allCases)])
            }
        }
        #expect(Self.mismatches(texts).isEmpty)
    }

    /// The planes in use; of the ideographs of the second and third every sixteenth.
    @Test(arguments: [(0x0000, 1), (0x1_0000, 1), (0x2_0000, 16), (0x3_0000, 16), (0xE_0000, 1), (0x10_0000, 16)])
    func scalarsOfAPlaneAreEscapedAsTheirUTF8(plane: UInt32, step: Int) {
        var text = String.UnicodeScalarView()
        for value in stride(from: plane, to: plane + 0x1_0000, by: step) {
            if let scalar = Unicode.Scalar(value) { text.append(scalar) }
        }
        #expect(Self.mismatches([String(text)]).isEmpty)
    }

    @Test(arguments: ["a", "[", "漢", "🎉"])
    func mebibyteOfOneCharacterIsEscapedWhole(character: String) {
        let count = 1 << 20
        let expected = Self.reference(character)
        let escaped = PercentEscaper.afNetworking.escape(String(repeating: character, count: count))
        #expect(escaped.utf8.count == expected.utf8.count * count)
        #expect(escaped == String(repeating: expected, count: count))
    }

    /// AFNetworking cuts the text into runs of fifty characters and takes care not to cut one in two.
    @Test(arguments: ["👨‍👩‍👧‍👦", "🇩🇪🇫🇷", "👋🏽", "🏴󠁧󠁢󠁥󠁮󠁧󠁿", "e\u{301}\u{323}", "각", "\r\n"])
    func nothingIsSplitInsideACharacter(character: String) {
        let escaped = Self.reference(character)
        for count in 0...120 {
            let lead = String(repeating: "a", count: count)
            let text = lead + character + lead + character
            #expect(PercentEscaper.afNetworking.escape(text) == lead + escaped + lead + escaped)
        }
    }

    @Test func escapedTextReadsBack() {
        var generator = SeededGenerator(seed: 3)
        for _ in 0..<300 {
            let text = generator.text(scalars: generator.int(0...200), of: Script.allCases)
            #expect(
                PercentDecoder.text(decoding: PercentEscaper.afNetworking.escape(text))?.utf8.elementsEqual(text.utf8)
                    == true)
        }
    }

    @Test func bridgedTextIsEscapedAsNativeText() {
        let text = "naïve 漢字 🎉 " + String(repeating: "x", count: 100)
        #expect(PercentEscaper.afNetworking.escape(NSMutableString(string: text) as String) == Self.reference(text))
        #expect(
            PercentEscaper.afNetworking.escape(String(text.dropFirst(3))) == Self.reference(String(text.dropFirst(3))))
    }

    @Test(arguments: [
        "", " ", "a b", " + ", String(repeating: "a ", count: 100), "é é", String(repeating: " ", count: 65),
    ])
    func spaceMayBecomePlusAndPlusIsStillEscaped(text: String) {
        let expected = Self.reference(text).replacingOccurrences(of: "%20", with: "+")
        #expect(PercentEscaper.afNetworkingWithPlus.escape(text) == expected)
    }
}
