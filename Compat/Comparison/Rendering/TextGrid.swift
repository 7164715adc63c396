/// A table of cells, each broken to its column's width, with a rule under its heading.
struct TextGrid {
    /// A cell's text and its role.
    struct Cell {
        var text: String
        var role = TextStyle.Role.plain
        /// Whether the text stands at the right of the column.
        var isNumber = false
        /// Whether the text is broken between words.
        var isProse = false
    }

    private static let gap = "  "

    /// The lines of a cell that are shown before the rest is left out; `nil` for all.
    var maximumLines: Int?
    let style: TextStyle

    /// The lines of a table.
    ///
    /// - Parameters:
    ///   - heading: The heading of each column.
    ///   - rows: The cells, as many in each row as there are headings.
    ///   - flexible: The least width that a column keeps where the table is too wide; the others keep theirs.
    func lines(heading: [Cell], rows: [[Cell]], leastWidths flexible: [Int?]) -> [String] {
        let widths = widths(of: [heading] + rows, flexible)
        let rule = widths.map { String(repeating: style.box.horizontal, count: $0) }.joined(separator: Self.gap)
        return self.lines(of: heading, widths) + [style.paint(rule, .faint)]
            + rows.flatMap { self.lines(of: $0, widths) }
    }

    private func widths(of rows: [[Cell]], _ flexible: [Int?]) -> [Int] {
        let natural = flexible.indices.map { column in
            max(1, rows.reduce(0) { max($0, DisplayWidth.of($1[column].text)) })
        }
        var left = style.width - Self.gap.count * (flexible.count - 1)
        var widths = zip(natural, flexible).map { $1 == nil ? $0 : 0 }
        left -= widths.reduce(0, +)
        // The first column, then the narrow ones: what one does not need the others share. The second is the last: its
        // texts are the longest.
        let others = flexible.indices.filter { $0 > 1 && flexible[$0] != nil }.sorted { natural[$0] < natural[$1] }
        let order = [0, 1].filter { flexible[$0] != nil }.prefix(1) + others + (flexible[1] == nil ? [] : [1])
        for (rank, column) in order.enumerated() {
            let rest = order.count - rank - 1
            let share = rest == 0 ? left : (left - min(10, left / 3)) / rest
            let isFirst = column == 0 && rest > 0
            widths[column] = max(1, min(natural[column], isFirst ? max(share, style.width * 24 / 100) : share))
            left -= widths[column]
        }
        return widths
    }

    private func lines(of cells: [Cell], _ widths: [Int]) -> [String] {
        let broken = zip(cells, widths).map { cell, width in

            shortened(
                cell.isProse
                    ? LineWrapper.wrapWords(cell.text, width: width) : LineWrapper.wrapCode(cell.text, width: width),
                width: width)
        }
        return (0..<(broken.map(\.count).max() ?? 0)).map { line in
            var parts = zip(zip(cells, broken), widths).map { cell, width -> String in
                let text = line < cell.1.count ? cell.1[line] : ""
                let padding = String(repeating: " ", count: max(0, width - DisplayWidth.of(text)))
                let painted = style.paint(text, cell.0.role)
                return cell.0.isNumber ? padding + painted : painted + padding
            }
            while let last = parts.last, last.allSatisfy({ $0 == " " }) { parts.removeLast() }
            while parts.last?.hasSuffix(" ") == true { parts[parts.count - 1].removeLast() }
            return parts.joined(separator: Self.gap)
        }
    }

    private func shortened(_ lines: [String], width: Int) -> [String] {
        guard let maximumLines, lines.count > maximumLines else { return lines }
        var last = lines[maximumLines - 1]
        while DisplayWidth.of(last) + style.ellipsis.count > width, !last.isEmpty { last.removeLast() }
        return lines.prefix(maximumLines - 1) + [last + style.ellipsis]
    }
}
