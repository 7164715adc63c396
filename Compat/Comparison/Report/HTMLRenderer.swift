/// A printer of reports as a single page that needs neither a network nor scripts.
///
/// The filters are check boxes that the style sheet reads, so that keyboards and screen readers support them. They are
/// siblings of the tables: a browser would take half as long again to open a large page if it had to look for them with
/// `:has()`. The policy in the head forbids scripts and all requests.
package enum HTMLRenderer {
    package static func text(for report: Report) -> String {
        let title = Escapes.html(report.title.first?.prefix(200) ?? "")
        let subtitle = report.title.dropFirst().map { Escapes.html($0) }.joined(separator: ", ")
        let sections = report.sections.enumerated().flatMap { number, section in
            (number == 1 ? [filters(report)] : []) + [html(of: section)]
        }
        return """
            <!DOCTYPE html>
            <html lang="en">
            <head>
            <meta charset="utf-8">
            <meta http-equiv="Content-Security-Policy" \
            content="default-src 'none'; style-src 'unsafe-inline'; img-src data:">
            <meta name="viewport" content="width=device-width, initial-scale=1">
            <title>\(title) – compare-serializers</title>
            <link rel="icon" href="data:,">
            <style>
            \(PageStyle.css(filters: report.filters.dropLast().map(\.id)))
            </style>
            </head>
            <body>
            <main>
            <h1>\(title)</h1>
            <p class=f>\(subtitle)</p>
            \(sections.filter { !$0.isEmpty }.joined(separator: "\n"))
            </main>
            </body>
            </html>

            """
    }

    private static func filters(_ report: Report) -> String {
        guard !report.filters.isEmpty else { return "" }
        return "<h2>Shown senders</h2>\n"
            + report.filters.map { id, name, isChecked in
                let checked = isChecked ? " checked" : ""
                return "<label><input type=checkbox id=\(id)\(checked)>\(Escapes.html(name))</label>"
            }.joined(separator: "\n")
    }

    private static func html(of section: Section) -> String {
        let blocks = section.blocks.map { html(of: $0, section) }.joined(separator: "\n")
        guard section.isClosed else { return blocks }
        return "<details><summary>\(Escapes.html(section.title))</summary>\(blocks)</details>"
    }

    private static func html(of block: Block, _ section: Section) -> String {
        switch block {
        case .note(let text, _, _, _): return "<p>\(value(text))</p>"
        case .lines(let lines): return "<pre>\(lines.map { Escapes.html($0.text) }.joined(separator: "\n"))</pre>"
        case .table(let table):
            let heading = table.columns.map { "<th scope=col\(classes($0))>\(Escapes.html($0.title))</th>" }
            // A table that is too wide scrolls separately and is reachable by keyboard.
            return """
                <h2 id="\(Escapes.html(section.id))-title">\(Escapes.html(section.title))</h2>
                <div class=wide tabindex=0 role=region aria-labelledby="\(Escapes.html(section.id))-title">
                <table id="\(Escapes.html(section.id))">
                <thead><tr>\(heading.joined())</tr></thead>
                <tbody>
                \(table.rows.map { html(of: $0, table.columns) }.joined(separator: "\n"))
                </tbody>
                </table>
                </div>
                """
        }
    }

    private static func html(of row: [Cell], _ columns: [Column]) -> String {
        let cells = zip(columns, row).enumerated().map { number, part in
            let (column, cell) = part
            if number == 0 { return "<th scope=row>\(value(cell.text))</th>" }
            let role = [.different: "d", .refused: "r", .faint: "e", .good: "g"][cell.role]
            let look = cell.heat.map { "h\($0)" } ?? role ?? ""
            return "<td\(classes(column, look))>\(value(cell.text))</td>"
        }
        guard columns.contains(where: { !$0.filter.isEmpty }) else { return "<tr>\(cells.joined())</tr>" }
        // The senders that differ. A row is shown if one of them is.
        let filters = zip(columns, row).filter { !$0.filter.isEmpty && [.different, .refused].contains($1.role) }
            .map { "d\($0.0.filter.dropFirst())" }
        return "<tr class=\"\(filters.joined(separator: " "))\">\(cells.joined())</tr>"
    }

    /// Returns the attribute with the classes of a column's cell.
    private static func classes(_ column: Column, _ look: String = "") -> String {
        let names = [column.filter, column.isNumber ? "n" : "", look].filter { !$0.isEmpty }
        return names.isEmpty ? "" : " class=\"\(names.joined(separator: " "))\""
    }

    /// Returns a text, in an element that isolates its direction if that may differ.
    private static func value(_ text: String) -> String {
        text.utf8.allSatisfy { $0 < 0x80 } ? Escapes.html(text) : "<bdi>\(Escapes.html(text))</bdi>"
    }
}
