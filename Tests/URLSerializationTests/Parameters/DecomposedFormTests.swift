import TestSupport
import Testing

@testable import URLSerialization

@Suite struct DecomposedFormTests {
    @Test(arguments: ["", "a", "é", "e\u{301}", "Ω", "가", "が", "\u{1E69}", "a\u{301}\u{323}", "漢", "🎉", "\0é\0"])
    func formIsTheCanonicalDecomposition(text: String) {
        #expect(
            text.decomposed.unicodeScalars.elementsEqual(text.decomposedStringWithCanonicalMapping.unicodeScalars))
    }
}

@Suite(.takingTurns) struct DecompositionTableTests {
    /// The table's answer, `nil` if it has none, and the first sixteen bytes of Foundation's decomposition.
    private static func answers(for text: String) -> (table: [UInt8]?, foundation: [UInt8]) {
        let answer = text.withRun { DecompositionTable.shared.firstBytes(of: $0) }
        let table = answer.map { high, low in
            [high, low].flatMap { word in withUnsafeBytes(of: word.bigEndian) { [UInt8]($0) } }
        }
        let form = text.decomposedStringWithCanonicalMapping.utf8.prefix(16)
        return (table, form + [UInt8](repeating: 0, count: 16 - form.count))
    }

    private static func isWrong(_ text: String) -> Bool {
        let answers = answers(for: text)
        return answers.table != nil && answers.table != answers.foundation
    }

    @Test(arguments: [0...0xFFFF, 0x1_F000...0x1_FAFF] as [ClosedRange<UInt32>])
    func everyScalarItAnswersForIsDecomposedAsFoundationDoes(range: ClosedRange<UInt32>) {
        let wrong = range.compactMap(Unicode.Scalar.init).filter { Self.isWrong(String($0)) }
        #expect(wrong == [])
    }

    @Test(arguments: ["é", "Ä", "ω", "й", "が", "漢", "🎉", "a", "ế"])
    func itAnswersForCommonText(text: String) {
        let answers = Self.answers(for: text)
        // Kana, pictographs and Vietnamese are not in the table.
        #expect(answers.table == (["が", "🎉", "ế"].contains(text) ? nil : answers.foundation))
    }

    @Test func combiningMarkAfterAnythingIsPutInItsPlace() {
        let marks = ["\u{301}", "\u{323}", "\u{327}", "\u{345}", "\u{3099}", "\u{5B0}", "\u{1D165}"]
        let bases = ["e", "é", "ç", "ấ", "ά", "й", "が", "漢", "가", "🎉"]
        var wrong: [String] = []
        for count in 0...18 {
            for base in bases {
                for mark in marks {
                    let text = String(repeating: "a", count: count) + base + mark
                    wrong += [text, text + "\u{316}", text + "z"].filter(Self.isWrong)
                }
            }
        }
        #expect(wrong.map { $0.unicodeScalars.map { String($0.value, radix: 16) } } == [])
    }

    @Test(
        arguments: [
            [.latin], [.greek], [.cyrillic], [.kana], [.letters, .latin], [.kana, .chinese], [.emoji, .letters],
            [.latin, .marks], [.greek, .marks], [.kana, .marks], [.byteOrderMark, .latin], Script.allCases,
        ] as [[Script]])
    func randomTextIsDecomposedAsFoundationDoes(scripts: [Script]) {
        var generator = SeededGenerator(seed: 13)
        let texts = (0..<2_000).map { _ in generator.text(scalars: generator.int(0...20), of: scripts) }
        #expect(texts.filter(Self.isWrong).map(\.debugDescription) == [])
    }
}
