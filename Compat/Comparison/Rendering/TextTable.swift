import URLSerialization

/// A line of a cell before it is broken to the cell's width.
struct CellLine {
    let text: String
    var role: TextStyle.Role = .plain
    /// The indentation of the lines after the first when the text is broken.
    var indent = 0
    /// Whether the text is broken between words.
    var isProse = false
    /// The text's beginning that keeps to itself where the whole does not fit on one line.
    var head = ""
}

/// Columns side by side in a box, each divided into the same sections.
struct TextTable {
    /// The least columns of the terminal that a column of the table takes.
    static let minimumColumnWidth = 30

    let style: TextStyle

    /// The number of columns that fit side by side, in bands as equal as can be.
    func columnsPerBand(of count: Int) -> Int {
        // Each column has a line and two spaces beside its text, and the last another line.
        let fitting = max(1, (style.width - 1) / (Self.minimumColumnWidth + 3))
        let bands = (count + fitting - 1) / fitting
        return (count + bands - 1) / bands
    }

    /// The lines of a table.
    ///
    /// - Parameter columns: For each column its sections, as many in every column.
    func lines(columns: [[[CellLine]]]) -> [String] {
        guard let sections = columns.first?.count else { return [] }
        let perBand = columnsPerBand(of: columns.count)
        let width = (style.width - 1) / perBand - 3
        var lines: [String] = []
        for first in stride(from: 0, to: columns.count, by: perBand) {
            let band = columns[first..<min(first + perBand, columns.count)]
            lines.append(rule(style.box.top, count: band.count, width: width))
            for section in 0..<sections {
                if section > 0 { lines.append(rule(style.box.middle, count: band.count, width: width)) }
                lines += rows(of: band.map { $0[section] }, width: width)
            }
            lines.append(rule(style.box.bottom, count: band.count, width: width))
        }
        return lines
    }

    private func rows(of cells: [[CellLine]], width: Int) -> [String] {
        let broken = cells.map { lines in lines.flatMap { Self.broken($0, width: width) } }
        let height = broken.map(\.count).max() ?? 0
        let vertical = style.paint(style.box.vertical, .faint)
        return (0..<height).map { row in
            let texts = broken.map { lines -> String in
                guard row < lines.count else { return String(repeating: " ", count: width) }
                let padding = String(repeating: " ", count: max(0, width - DisplayWidth.of(lines[row].text)))
                return style.paint(lines[row].text, lines[row].role) + padding
            }
            return "\(vertical) " + texts.joined(separator: " \(vertical) ") + " \(vertical)"
        }
    }

    private static func broken(_ line: CellLine, width: Int) -> [CellLine] {
        let texts: [String]
        if line.isProse {
            texts = LineWrapper.wrapWords(line.text, width: width, indent: line.indent)
        } else if !line.head.isEmpty, line.text.hasPrefix(line.head), DisplayWidth.of(line.text) > width {
            // The rest begins as a line does that goes on.
            let rest = LineWrapper.indentation(line.indent, width: width) + line.text.dropFirst(line.head.count)
            texts =
                LineWrapper.wrapCode(line.head, width: width, indent: line.indent)
                + LineWrapper.wrapCode(rest, width: width, indent: line.indent)
        } else {
            texts = LineWrapper.wrapCode(line.text, width: width, indent: line.indent)
        }
        return texts.map { CellLine(text: $0, role: line.role) }
    }

    private func rule(_ ends: [String], count: Int, width: Int) -> String {
        let segment = String(repeating: style.box.horizontal, count: width + 2)
        let text = ends[0] + Array(repeating: segment, count: count).joined(separator: ends[1]) + ends[2]
        return style.paint(text, .faint)
    }
}
