/// One row for each key path: the reference's value, and those of the other senders where they differ from it.
struct ValueTable {
    let style: TextStyle
    let view: ComparisonView

    /// A column: the senders whose values are all the same.
    private struct Column {
        var names: [String]
        let report: SenderReport
    }

    /// The lines of the bands, each with the key paths and the reference's values, and the counts of what is left out.
    func lines(for comparison: Comparison) -> [String] {
        let columns = columns(of: comparison)
        let hasOthers = comparison.reports.contains { $0.name != comparison.reference.name && $0.request != nil }
        guard !comparison.leaves.isEmpty, hasOthers || view.showsAll else { return [] }
        guard !columns.isEmpty else {
            return view.showsAll ? lines(of: [], comparison) : [""] + style.line("All values are the same.", indent: 0)
        }
        let count = columnsPerBand(columns.count)
        return stride(from: 0, to: columns.count, by: count).flatMap { first in
            lines(of: Array(columns[first..<min(first + count, columns.count)]), comparison)
        }
    }

    /// The senders that are shown, those that arrive alike in one column.
    private func columns(of comparison: Comparison) -> [Column] {
        var columns: [Column] = []
        var hasJSON = false
        for report in comparison.reports where report.name != comparison.reference.name {
            guard let form = report.request?.form else { continue }
            if !view.showsAll, !view.isChosen {
                if form == .propertyList || (form == .json && hasJSON) { continue }
                if form == .json { hasJSON = true }
            }
            if !view.showsAll, comparison.hasReference, report.arrivals.allSatisfy(\.isSame) { continue }
            if let position = columns.firstIndex(where: { $0.report.arrivals == report.arrivals }) {
                columns[position].names.append(report.name)
            } else {
                columns.append(Column(names: [report.name], report: report))
            }
        }
        return columns
    }

    private func columnsPerBand(_ count: Int) -> Int {
        // A third is for the key path and the reference's value.
        let fitting = max(1, (style.width - max(36, style.width / 3)) / 11)
        let bands = (count + fitting - 1) / fitting
        return (count + bands - 1) / bands
    }

    // MARK: - Rows

    private func lines(of columns: [Column], _ comparison: Comparison) -> [String] {
        var rows: [LeafRow] = []
        var agreeing = 0
        for leaf in comparison.leaves.indices {
            let arrivals = columns.map { $0.report.arrivals[leaf] }
            if !view.showsAll, arrivals.allSatisfy(\.isSame), comparison.hasReference {
                agreeing += 1
                continue
            }
            let cells = arrivals.map { cell($0, of: comparison, leaf) }
            // A row adds nothing where nothing arrives or everything is the same.
            let isFoldable = !view.showsAll && arrivals.allSatisfy { $0.isSame || $0.form == .nothing }
            rows.add(leaf, cells: cells, isFoldable: isFoldable, of: comparison.leaves)
        }
        var lines = [""]
        let shown = rows.prefix(view.showsAll ? rows.count : Self.maximumRows)
        if style.width < 44 {
            lines += shown.flatMap { stacked($0, columns, comparison) }
        } else {
            let heading =
                ["Value", "AFNetworking"].map { TextGrid.Cell(text: $0, role: .title) }
                + columns.map { column in
                    TextGrid.Cell(text: column.names.map(Senders.shortName).joined(separator: ", "), role: .title)
                }
            let texts = shown.map { row in
                [
                    TextGrid.Cell(text: shortened(row.path(in: comparison.leaves).text)),
                    referenceCell(of: row, comparison),
                ]
                    + row.cells.map { TextGrid.Cell(text: $0, role: $0 == "=" ? .faint : .different) }
            }
            let widths: [Int?] = heading.map { _ in 8 }
            lines += TextGrid(maximumLines: view.showsAll ? nil : 3, style: style)
                .lines(heading: heading, rows: texts, leastWidths: widths)
        }
        if rows.count > shown.count {
            lines += style.line("\(style.ellipsis) \(rows.count - shown.count) more rows (--all has them)", indent: 0)
        }
        if agreeing > 0 {
            let names = columns.count == 1 ? "It agrees" : "All agree"
            lines += style.line("\(names) on \(agreeing) other \(agreeing == 1 ? "value" : "values").", indent: 0)
        }
        return lines
    }

    /// The rows of a band before the rest is left out.
    static let maximumRows = 200

    private func stacked(_ row: LeafRow, _ columns: [Column], _ comparison: Comparison) -> [String] {
        let cells = zip(columns, row.cells).map { "\($0.names.joined(separator: ", ")): \($1)" }
        let reference = "AFNetworking: \(referenceCell(of: row, comparison).text)"
        return LineWrapper.wrapCode(shortened(row.path(in: comparison.leaves).text), width: style.width, indent: 2)
            + ([reference] + cells).flatMap { text in
                LineWrapper.wrapCode(text, width: style.width - 2, indent: 2).map { "  " + $0 }
            }
    }

    private func referenceCell(of row: LeafRow, _ comparison: Comparison) -> TextGrid.Cell {
        if row.leaves.count > 1 { return TextGrid.Cell(text: "(\(row.leaves.count) values)", role: .faint) }
        let leaf = row.leaves.lowerBound
        guard comparison.reference.request != nil else {
            let text = comparison.leaves[leaf].queryText
            return TextGrid.Cell(text: text.map { shown($0) } ?? style.dash)
        }
        return TextGrid.Cell(text: content(comparison.reference.arrivals[leaf], otherThan: nil))
    }

    // MARK: - Cells

    private func cell(_ arrival: Arrival, of comparison: Comparison, _ leaf: Int) -> String {
        if arrival.isSame { return "=" }
        let reference = comparison.reference.arrivals.isEmpty ? nil : comparison.reference.arrivals[leaf]
        let isEqual = reference?.form == arrival.form && reference?.text == arrival.text && reference != nil
        let hasPlace = arrival.position != nil || arrival.key != nil
        var text = isEqual && hasPlace ? "=" : content(arrival, otherThan: reference?.text)
        if let position = arrival.position { text += " at [\(position - 1)]" }
        if let key = arrival.key { text += " as \(shortened(key))" }
        return text
    }

    private func content(_ arrival: Arrival, otherThan reference: String?) -> String {
        switch arrival.form {
        case .text: shown(arrival.text ?? "", otherThan: reference)
        case .null: "(null)"
        case .emptyCollection: "(empty)"
        case .described: "(in a description)"
        case .parts: "(in parts)"
        case .nothing: style.dash
        }
    }

    /// A text, in quotation marks where it could be taken for something else; of a long one that begins as the
    /// reference's the part where they differ.
    private func shown(_ text: String, otherThan reference: String? = nil) -> String {
        var (start, rest) = ("", text[...])
        if let reference, text.utf8.count > 60 {
            let common = zip(text, reference).prefix { $0 == $1 }.count
            if common > 40 { (start, rest) = (style.ellipsis, text.dropFirst(common - 20)) }
        }
        let escaped = shortened(rest)
        let isMark = escaped.isEmpty || ["=", style.dash].contains(escaped)
        let hasEdge = "(\" ".contains(escaped.first ?? "x") || escaped.last == " "
        return start + (isMark || hasEdge ? "\"\(escaped)\"" : escaped)
    }

    /// The beginning of a text, made safe: the whole may have megabytes.
    private func shortened(_ text: some StringProtocol) -> String {
        let limit = view.showsAll ? TextRenderer.maximumValueLength * 10 : TextRenderer.maximumValueLength
        let start = text.prefix(limit)
        return style.escaped(String(start)) + (start.endIndex < text.endIndex ? style.ellipsis : "")
    }
}
