import URLSerialization

extension Report {
    /// Creates the report on a comparison: the summary, the values, the servers' readings, the reasons.
    ///
    /// - Parameter servers: The servers' readings, which are shown first.
    package init(
        _ comparison: Comparison, servers: [ServerReport] = [], view: ComparisonView = ComparisonView(),
        for form: Form = .text
    ) {
        let maker = ComparisonSections(comparison: comparison, view: view, form: form)
        let (payload, isText) = (comparison.payload, form == .text)
        let place = view.showsRaw || view.showsNotes || form == .page ? " \(comparison.url.absoluteString)" : ""
        title = [
            payload.name, payload.format.rawValue, Report.count(comparison.leaves.count, "value"),
            comparison.method + place,
        ]
        // A server may read less than a request carries.
        if isText, servers.isEmpty { title.append("as sent, before a server reads it") }
        facts = [
            "payload": .string(payload.name), "format": .string(payload.format.rawValue),
            "values": .int(comparison.leaves.count), "method": .string(comparison.method),
            "url": .string(comparison.url.absoluteString), "hasDifferences": .bool(comparison.hasDifferences),
            "notices": .array(payload.notices.map { .string($0) }),
            "losses": .array(payload.roundings.map { .string($0) }),
        ]
        sections = [maker.summaries()]
        if isText, view.isSummary {
            sections.append(maker.refusals())
        } else {
            let readings = ServerSections(view: view, form: form).sections(comparison, servers)
            let content = isText && view.showsRaw ? maker.requests() : [maker.values()]
            sections = isText && !servers.isEmpty ? readings + sections : sections + content + readings
            sections += maker.reasons()
            if form == .data, view.hasBodies { sections.append(maker.requestData()) }
            if isText, view.showsNotes { sections.append(maker.notes()) }
        }
        if isText, servers.isEmpty, let last = sections.lastIndex(where: { !$0.blocks.isEmpty }) {
            let next = "→ which server? add --server laravel · code for it: match --for laravel FILE"
            sections[last].blocks.append(.note(next))
        }
        guard form == .page else { return }
        filters = maker.columns.map { column in
            let isChecked = view.showsAll || maker.isMain(column[0])
            return ("s\(column[0])", comparison.reports[column[0]].sender.shortName, isChecked)
        }
        filters.append(("differs", "only what differs", !view.showsAll))
    }

    /// A maker of the sections on a comparison.
    struct ComparisonSections {
        let comparison: Comparison
        let view: ComparisonView
        let form: Form
        /// The columns of values: for each, the numbers of the senders whose values are all the same.
        private(set) var columns: [[Int]] = []

        init(comparison: Comparison, view: ComparisonView, form: Form) {
            (self.comparison, self.view, self.form) = (comparison, view, form)
            let reports = comparison.reports
            let displayed = reports.indices.filter { number in
                let report = reports[number]
                let isOther = report.name != comparison.reference.name && report.request != nil
                guard isOther, report.alignment.isKnown else { return false }
                if form != .text || view.showsAll { return true }
                return isMain(number) && !(comparison.hasReference && report.outcomes.allSatisfy(\.isSame))
            }
            columns = displayed.grouped { left, right in
                form != .page && reports[left].outcomes.elementsEqual(reports[right].outcomes) { $0.looks(like: $1) }
            }
        }

        /// Whether a sender has a column unless all have one: it was chosen, sends a query, or is the first of JSON.
        func isMain(_ number: Int) -> Bool {
            view.isChosen || comparison.reports[number].isQuery
                || number == comparison.reports.firstIndex { $0.request?.form == .json }
        }
    }
}

extension Report.ComparisonSections {
    private var leaves: [PayloadLeaf] { comparison.leaves }
    /// Whether long texts and tables are shortened, and repetitions are omitted.
    var isPart: Bool { form == .text && !view.showsAll }

    // MARK: - Summary

    /// Returns a row for each sender. In a terminal, the senders of JSON share a row, as do those of property lists.
    func summaries() -> Section {
        let groups = comparison.reports.grouped {
            isPart && !view.isChosen && !$0.sender.kind.isEmpty && $0.sender.kind == $1.sender.kind
        }
        let numbers = ["Bytes", "Kept", "Changed", "Lost"].map { Column($0, isNumber: true) }
        let columns = [Column("Sender")] + numbers + [Column("vs AFNetworking", id: "effect")]
        let title = form == .page ? "Summary" : ""
        return Section(id: "summary", title: title, blocks: [.table(Table(columns, groups.map(row)))])
    }

    /// Returns a sender's result or, for several of a kind, the result of the first, and how many refuse.
    private func row(_ reports: [SenderReport]) -> [Cell] {
        let first = reports.first { $0.request != nil } ?? reports[0]
        let (kind, summary) = (first.sender.kind, comparison.summary(of: first))
        var (name, effect) = (Cell(first.name, short: first.sender.shortName), effect(of: first, summary))
        if reports.count > 1 {
            let text = "\(kind) (\(Report.count(reports.count, "sender")))"
            name = Cell(text, short: kind == "JSON" ? kind : "plists")
            let count = reports.count { $0.refusal != nil }
            if 1..<reports.count ~= count { effect.text += "; \(count) refuse\(count == 1 ? "s" : "")" }
        }
        let numbers = [summary.bytes ?? 0, summary.kept, summary.changed, summary.lost]
        let cells = zip(numbers, [Role.plain, .good, .different, .refused]).map { Cell(count: $0, $1) }
        return [name] + (summary.bytes == nil ? cells.map { _ in Cell(value: .null) } : cells) + [effect]
    }

    private func effect(of report: SenderReport, _ summary: SenderSummary) -> Cell {
        let (count, isWhole) = (summary.differing ?? 0, summary.changed + summary.lost == 0)
        let (text, role): (String, Role) =
            switch summary.effect {
            case _ where report.request == nil: ("refused", .refused)
            case .reference: ("the reference", .faint)
            case .sameBytes: ("same bytes", .good)
            case .sameValues: ("same values", .good)
            case .refused: ("it refuses", .different)
            case .unknown: (report.alignment.isKnown ? "unknown" : "not aligned", .faint)
            case .differs: ("\(count) differ\(count == 1 ? "s" : "")", isWhole ? .good : .different)
            }
        return Cell(text, role, value: .string(summary.effect.rawValue))
    }

    // MARK: - Values

    /// Returns a row for each value: the reference's, and the other senders' if they differ from it.
    func values() -> Section {
        var section = Section(id: "values", title: form == .page ? "Values" : "")
        if form == .text, columns.isEmpty, !view.showsAll || leaves.isEmpty {
            let hasOthers = comparison.reports.contains { $0.name != comparison.reference.name && $0.request != nil }
            if hasOthers, !leaves.isEmpty { section.blocks = [.note("All values are the same.")] }
            return section
        }
        let rows = ValueRows(
            leaves, columns.map { comparison.reports[$0[0]].outcomes }, isPart: isPart,
            hidesSame: isPart && comparison.hasReference)
        let titles = [Column("Value"), Column("AFNetworking", id: "reference")]
        let senders = columns.map { column in
            let name = column.map { comparison.reports[$0].sender.shortName }.joined(separator: ", ")
            return Column(name, id: name, filter: form == .page ? "s\(column[0])" : "")
        }
        section.blocks = rows.blocks(titles + senders, cells: row)
        if rows.count < leaves.count {
            let names = columns.count == 1 ? "It agrees" : "All agree"
            let rest = Report.count(leaves.count - rows.count, "other value")
            section.blocks.append(.note("\(names) on \(rest)."))
        }
        return section
    }

    private func row(_ row: ValueRows.Row) -> [Cell] {
        let (leaf, isSeveral) = (row.leaves[0], row.leaves.count > 1)
        let reference = comparison.reference.outcomes.isEmpty ? nil : comparison.reference.outcomes[leaf]
        let outcomes = columns.map { comparison.reports[$0[0]].outcomes[leaf] }
        let own = reference.map { content($0) } ?? leaves[leaf].queryText.map { quoted($0) } ?? "–"
        let text = isSeveral ? "(\(row.leaves.count) values)" : own
        let first = Cell(text, isSeveral ? .faint : .plain, value: .null, outcome: reference)
        let others = outcomes.map { outcome in
            Cell(
                self.text(of: outcome, reference, isSeveral: isSeveral),
                outcome.isSame ? .faint : outcome.form == .nothing ? .refused : .different,
                value: "=", outcome: outcome.isSame ? nil : outcome)
        }
        return [Cell(row.path.text.cut(), path: row.path), first] + others
    }

    private func text(of outcome: Outcome, _ reference: Outcome?, isSeveral: Bool) -> String {
        if outcome.isSame { return "=" }
        if isSeveral {
            return outcome.form == .nothing ? "–" : outcome.reasons.first?.name ?? outcome.state.rawValue
        }
        let isEqual = reference.map { $0.form == outcome.form && $0.text == outcome.text } ?? false
        let hasPlace = outcome.position != nil || outcome.key != nil
        var text = isEqual && hasPlace ? "=" : content(outcome, otherThan: reference?.text)
        if let position = outcome.position { text += " at [\(position - 1)]" }
        if let key = outcome.key { text += " as \(key.cut())" }
        return text
    }

    private func content(_ outcome: Outcome, otherThan reference: String? = nil) -> String {
        switch outcome.form {
        case .text: quoted(outcome.text ?? "", otherThan: reference)
        case .null: "(null)"
        case .emptyCollection: "(empty)"
        case .described: "(in a description)"
        case .parts: "(in parts)"
        case .nothing: "–"
        }
    }

    /// Returns a text, in quotation marks if it would be ambiguous. If a long text begins like the reference's, only
    /// the part where they differ is returned.
    private func quoted(_ text: String, otherThan reference: String? = nil) -> String {
        var (start, rest) = ("", text[...])
        if let reference, text.utf8.count > 60 {
            let common = zip(text, reference).prefix { $0 == $1 }.count
            if common > 40 { (start, rest) = ("…", text.dropFirst(common - 20)) }
        }
        let cut = view.showsAll ? rest.cut(to: 4000) : rest.cut()
        let isMark = cut.isEmpty || ["=", "–"].contains(cut)
        let hasEdge = "(\" ".contains(cut.first ?? "x") || cut.last == " "
        return start + (isMark || hasEdge ? "\"\(cut)\"" : cut)
    }

    // MARK: - Requests

    /// Returns the requests for programs, each once with the senders that make it.
    func requestData() -> Section {
        let rows = comparison.reports.enumerated().compactMap { number, report -> [Cell]? in
            guard let request = report.request else { return nil }
            var body = ParameterValue.null
            if let data = request.body {
                let twin = comparison.reports.prefix(number).first { $0.request?.body == data }
                body =
                    twin.map { ["sameAs": .string($0.name)] } ?? String(data: data, encoding: .utf8).map { .string($0) }
                    ?? ["base64": .string(data.base64EncodedString())]
            }
            let headers = ParameterDictionary(request.headers.map { ($0.name, .string($0.value)) })
            return [.string(report.name), .string(request.line), .dictionary(headers), body].map { Cell(value: $0) }
        }
        let columns = ["sender", "line", "headers", "body"].map { Column($0) }
        return Section(id: "requests", blocks: [.table(Table(columns, rows))])
    }

    /// The greatest number of a body's lines to show.
    private static let maximumBodyLines = 300

    /// Returns the requests as they are sent. Senders of the same request share a section.
    func requests() -> [Section] {
        comparison.reports.grouped { $0.request != nil && $0.request == $1.request }.map { group in
            let names = group.map(\.name).joined(separator: ", ")
            guard let request = group[0].request else {
                return Section(id: names, title: names, blocks: [.note("Refused", role: .refused, indent: 2)])
            }
            let headers = request.headers.map { header in
                let expected = comparison.reference.request.map { $0.headers[header.name] }
                let isDifferent = header.name == "Content-Type" && expected != nil && expected != header.value
                let text = "  \(isDifferent ? "≠ " : "")\(header.name): \(header.value)"
                return Line(text: text, role: isDifferent ? .different : .plain, indent: 6)
            }
            let head = [Line(text: "  " + request.line.cut(to: 4000), indent: 6)] + headers
            return Section(id: names, title: names, blocks: [.lines(head), .lines(body(of: request, group[0]))])
        }
    }

    private func body(of request: SentRequest, _ report: SenderReport) -> [Line] {
        func note(_ text: String) -> Line { Line(text: "  \(text)", role: .faint) }
        if !request.hasBody, request.query.isEmpty { return [note("no body, no query")] }
        let size = request.hasBody ? "body, \(Report.count(request.size, "byte"))" : "no body; the query"
        let twin = comparison.reports.prefix { $0.name != report.name }.first {
            $0.request?.body == request.body && (request.hasBody || $0.request?.query == request.query)
        }
        if let twin, request.body?.isEmpty != true {
            let what = request.hasBody ? "\(size): the same bytes" : "no body; the same query"
            return [note("\(what) as \(twin.name)")]
        }
        let different = Set(report.differences.map(\.place))
        let layout = BodyLayout(report).lines
        let lines = layout.prefix(Self.maximumBodyLines).map { line in
            let isDifferent =
                line.pair.map { pair in
                    report.alignment.leafOfPair[pair].map { different.contains(.leaf($0)) }
                        ?? (!report.isQuery && different.contains(.pair(pair, key: report.pairs[pair].key)))
                } ?? false
            let mark = isDifferent ? "≠ " : report.differences.isEmpty ? "" : "  "
            let start = mark + String(repeating: " ", count: min(line.indent, 16))
            return Line(
                text: "  " + start + line.text.cut(), role: isDifferent ? .different : .plain,
                indent: start.count + 4)
        }
        let rest = layout.count - lines.count
        return [note("\(size):")] + lines + (rest > 0 ? [note("… \(rest) more lines (--format json has all)")] : [])
    }

    /// Returns the notes on the use of each sender, and on the file.
    func notes() -> Section {
        let notices = comparison.payload.notices.prefix(50).map { (name: comparison.payload.name, text: $0) }
        let notes = comparison.reports.flatMap { report in report.sender.notes.map { (report.name, $0) } }
        let texts =
            (notices + notes).grouped { $0.text == $1.text }
            .map { "- \($0.map(\.name).joined(separator: ", ")): \($0[0].text)" }
            + ["- Bodies are laid out for reading; --format json has their bytes."]
        return Section(id: "notes", title: "Notes", blocks: texts.map { .note($0, role: .faint, indent: 2) })
    }
}

extension Comparison: CustomStringConvertible {
    /// The report as the command prints it, in 80 columns.
    public var description: String { TextRenderer(style: TextStyle()).text(for: Report(self)) }
}
