/// A wrapper of text into lines that fit a number of columns.
package enum LineWrapper {
    /// Breaks code before a word or a tag if that leaves little of the line empty, and otherwise anywhere except inside
    /// a percent-encoded byte. The lines after the first are indented.
    static func wrapCode(_ text: String, width: Int, indent: Int = 0) -> [String] {
        var lines: [String] = []
        let indentation = indentation(indent, width: width)
        var line: [Substring] = []
        var used = 0
        var start = 0
        for unit in units(of: text[...]) {
            let columns = DisplayWidth.of(unit)
            if used + columns > width, used > start {
                let end = breakPosition(in: line, before: unit, width: width)
                lines.append(line[..<end].joined())
                line = [indentation[...]] + line[end...]
                used = line.reduce(0) { $0 + DisplayWidth.of($1) }
                start = indentation.count
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

    /// Returns the characters of a text, with those of a percent-encoded byte together.
    private static func units(of text: Substring) -> some Sequence<Substring> {
        sequence(state: text) { rest in
            guard let first = rest.first else { return nil }
            let isEscape = first == "%" && rest.dropFirst().prefix(2).allSatisfy(\.isHexDigit)
            let unit = rest.prefix(isEscape ? 3 : 1)
            rest = rest.dropFirst(unit.count)
            return unit
        }
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

    /// Breaks a value between words if each fits, and otherwise as code.
    static func wrapValue(_ text: String, width: Int) -> [String] {
        let words = text.split(separator: " ", omittingEmptySubsequences: false)
        let fits = words.count > 1 && words.allSatisfy { !$0.isEmpty && DisplayWidth.of($0) <= width }
        return fits ? wrapWords(text, width: width) : wrapCode(text, width: width)
    }

    /// Breaks prose between words if they fit.
    package static func wrapWords(_ text: String, width: Int, indent: Int = 0) -> [String] {
        var lines: [String] = []
        let indentation = indentation(indent, width: width)
        var line = ""
        for word in text.split(separator: " ") {
            let isFirst = line.isEmpty
            let candidate = (isFirst ? lines.isEmpty ? "" : indentation : line + " ") + word
            if DisplayWidth.of(candidate) <= width {
                line = candidate
                continue
            }
            if !isFirst { lines.append(line) }
            let pieces = wrapCode((lines.isEmpty ? "" : indentation) + word, width: width, indent: indent)
            lines += pieces.dropLast()
            line = pieces.last ?? ""
        }
        if !line.isEmpty || lines.isEmpty { lines.append(line) }
        return lines
    }
}
