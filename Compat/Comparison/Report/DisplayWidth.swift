/// The number of columns of text in a terminal, by Unicode's East Asian Width (UAX #11) and emoji presentation.
enum DisplayWidth {
    /// Returns the number of columns of a text without control characters.
    static func of(_ text: some StringProtocol) -> Int {
        text.reduce(0) { $0 + of($1) }
    }

    /// Returns the number of columns of a character: two for ideographs, kana, Hangul, full-width forms and emoji, none
    /// for a mark that stands alone, and otherwise one.
    static func of(_ character: Character) -> Int {
        if character.isASCII { return 1 }
        let scalars = character.unicodeScalars
        // An emoji variation selector, a flag or a joined sequence is drawn as one emoji.
        if scalars.contains(where: { $0.value == 0xFE0F || isWide($0) }) { return 2 }
        let isMark = scalars.allSatisfy { [.nonspacingMark, .enclosingMark].contains($0.properties.generalCategory) }
        return isMark ? 0 : 1
    }

    private static func isWide(_ scalar: Unicode.Scalar) -> Bool {
        scalar.properties.isEmojiPresentation || wideRanges.contains { $0.contains(scalar.value) }
    }

    /// The blocks whose characters are Wide or Fullwidth.
    private static let wideRanges: [ClosedRange<UInt32>] = [
        0x1100...0x115F, 0x2329...0x232A, 0x2E80...0x303E, 0x3041...0x33FF, 0x3400...0x4DBF, 0x4E00...0x9FFF,
        0xA000...0xA4CF, 0xA960...0xA97F, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE10...0xFE19, 0xFE30...0xFE6F,
        0xFF00...0xFF60, 0xFFE0...0xFFE6, 0x16FE0...0x18DFF, 0x1AFF0...0x1B2FF, 0x1F1E6...0x1F1FF, 0x1F200...0x1F2FF,
        0x20000...0x3FFFD,
    ]
}
