import URLSerialization

/// Prints a report as JSON: its facts, and its sections with their tables, a row on each line.
package enum JSONRenderer {
    /// The document, with a line feed at its end.
    package static func text(for report: Report) -> String {
        let facts = report.facts.map { key, value in "\(Escapes.json(key)): \(json(of: value)),\n" }.joined()
        let sections = report.sections.filter { !$0.blocks.isEmpty || $0.value != nil }
        return "{\n\(facts)\"sections\": [\n\(sections.map(json).joined(separator: ",\n"))\n]}\n"
    }

    private static func json(of section: Section) -> String {
        var members = ["\"id\": \(Escapes.json(section.id))"]
        if let value = section.value { members.append("\"value\": \(json(of: value))") }
        let notes = section.blocks.compactMap { block in
            if case .note(let text, _, _, _) = block { Escapes.json(text) } else { nil }
        }
        if !notes.isEmpty { members.append("\"notes\": [\(notes.joined(separator: ", "))]") }
        for case .table(let table) in section.blocks {
            let columns = table.columns.map { Escapes.json($0.id) }.joined(separator: ", ")
            let rows = table.rows.map { row in
                "\n[\(row.map { $0.value.map(json) ?? Escapes.json($0.text) }.joined(separator: ","))]"
            }
            members.append("\"columns\": [\(columns)], \"rows\": [\(rows.joined(separator: ","))\n]")
        }
        return "{\(members.joined(separator: ", "))}"
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
