/// A printer of reports in a terminal.
package struct TextRenderer: Sendable {
    private let style: TextStyle

    package init(style: TextStyle) { self.style = style }

    /// Returns the whole output, in which every line ends with a line feed.
    package func text(for report: Report) -> String {
        var parts = [heading(report.title.joined(separator: " · "))].filter { $0 != [""] }
        for section in report.sections where !section.blocks.isEmpty {
            let title = section.title.isEmpty ? [] : heading(section.title)
            parts.append(title + section.blocks.flatMap(lines))
        }
        return parts.joined(separator: [""]).map { $0 + "\n" }.joined()
    }

    private func heading(_ text: String) -> [String] {
        LineWrapper.wrapWords(style.escaped(text), width: style.width).map { style.paint($0, .title) }
    }

    private func lines(of block: Block) -> [String] {
        switch block {
        case .table(let table): return lines(of: table)
        case .lines(let all):
            return all.flatMap { line in
                let text = style.escaped(line.text)
                let lines = line.isWhole ? [text] : LineWrapper.wrapCode(text, width: style.width, indent: line.indent)
                return lines.map { style.paint($0, line.role) }
            }
        case .note(let text, let head, let role, let indent):
            let start = LineWrapper.indentation(indent, width: style.width)
            // The head is coloured after the text is wrapped, because colours have no width.
            var lines = LineWrapper.wrapWords(style.escaped(text), width: style.width - start.count, indent: 2)
            if head.isEmpty { return lines.map { start + style.paint($0, role) } }
            if lines[0].hasPrefix(head) { lines[0] = style.paint(head, role) + lines[0].dropFirst(head.count) }
            return lines.map { start + $0 }
        }
    }

    // MARK: - Tables

    private static let gap = "  "
    /// The least width of a terminal, in columns of text, at which a table has columns.
    private static let leastWidth = 44

    private func lines(of table: Table) -> [String] {
        let rows = table.rows.map { row in
            row.map { Cell(style.escaped(style.width < 80 && !$0.short.isEmpty ? $0.short : $0.text), $0.role) }
        }
        if style.width < (table.columns.contains(where: \.isNumber) ? 60 : Self.leastWidth), table.isStackable {
            return rows.flatMap { stacked($0, table.columns) }
        }
        let all = [table.columns.map { Cell(style.escaped($0.title), .title) }] + rows
        return bands(of: table, all).flatMap { columns, widths in
            lines(of: table, all.map { row in columns.map { row[$0] } }, columns.map { table.columns[$0] }, widths)
        }
    }

    /// Returns the columns to print side by side, with their widths: the first ones, and as many others as fit without
    /// a break inside a word.
    private func bands(of table: Table, _ rows: [[Cell]]) -> [(columns: [Int], widths: [Int])] {
        let all = table.columns.indices
        let even = max(1, (style.width - Self.gap.count * (all.count - 1)) / all.count)
        if table.isEven { return [(Array(all), all.map { _ in even })] }
        let natural = all.map { column in rows.reduce(1) { max($0, DisplayWidth.of($1[column].text)) } }
        let least = all.map { column in
            min(style.width * 2 / 5, rows.reduce(1) { max($0, LineWrapper.leastWidth($1[column].text)) })
        }
        func left(_ widths: [Int]) -> Int {
            style.width + Self.gap.count - widths.reduce(0) { $0 + $1 + Self.gap.count }
        }
        let fixed = Array(0..<(all.count > 1 && table.columns[1].id == "reference" ? 2 : 1))
        let bands = all.dropFirst(fixed.count).reduce(into: [fixed]) { bands, column in
            let band = bands[bands.count - 1] + [column]
            if left(band.map { least[$0] }) >= 0 || band.count == fixed.count + 1 {
                bands[bands.count - 1] = band
            } else {
                bands.append(fixed + [column])
            }
        }
        return bands.map { columns in
            var widths = columns.map { least[$0] }
            while left(widths) < 0, let widest = widths.max(), widest > 1 {
                widths[widths.firstIndex(of: widest) ?? 0] -= 1
            }
            // The columns that need the least come first, and the others share the space that they do not need.
            let needs = zip(columns, widths).map { natural[$0] - $1 }
            for (rank, column) in needs.indices.sorted(by: { needs[$0] < needs[$1] }).enumerated() {
                widths[column] += min(needs[column], max(0, left(widths)) / (columns.count - rank))
            }
            return (columns, widths)
        }
    }

    private func stacked(_ row: [Cell], _ columns: [Column]) -> [String] {
        let texts = zip(columns, row).dropFirst().filter { !$1.text.isEmpty }.map { "\($0.title): \($1.text)" }
        if columns.contains(where: \.isNumber) {
            let text = "\(row[0].text): \(texts.joined(separator: ", "))"
            return LineWrapper.wrapWords(text, width: style.width, indent: 2)
        }
        return LineWrapper.wrapCode(row[0].text, width: style.width, indent: 2)
            + texts.flatMap { LineWrapper.wrapCode($0, width: style.width - 2, indent: 2).map { "  " + $0 } }
    }

    private func lines(of table: Table, _ rows: [[Cell]], _ columns: [Column], _ widths: [Int]) -> [String] {
        let rule = widths.map { String(repeating: style.isUnicode ? "─" : "-", count: $0) }.joined(separator: Self.gap)
        func lines(_ cells: [Cell], _ maximum: Int?) -> [String] {
            let broken = cells.indices.map { column in
                let lines = LineWrapper.wrapCell(cells[column].text, width: widths[column])
                return shortened(lines, width: widths[column], maximum)
            }
            return (0..<(broken.map(\.count).max() ?? 0)).map { line in
                let parts = broken.enumerated().map { column, texts in
                    let text = line < texts.count ? texts[line] : ""
                    let space = String(repeating: " ", count: max(0, widths[column] - DisplayWidth.of(text)))
                    let painted = style.paint(text, cells[column].role)
                    return columns[column].isNumber ? space + painted : painted + space
                }
                let text = parts.joined(separator: Self.gap)
                return text.lastIndex { $0 != " " }.map { String(text[...$0]) } ?? ""
            }
        }
        return lines(rows[0], nil) + [style.paint(rule, .faint)]
            + rows.dropFirst().flatMap { lines($0, table.maximumLines) }
    }

    private func shortened(_ lines: [String], width: Int, _ maximum: Int?) -> [String] {
        guard let maximum, lines.count > maximum else { return lines }
        let ellipsis = style.escaped("…")
        var last = lines[maximum - 1]
        while DisplayWidth.of(last) + ellipsis.count > width, !last.isEmpty { last.removeLast() }
        return lines.prefix(maximum - 1) + [last + ellipsis]
    }
}

/// The capabilities of a terminal: its width, whether it reads UTF-8, whether it has colours.
package struct TextStyle: Sendable {
    /// The width of the narrowest layout. A narrower terminal breaks its lines.
    package static let minimumWidth = 20

    /// The limit of a line in columns, at least ``minimumWidth``.
    package let width: Int
    /// Whether text other than ASCII is shown unchanged.
    package let isUnicode: Bool
    package let isColored: Bool

    package init(width: Int = 80, isUnicode: Bool = true, isColored: Bool = false) {
        (self.width, self.isUnicode, self.isColored) = (max(width, Self.minimumWidth), isUnicode, isColored)
    }

    /// Returns the text in the colour of its role.
    func paint(_ text: String, _ role: Role) -> String {
        guard isColored, !text.isEmpty, role != .plain else { return text }
        let codes: [Role: String] = [.title: "1", .faint: "2", .good: "32", .different: "33", .refused: "31"]
        return "\u{1B}[\(codes[role] ?? "0")m\(text)\u{1B}[0m"
    }

    /// Returns a text with escapes for control characters and for characters that the terminal cannot show.
    func escaped(_ text: String) -> String { Escapes.terminal(text, isUnicode: isUnicode) }
}
