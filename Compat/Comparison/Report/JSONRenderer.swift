import URLSerialization

/// A printer of reports as JSON: the facts, and the sections with their tables, a row on each line.
package enum JSONRenderer {
    /// Returns the document, with a line feed at its end.
    package static func text(for report: Report) -> String {
        let facts = report.facts.map { key, value in "\(Escapes.json(key)): \(json(of: value)),\n" }.joined()
        let sections = report.sections.filter { !$0.blocks.isEmpty || $0.value != nil }.map(json)
        return "{\n\(facts)\"sections\": [\n\(sections.joined(separator: ",\n"))\n]}\n"
    }

    private static func json(of section: Section) -> String {
        var text = "{\"id\": \(Escapes.json(section.id))"
        if let value = section.value { text += ", \"value\": \(json(of: value))" }
        let notes = section.blocks.compactMap { block in
            if case .note(let text, _, _, _) = block { Escapes.json(text) } else { nil }
        }
        if !notes.isEmpty { text += ", \"notes\": [\(notes.joined(separator: ", "))]" }
        for case .table(let table) in section.blocks {
            let columns = table.columns.map { Escapes.json($0.id) }.joined(separator: ", ")
            text += ", \"columns\": [\(columns)], \"rows\": ["
            for (number, row) in table.rows.enumerated() {
                let cells = row.map { $0.value.map(json) ?? Escapes.json($0.text) }
                text += "\(number == 0 ? "" : ",")\n[\(cells.joined(separator: ","))]"
            }
            text += "\n]"
        }
        return text + "}"
    }

    /// Recursive: no parser goes beyond `QueryLimits.maximumDepth`.
    private static func json(of value: ParameterValue) -> String {
        switch value {
        case .dictionary(let entries):
            "{\(entries.map { "\(Escapes.json($0.key)):\(json(of: $0.value))" }.joined(separator: ","))}"
        case .array(let elements): "[\(elements.map(json).joined(separator: ","))]"
        case .null: "null"
        case .bool, .int: "\(value)"
        case .string(let text): Escapes.json(text)
        default: Escapes.json("\(value)")
        }
    }
}
