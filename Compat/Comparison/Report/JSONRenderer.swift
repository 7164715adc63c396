import URLSerialization

/// A printer of reports as JSON: the facts, and the sections with their tables, a row on each line.
///
/// The outcomes of values, and their paths, texts and keys, follow the sections, each once. The tables have their
/// numbers:
///
/// | outcome | cell | outcomes | texts |
/// |---|---|---|---|
/// | lost | `0` | `{"state":"lost"}` | |
/// | `x` arrives under the key `a` | `[1,0,1]` | `{"state":"kept","members":["text","key"]}` | `"x"`, `"a"` |
package struct JSONRenderer {
    /// The numbers in the order of first use.
    private var outcomes: [ParameterValue: Int] = [:]
    private var texts: [UTF8Key: Int] = [:]

    /// Returns the document, with a line feed at its end.
    package static func text(for report: Report) -> String {
        var renderer = JSONRenderer()
        let facts = report.facts.map { "\(Escapes.json([$0.key: $0.value]).dropFirst().dropLast()),\n" }.joined()
        let sections = report.sections.filter { !$0.blocks.isEmpty || $0.value != nil }.map { renderer.json(of: $0) }
        let outcomes = renderer.outcomes.sorted { $0.value < $1.value }.map { Escapes.json($0.key) }
        let texts = renderer.texts.sorted { $0.value < $1.value }.map { Escapes.json(.string($0.key.text)) }
        let lists = [("sections", sections)] + (texts.isEmpty ? [] : [("outcomes", outcomes), ("texts", texts)])
        let members = lists.map { "\"\($0)\": [\n\($1.joined(separator: ",\n"))\n]" }
        return "{\n\(facts)\(members.joined(separator: ",\n"))}\n"
    }

    private mutating func json(of section: Section) -> String {
        var members: ParameterDictionary = ["id": .string(section.id)]
        members["value"] = section.value
        let notes = section.blocks.compactMap { block -> ParameterValue? in
            if case .note(let text, _, _, _) = block { .string(text) } else { nil }
        }
        if !notes.isEmpty { members["notes"] = .array(notes) }
        for case .table(let table) in section.blocks {
            members["columns"] = .array(table.columns.map { .string($0.id) })
            let rows = table.rows.map { row in Escapes.json(.array(row.map { value(of: $0) })) }
            let start = Escapes.json(.dictionary(members)).dropLast()
            return "\(start),\"rows\":[\n\(rows.joined(separator: ",\n"))\n]}"
        }
        return Escapes.json(.dictionary(members))
    }

    private mutating func value(of cell: Cell) -> ParameterValue {
        if let path = cell.path { return Self.number(of: UTF8Key(path.text), in: &texts) }
        guard let outcome = cell.outcome else { return cell.value ?? .string(cell.text) }
        var members: ParameterDictionary = [:]
        if outcome.form == .text { members["text"] = outcome.text.map { Self.number(of: UTF8Key($0), in: &texts) } }
        members["key"] = outcome.key.map { Self.number(of: UTF8Key($0), in: &texts) }
        members["position"] = outcome.position.map { .int($0 - 1) }
        var data: ParameterDictionary = ["state": .string(outcome.state.rawValue)]
        if ![.text, .nothing].contains(outcome.form) { data["form"] = .string(outcome.form.rawValue) }
        if !outcome.reasons.isEmpty { data["reasons"] = .array(outcome.reasons.map { .string($0.name) }) }
        if !members.isEmpty { data["members"] = .array(members.map { .string($0.key) }) }
        let number = Self.number(of: .dictionary(data), in: &outcomes)
        return members.isEmpty ? number : .array([number] + members.map(\.value))
    }

    private static func number<Element>(of element: Element, in numbers: inout [Element: Int]) -> ParameterValue {
        let number = numbers[element] ?? numbers.count
        numbers[element] = number
        return .int(number)
    }
}
