/// Lists what differs from AFNetworking's query, sender by sender and reason by reason.
struct DifferenceList {
    /// The pairs listed for one reason before the rest is left out.
    static let maximumCount = 50

    /// The keys named in a heading before the rest is only counted.
    static let maximumNames = 4

    let style: TextStyle

    /// The lines of the list, a heading first.
    func lines(for comparison: Comparison) -> [String] {
        let reference = comparison.reference
        let reports = comparison.reports.filter { $0.name != reference.name }
        if reports.isEmpty { return [] }
        var lines = [""] + style.heading("Differences from the AFNetworking query")
        if reference.request == nil {
            let rest =
                comparison.hasReference
                ? "What follows compares with the query it would send without the bytes."
                : "There is nothing to compare with."
            lines.append("")
            lines += style.line("\(reference.name) refused the payload. \(rest)", indent: 2)
        }
        guard comparison.hasReference else { return lines }
        var named: Set<String> = []
        for (position, report) in reports.enumerated() where !named.contains(report.name) {
            lines.append("")
            let twin = reports[..<position].first { isTwin($0, of: report) }
            let names = twin == nil ? [report.name] : reports[position...].filter { isTwin($0, of: report) }.map(\.name)
            named.formUnion(names)
            lines += heading(of: report, names: names, twin: twin)
            if twin == nil { lines += self.lines(for: report) }
        }
        return lines
    }

    private func isTwin(_ earlier: SenderReport, of report: SenderReport) -> Bool {
        earlier.request != nil && report.request != nil && report.differenceCount > 0
            && earlier.differences == report.differences && earlier.headDifferences == report.headDifferences
    }

    private func heading(of report: SenderReport, names: [String], twin: SenderReport?) -> [String] {
        let summary: String
        if case .failure(let refusal) = report.result {
            summary = "refused: \(style.escaped(refusal.message))"
        } else if let twin {
            let count = report.differenceCount
            summary = "the same \(count == 1 ? "difference" : "\(count) differences") as \(twin.name)"
        } else if report.differences.isEmpty {
            summary =
                report.headDifferences.isEmpty
                ? "none" : "\(Self.count(report.differenceCount, "difference")), none in the pairs"
        } else {
            summary = Self.count(report.differenceCount, "difference") + folded(in: report)
        }
        return style.line("\(names.joined(separator: ", ")): \(summary)", indent: 2)
    }

    private static func count(_ count: Int, _ noun: String) -> String {
        count == 1 ? "1 \(noun)" : "\(count) \(noun)s"
    }

    /// How many of the differences have no row of their own, and in which rows they are.
    private func folded(in report: SenderReport) -> String {
        let groups = nestedGroups(report.differences.filter { $0.reasons.first == .nestedLost }).filter { $0.count > 1 }
        if groups.isEmpty { return "" }
        let pairs = groups.reduce(0) { $0 + $1.count }
        let names = groups.prefix(Self.maximumNames).map { escaped($0.key) }.joined(separator: ", ")
        let rest = groups.count - Self.maximumNames
        return " (\(pairs) pairs under \(names)\(rest > 0 ? " and \(rest) more" : ""))"
    }

    // MARK: - Rows

    private func lines(for report: SenderReport) -> [String] {
        let head = report.headDifferences.map { difference in
            Row(key: difference.field, reference: difference.reference ?? "(none)", sent: difference.sent ?? "(none)")
        }
        let groups = Reason.allCases.map { reason in (reason, rows(for: reason, in: report)) }
            .filter { !$0.1.isEmpty }
        let layout = RowLayout(rows: head + groups.flatMap(\.1), style: style)
        var lines = head.flatMap(layout.lines)
        for (reason, rows) in groups {
            let title = "\(reason.rawValue)\(style.separator)\(reason.explanation)"
            lines += LineWrapper.wrapWords(title, width: style.width - 4, indent: 2).map {
                "    " + style.paint($0, .different)
            }
            lines += rows.prefix(Self.maximumCount).flatMap(layout.lines)
            let rest = rows.count - Self.maximumCount
            if rest > 0 { lines += style.line("\(style.ellipsis) \(rest) more (--format json has all)", indent: 6) }
        }
        return lines
    }

    private func rows(for reason: Reason, in report: SenderReport) -> [Row] {
        let differences = report.differences.filter { $0.reasons.first == reason }
        switch reason {
        // What hangs below one key is lost with it: a row for each key at the top says as much as one for each pair.
        case .nestedLost: return nestedRows(differences)
        case .pairOrder: return differences.map { Row(sentence: sentence(onOrder: $0, of: report)) }
        default: break
        }
        return differences.map { difference in
            Row(
                key: escaped(difference.key), reference: escaped(difference.reference ?? "(nothing)"),
                sent: escaped(difference.sent ?? "(nothing)"),
                remark: difference.reasons.dropFirst().map { "also \($0.rawValue)" }.joined(separator: ", "))
        }
    }

    private func sentence(onOrder difference: PairDifference, of report: SenderReport) -> String {
        let (expected, actual) = (escaped(difference.reference ?? ""), escaped(difference.sent ?? ""))
        return "The first pair out of place: AFNetworking sends \(expected) where \(report.name) sends \(actual)."
    }

    private func nestedRows(_ differences: [PairDifference]) -> [Row] {
        nestedGroups(differences).map { key, count in
            Row(key: escaped(key), reference: Self.count(count, "pair"), sent: "(nothing)")
        }
    }

    private func nestedGroups(_ differences: [PairDifference]) -> [(key: String, count: Int)] {
        var groups: [(key: String, count: Int)] = []
        for difference in differences {
            let top = String(difference.key.prefix { $0 != "[" })
            if groups.last?.key == top { groups[groups.count - 1].count += 1 } else { groups.append((top, 1)) }
        }
        return groups
    }

    private func escaped(_ text: String) -> String {
        let text = style.escaped(text)
        return text.count > 160 ? text.prefix(160) + style.ellipsis : text
    }
}

extension SenderReport {
    /// How many differences there are, those of the head included.
    fileprivate var differenceCount: Int { headDifferences.count + differences.count }
}
