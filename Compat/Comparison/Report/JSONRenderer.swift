import URLSerialization

/// A printer of reports as JSON: the facts, and the sections with their tables, a row on each line.
package enum JSONRenderer {
    /// Returns the document, with a line feed at its end.
    package static func text(for report: Report) -> String {
        let facts = report.facts.map { "\(Escapes.json([$0.key: $0.value]).dropFirst().dropLast()),\n" }.joined()
        let sections = report.sections.filter { !$0.blocks.isEmpty || $0.value != nil }.map(json)
        return "{\n\(facts)\"sections\": [\n\(sections.joined(separator: ",\n"))\n]}\n"
    }

    private static func json(of section: Section) -> String {
        var members: ParameterDictionary = ["id": .string(section.id)]
        members["value"] = section.value
        let notes = section.blocks.compactMap { block -> ParameterValue? in
            if case .note(let text, _, _, _) = block { .string(text) } else { nil }
        }
        if !notes.isEmpty { members["notes"] = .array(notes) }
        for case .table(let table) in section.blocks {
            members["columns"] = .array(table.columns.map { .string($0.id) })
            let rows = table.rows.map { row in Escapes.json(.array(row.map { $0.value ?? .string($0.text) })) }
            let start = Escapes.json(.dictionary(members)).dropLast()
            return "\(start),\"rows\":[\n\(rows.joined(separator: ",\n"))\n]}"
        }
        return Escapes.json(.dictionary(members))
    }
}
