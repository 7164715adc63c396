/// Each kind of difference, and of loss, once: its reason, the rows it explains, the senders, the remedy.
struct ReasonList {
    /// The entries of a list before the rest is left out.
    static let maximumCount = 50
    /// The rows named for a reason before the rest is only counted.
    private static let maximumRows = 4

    let style: TextStyle
    let view: ComparisonView

    /// A kind of difference or loss, the places it concerns and the senders.
    private struct Entry {
        let title: String
        let explanation: String
        var rows: [String] = []
        var seen: Set<String> = []
        var remedies = RemedyList()
        var senders: [String] { remedies.senders }

        init(_ title: String, _ explanation: String) {
            (self.title, self.explanation) = (title, explanation)
        }

        mutating func add(_ row: String?, by sender: String, _ remedy: Remedy?, having options: Set<String> = []) {
            if let row, seen.insert(row).inserted { rows.append(row) }
            remedies.add(sender, remedy, having: options)
        }
    }

    /// The lines of the list, a heading first.
    func lines(for comparison: Comparison) -> [String] {
        let reports = comparison.reports.filter(isShown)
        var entries = differences(of: reports.filter { $0.name != comparison.reference.name })
        let harmless = entries.filter { $0.title == Reason.escaping.rawValue || $0.title == Reason.pairOrder.rawValue }
        entries.removeAll { entry in !view.showsAll && harmless.contains { $0.title == entry.title } }
        entries += losses(of: reports, comparison.payload)
        var lines = refusals(of: reports)
        if !entries.isEmpty {
            lines += [""] + style.heading("Differences and losses, the values concerned, and the remedy")
            lines += entries.flatMap(self.lines(of:))
        }
        if !view.showsAll, !harmless.isEmpty {
            let names = harmless.map { "\($0.title) (\($0.senders.joined(separator: ", ")))" }
            lines += style.line("No effect on arrival: \(names.joined(separator: ", ")).", indent: 0)
        }
        if comparison.reference.request == nil, reports.contains(where: { $0.request != nil }) {
            let text =
                comparison.hasReference
                ? "The comparison is with the query that AFNetworking would send without the bytes."
                : "AFNetworking refuses the payload: there is nothing to compare with."
            lines += [""] + style.line(text, indent: 0)
        }
        return lines
    }

    /// Whether a sender's differences are listed: those of property lists only where they are asked for.
    private func isShown(_ report: SenderReport) -> Bool {
        if view.showsAll || view.isChosen || view.showsRaw { return true }
        let isList = report.request == nil ? Senders.isPropertyList(report.name) : report.request?.form == .propertyList
        return !isList
    }

    private func lines(of entry: Entry) -> [String] {
        let explanation = view.showsNotes || view.showsAll ? " \(style.escaped(entry.explanation))" : ""
        let remedies = entry.remedies.text
        let remedy = remedies.isEmpty ? "" : " \(style.arrow) \(remedies)"
        let text =
            "\(entry.title) (\(entry.senders.joined(separator: ", "))): \(places(entry.rows))\(explanation)\(remedy)"
        // Broken with the title, which is painted afterwards: colours have no width.
        let lines = LineWrapper.wrapWords(text, width: style.width, indent: 2)
        guard let first = lines.first, first.hasPrefix(entry.title) else { return lines }
        return [style.paint(entry.title, .different) + first.dropFirst(entry.title.count)] + lines.dropFirst()
    }

    /// Key paths, or where there are many the keys at the top with the number of paths below each.
    private func places(_ rows: [String]) -> String {
        guard rows.count > Self.maximumRows else { return rows.map(shortened).joined(separator: ", ") }
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
        let names = groups.prefix(Self.maximumRows).map {
            $1 == 1 ? shortened($0) : "\(shortened($0)) \(style.times)\($1)"
        }
        let rest = groups.count - Self.maximumRows
        return names.joined(separator: ", ") + (rest > 0 ? " and \(rest) more" : "")
    }

    private func refusals(of reports: [SenderReport]) -> [String] {
        let lines = reports.flatMap { report -> [String] in
            guard case .failure(let refusal) = report.result else { return [] }
            let code = refusal.domain.map { " (\($0) \(refusal.code ?? 0))" } ?? ""
            return refusal.problems.flatMap { problem in
                let name = Senders.shortName(of: report.name)
                return style.line(
                    "\(name) refuses: \(style.escaped(problem))\(view.showsNotes ? code : "")", indent: 0)
            }
        }
        return lines.isEmpty ? [] : [""] + lines
    }

    /// Senders with the very same differences as an earlier one are not named, unless all are shown.
    private func differences(of reports: [SenderReport]) -> [Entry] {
        var entries: [Reason: Entry] = [:]
        var known: [[PairDifference]] = []
        for report in reports where view.showsAll || !known.contains(report.differences) {
            known.append(report.differences)
            let name = Senders.shortName(of: report.name)
            for difference in report.differences {
                for reason in difference.reasons {
                    let row = reason == .pairOrder ? nil : difference.key
                    entries[reason, default: Entry(reason.rawValue, reason.explanation)]
                        .add(row, by: name, report.remedy(for: reason), having: report.options)
                }
            }
        }
        return Reason.allCases.compactMap { entries[$0] }
    }

    /// The losses that no difference explains: the reference has them too, or they are of structure.
    private func losses(of reports: [SenderReport], _ payload: Payload) -> [Entry] {
        var entries: [Entry] = []
        func add(
            _ loss: Loss, by sender: String, _ remedy: Remedy?, having options: Set<String> = [], row: String? = nil
        ) {
            let position = entries.firstIndex { $0.title == loss.kind.rawValue } ?? entries.count
            if position == entries.count {
                entries.append(Entry(loss.kind.rawValue, loss.kind.explanation))
            }
            entries[position].add(row ?? loss.key ?? loss.text, by: sender, remedy, having: options)
        }
        for loss in payload.losses {
            let row = loss.key.map { "\($0) \(loss.text)" }
            add(loss, by: "reading the file", loss.kind.remedies.first(for: []), row: row)
        }
        for report in reports {
            let isReference = report.name == LibrarySender.http.name
            for loss in report.losses
            where Self.structural.contains(loss.kind) || (isReference && loss.kind != .types) {
                add(
                    loss, by: Senders.shortName(of: report.name), report.remedy(for: loss.kind), having: report.options)
            }
        }
        return entries
    }

    private static let structural: Set<Loss.Kind> = [.emptyCollection, .elementBoundaries, .set]

    private func shortened(_ text: String) -> String {
        let start = text.prefix(120)
        return style.escaped(String(start)) + (start.endIndex < text.endIndex ? style.ellipsis : "")
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

    /// The remedies, of which the first that a sender has counts.
    var remedies: [Remedy] {
        switch self {
        case .emptyCollection: [.option("style-empty", "literal")]
        case .elementBoundaries: [.option("array", "index"), .option("style-array", "indices")]
        case .precision: [.advice("pass it as a text")]
        default: []
        }
    }
}
