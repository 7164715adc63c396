import Foundation
import Testing

@testable import SerializerVerification

@Suite struct MismatchTests {
    @Test(arguments: ["", "abc", "\u{E9}"])
    func equalTextsDoNotDiffer(_ text: String) {
        #expect(Mismatch.ofTexts("s", expected: text, actual: text).isEmpty)
    }

    @Test(arguments: [
        ("a=1", "a=2", 2, 2),
        ("a", "ab", 1, 1),
        ("", "b", 0, 0),
        ("日x", "日y", 3, 1),
        ("\u{E9}", "e\u{301}", 0, 0),
        ("\u{E9}", "\u{E8}", 1, 0),
        ("\n\\x", "\n\\y", 2, 6),
    ])
    func firstDifferenceIsFoundInBytesAndInPrint(_ expected: String, _ actual: String, _ byte: Int, _ column: Int)
        throws
    {
        let mismatch = try #require(Mismatch.ofTexts("s", expected: expected, actual: actual).first)
        #expect(mismatch.firstDifference == byte)
        #expect(mismatch.column == column)
    }

    @Test func longTextsAreShownAroundTheDifference() throws {
        let same = String(repeating: "0123456789", count: 100)
        let mismatch = try #require(
            Mismatch.ofTexts("s", expected: same + "a" + same, actual: same + "b" + same).first)
        let lines = mismatch.lines
        #expect(lines.allSatisfy { $0.count < 200 })
        let column = try #require(lines[3].firstIndex(of: "^")).utf16Offset(in: lines[3])
        #expect(lines[1].utf8.dropFirst(column).first == UInt8(ascii: "a"))
        #expect(lines[2].utf8.dropFirst(column).first == UInt8(ascii: "b"))
        #expect(lines[3].hasSuffix("^ byte 1000"))
    }

    @Test func invisibleCharactersAreShownAsEscapes() throws {
        let mismatch = try #require(Mismatch.ofTexts("s", expected: "a\u{1B}[2J\u{202E}", actual: "a").first)
        #expect(mismatch.expected == "a\\u{1B}[2J\\u{202E}")
    }

    @Test func modulesThatAnswerAlikeShareAMismatch() throws {
        func mismatches(_ texts: String...) -> VectorOutcome {
            .failed(texts.flatMap { Mismatch.ofTexts("query", expected: "a=1", actual: $0) })
        }
        let merged = VectorVerifier.mismatches([("One", mismatches("a=2")), ("Two", mismatches("a=2", "a=3"))])
        #expect(merged.map(\.actual) == ["a=2", "a=3"])
        #expect(merged.map(\.answeredBy) == [["One", "Two"], ["Two"]])
        #expect(merged.map { $0.lines[0] } == ["  query (One, Two)", "  query (Two)"])
        // A failure of either module fails the vector.
        #expect(VectorVerifier.mismatches([("One", .passed), ("Two", mismatches(""))]).map(\.answeredBy) == [["Two"]])
        #expect(VectorVerifier.mismatches([("One", mismatches("")), ("Two", .passed)]).map(\.answeredBy) == [["One"]])
    }
}
