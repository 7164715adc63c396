import URLSerialization

/// A printer of reports as JSON: the facts, and the sections with their tables, a row on each line.
package enum JSONRenderer {
    /// Returns the document, with a line feed at its end.
    package static func text(for report: Report) -> String {
        let facts = report.facts.map { key, value in "\(Escapes.json(key)): \(json(of: value)),\n" }.joined()
        var text = "{\n\(facts)\"sections\": [\n"
        var separator = ""
        for section in report.sections where !section.blocks.isEmpty || section.value != nil {
            text += separator
            append(section, to: &text)
            separator = ",\n"
        }
        text += "\n]}\n"
        return text
    }

    private static func append(_ section: Section, to text: inout String) {
        text += "{\"id\": \(Escapes.json(section.id))"
        if let value = section.value { text += ", \"value\": \(json(of: value))" }
        let notes = section.blocks.compactMap { block in
            if case .note(let text, _, _, _) = block { Escapes.json(text) } else { nil }
        }
        if !notes.isEmpty { text += ", \"notes\": [\(notes.joined(separator: ", "))]" }
        for case .table(let table) in section.blocks {
            let columns = table.columns.map { Escapes.json($0.id) }.joined(separator: ", ")
            text += ", \"columns\": [\(columns)], \"rows\": ["
            var separator = "\n"
            for row in table.rows {
                let cells = row.map { $0.value.map(json) ?? Escapes.json($0.text) }
                text += "\(separator)[\(cells.joined(separator: ","))]"
                separator = ",\n"
            }
            text += "\n]"
        }
        text += "}"
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
