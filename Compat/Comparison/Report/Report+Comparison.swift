import URLSerialization

extension Report {
    /// The report on a comparison: the verdict, the values, what servers read, the reasons.
    ///
    /// - Parameter servers: The servers' readings, which come first.
    package init(
        _ comparison: Comparison, servers: [ServerReport] = [], view: ComparisonView = ComparisonView(),
        for form: Form = .text
    ) {
        let maker = ComparisonSections(comparison: comparison, view: view, form: form)
        let payload = comparison.payload
        let place = view.showsRaw || view.showsNotes || form == .page
        title = [
            payload.name, payload.format.rawValue, Report.count(comparison.leaves.count, "value"),
            comparison.method + (place ? " \(comparison.url.absoluteString)" : ""),
        ]
        facts = [
            ("payload", .string(payload.name)), ("format", .string(payload.format.rawValue)),
            ("values", .int(comparison.leaves.count)), ("method", .string(comparison.method)),
            ("url", .string(comparison.url.absoluteString)), ("hasDifferences", .bool(comparison.hasDifferences)),
            ("notices", .array(payload.notices.map { .string($0) })),
            ("losses", .array(payload.losses.map { .string("\($0.key ?? "") \($0.text)") })),
        ]
        sections = [maker.verdicts()]
        if !view.isSummary || form != .text {
            let readings = ServerSections(view: view, form: form).sections(comparison, servers)
            if form == .text, !servers.isEmpty {
                sections = readings + sections
            } else {
                sections += view.showsRaw && form == .text ? maker.requests() : [maker.values()]
                sections += readings
            }
            sections += maker.reasons()
            if form == .data, view.hasBodies { sections.append(maker.requestData()) }
            if view.showsNotes, form == .text { sections.append(maker.notes()) }
        }
        if form == .page {
            let firstJSON = comparison.reports.firstIndex { $0.request?.form == .json }
            filters = maker.columns.map { column in
                let report = comparison.reports[column.first]
                let isShown =
                    view.showsAll || view.isChosen || report.request?.form == .query || column.first == firstJSON
                return ("s\(column.first)", report.sender.shortName, isShown)
            }
            hidesAgreement = !view.showsAll
        }
    }
}

/// Makes the sections on a comparison.
struct ComparisonSections {
    let comparison: Comparison
    let view: ComparisonView
    let form: Report.Form
    /// The columns of values: the senders whose values are all the same, and the number of the first.
    let columns: [(first: Int, names: [String])]

    /// The rows of values before the rest is left out.
    static let maximumRows = 200

    init(comparison: Comparison, view: ComparisonView, form: Report.Form) {
        (self.comparison, self.view, self.form) = (comparison, view, form)
        var columns: [(first: Int, names: [String])] = []
        var hasJSON = false
        for (number, report) in comparison.reports.enumerated() where report.name != comparison.reference.name {
            guard let kind = report.request?.form, report.alignment.isKnown else { continue }
            if form == .text, !view.showsAll {
                if !view.isChosen {
                    if kind == .propertyList || (kind == .json && hasJSON) { continue }
                    hasJSON = hasJSON || kind == .json
                }
                if comparison.hasReference, report.outcomes.allSatisfy(\.isSame) { continue }
            }
            let twin = columns.firstIndex { column in
                comparison.reports[column.first].outcomes.elementsEqual(report.outcomes) { $0.isShown(as: $1) }
            }
            if form != .page, let twin {
                columns[twin].names.append(report.sender.shortName)
            } else {
                columns.append((number, [report.sender.shortName]))
            }
        }
        self.columns = columns
    }

    private var leaves: [PayloadLeaf] { comparison.leaves }

    // MARK: - Verdict

    /// A row for each sender; in a terminal senders of JSON, and of property lists, have one together.
    func verdicts() -> Report.Section {
        var rows: [Report.Row] = []
        var kinds: Set<String> = []
        for report in comparison.reports {
            let verdict = comparison.verdict(on: report)
            let twins = comparison.reports.filter { $0.sender.kind == report.sender.kind }
            let kind = report.sender.kind
            if form == .text, !view.showsAll, !view.isChosen, !kind.isEmpty, twins.count > 1 {
                if kinds.insert(kind).inserted { rows.append(row(ofKind: kind, twins)) }
                continue
            }
            rows.append(row(report.name, report, verdict, effect(of: report, verdict)))
        }
        let titles = [
            ("sender", "Sender"), ("bytes", "Bytes"), ("kept", "Kept"), ("changed", "Changed"), ("lost", "Lost"),
            ("effect", "vs AFNetworking"),
        ]
        let columns = titles.enumerated().map { number, title in
            Report.Column(
                id: title.0, title: title.1, isNumber: (1...4).contains(number), leastWidth: number == 5 ? 12 : nil)
        }
        return Report.Section(
            id: "verdict", title: form == .page ? "Verdict" : "",
            blocks: [.table(Report.Table(columns: columns, rows: rows))])
    }

    /// One row for all senders of a kind: their results, or how many of them refuse and why.
    private func row(ofKind kind: String, _ reports: [SenderReport]) -> Report.Row {
        let shown = reports.first { $0.request != nil } ?? reports[0]
        let verdict = comparison.verdict(on: shown)
        var cell = effect(of: shown, verdict)
        let refusals = reports.compactMap { report -> String? in
            if case .failure(let refusal) = report.result { refusal.message } else { nil }
        }
        if let reason = refusals.first {
            let isAll = refusals.count == reports.count
            cell.text = (isAll ? "refused: " : "\(cell.text); \(refusals.count) refuse: ") + Report.cut(reason, to: 120)
        }
        return row("\(kind) (\(Report.count(reports.count, "sender")))", shown, verdict, cell)
    }

    private func row(_ name: String, _ report: SenderReport, _ verdict: Verdict, _ effect: Report.Cell) -> Report.Row {
        let isWhole = report.request != nil && verdict.changed + verdict.lost == 0
        let numbers = [verdict.bytes, verdict.kept, verdict.changed, verdict.lost].map { number in
            verdict.bytes == nil
                ? Report.Cell(value: .null)
                : Report.Cell(text: "\(number ?? 0)", role: isWhole ? .good : .plain, value: .int(number ?? 0))
        }
        let isOwn = name == report.name
        let short = isOwn ? report.sender.shortName : report.sender.kind == "JSON" ? "JSON" : "plists"
        return Report.Row(cells: [Report.Cell(text: name, short: short)] + numbers + [effect])
    }

    private func effect(of report: SenderReport, _ verdict: Verdict) -> Report.Cell {
        let kind = form == .text ? report.request?.form : .query
        let prefix = kind == .json ? "JSON, " : kind == .propertyList ? "plist, " : ""
        var cell: Report.Cell =
            switch verdict.effect {
            case _ where report.request == nil: Report.Cell(text: "refused", role: .refused)
            case .reference: Report.Cell(text: "the reference", role: .faint)
            case .sameBytes: Report.Cell(text: "same bytes", role: .good)
            case .sameValues: Report.Cell(text: prefix + "same values", role: .good)
            case .refused: Report.Cell(text: "\(prefix)it refuses", role: .different)
            case .unknown where !report.alignment.isKnown: Report.Cell(text: "not aligned", role: .faint)
            case .unknown: Report.Cell(text: prefix + "unknown", role: .faint)
            case .differs: Report.Cell(text: prefix + "\(verdict.differing ?? 0) differ", role: .different)
            }
        cell.value = .string(verdict.effect.rawValue)
        return cell
    }

    // MARK: - Values

    /// A row for each value: the reference's, and those of the other senders where they differ from it.
    func values() -> Report.Section {
        let hasOthers = comparison.reports.contains { $0.name != comparison.reference.name && $0.request != nil }
        guard form != .text || !leaves.isEmpty && (hasOthers || view.showsAll) else {
            return Report.Section(id: "values", blocks: [])
        }
        guard form != .text || !columns.isEmpty || view.showsAll else {
            return Report.Section(id: "values", blocks: [.note("All values are the same.")])
        }
        var rows = ValueRows<Outcome.Kind>(leaves: leaves, isFolded: form == .text && !view.showsAll)
        var agreeing = 0
        for leaf in leaves.indices {
            let outcomes = columns.map { comparison.reports[$0.first].outcomes[leaf] }
            if form == .text, !view.showsAll, comparison.hasReference, outcomes.allSatisfy(\.isSame) {
                agreeing += 1
            } else {
                rows.add(leaf, outcomes.map(\.kind))
            }
        }
        let titles = [("value", "Value", ""), ("reference", "AFNetworking", "")].map {
            Report.Column(id: $0.0, title: $0.1, isProse: false)
        }
        let table = Report.Table(
            columns: titles
                + columns.map { column in
                    let name = column.names.joined(separator: ", ")
                    return Report.Column(
                        id: name, title: name, isProse: false, filter: form == .page ? "s\(column.first)" : "")
                },
            rows: rows.all(limit: form == .text && !view.showsAll ? Self.maximumRows : .max).map(row),
            maximumLines: form == .text && !view.showsAll ? 3 : nil)
        var blocks = [Report.Block.table(table)]
        if rows.count > table.rows.count {
            blocks.append(.note("… \(rows.count - table.rows.count) more rows (--all has them)"))
        }
        if agreeing > 0 {
            let names = columns.count == 1 ? "It agrees" : "All agree"
            blocks.append(.note("\(names) on \(Report.count(agreeing, "other value"))."))
        }
        return Report.Section(id: "values", title: form == .page ? "Values" : "", blocks: blocks)
    }

    private func row(_ row: ValueRows<Outcome.Kind>.Row) -> Report.Row {
        let leaf = row.leaves[0]
        var result = Report.Row(cells: [Report.Cell(text: rows(row.path)), referenceCell(row)])
        for column in columns {
            let outcome = comparison.reports[column.first].outcomes[leaf]
            if !outcome.isSame, form == .page {
                result.filters += (result.filters.isEmpty ? "" : " ") + "d\(column.first)"
            }
            result.cells.append(
                Report.Cell(
                    text: form == .data ? "" : text(of: outcome, leaf, isSeveral: row.leaves.count > 1),
                    role: outcome.isSame ? .faint : .different, value: form == .data ? data(of: outcome) : nil))
        }
        return result
    }

    private func rows(_ text: String) -> String { form == .data ? text : Report.cut(text) }

    private func referenceCell(_ row: ValueRows<Outcome.Kind>.Row) -> Report.Cell {
        if row.leaves.count > 1 { return Report.Cell(text: "(\(row.leaves.count) values)", role: .faint) }
        let leaf = row.leaves[0]
        let outcome = comparison.reference.outcomes.isEmpty ? nil : comparison.reference.outcomes[leaf]
        if form == .data { return Report.Cell(value: outcome.map { data(of: $0, isReference: true) } ?? .null) }
        guard let outcome else { return Report.Cell(text: leaves[leaf].queryText.map { shown($0) } ?? "–") }
        return Report.Cell(text: content(outcome, otherThan: nil))
    }

    /// An outcome for programs: `=` for the reference's.
    private func data(of outcome: Outcome, isReference: Bool = false) -> Report.Value {
        if isReference, outcome.state == .kept, outcome.form == .text { return .string(outcome.text ?? "") }
        if outcome.isSame, !isReference { return .string("=") }
        var members: [(key: String, value: Report.Value)] = [("state", .string(outcome.state.rawValue))]
        if ![.text, .nothing].contains(outcome.form) { members.append(("form", .string(outcome.form.rawValue))) }
        if let text = outcome.text, outcome.form == .text { members.append(("text", .string(text))) }
        if let key = outcome.key { members.append(("key", .string(key))) }
        if let position = outcome.position { members.append(("position", .int(position - 1))) }
        if !outcome.reasons.isEmpty {
            members.append(("reasons", .array(outcome.reasons.map { .string($0.rawValue) })))
        }
        return .object(members)
    }

    private func text(of outcome: Outcome, _ leaf: Int, isSeveral: Bool) -> String {
        if outcome.isSame { return "=" }
        if isSeveral { return outcome.form == .nothing ? "–" : outcome.summary }
        let reference = comparison.reference.outcomes.isEmpty ? nil : comparison.reference.outcomes[leaf]
        let isEqual = reference?.form == outcome.form && reference?.text == outcome.text && reference != nil
        let hasPlace = outcome.position != nil || outcome.key != nil
        var text = isEqual && hasPlace ? "=" : content(outcome, otherThan: reference?.text)
        if let position = outcome.position { text += " at [\(position - 1)]" }
        if let key = outcome.key { text += " as \(Report.cut(key))" }
        return text
    }

    private func content(_ outcome: Outcome, otherThan reference: String?) -> String {
        switch outcome.form {
        case .text: shown(outcome.text ?? "", otherThan: reference)
        case .null: "(null)"
        case .emptyCollection: "(empty)"
        case .described: "(in a description)"
        case .parts: "(in parts)"
        case .nothing: "–"
        }
    }

    /// A text, in quotation marks where it could be taken for something else; of a long one that begins as the
    /// reference's the part where they differ.
    private func shown(_ text: String, otherThan reference: String? = nil) -> String {
        var (start, rest) = ("", text[...])
        if let reference, text.utf8.count > 60 {
            let common = zip(text, reference).prefix { $0 == $1 }.count
            if common > 40 { (start, rest) = ("…", text.dropFirst(common - 20)) }
        }
        let cut = Report.cut(rest, to: Report.maximumValueLength * (view.showsAll ? 10 : 1))
        let isMark = cut.isEmpty || ["=", "–"].contains(cut)
        let hasEdge = "(\" ".contains(cut.first ?? "x") || cut.last == " "
        return start + (isMark || hasEdge ? "\"\(cut)\"" : cut)
    }

    // MARK: - Requests

    /// The requests for programs: each once, with the senders that make it.
    func requestData() -> Report.Section {
        var rows: [Report.Row] = []
        for (number, report) in comparison.reports.enumerated() {
            guard let request = report.request else { continue }
            let same = comparison.reports.prefix(number).first { other in
                request.body != nil && other.request?.body == request.body
            }
            let text = same == nil ? request.body.map { String(data: $0, encoding: .utf8) } : nil
            let body: Report.Value =
                same.map { .object([("sameAs", .string($0.name))]) }
                ?? text.map { text in
                    text.map(Report.Value.string)
                        ?? .object([("base64", .string(request.body?.base64EncodedString() ?? ""))])
                } ?? .null
            let headers = request.headers.map { (key: $0.name, value: Report.Value.string($0.value)) }
            let values: [Report.Value] = [.string(report.name), .string(request.line), .object(headers), body]
            rows.append(Report.Row(cells: values.map { Report.Cell(value: $0) }))
        }
        let columns = ["sender", "line", "headers", "body"].map { Report.Column(id: $0, title: $0) }
        return Report.Section(id: "requests", blocks: [.table(Report.Table(columns: columns, rows: rows))])
    }

    /// The lines of a body shown before the rest is left out.
    static let maximumBodyLines = 300

    /// The requests as they go over the wire; senders of the same have one section together.
    func requests() -> [Report.Section] {
        var groups: [[SenderReport]] = []
        for report in comparison.reports {
            if let position = groups.firstIndex(where: { $0[0].isTwin(of: report) }) {
                groups[position].append(report)
            } else {
                groups.append([report])
            }
        }
        return groups.map { group in
            let names = group.map(\.name).joined(separator: ", ")
            guard let request = group[0].request else {
                return Report.Section(id: names, title: names, blocks: [.note("Refused", role: .refused, indent: 2)])
            }
            let marked = Set(group[0].headDifferences.map(\.field))
            let headers = request.headers.map { header in
                let isDifferent = marked.contains(header.name)
                return Report.Line(
                    text: "  \(isDifferent ? "≠ " : "")\(header.name): \(header.value)",
                    role: isDifferent ? .different : .plain, indent: 6)
            }
            let line = Report.Line(text: "  " + Report.cut(request.line, to: 4000), indent: 6)
            return Report.Section(
                id: names, title: names, blocks: [.lines([line] + headers), .lines(body(of: request, group[0]))])
        }
    }

    private func body(of request: SentRequest, _ report: SenderReport) -> [Report.Line] {
        let earlier = comparison.reports.prefix { $0.name != report.name }.compactMap(\.request)
        let twin = zip(comparison.reports, earlier).first { _, other in
            request.body == nil ? other.body == nil && other.query == request.query : other.body == request.body
        }
        let size = request.body.map { "body, \(Report.count($0.count, "byte"))" } ?? "no body; the query"
        if request.body == nil, request.query.isEmpty {
            return [Report.Line(text: "  no body, no query", role: .faint)]
        }
        if let twin, request.body?.isEmpty != true {
            let name = comparison.reports.first { $0.request?.query == twin.1.query && $0.request?.body == twin.1.body }
            let what = request.body == nil ? "no body; the same query" : "\(size): the same bytes"
            return [Report.Line(text: "  \(what) as \(name?.name ?? "")", role: .faint)]
        }
        let different = Set(report.differences.map(\.key))
        let keys = different.union(
            report.pairs.filter { $0.path.map { different.contains($0.text) } ?? false }.map(\.key))
        let layout = BodyLayout(report).lines
        let lines = layout.prefix(Self.maximumBodyLines).map { line in
            let isDifferent = line.path.map { keys.contains($0.text) } ?? false
            let mark = isDifferent ? "≠ " : report.differences.isEmpty ? "" : "  "
            let start = mark + String(repeating: " ", count: min(line.indent, 16))
            return Report.Line(
                text: "  " + start + Report.cut(line.text), role: isDifferent ? .different : .plain,
                indent: start.count + 4)
        }
        let rest = layout.count - lines.count
        return [Report.Line(text: "  \(size):", role: .faint)] + lines
            + (rest > 0 ? [Report.Line(text: "  … \(rest) more lines (--format json has all)", role: .faint)] : [])
    }

    /// The notes on the use of each sender, and on the file.
    func notes() -> Report.Section {
        var notes: [(names: [String], text: String)] = comparison.payload.notices.prefix(50)
            .map { ([comparison.payload.name], $0) }
        for report in comparison.reports {
            for text in report.sender.notes {
                if let position = notes.firstIndex(where: { $0.text == text }) {
                    notes[position].names.append(report.name)
                } else {
                    notes.append(([report.name], text))
                }
            }
        }
        let texts =
            notes.map { "- \($0.names.joined(separator: ", ")): \($0.text)" }
            + ["- Bodies are laid out for reading; --format json has their bytes."]
        return Report.Section(
            id: "notes", title: "Notes", blocks: texts.map { .note($0, role: .faint, indent: 2) })
    }
}

extension SenderReport {
    /// Whether both send the very same request, and it is compared alike.
    fileprivate func isTwin(of other: SenderReport) -> Bool {
        guard let request, let otherRequest = other.request else { return false }
        return request.line == otherRequest.line && request.url == otherRequest.url
            && request.headers == otherRequest.headers && request.body == otherRequest.body
            && differences == other.differences && headDifferences == other.headDifferences
    }
}

extension Comparison: CustomStringConvertible {
    /// The report as the command prints it, 80 columns wide.
    public var description: String { TextRenderer(style: TextStyle()).text(for: Report(self)) }
}
