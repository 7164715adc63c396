extension ComparisonSections {
    /// The rows named for a reason before the rest is only counted.
    private static let maximumPlaces = 4

    /// A kind of difference or loss, the places it concerns and the senders.
    private struct Entry {
        let title: String
        let explanation: String
        var rows: [String] = []
        var seen: Set<String> = []
        var remedies = RemedyList()

        mutating func add(_ row: String?, by sender: String, _ remedy: Remedy?, having options: Set<String> = []) {
            if let row, seen.insert(row).inserted { rows.append(row) }
            remedies.add(sender, remedy, having: options)
        }
    }

    /// Each kind of difference, and of loss, once: its name, the values concerned, the senders, the remedy.
    func reasons() -> [Report.Section] {
        let reports = comparison.reports.filter(isShown)
        var entries = differences(of: reports.filter { $0.name != comparison.reference.name })
        let losses = losses(of: reports)
        guard form == .text else {
            return [
                Report.Section(
                    id: "differences", title: "Differences", blocks: [.table(table(entries))] + refusals(of: reports)),
                Report.Section(id: "losses", title: "Losses", blocks: [.table(table(losses))]),
            ]
        }
        let harmless = entries.filter { [Reason.escaping.rawValue, Reason.pairOrder.rawValue].contains($0.title) }
        entries.removeAll { entry in !view.showsAll && harmless.contains { $0.title == entry.title } }
        entries += losses
        var blocks = entries.map { entry in
            let explanation = view.showsNotes || view.showsAll ? " \(entry.explanation)" : ""
            let remedy = entry.remedies.text.isEmpty ? "" : " → \(entry.remedies.text)"
            let senders = entry.remedies.senders.joined(separator: ", ")
            return Report.Block.note(
                "\(entry.title) (\(senders)): \(places(entry.rows))\(explanation)\(remedy)", head: entry.title,
                role: .different)
        }
        if !view.showsAll, !harmless.isEmpty {
            let names = harmless.map { "\($0.title) (\($0.remedies.senders.joined(separator: ", ")))" }
            blocks.append(.note("No effect on arrival: \(names.joined(separator: ", "))."))
        }
        let title = entries.isEmpty ? "" : "Differences and losses, the values concerned, and the remedy"
        return [
            Report.Section(id: "refusals", blocks: refusals(of: reports)),
            Report.Section(id: "differences", title: title, blocks: blocks),
            Report.Section(id: "reference", blocks: referenceNote(reports)),
        ]
    }

    private func referenceNote(_ reports: [SenderReport]) -> [Report.Block] {
        guard comparison.reference.request == nil, reports.contains(where: { $0.request != nil }) else { return [] }
        return [
            .note(
                comparison.hasReference
                    ? "The comparison is with the query that AFNetworking would send without the bytes."
                    : "AFNetworking refuses the payload: there is nothing to compare with.")
        ]
    }

    /// Whether a sender's differences are listed in a terminal: those of property lists only where they are asked for.
    private func isShown(_ report: SenderReport) -> Bool {
        view.showsAll || view.isChosen || view.showsRaw || form != .text || report.sender.kind != "Property lists"
    }

    private func table(_ entries: [Entry]) -> Report.Table {
        let titles = ["Reason", "Meaning", "Values", "Senders", "Remedy"]
        return Report.Table(
            columns: titles.map { Report.Column(id: $0.lowercased(), title: $0) },
            rows: entries.map { entry in
                let senders = entry.remedies.senders
                let places = entry.rows.prefix(200).map { Report.cut($0) }.joined(separator: ", ")
                return Report.Row(cells: [
                    Report.Cell(text: entry.title), Report.Cell(text: entry.explanation),
                    Report.Cell(
                        text: "\(entry.rows.count): \(places)\(entry.rows.count > 200 ? ", …" : "")",
                        value: .int(entry.rows.count)),
                    Report.Cell(text: senders.joined(separator: ", "), value: .array(senders.map { .string($0) })),
                    Report.Cell(text: entry.remedies.text),
                ])
            })
    }

    /// Key paths, or where there are many the keys at the top with the number of paths below each.
    private func places(_ rows: [String]) -> String {
        func shortened(_ text: String) -> String { Report.cut(text, to: 120) }
        guard rows.count > Self.maximumPlaces else { return rows.map(shortened).joined(separator: ", ") }
        var groups: [(key: String, count: Int)] = []
        var positions: [String: Int] = [:]
        for row in rows {
            let top = String(row.prefix { $0 != "[" })
            if let position = positions[top] {
                groups[position].count += 1
            } else {
                positions[top] = groups.count
                groups.append((top, 1))
            }
        }
        let names = groups.prefix(Self.maximumPlaces).map { $1 == 1 ? shortened($0) : "\(shortened($0)) ×\($1)" }
        let rest = groups.count - Self.maximumPlaces
        return names.joined(separator: ", ") + (rest > 0 ? " and \(rest) more" : "")
    }

    private func refusals(of reports: [SenderReport]) -> [Report.Block] {
        reports.flatMap { report -> [Report.Block] in
            guard case .failure(let refusal) = report.result else {
                let text = "\(report.sender.shortName) is not compared: its keys or their order depend on the values."
                return report.alignment.isKnown ? [] : [.note(text)]
            }
            let code = refusal.domain.map { " (\($0) \(refusal.code ?? 0))" } ?? ""
            return refusal.problems.map { problem in
                .note("\(report.sender.shortName) refuses: \(problem)\(view.showsNotes || form == .data ? code : "")")
            }
        }
    }

    /// In a terminal, senders with the very same differences as an earlier one are not named, unless all are shown.
    private func differences(of reports: [SenderReport]) -> [Entry] {
        var entries: [Reason: Entry] = [:]
        var known: [[PairDifference]] = []
        for report in reports where form != .text || view.showsAll || !known.contains(report.differences) {
            known.append(report.differences)
            for difference in report.differences {
                for reason in difference.reasons {
                    entries[reason, default: Entry(title: reason.rawValue, explanation: reason.explanation)].add(
                        reason == .pairOrder ? nil : difference.key, by: report.sender.shortName,
                        report.remedy(for: reason), having: report.sender.options)
                }
            }
        }
        return Reason.allCases.compactMap { entries[$0] }
    }

    /// The losses that no difference explains: the reference has them too, or they are of structure.
    private func losses(of reports: [SenderReport]) -> [Entry] {
        var entries: [Entry] = []
        func add(_ loss: Loss, _ row: String, by sender: String, _ remedy: Remedy?, having options: Set<String> = []) {
            let position = entries.firstIndex { $0.title == loss.kind.rawValue } ?? entries.count
            if position == entries.count {
                entries.append(Entry(title: loss.kind.rawValue, explanation: loss.kind.explanation))
            }
            entries[position].add(row, by: sender, remedy, having: options)
        }
        for loss in comparison.payload.losses {
            let row = loss.key.map { "\($0) \(loss.text)" } ?? loss.text
            add(loss, row, by: "reading the file", loss.kind.remedies.first(for: []))
        }
        for report in reports {
            let isReference = report.name == Sender.http.name
            for loss in report.losses
            where [.emptyCollection, .elementBoundaries, .set].contains(loss.kind) || isReference && loss.kind != .types
            {
                add(
                    loss, loss.key ?? loss.text, by: report.sender.shortName, report.remedy(for: loss.kind),
                    having: report.sender.options)
            }
        }
        return entries
    }
}

extension Loss.Kind {
    /// The meaning, in a sentence.
    var explanation: String {
        switch self {
        case .emptyCollection: "An empty collection leaves no trace."
        case .nested: "What is nested is not sent."
        case .elementBoundaries: "The query does not say which pairs belong to one element of the array."
        case .described: "A collection arrives as Swift's description."
        case .elementOrder: "The order of the array's elements is not kept."
        case .key: "A key that is an integer is not sent."
        case .precision: "The number, or the date, reads back as another."
        case .types: "Values arrive as text."
        case .set: "A set arrives as an array."
        case .null: "A null arrives as something else, or not at all."
        case .bytes: "Bytes are not sent."
        case .value: "The value is not sent."
        case .text: "The text arrives as another."
        }
    }

    /// The remedies in order of preference: a sender takes the first that it has.
    var remedies: [Remedy] {
        switch self {
        case .emptyCollection: [.option("style-empty", "literal")]
        case .elementBoundaries: [.option("array", "index"), .option("style-array", "indices")]
        case .precision: [.advice("pass it as a text")]
        default: []
        }
    }
}
