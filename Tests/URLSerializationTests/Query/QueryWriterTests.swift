import TestSupport
import Testing

@testable import URLSerialization

@Suite struct QueryWriterTests {
    private static func style(_ change: (inout QueryStyle) -> Void) -> QueryStyle {
        var style = QueryStyle.afNetworking
        change(&style)
        return style
    }

    @Test func pairsAreJoinedByAmpersandsUnderTheKeyPath() throws {
        var writer = QueryWriter(style: .afNetworking)
        writer.appendKey("a b", isNested: false)
        try writer.writePair(.int(-1), style: .afNetworking)
        let length = writer.keyLength
        writer.appendKey("c]", isNested: true)
        try writer.writePair(.string("x&y"), style: .afNetworking)
        writer.truncateKey(to: length)
        writer.appendBrackets(index: nil)
        writer.writeBareKey()
        writer.truncateKey(to: length)
        writer.appendBrackets(index: 12)
        try writer.writePair(.bool(true), style: .afNetworking)
        let expected = "a%20b=-1&a%20b%5Bc%5D%5D=x%26y&a%20b%5B%5D&a%20b%5B12%5D=1"
        #expect(writer.string() == expected)
        #expect(writer.data() == Data(expected.utf8))
    }

    @Test func nothingTakenIsAnEmptyQuery() {
        var writer = QueryWriter(style: .afNetworking)
        writer.appendKey("a", isNested: false)
        #expect(writer.string().isEmpty)
        #expect(writer.data().isEmpty)
    }

    @Test func emptyKeyIsWritten() throws {
        var writer = QueryWriter(style: .afNetworking)
        writer.appendKey("", isNested: false)
        try writer.writePair(.string(""), style: .afNetworking)
        writer.appendKey("", isNested: true)
        writer.writeBareKey()
        #expect(writer.string() == "=&%5B%5D")
    }

    /// Texts of 64 bytes and more take another path.
    @Test(arguments: [SpaceStrategy.percentEncoded, .plus])
    func keysAndValuesOfEveryLengthAreEscaped(spaces: SpaceStrategy) throws {
        let style = Self.style { $0.spaces = spaces }
        let escaper = spaces == .plus ? PercentEscaper.afNetworkingWithPlus : .afNetworking
        var generator = SeededGenerator(seed: 5)
        for count in [0, 1, 7, 8, 30, 31, 32, 60, 61, 62, 63, 64, 65, 66, 100, 4096, 5000] {
            let text = generator.text(scalars: count, of: [.letters, .reserved, .latin, .byteOrderMark])
            let expected = escaper.escape(text)
            var writer = QueryWriter(style: style)
            writer.appendKey(text, isNested: false)
            writer.appendKey(text, isNested: true)
            try writer.writePair(.string(text), style: style)
            #expect(writer.string() == "\(expected)%5B\(expected)%5D=\(expected)")
        }
    }

    @Test(arguments: [SpaceStrategy.percentEncoded, .plus])
    func keyTextIsTheKeyPathBeforeEscaping(spaces: SpaceStrategy) {
        let style = Self.style { $0.spaces = spaces }
        let texts = [
            "", "a", "a b", "a+b", "%", "%20", "%2B+", "\0", "é", "漢 字", "[", "a]b[", "&=", "🎉 +", "\u{FEFF}a",
        ]
        for text in texts {
            var writer = QueryWriter(style: style)
            writer.appendKey(text, isNested: false)
            writer.appendKey(text, isNested: true)
            writer.appendBrackets(index: 3)
            #expect(writer.keyText == "\(text)[\(text)][3]")
        }
    }

    @Test func replacedKeyIsEscapedAndItsLengthKnown() throws {
        var writer = QueryWriter(style: .afNetworking)
        writer.appendKey("old", isNested: false)
        writer.replaceKey(with: "n w[]")
        #expect(writer.keyLength == "n%20w%5B%5D".utf8.count)
        writer.writeBareKey()
        #expect(writer.string() == "n%20w%5B%5D")
    }

    @Test func refusedLeafLeavesNoTrace() throws {
        var writer = QueryWriter(style: .afNetworking)
        writer.appendKey("a", isNested: false)
        #expect(throws: ParameterError.self) { try writer.writePair(.data(Data([1])), style: .afNetworking) }
        #expect(throws: ParameterError.self) {
            try writer.writePair(.date(Date(timeIntervalSince1970: .nan)), style: .afNetworking)
        }
        try writer.writePair(.int(1), style: .afNetworking)
        #expect(writer.string() == "a=1")
    }

    @Test func numbersWithExponentsAreEscaped() throws {
        var writer = QueryWriter(style: .afNetworking)
        writer.appendKey("a", isNested: false)
        try writer.writePair(.double(1e21), style: .afNetworking)
        try writer.writePair(.float(1e21), style: .afNetworking)
        #expect(writer.string() == "a=1e%2B21&a=1e%2B21")
    }
}
