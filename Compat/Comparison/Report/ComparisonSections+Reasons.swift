/// The kinds of differences and losses that were found, each with the places it concerns and the senders.
private struct Findings {
    struct Entry {
        let title: String
        let explanation: String
        var rows: [String] = []
        var seen: Set<String> = []
        var senders: [String] = []
        var remedies: [(sender: String, code: String, option: String?)] = []

        /// The remedies in Swift, each with the command-line option to try it. Senders are named unless one remedy
        /// helps all.
        var remedy: String {
            remedies.grouped { $0.code == $1.code }.map { group in
                let helped = group.map(\.sender)
                let names = helped == senders ? nil : helped.joined(separator: ", ")
                let note = [names, group[0].option.map { "try \($0)" }].compactMap { $0 }.joined(separator: "; ")
                return group[0].code + (note.isEmpty ? "" : " (\(note))")
            }.joined(separator: "; ")
        }
    }

    private(set) var all: [Entry] = []

    /// Adds places. `sender` is either the sender of the places added last, or a new one.
    mutating func add(_ kind: some Finding, _ rows: [String], by sender: String, having options: Set<String> = []) {
        let position = all.firstIndex { $0.title == kind.rawValue } ?? all.count
        if position == all.count { all.append(Entry(title: kind.rawValue, explanation: kind.explanation)) }
        for row in rows where all[position].seen.insert(row).inserted { all[position].rows.append(row) }
        guard all[position].senders.last != sender else { return }
        all[position].senders.append(sender)
        guard let remedy = kind.remedies.first(for: options) else { return }
        let code = remedy.code(for: options)
        all[position].remedies.append((sender, code, code == remedy.description ? nil : remedy.description))
    }

    mutating func add(_ kind: some Finding, _ rows: [String], by report: SenderReport) {
        add(kind, rows, by: report.sender.shortName, having: report.sender.options)
    }
}

extension Report.ComparisonSections {
    /// The number of rows to name for a reason; the rest is only counted.
    private static let maximumPlaces = 4

    /// Returns a section with each kind of difference and loss once: its name, the affected values, the senders, the
    /// remedy.
    func reasons() -> [Section] {
        let reports = comparison.reports.filter(isShown)
        let (differences, losses) = (differences(of: reports), losses(of: reports))
        let refusals = reports.flatMap(refusals)
        guard form == .text else {
            let blocks = [.table(table(differences))] + refusals
            return [
                Section(id: "differences", title: "Differences", blocks: blocks),
                Section(id: "losses", title: "Losses", blocks: [.table(table(losses))]),
            ]
        }
        func isHarmless(_ entry: Findings.Entry) -> Bool {
            !view.showsAll && [Reason.escaping.rawValue, Reason.pairOrder.rawValue].contains(entry.title)
        }
        func name(_ entry: Findings.Entry) -> String {
            "\(entry.title) (\(entry.senders.joined(separator: ", ")))"
        }
        let entries = differences.filter { !isHarmless($0) } + losses
        var blocks = entries.map { entry in
            let explanation = view.showsNotes || view.showsAll ? " \(entry.explanation)" : ""
            let remedy = entry.remedy.isEmpty ? "" : " → \(entry.remedy)"
            let text = "\(name(entry)): \(places(entry.rows))\(explanation)\(remedy)"
            return Block.note(text, head: entry.title, role: .different)
        }
        let harmless = differences.filter(isHarmless).map(name)
        if !harmless.isEmpty { blocks.append(.note("No effect on arrival: \(harmless.joined(separator: ", ")).")) }
        let title = entries.isEmpty ? "" : "Differences and losses, the values concerned, and the remedy"
        return [
            Section(id: "refusals", blocks: refusals), Section(id: "differences", title: title, blocks: blocks),
            Section(id: "reference", blocks: referenceNote(reports)),
        ]
    }

    private func referenceNote(_ reports: [SenderReport]) -> [Block] {
        guard comparison.reference.request == nil, reports.contains(where: { $0.request != nil }) else { return [] }
        let withoutBytes = "The comparison is with the query that AFNetworking would send without the bytes."
        let withNothing = "AFNetworking refuses the payload: there is nothing to compare with."
        return [.note(comparison.hasReference ? withoutBytes : withNothing)]
    }

    /// Whether a terminal lists a sender's differences. Those of property lists are listed only on request.
    private func isShown(_ report: SenderReport) -> Bool {
        view.showsAll || view.isChosen || view.showsRaw || form != .text || report.sender.kind != "Property lists"
    }

    private func table(_ entries: [Findings.Entry]) -> Table {
        let rows = entries.map { entry in
            let (senders, count) = (entry.senders, entry.rows.count)
            let places = entry.rows.prefix(200).map { Report.cut($0) } + (count > 200 ? ["…"] : [])
            return [
                Cell(entry.title), Cell(entry.explanation),
                Cell("\(count): \(places.joined(separator: ", "))", value: .int(count)),
                Cell(senders.joined(separator: ", "), value: .array(senders.map { .string($0) })), Cell(entry.remedy),
            ]
        }
        let titles = ["Reason", "Meaning", "Values", "Senders", "Remedy"]
        return Table(columns: titles.map { Column(id: $0.lowercased(), title: $0) }, rows: Table.Rows(rows))
    }

    /// Returns key paths or, if there are many, the keys at the top with the number of paths below each.
    private func places(_ rows: [String]) -> String {
        func shortened(_ text: String) -> String { Report.cut(text, to: 120) }
        guard rows.count > Self.maximumPlaces else { return rows.map(shortened).joined(separator: ", ") }
        let tops = rows.map { String($0.prefix { $0 != "[" }) }
        let counts = tops.reduce(into: [:]) { $0[$1, default: 0] += 1 }
        var seen: Set<String> = []
        let names = tops.filter { seen.insert($0).inserted }.prefix(Self.maximumPlaces).map { top in
            shortened(top) + (counts[top] == 1 ? "" : " ×\(counts[top] ?? 0)")
        }
        let rest = counts.count - names.count
        return names.joined(separator: ", ") + (rest > 0 ? " and \(rest) more" : "")
    }

    private func refusals(of report: SenderReport) -> [Block] {
        let name = report.sender.shortName
        guard let refusal = report.refusal else {
            let text = "\(name) is not compared: its keys or their order depend on the values."
            return report.alignment.isKnown ? [] : [.note(text)]
        }
        let code = refusal.domain.map { " (\($0) \(refusal.code ?? 0))" } ?? ""
        return refusal.problems.map { problem in
            .note("\(name) refuses: \(problem)\(view.showsNotes || form == .data ? code : "")")
        }
    }

    /// Returns the differences. In a terminal, a sender with the same differences as an earlier one is named only if
    /// all are shown.
    private func differences(of reports: [SenderReport]) -> [Findings.Entry] {
        var findings = Findings()
        var known: [[PairDifference]] = []
        for report in reports where report.name != comparison.reference.name {
            if isPart, known.contains(report.differences) { continue }
            known.append(report.differences)
            let rows = report.differences.reduce(into: [Reason: [String]]()) { rows, difference in
                for reason in difference.reasons { rows[reason, default: []].append(difference.key) }
            }
            for (reason, keys) in rows { findings.add(reason, reason == .pairOrder ? [] : keys, by: report) }
        }
        return Reason.allCases.compactMap { reason in findings.all.first { $0.title == reason.rawValue } }
    }

    /// Returns the losses that no difference explains: losses that the reference shares, and losses of structure.
    private func losses(of reports: [SenderReport]) -> [Findings.Entry] {
        var findings = Findings()
        if !comparison.payload.roundings.isEmpty {
            findings.add(Loss.precision, comparison.payload.roundings, by: "reading the file")
        }
        for report in reports {
            let isReference = report.name == Sender.http.name
            let shown = report.losses.filter { isReference || $0.kind != .precision }
            for group in shown.grouped(where: { $0.kind == $1.kind }) {
                findings.add(group[0].kind, group.map(\.place), by: report)
            }
        }
        return findings.all
    }
}
