import URLSerialization

/// Prints a report as JSON: its facts, and its sections with their tables, a row on each line.
package enum JSONRenderer {
    /// The document, with a line feed at its end.
    package static func text(for report: Report) -> String {
        var lines = ["{"]
        for (key, value) in report.facts { lines.append("\(Escapes.json(key)): \(value.json),") }
        lines.append("\"sections\": [")
        let sections = report.sections.filter { !$0.blocks.isEmpty || $0.value != nil }
        for (number, section) in sections.enumerated() {
            lines += Self.lines(of: section, comma: number + 1 < sections.count ? "," : "")
        }
        return (lines + ["]}\n"]).joined(separator: "\n")
    }

    private static func lines(of section: Report.Section, comma: String) -> [String] {
        var notes: [String] = []
        var tables: [Report.Table] = []
        for block in section.blocks {
            switch block {
            case .table(let table): tables.append(table)
            case .note(let text, _, _, _): notes.append(Escapes.json(text))
            case .lines: break
            }
        }
        var lines = ["{\"id\": \(Escapes.json(section.id))"]
        if let value = section.value { lines[0] += ", \"value\": \(value.json)" }
        if !notes.isEmpty { lines[0] += ", \"notes\": [\(notes.joined(separator: ", "))]" }
        if let table = tables.first {
            let columns = table.columns.map { Escapes.json($0.id) }.joined(separator: ", ")
            lines[0] += ", \"columns\": [\(columns)], \"rows\": ["
            for (number, row) in table.rows.enumerated() {
                let cells = row.cells.map { ($0.value ?? .string($0.text)).json }.joined(separator: ",")
                lines.append("[\(cells)]" + (number + 1 < table.rows.count ? "," : ""))
            }
            lines.append("]")
        }
        lines[lines.count - 1] += "}" + comma
        return lines
    }
}

extension Report.Value {
    fileprivate var json: String {
        switch self {
        case .null: "null"
        case .bool(let flag): flag ? "true" : "false"
        case .int(let number): "\(number)"
        case .string(let text): Escapes.json(text)
        case .array(let values): "[\(values.map(\.json).joined(separator: ","))]"
        case .object(let members): Self.object(members.map { ($0.key, $0.value.json) })
        case .parameters(let tree): Self.json(of: tree)
        }
    }

    private static func object(_ members: [(String, String)]) -> String {
        "{\(members.map { "\(Escapes.json($0)):\($1)" }.joined(separator: ","))}"
    }

    /// Recursive: no parser goes beyond `QueryLimits.maximumDepth`.
    private static func json(of tree: ParameterValue) -> String {
        switch tree {
        case .dictionary(let entries): object(entries.map { ($0.key, json(of: $0.value)) })
        case .array(let elements): "[\(elements.map(json(of:)).joined(separator: ","))]"
        case .null: "null"
        case .bool(let flag): flag ? "true" : "false"
        case .string(let text): Escapes.json(text)
        default: Escapes.json("\(tree)")
        }
    }
}
