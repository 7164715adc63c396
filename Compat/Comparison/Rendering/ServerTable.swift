import URLSerialization

/// The readings of servers: a matrix of senders and servers, and for one server the values and the trees.
struct ServerTable {
    let style: TextStyle
    let view: ComparisonView

    /// The lines for the servers' readings of a comparison's queries.
    func lines(for comparison: Comparison, _ servers: [ServerReport]) -> [String] {
        guard !servers.isEmpty else { return [] }
        let shown = comparison.reports.indices.filter { position in
            servers.contains { $0.readings[position] != nil }
        }
        guard !shown.isEmpty else { return ["", "No sender sends a query: there is nothing for a server to read."] }
        let heading = ["Server reads"] + servers.map(\.server.title)
        let rows = shown.map { position in
            [TextGrid.Cell(text: Senders.shortName(of: comparison.reports[position].name))]
                + servers.map { cell($0.readings[position], comparison.leaves.count) }
        }
        var lines =
            [""]
            + TextGrid(style: style).lines(
                heading: heading.map { TextGrid.Cell(text: $0, role: .title, isProse: true) }, rows: rows,
                leastWidths: heading.map { _ in 8 })
        if servers.count > 1 {
            lines += notices(servers, comparison)
        } else {
            lines += values(servers[0], shown, comparison) + trees(servers[0], shown, comparison)
        }
        return lines
    }

    /// The notices that the trees have where there is one server.
    private func notices(_ servers: [ServerReport], _ comparison: Comparison) -> [String] {
        let lines = servers.flatMap { report in
            zip(comparison.reports, report.readings).flatMap { sender, reading in
                (reading?.notices ?? []).flatMap { notice in
                    style.line(
                        "\(report.server.name), from \(Senders.shortName(of: sender.name)): \(style.escaped(notice))",
                        indent: 0)
                }
            }
        }
        return lines.isEmpty ? [] : [""] + lines
    }

    private func cell(_ reading: ServerReading?, _ leafCount: Int) -> TextGrid.Cell {
        guard let reading else { return TextGrid.Cell(text: style.dash, role: .faint) }
        let counts = reading.counts(of: leafCount)
        let text = ServerValue.State.allCases.compactMap { state in counts[state].map { "\($0) \(state.rawValue)" } }
        let isWhole = Set(counts.keys).isSubset(of: [.same, .becameText])
        return TextGrid.Cell(text: text.joined(separator: ", "), role: isWhole ? .plain : .different, isProse: true)
    }

    /// The values that do not arrive in their place from every sender.
    private func values(_ report: ServerReport, _ shown: [Int], _ comparison: Comparison) -> [String] {
        let readings = shown.compactMap { position in
            report.readings[position].flatMap { reading in
                reading.values.isEmpty ? nil : (Senders.shortName(of: comparison.reports[position].name), reading)
            }
        }
        var rows: [LeafRow] = []
        for leaf in comparison.leaves.indices {
            let values = readings.map { $0.1.values[leaf] }
            guard view.showsAll || !values.allSatisfy(\.isWhole) else { continue }
            // A row for each adds nothing where the same happens to all; what a value was changed to is told.
            let isFoldable = !view.showsAll && !values.contains { $0.state == .changed }
            rows.add(
                leaf, cells: values.map { $0.isWhole ? "" : $0.state.rawValue }, isFoldable: isFoldable,
                of: comparison.leaves)
        }
        guard !rows.isEmpty, !readings.isEmpty else { return [] }
        let heading = ["Value"] + readings.map { "from \($0.0)" }
        let cells = rows.prefix(view.showsAll ? rows.count : ValueTable.maximumRows).map { row in
            let count = row.leaves.count > 1 ? " (\(row.leaves.count) values)" : ""
            return [TextGrid.Cell(text: cut(row.path(in: comparison.leaves).quotedText) + count)]
                + readings.map { _, reading in
                    TextGrid.Cell(
                        text: text(of: reading.values[row.leaves]),
                        role: reading.values[row.leaves.lowerBound].isWhole ? .faint : .different)
                }
        }
        let rest = rows.count - cells.count
        return [""]
            + TextGrid(maximumLines: view.showsAll ? nil : 3, style: style).lines(
                heading: heading.map { TextGrid.Cell(text: $0, role: .title) }, rows: Array(cells),
                leastWidths: heading.map { _ in 8 })
            + (rest > 0 ? style.line("\(style.ellipsis) \(rest) more rows (--all has them)", indent: 0) : [])
    }

    /// The text for the values of a row: that of the first, with a mark where the others have another.
    private func text(of values: ArraySlice<ServerValue>) -> String {
        guard let value = values.first else { return "" }
        let isSeveral = values.count > 1
        switch value.state {
        case .same, .becameText:
            if isSeveral { return values.allSatisfy { $0.state == .same } ? "=" : "arrive" }
            return value.state == .same ? "=" : value.text.map { "\"\(cut($0))\"" } ?? style.dash
        case .changed: return value.text.map { "changed: \"\(cut($0))\"" } ?? "changed: null"
        case .moved, .renamed, .merged:
            let place = cut(value.place ?? "in its place")
            return "\(value.state.rawValue): \(place)\(isSeveral ? ", \(style.ellipsis)" : "")"
        case .dropped, .refused: return value.state.rawValue
        }
    }

    // MARK: - Trees

    /// The trees that the server ends up with, the same ones together.
    private func trees(_ report: ServerReport, _ shown: [Int], _ comparison: Comparison) -> [String] {
        let readings = shown.compactMap { position in
            report.readings[position].map { (Senders.shortName(of: comparison.reports[position].name), $0) }
        }
        return lines(readings, verb: "\(report.server.title) reads from")
    }

    /// The lines for the servers' readings of one query.
    func lines(_ readings: [ServerReading]) -> [String] {
        lines(readings.map { ($0.server.title, $0) }, verb: "Read by")
    }

    private func lines(_ readings: [(name: String, reading: ServerReading)], verb: String) -> [String] {
        var groups: [(names: [String], lines: [String])] = []
        for (name, reading) in readings {
            let lines =
                switch reading.result {
                case .success(let tree):
                    self.lines(of: tree) + reading.notices.flatMap { style.line(style.escaped($0), indent: 2) }
                case .failure(let refusal): style.line(style.escaped(refusal.text), indent: 2)
                }
            if let position = groups.firstIndex(where: { $0.lines == lines }) {
                groups[position].names.append(name)
            } else {
                groups.append(([name], lines))
            }
        }
        return groups.flatMap { names, lines in
            [""] + style.heading("\(verb) \(names.joined(separator: ", "))") + lines
        }
    }

    private func lines(of tree: ParameterValue) -> [String] {
        var lines: [String] = []
        var left = view.showsAll ? Int.max : Self.maximumTreeLines
        append(tree, key: nil, indent: 2, to: &lines, &left)
        if left <= 0 { lines += style.line("\(style.ellipsis) (--all has the rest)", indent: 2) }
        return lines.isEmpty ? ["  (nothing)"] : lines
    }

    /// The lines of a tree before the rest is left out.
    private static let maximumTreeLines = 300

    /// Recursive: no parser goes beyond `QueryLimits.maximumDepth`.
    private func append(_ value: ParameterValue, key: String?, indent: Int, to lines: inout [String], _ left: inout Int)
    {
        guard left > 0 else { return }
        let start = key.map { "\($0.isEmpty ? "\"\"" : cut($0)): " } ?? ""
        func line(_ text: String) {
            left -= 1
            lines += LineWrapper.wrapCode(
                String(repeating: " ", count: min(indent, style.width / 2)) + start + text, width: style.width,
                indent: indent + 2)
        }
        switch value {
        case .dictionary(let entries):
            if key != nil { line(entries.isEmpty ? "{}" : "{\(entries.count)}") }
            for (name, value) in entries {
                append(value, key: name, indent: key == nil ? indent : indent + 2, to: &lines, &left)
            }
        case .array(let elements):
            line(elements.isEmpty ? "[]" : "[\(elements.count)]")
            for (index, element) in elements.enumerated() {
                append(element, key: "\(index)", indent: indent + 2, to: &lines, &left)
            }
        case .string(let text): line("\"\(cut(text))\"")
        case .null: line("null")
        case .bool(let flag): line(flag ? "true" : "false")
        default: line(cut("\(value)"))
        }
    }

    /// The beginning of a text, made safe.
    private func cut(_ text: String) -> String {
        let start = text.prefix(TextRenderer.maximumValueLength)
        return style.escaped(String(start)) + (start.endIndex < text.endIndex ? style.ellipsis : "")
    }
}

/// Shows a query as servers read it.
public struct QueryRenderer: Sendable {
    private let style: TextStyle
    private let view: ComparisonView

    /// A renderer.
    public init(style: TextStyle, view: ComparisonView = ComparisonView()) {
        (self.style, self.view) = (style, view)
    }

    /// The trees that servers end up with, the same ones together; every line ends with a line feed.
    public func text(for query: String, servers: [QueryServer]) -> String {
        let readings = servers.map { ServerReading(of: query, by: $0) }
        return ServerTable(style: style, view: view).lines(readings).dropFirst().map { $0 + "\n" }.joined()
    }

    /// The same as JSON.
    public static func json(for query: String, servers: [QueryServer]) throws -> String {
        struct Reading: Encodable {
            let server: String
            let framework: QueryFramework
            var parameters: ParameterValue?
            let notices: [String]
            var error: String?
        }
        let readings = servers.map { server in
            let outcome = ServerReading(of: query, by: server)
            var reading = Reading(server: server.name, framework: server.framework, notices: outcome.notices)
            switch outcome.result {
            case .success(let parameters): reading.parameters = parameters
            case .failure(let refusal): reading.error = refusal.message
            }
            return reading
        }
        return try JSONRenderer.text(of: readings)
    }
}
