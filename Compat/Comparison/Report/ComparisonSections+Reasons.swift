/// A kind of difference or loss that was found, with the places it concerns and the senders.
private struct Finding {
    let kind: Reason
    var places: [PayloadPath] = []
    var seen: Set<PayloadPath> = []
    var senders: [String] = []
    var remedies: [(sender: String, code: String, option: String?)] = []

    /// The remedies in Swift, each with the command-line option to try it. Senders are named unless one remedy helps
    /// all.
    var remedy: String {
        remedies.grouped { $0.code == $1.code }.map { group in
            let helped = group.map(\.sender)
            let names = helped == senders ? nil : helped.joined(separator: ", ")
            let note = [names, group[0].option.map { "try \($0)" }].compactMap { $0 }.joined(separator: "; ")
            return group[0].code + (note.isEmpty ? "" : " (\(note))")
        }.joined(separator: "; ")
    }

    /// The reason's name, with the senders in parentheses.
    var name: String { "\(kind.name) (\(senders.joined(separator: ", ")))" }
}

extension [Finding] {
    /// Adds places. `sender` is either the sender of the places added last, or a new one; `nil` for the file.
    fileprivate mutating func add(_ kind: Reason, _ places: [PayloadPath], by sender: Sender?) {
        let (name, options) = (sender?.shortName ?? "reading the file", sender?.options ?? [])
        let position = firstIndex { $0.kind == kind } ?? count
        if position == count { append(Finding(kind: kind)) }
        for place in places where self[position].seen.insert(place).inserted { self[position].places.append(place) }
        guard self[position].senders.last != name else { return }
        self[position].senders.append(name)
        guard let remedy = kind.remedy(for: options) else { return }
        let code = remedy.code(for: options)
        self[position].remedies.append((name, code, code == remedy.description ? nil : remedy.description))
    }
}

extension Report.ComparisonSections {
    /// Returns a section with each kind of difference and loss once: its name, the affected values, the senders, the
    /// remedy.
    func reasons() -> [Section] {
        // JSON that keeps every value needs no explanation.
        let reports = comparison.reports.filter { report in
            let isWhole = report.summary.changed + report.summary.lost == 0 && report.request != nil
            return !isShort || report.sender.kind.isEmpty || report.sender.kind == "JSON" && !isWhole
        }
        let (differences, losses) = (differences(of: reports), losses(of: reports))
        guard form == .text else {
            let blocks = [.table(table(differences))] + refusals().blocks
            return [
                Section(id: "differences", title: "Differences", blocks: blocks),
                Section(id: "losses", title: "Losses", blocks: [.table(table(losses))]),
            ]
        }
        func isHarmless(_ finding: Finding) -> Bool {
            !view.showsAll && [.escaping, .pairOrder].contains(finding.kind)
        }
        let findings = differences.filter { !isHarmless($0) } + losses
        var blocks = findings.map { finding -> Block in
            let instruction = finding.remedy.replacing(#/([\w.]+)(?:: | = )(\.?\w+)/#) { "set \($0.1) to \($0.2)" }
            let remedy = instruction.isEmpty ? "" : " → \(instruction)"
            let places = finding.places.isEmpty ? "" : ": \(names(of: finding.places))"
            let explanation = view.showsNotes || view.showsAll ? " \(finding.kind.explanation)" : ""
            let (clause, senders) = (finding.kind.clause, finding.senders.joined(separator: ", "))
            return .note("\(clause) (\(senders))\(places)\(explanation)\(remedy)", head: clause, role: .different)
        }
        let harmless = differences.filter(isHarmless).map(\.name)
        if !harmless.isEmpty { blocks.append(.note("No effect on arrival: \(harmless.joined(separator: ", ")).")) }
        let title = findings.isEmpty ? "" : "Differences and losses, the values concerned, and the remedy"
        return [
            refusals(), Section(id: "differences", title: title, blocks: blocks),
            Section(id: "reference", blocks: referenceNote(comparison.reports)),
        ]
    }

    /// Whether a terminal omits the differences of property lists, and all refusals of them except the first.
    private var isShort: Bool { isPart && !view.isChosen && !view.showsRaw }

    private func referenceNote(_ reports: [SenderReport]) -> [Block] {
        guard comparison.reference.request == nil, reports.contains(where: { $0.request != nil }) else { return [] }
        let withoutBytes = "The comparison is with the query that AFNetworking would send without the bytes."
        let withNothing = "AFNetworking refuses the payload: there is nothing to compare with."
        return [.note(comparison.hasReference ? withoutBytes : withNothing)]
    }

    private func table(_ findings: [Finding]) -> Table {
        let rows = findings.map { finding in
            let (senders, count) = (finding.senders, finding.places.count)
            let places = finding.places.prefix(200).map { $0.text.cut() } + (count > 200 ? ["…"] : [])
            return [
                Cell(finding.kind.name), Cell(finding.kind.explanation),
                Cell("\(count): \(places.joined(separator: ", "))", value: .int(count)),
                Cell(senders.joined(separator: ", "), value: .array(senders.map { .string($0) })), Cell(finding.remedy),
            ]
        }
        return Table(["Reason", "Meaning", "Values", "Senders", "Remedy"].map { Column($0) }, rows)
    }

    /// Returns key paths or, if there are many, the keys at the top with the number of paths below each.
    private func names(of places: [PayloadPath]) -> String {
        if places.count <= 4 { return Report.list(places.map { $0.text.cut(to: 120) }) }
        let tops = places.map { place in
            Substring((place.steps.first?.name ?? place.text).utf8.prefix { $0 != UInt8(ascii: "[") })
        }
        let names = tops.grouped { $0 }.map { $0[0].cut(to: 120) + ($0.count == 1 ? "" : " ×\($0.count)") }
        return Report.list(names)
    }

    /// Returns a section with the problems of each sender that refuses the payload.
    func refusals() -> Section {
        let blocks = comparison.reports.flatMap { report -> [Block] in
            let name = report.sender.shortName
            guard let refusal = report.refusal else {
                let text = "\(name) is not compared: its keys or their order depend on the values."
                return report.alignment.isKnown ? [] : [.note(text)]
            }
            let code = refusal.domain.map { " (\($0) \(refusal.code ?? 0))" } ?? ""
            let isBrief = isShort && report.sender.kind == "Property lists"
            return refusal.problems.prefix(isBrief ? 1 : .max).map { problem in
                .note("\(name) refuses: \(problem)\(view.showsNotes || form == .data ? code : "")")
            }
        }
        return Section(id: "refusals", blocks: blocks)
    }

    /// Returns the differences. In a terminal, a sender with the same differences as an earlier one is named only if
    /// all are shown.
    private func differences(of reports: [SenderReport]) -> [Finding] {
        var findings: [Finding] = []
        let others = reports.filter { $0.name != comparison.reference.name }
        for report in others.grouped(where: { isPart && $0.hasDifferences(of: $1) }).map({ $0[0] }) {
            for difference in report.differences {
                let places: [PayloadPath] =
                    switch difference.place {
                    case .leaf(let leaf): [comparison.leaves[leaf].path]
                    case .pair(_, let key): [PayloadPath([.key(key)])]
                    case .order: []
                    }
                for reason in difference.reasons { findings.add(reason, places, by: report.sender) }
            }
        }
        return Reason.allCases.compactMap { reason in findings.first { $0.kind == reason } }
    }

    /// Returns the losses that no difference explains: losses that the reference shares, and losses of structure.
    private func losses(of reports: [SenderReport]) -> [Finding] {
        var findings: [Finding] = []
        if !comparison.payload.roundings.isEmpty {
            findings.add(.precision, comparison.payload.roundings.map { PayloadPath([.key($0)]) }, by: nil)
        }
        for report in reports {
            for (kind, place) in report.losses where kind != .precision || report.name == Sender.http.name {
                findings.add(kind, [place], by: report.sender)
            }
        }
        return findings
    }
}
