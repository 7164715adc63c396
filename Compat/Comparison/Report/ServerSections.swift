import URLSerialization

/// A maker of the sections on the readings of servers.
struct ServerSections {
    let view: ComparisonView
    let form: Report.Form

    // MARK: - Of a comparison

    /// Returns the sections of text: the numbers of values in each state at each server, and for one server the values
    /// and the trees.
    func sections(_ comparison: Comparison, _ servers: [ServerReport]) -> [Section] {
        if form != .text {
            return servers.flatMap { report in
                [counts(report, comparison.leaves.count)]
                    + (form == .data
                        ? [values(report, comparison.leaves)]
                        : report.known.map {
                            Section(id: "", title: "from \($0.name)", isClosed: true, blocks: blocks(of: $0))
                        })
            }
        }
        guard let first = servers.first else { return [] }
        guard !first.known.isEmpty else {
            let note = Block.note("No sender sends a query: there is nothing for a server to read.")
            return [Section(id: "servers", blocks: [note])]
        }
        let columns = servers.map { Column($0.server.title, id: $0.server.name) }
        let rows = first.known.enumerated().map { row, reading in
            [Cell(reading.name)] + servers.map { cell($0.known[row], comparison.leaves.count) }
        }
        let table = Table([Column("Server reads", id: "sender")] + columns, rows, isStackable: false)
        let matrix = Section(id: "servers", blocks: [.table(table)] + servers.map { Self.evidence($0.server) })
        if servers.count == 1 {
            let trees = trees(first.known, verb: "\(first.server.title) reads from")
            return [matrix, values(first, comparison.leaves)] + trees
        }
        // With one server, the trees have these notices.
        let notices = servers.flatMap(\.known).flatMap { reading in
            reading.notices.map { "\(reading.server.name), from \(reading.name): \($0)" }
        }
        return [matrix, Section(id: "notices", blocks: notices.map { .note($0) })]
    }

    private func cell(_ reading: ServerReading, _ leafCount: Int) -> Cell {
        let counts = reading.counts(of: leafCount)
        let text = Outcome.State.ofServers.compactMap { state in counts[state].map { "\($0) \(state.rawValue)" } }
        if counts.isEmpty { return Cell("not aligned", .different) }
        let roles = Set(counts.keys.map(\.role))
        let role = [Role.refused, .different].first(where: roles.contains) ?? .good
        return Cell(text.joined(separator: ", "), role)
    }

    /// Returns a row for each value, in a terminal only for those that do not arrive in their place from every sender.
    private func values(_ report: ServerReport, _ leaves: [PayloadLeaf]) -> Section {
        // For programs, equal readings share a column.
        let groups = report.known.filter { !$0.values.isEmpty }.grouped { form == .data && $0.values == $1.values }
        let readings = groups.map { $0[0] }
        let id = "server-\(report.server.name)-values"
        let isPart = form == .text && !view.showsAll
        let rows = ValueRows(leaves, readings.map(\.values), isPart: isPart, hidesSame: isPart)
        guard rows.count > 0, !readings.isEmpty else { return Section(id: id) }
        let columns = groups.map { Column("from \($0[0].name)", id: $0.map(\.name).joined(separator: ", ")) }
        let titles = form == .data ? [] : [Column("Value")]
        let blocks = rows.blocks(titles + columns, isStackable: false) { row in
            let count = row.leaves.count > 1 ? " (\(row.leaves.count) values)" : ""
            let cells = readings.map { reading in
                let values = row.leaves.map { reading.values[$0] }
                let role = values[0].isSame ? Role.faint : values[0].state.role
                return Cell(text(of: values), role, outcome: values[0])
            }
            return titles.map { _ in Cell(row.path.quotedText.cut() + count) } + cells
        }
        return Section(id: id, blocks: blocks)
    }

    /// Returns the text for the values of a row: the text of the first, with a mark if the others differ.
    private func text(of values: [Outcome]) -> String {
        let (value, isSeveral) = (values[0], values.count > 1)
        let text = value.text.map { "\"\($0.cut())\"" }
        switch value.state {
        case .same, .becameText:
            if values.allSatisfy({ $0.state == .same }) { return "=" }
            return isSeveral ? "arrive" : text ?? "–"
        case .changed: return isSeveral ? "changed" : "changed: \(text ?? "null")"
        case .moved, .renamed, .merged:
            return "\(value.state.rawValue): \((value.key ?? "in its place").cut())\(isSeveral ? ", …" : "")"
        default: return value.state.rawValue
        }
    }

    // MARK: - For pages and programs

    private func counts(_ report: ServerReport, _ leafCount: Int) -> Section {
        let (server, states) = (report.server, Outcome.State.ofServers)
        let rows = report.known.map { reading in
            let counts = reading.counts(of: leafCount)
            return [Cell(reading.name)] + states.map { Cell(count: counts[$0] ?? 0, $0.role) }
        }
        let table = Table([Column("Sender")] + states.map { Column($0.rawValue, isNumber: true) }, rows)
        return Section(
            id: "server-\(server.name)", title: "Read by \(server.title)",
            blocks: [.table(table), Self.evidence(server)] + (form == .page ? [] : notes(report.known)))
    }

    /// Returns the versions that a server's readings were compared with.
    fileprivate static func evidence(_ server: QueryServer) -> Block {
        .note("\(server.name) is \(server.evidence).", role: .faint)
    }

    /// Returns the refusals of readings and the notices of the others, with their names.
    private func notes(_ readings: [ServerReading]) -> [Block] {
        readings.flatMap { reading -> [Block] in
            if case .failure(let refusal) = reading.result {
                return [.note("\(reading.name): \(refusal.text)", role: form == .text ? .refused : .plain)]
            }
            return reading.notices.map { .note("\(reading.name): \($0)") }
        }
    }

    // MARK: - Trees

    /// Returns the trees that servers read, with equal ones together.
    func trees(_ readings: [ServerReading], verb: String) -> [Section] {
        Self.grouped(readings).map { Section(id: "", title: "\(verb) \($0.name)", blocks: blocks(of: $0)) }
    }

    /// Returns the readings with equal ones together, and their names joined.
    private static func grouped(_ readings: [ServerReading]) -> [ServerReading] {
        readings.grouped { $0.result == $1.result && $0.notices == $1.notices }.map { group in
            var reading = group[0]
            reading.name = group.map(\.name).joined(separator: ", ")
            return reading
        }
    }

    private func blocks(of reading: ServerReading) -> [Block] {
        switch reading.result {
        case .failure(let refusal): [.note(refusal.text, role: .refused, indent: 2)]
        case .success(let tree): [.lines(lines(of: layout(tree)))] + reading.notices.map { .note($0, indent: 2) }
        }
    }

    private func layout(_ tree: ParameterValue?) -> TreeLayout {
        TreeLayout(tree, limit: view.showsAll ? .max : TreeLayout.maximumLines)
    }

    private func lines(of layout: TreeLayout) -> [Line] {
        if layout.lines.isEmpty { return [Line(text: "  (nothing)")] }
        return layout.lines.map { Line(text: "  " + $0.text, indent: $0.indent + 4) }
            + (layout.isCut ? [Line(text: "  … (--all has the rest)")] : [])
    }

    /// Returns the trees side by side, with a row for each place and a column for each group of servers with equal
    /// trees. In a terminal that is too narrow, the trees follow each other.
    func comparison(_ readings: [ServerReading], width: Int) -> [Section] {
        let groups = Self.grouped(readings)
        guard groups.count > 1, width >= 26 * groups.count else { return trees(readings, verb: "Read by") }
        let layouts = groups.map { layout(try? $0.result.get()) }
        let texts = layouts.map { layout in
            Dictionary(layout.lines.map { ($0.place, $0.text) }, uniquingKeysWith: { first, _ in first })
        }
        let rows = TreeLayout.places(of: layouts).map { place in
            let cells = texts.map { $0[place] ?? "" }
            let isSame = cells.allSatisfy { $0 == cells[0] }
            return cells.map { Cell($0, isSame ? .plain : .different) }
        }
        let columns = groups.map { Column($0.name) }
        let isCut = layouts.contains(where: \.isCut) ? [Block.note("… (--all has the rest)")] : []
        let table = Block.table(Table(columns, rows, isStackable: false, isEven: true))
        return [Section(id: "readings", blocks: (rows.isEmpty ? [] : [table]) + isCut + notes(groups))]
    }
}

extension Report {
    /// Creates the report on the readings of several servers.
    init(_ readings: [ServerReading], view: ComparisonView, width: Int, for form: Form) {
        title = []
        if form != .data {
            sections = ServerSections(view: view, form: form).comparison(readings, width: width)
            if view.showsAll {
                sections.append(Section(id: "evidence", blocks: readings.map { ServerSections.evidence($0.server) }))
            }
            return
        }
        sections = readings.map { reading in
            Section(id: reading.server.name, blocks: reading.notices.map { .note($0) }, value: reading.value)
        }
    }
}

extension Outcome.State {
    /// The role of values in this state.
    fileprivate var role: Role {
        switch self {
        case .kept, .same, .becameText: .good
        case .lost, .dropped, .refused: .refused
        case .changed, .moved, .renamed, .merged: .different
        }
    }
}

extension ServerReading {
    /// The parameters, or the refusal, for programs.
    var value: ParameterValue {
        switch result {
        case .success(let tree): ["parameters": tree]
        case .failure(let refusal): ["error": .string(refusal.message)]
        }
    }
}
