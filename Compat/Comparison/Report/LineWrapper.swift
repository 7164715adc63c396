/// A wrapper of text into lines that fit a number of columns.
package enum LineWrapper {
    /// Breaks code before a word or a tag if that leaves little of the line empty, and otherwise anywhere except inside
    /// a percent-encoded byte. The lines after the first are indented.
    static func wrapCode(_ text: String, width: Int, indent: Int = 0) -> [String] {
        if DisplayWidth.of(text) <= width { return [text] }
        var lines: [String] = []
        let indentation = indentation(indent, width: width)
        var line: [Substring] = []
        var used = 0
        // A percent-encoded byte stays whole.
        for unit in text.matches(of: /(?s)%[0-9A-Fa-f]{2}|./).map(\.output) {
            let columns = DisplayWidth.of(unit)
            if used + columns > width, used > (lines.isEmpty ? 0 : indentation.count) {
                let end = breakPosition(in: line, before: unit, width: width)
                lines.append(line[..<end].joined())
                line = [indentation[...]] + line[end...]
                used = line.reduce(0) { $0 + DisplayWidth.of($1) }
            }
            line.append(unit)
            used += columns
        }
        lines.append(line.joined())
        return lines
    }

    /// Returns the indentation of a line as spaces, at most half the width.
    static func indentation(_ indent: Int, width: Int) -> String {
        String(repeating: " ", count: min(indent, width / 2))
    }

    /// Returns the best position to break a full line: after a space or a '&' or before a tag in its last third, or at
    /// its end.
    private static func breakPosition(in line: [Substring], before next: Substring, width: Int) -> Int {
        // In a narrower line, the last third may not fit after the indentation.
        if next == "<" || width < 18 { return line.count }
        var columns = 0
        for position in line.indices.reversed() where position > 0 {
            columns += DisplayWidth.of(line[position])
            if columns > width / 3 { break }
            if line[position] == "<" || line[position - 1] == "&" { return position }
            if line[position - 1] == " ", line[position] != " " { return position }
        }
        return line.count
    }

    /// Returns the width of a text's longest part that ``wrapCell(_:width:)`` need not break.
    static func leastWidth(_ text: String) -> Int { parts(of: text).reduce(0) { max($0, widthWithoutSpace($1)) } }

    /// Breaks a cell between words and steps of a path, and inside one that does not fit.
    static func wrapCell(_ text: String, width: Int) -> [String] { wrap(parts(of: text), width: width, indent: 0) }

    /// Breaks prose between words if they fit.
    package static func wrapWords(_ text: String, width: Int, indent: Int = 0) -> [String] {
        wrap(parts(of: text, withSteps: false), width: width, indent: indent)
    }

    private static func wrap(_ parts: [Substring], width: Int, indent: Int) -> [String] {
        let lines = parts.reduce(into: [""]) { lines, part in
            let line = lines[lines.count - 1] + part
            if widthWithoutSpace(line) <= width { return lines[lines.count - 1] = line }
            if lines == [""] { lines = [] }
            let next = (lines.isEmpty ? "" : indentation(indent, width: width)) + part
            lines += widthWithoutSpace(next) <= width ? [next] : wrapCode(next, width: width, indent: indent)
        }
        return lines.map { $0.last == " " ? String($0.dropLast()) : $0 }
    }

    private static func widthWithoutSpace(_ text: some StringProtocol) -> Int {
        DisplayWidth.of(text) - (text.last == " " ? 1 : 0)
    }

    /// Returns the words of a text, each with the space after it, and the steps of a path.
    private static func parts(of text: String, withSteps: Bool = true) -> [Substring] {
        let starts = text.indices.dropFirst().filter {
            withSteps && text[$0] == "[" || text[text.index(before: $0)] == " "
        }
        return zip([text.startIndex] + starts, starts + [text.endIndex]).map { text[$0..<$1] }
    }
}

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
