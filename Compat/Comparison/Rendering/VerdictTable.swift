/// One line for each sender: its bytes, the values that arrive, and the effect of a switch to it.
struct VerdictTable {
    let style: TextStyle

    func lines(for comparison: Comparison) -> [String] {
        let verdicts = comparison.reports.map { (report: $0, verdict: comparison.verdict(on: $0)) }
        let effects = verdicts.map { effect(of: $0.report, $0.verdict) }
        // Too narrow for a table: a paragraph each.
        guard style.width >= 60 else {
            return zip(verdicts, effects).flatMap { known, effect in
                style.line("\(known.report.name): \(counts(known.verdict))\(effect.text)", indent: 0)
            }
        }
        let rows = zip(verdicts, effects).map { known, effect -> [TextGrid.Cell] in
            let verdict = known.verdict
            let numbers = [verdict.kept, verdict.changed, verdict.lost].map { verdict.bytes == nil ? "" : "\($0)" }
            return [TextGrid.Cell(text: name(of: known.report))]
                + ([verdict.bytes.map(String.init) ?? ""] + numbers).map { TextGrid.Cell(text: $0, isNumber: true) }
                + [effect]
        }
        let heading = ["Sender", "Bytes", "Kept", "Changed", "Lost", "vs AFNetworking"].enumerated()
            .map { TextGrid.Cell(text: $1, role: .title, isNumber: (1...4).contains($0)) }
        return TextGrid(style: style).lines(
            heading: heading, rows: rows, leastWidths: [nil, nil, nil, nil, nil, 12])
    }

    private func name(of report: SenderReport) -> String {
        style.width < 80 ? Senders.shortName(of: report.name) : report.name
    }

    private func counts(_ verdict: Verdict) -> String {
        guard let bytes = verdict.bytes else { return "" }
        return "\(bytes) bytes, \(verdict.kept) kept, \(verdict.changed) changed, \(verdict.lost) lost; "
    }

    private func effect(of report: SenderReport, _ verdict: Verdict) -> TextGrid.Cell {
        if report.request == nil { return TextGrid.Cell(text: "refused", role: .refused) }
        let form =
            switch report.request?.form {
            case .json: "JSON, "
            case .propertyList: "plist, "
            case .query, nil: ""
            }
        return switch verdict.effect {
        case .reference: TextGrid.Cell(text: "the reference", role: .faint)
        case .sameBytes: TextGrid.Cell(text: "same bytes")
        case .sameValues: TextGrid.Cell(text: form + "same values")
        case .refused: TextGrid.Cell(text: "\(form)it refuses", role: .different)
        case .unknown: TextGrid.Cell(text: form + "unknown", role: .faint)
        case .differs: TextGrid.Cell(text: form + "\(verdict.differing ?? 0) differ", role: .different)
        }
    }
}
