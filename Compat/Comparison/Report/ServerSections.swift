import URLSerialization

/// Makes the sections on the readings of servers.
struct ServerSections {
    let view: ComparisonView
    let form: Report.Form

    // MARK: - Of a comparison

    /// For people, the numbers of values in each state at each server, and for one server the values and the trees.
    func sections(_ comparison: Comparison, _ servers: [ServerReport]) -> [Report.Section] {
        let shown = comparison.reports.indices.filter { position in
            servers.contains { $0.readings[position] != nil }
        }
        if servers.isEmpty { return [] }
        if form != .text {
            return servers.flatMap { server in
                [counts(server, shown, comparison)]
                    + (form == .data ? [data(server, shown, comparison)] : pageTrees(server, shown, comparison))
            }
        }
        guard !shown.isEmpty else {
            let text = "No sender sends a query: there is nothing for a server to read."
            return [Report.Section(id: "servers", blocks: [.note(text)])]
        }
        let columns =
            [Report.Column(id: "sender", title: "Server reads")]
            + servers.map { Report.Column(id: $0.server.name, title: $0.server.title) }
        let rows = shown.map { position in
            Report.Row(
                cells: [Report.Cell(text: comparison.reports[position].sender.shortName)]
                    + servers.map { cell($0.readings[position], comparison.leaves.count) })
        }
        let matrix = Report.Section(
            id: "servers", blocks: [.table(Report.Table(columns: columns, rows: rows, isStackable: false))])
        guard servers.count == 1 else { return [matrix, notices(servers, comparison)] }
        let readings = shown.compactMap { position in
            servers[0].readings[position].map { (comparison.reports[position].sender.shortName, $0) }
        }
        return [matrix, values(servers[0], shown, comparison)]
            + trees(readings, verb: "\(servers[0].server.title) reads from")
    }

    /// The notices that the trees have where there is one server.
    private func notices(_ servers: [ServerReport], _ comparison: Comparison) -> Report.Section {
        let texts = servers.flatMap { report in
            zip(comparison.reports, report.readings).flatMap { sender, reading in
                (reading?.notices ?? []).map { "\(report.server.name), from \(sender.sender.shortName): \($0)" }
            }
        }
        return Report.Section(id: "notices", blocks: texts.map { .note($0) })
    }

    private func cell(_ reading: ServerReading?, _ leafCount: Int) -> Report.Cell {
        guard let reading else { return Report.Cell(text: "–", role: .faint) }
        let counts = reading.counts(of: leafCount)
        let text = ServerValue.State.allCases.compactMap { state in counts[state].map { "\($0) \(state.rawValue)" } }
        let isWhole = Set(counts.keys).isSubset(of: [.same, .becameText])
        return Report.Cell(text: text.joined(separator: ", "), role: isWhole ? .good : .different)
    }

    /// The values that do not arrive in their place from every sender.
    private func values(_ report: ServerReport, _ shown: [Int], _ comparison: Comparison) -> Report.Section {
        let readings = shown.compactMap { position in
            report.readings[position].flatMap { reading in
                reading.values.isEmpty ? nil : (comparison.reports[position].sender.shortName, reading)
            }
        }
        var rows = ValueRows<ServerValue.Kind>(leaves: comparison.leaves, isFolded: !view.showsAll)
        for leaf in comparison.leaves.indices {
            let values = readings.map { $0.1.values[leaf] }
            if view.showsAll || !values.allSatisfy(\.isWhole) { rows.add(leaf, values.map(\.kind)) }
        }
        let shownRows = rows.all(limit: view.showsAll ? .max : ComparisonSections.maximumRows)
        guard !shownRows.isEmpty, !readings.isEmpty else { return Report.Section(id: "server-values", blocks: []) }
        let columns =
            [Report.Column(id: "value", title: "Value", isProse: false)]
            + readings.map { Report.Column(id: $0.0, title: "from \($0.0)", isProse: false) }
        let cells = shownRows.map { row in
            let count = row.leaves.count > 1 ? " (\(row.leaves.count) values)" : ""
            let path = row.leaves.count > 1 ? row.path : comparison.leaves[row.leaves[0]].path.quotedText
            return Report.Row(
                cells: [Report.Cell(text: Report.cut(path) + count)]
                    + readings.map { _, reading in
                        Report.Cell(
                            text: text(of: row.leaves.map { reading.values[$0] }),
                            role: reading.values[row.leaves[0]].isWhole ? .faint : .different)
                    })
        }
        let table = Report.Table(
            columns: columns, rows: cells, maximumLines: view.showsAll ? nil : 3, isStackable: false)
        let rest = rows.count - cells.count
        return Report.Section(
            id: "server-values",
            blocks: [.table(table)] + (rest > 0 ? [.note("… \(rest) more rows (--all has them)")] : []))
    }

    /// The text for the values of a row: that of the first, with a mark where the others have another.
    private func text(of values: [ServerValue]) -> String {
        guard let value = values.first else { return "" }
        let isSeveral = values.count > 1
        switch value.state {
        case .same, .becameText:
            if isSeveral { return values.allSatisfy { $0.state == .same } ? "=" : "arrive" }
            return value.state == .same ? "=" : value.text.map { "\"\(Report.cut($0))\"" } ?? "–"
        case .changed where isSeveral: return "changed"
        case .changed: return value.text.map { "changed: \"\(Report.cut($0))\"" } ?? "changed: null"
        case .moved, .renamed, .merged:
            return "\(value.state.rawValue): \(Report.cut(value.place ?? "in its place"))\(isSeveral ? ", …" : "")"
        case .dropped, .refused: return value.state.rawValue
        }
    }

    // MARK: - For pages and programs

    private func counts(_ report: ServerReport, _ shown: [Int], _ comparison: Comparison) -> Report.Section {
        let states = ServerValue.State.allCases
        let rows = shown.compactMap { position -> Report.Row? in
            guard let counts = report.readings[position]?.counts(of: comparison.leaves.count) else { return nil }
            let cells = states.map { Report.Cell(text: "\(counts[$0] ?? 0)", value: .int(counts[$0] ?? 0)) }
            return Report.Row(cells: [Report.Cell(text: comparison.reports[position].sender.shortName)] + cells)
        }
        let columns =
            [Report.Column(id: "sender", title: "Sender")]
            + states.map { Report.Column(id: $0.rawValue, title: $0.rawValue, isNumber: true) }
        let readings = zip(comparison.reports, report.readings).compactMap { sender, reading in
            reading.map { (sender.sender.shortName, $0) }
        }
        let notes =
            form == .page
            ? []
            : readings.flatMap { name, reading -> [Report.Block] in
                guard case .failure(let refusal) = reading.result else {
                    return reading.notices.map { .note("\(name): \($0)") }
                }
                return [.note("\(name): \(refusal.text)")]
            }
        return Report.Section(
            id: "server-\(report.server.name)", title: "Read by \(report.server.title)",
            blocks: [.table(Report.Table(columns: columns, rows: rows))] + notes)
    }

    /// A row for each value in the order of the payload, a column for each sender.
    private func data(_ report: ServerReport, _ shown: [Int], _ comparison: Comparison) -> Report.Section {
        let readings = shown.compactMap { position in
            report.readings[position].map { (comparison.reports[position].sender.shortName, $0) }
        }.filter { !$0.1.values.isEmpty }
        let rows = comparison.leaves.indices.map { leaf in
            Report.Row(
                cells: readings.map { _, reading in
                    let value = reading.values[leaf]
                    var members: [(key: String, value: Report.Value)] = [("state", .string(value.state.rawValue))]
                    if let place = value.place { members.append(("place", .string(place))) }
                    if value.state == .changed, let text = value.text { members.append(("text", .string(text))) }
                    return Report.Cell(value: members.count == 1 ? members[0].value : .object(members))
                })
        }
        return Report.Section(
            id: "server-\(report.server.name)-values",
            blocks: [.table(Report.Table(columns: readings.map { Report.Column(id: $0.0, title: "") }, rows: rows))])
    }

    private func pageTrees(_ report: ServerReport, _ shown: [Int], _ comparison: Comparison) -> [Report.Section] {
        shown.compactMap { position in
            report.readings[position].map { reading in
                let name = comparison.reports[position].sender.shortName
                return Report.Section(id: "", title: "from \(name)", isClosed: true, blocks: blocks(of: reading))
            }
        }
    }

    // MARK: - Trees

    /// The trees that servers end up with, the same ones together.
    func trees(_ readings: [(name: String, reading: ServerReading)], verb: String) -> [Report.Section] {
        Self.groups(readings).map { names, reading in
            let title = "\(verb) \(names.joined(separator: ", "))"
            return Report.Section(id: title, title: title, blocks: blocks(of: reading))
        }
    }

    /// Readings of the same together, with their names.
    private static func groups(
        _ readings: [(name: String, reading: ServerReading)]
    ) -> [(names: [String], reading: ServerReading)] {
        var groups: [(names: [String], reading: ServerReading)] = []
        for (name, reading) in readings {
            if let position = groups.firstIndex(where: { $0.reading.isShown(as: reading) }) {
                groups[position].names.append(name)
            } else {
                groups.append(([name], reading))
            }
        }
        return groups
    }

    private func blocks(of reading: ServerReading) -> [Report.Block] {
        switch reading.result {
        case .failure(let refusal): [.note(refusal.text, role: .refused, indent: 2)]
        case .success(let tree): [.lines(lines(of: tree))] + reading.notices.map { .note($0, indent: 2) }
        }
    }

    private func lines(of tree: ParameterValue) -> [Report.Line] {
        let layout = TreeLayout(tree, limit: view.showsAll ? .max : TreeLayout.maximumLines)
        if layout.lines.isEmpty { return [Report.Line(text: "  (nothing)")] }
        return layout.lines.map { Report.Line(text: "  " + $0.text, indent: $0.indent + 4) }
            + (layout.isCut ? [Report.Line(text: "  … (--all has the rest)")] : [])
    }

    /// The trees side by side, a row for each place and a column for each group of servers that read alike; one below
    /// the other where the terminal is too narrow.
    func comparison(_ readings: [ServerReading], width: Int) -> [Report.Section] {
        let named = readings.map { (name: $0.server.title, reading: $0) }
        let groups = Self.groups(named)
        guard groups.count > 1, width >= 26 * groups.count else { return trees(named, verb: "Read by") }
        let limit = view.showsAll ? Int.max : TreeLayout.maximumLines
        let layouts = groups.map { group in
            (try? group.reading.result.get()).map { TreeLayout($0, limit: limit) } ?? TreeLayout()
        }
        let texts = layouts.map { layout in
            Dictionary(layout.lines.map { ($0.place, $0.text) }, uniquingKeysWith: { first, _ in first })
        }
        let rows = TreeLayout.places(of: layouts).map { place in
            let cells = texts.map { $0[place] ?? "" }
            let isSame = cells.allSatisfy { $0 == cells[0] }
            return Report.Row(cells: cells.map { Report.Cell(text: $0, role: isSame ? .plain : .different) })
        }
        let columns = groups.map { group in
            Report.Column(id: group.names[0], title: group.names.joined(separator: ", "), isProse: false)
        }
        let notes = groups.flatMap { group -> [Report.Block] in
            let names = group.names.joined(separator: ", ")
            if case .failure(let refusal) = group.reading.result {
                return [.note("\(names): \(refusal.text)", role: .refused)]
            }
            return group.reading.notices.map { .note("\(names): \($0)") }
        }
        let isCut = layouts.contains(where: \.isCut) ? [Report.Block.note("… (--all has the rest)")] : []
        let table = Report.Table(columns: columns, rows: rows, isStackable: false, isEven: true)
        return [Report.Section(id: "readings", blocks: (rows.isEmpty ? [] : [.table(table)]) + isCut + notes)]
    }

    /// The trees for programs.
    static func data(_ readings: [ServerReading]) -> [Report.Section] {
        readings.map { reading in
            let value: Report.Value =
                switch reading.result {
                case .success(let tree): .object([("parameters", .parameters(tree))])
                case .failure(let refusal): .object([("error", .string(refusal.message))])
                }
            return Report.Section(
                id: reading.server.name, blocks: reading.notices.map { .note($0) }, value: value)
        }
    }
}

extension Report {
    /// The report on a query as servers read it.
    package init(
        query: String, in part: QueryServer.Part = .query, readBy servers: [QueryServer],
        view: ComparisonView = ComparisonView(), width: Int = 80,
        for form: Form = .text
    ) {
        let readings = servers.map { ServerReading(of: query, in: part, by: $0) }
        title = []
        sections =
            form == .data
            ? ServerSections.data(readings)
            : ServerSections(view: view, form: form).comparison(readings, width: width)
    }
}

extension ServerReading {
    fileprivate func isShown(as other: ServerReading) -> Bool {
        guard notices == other.notices else { return false }
        return switch (result, other.result) {
        case (.success(let left), .success(let right)): "\(left)" == "\(right)"
        case (.failure(let left), .failure(let right)): left == right
        default: false
        }
    }
}

extension ServerValue {
    /// The state of a value, by which rows are one.
    struct Kind: RowKind {
        let state: State?
        /// A change is told for each value.
        var isPlain: Bool { state != .changed }
    }

    var kind: Kind { Kind(state: isWhole ? nil : state) }
}
