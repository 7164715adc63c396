import URLSerialization

/// Writes a comparison as one page that needs nothing else: no network, no script.
///
/// The filters are check boxes that the style sheet looks at, so that keyboards and screen readers know them; the
/// policy in the head forbids scripts and every request.
public struct HTMLRenderer: Sendable {
    private let view: ComparisonView

    /// A renderer.
    public init(view: ComparisonView = ComparisonView()) {
        self.view = view
    }

    /// The page.
    ///
    /// - Parameter servers: The readings of the servers to show.
    public func text(for comparison: Comparison, servers: [ServerReport] = []) -> String {
        let title = HTMLText.escaped(String(comparison.payload.name.prefix(200)))
        let reports = comparison.reports
        let parts = [
            "<h1>\(title)</h1>",
            "<p class=f>\(comparison.payload.format.rawValue), \(comparison.leaves.count) values, "
                + "\(HTMLText.escaped(comparison.method)) \(HTMLText.escaped(comparison.url.absoluteString))</p>",
            verdicts(comparison), filters(comparison), values(comparison), reasons(comparison),
        ]
        let trees = servers.flatMap { [matrix($0, comparison), readings($0, comparison)] }
        return """
            <!DOCTYPE html>
            <html lang="en">
            <head>
            <meta charset="utf-8">
            <meta http-equiv="Content-Security-Policy" \
            content="default-src 'none'; style-src 'unsafe-inline'; img-src data:">
            <meta name="viewport" content="width=device-width, initial-scale=1">
            <title>\(title) – compare-serializers</title>
            <link rel="icon" href="data:,">
            <style>
            \(PageStyle.css(senderCount: reports.count))
            </style>
            </head>
            <body>
            <main>
            \((parts + trees).filter { !$0.isEmpty }.joined(separator: "\n"))
            </main>
            </body>
            </html>

            """
    }

    // MARK: - Tables

    /// A table that scrolls by itself where it is too wide, reachable by keyboard.
    private func table(_ id: String, _ caption: String, _ heading: [String], _ rows: [String]) -> String {
        """
        <h2 id="\(id)-title">\(caption)</h2>
        <div class=wide tabindex=0 role=region aria-labelledby="\(id)-title">
        <table id="\(id)">
        <thead><tr>\(heading.joined())</tr></thead>
        <tbody>
        \(rows.joined(separator: "\n"))
        </tbody>
        </table>
        </div>
        """
    }

    private func head(_ text: String, _ name: String = "") -> String {
        "<th scope=col\(name.isEmpty ? "" : " class=\(name)")>\(HTMLText.escaped(text))</th>"
    }

    private func verdicts(_ comparison: Comparison) -> String {
        let rows = comparison.reports.map { report -> String in
            let verdict = comparison.verdict(on: report)
            let numbers = verdict.bytes.map { [$0, verdict.kept, verdict.changed, verdict.lost] }
            let cells = (numbers?.map(String.init) ?? ["", "", "", ""]).map { "<td class=n>\($0)</td>" }
            let effect =
                switch verdict.effect {
                case .reference: "the reference"
                case .sameBytes: "same bytes"
                case .sameValues: "same values"
                case .differs: "\(verdict.differing ?? 0) differ"
                case .refused: report.request == nil ? "refused" : "AFNetworking refuses"
                case .unknown: "unknown"
                }
            let role = [.differs, .refused].contains(verdict.effect) ? "d" : "e"
            return "<tr><th scope=row>\(HTMLText.escaped(report.name))</th>\(cells.joined())"
                + "<td class=\(role)>\(effect)</td></tr>"
        }
        return table(
            "verdict", "Verdict",
            ["Sender", "Bytes", "Kept", "Changed", "Lost", "Against AFNetworking"].map { head($0) },
            rows)
    }

    private func filters(_ comparison: Comparison) -> String {
        let reports = comparison.reports
        let firstJSON = reports.firstIndex { $0.request?.form == .json }
        let boxes = reports.indices.filter { position in
            reports[position].request != nil && reports[position].name != comparison.reference.name
        }.map { position in
            let isShown =
                view.showsAll || view.isChosen || reports[position].request?.form == .query || position == firstJSON
            return "<label><input type=checkbox id=s\(position)\(isShown ? " checked" : "")> "
                + "\(HTMLText.escaped(Senders.shortName(of: reports[position].name)))</label>"
        }
        return """
            <form aria-label="Filters"><fieldset><legend>Shown senders</legend>
            \(boxes.joined(separator: "\n"))
            </fieldset>
            <label><input type=checkbox id=differs\(view.showsAll ? "" : " checked")> only what differs</label></form>
            """
    }

    private func values(_ comparison: Comparison) -> String {
        let shown = comparison.reports.indices.filter { position in
            comparison.reports[position].request != nil
                && comparison.reports[position].name != comparison.reference.name
        }
        let heading =
            [head("Value"), head("AFNetworking")]
            + shown.map { head(Senders.shortName(of: comparison.reports[$0].name), "s\($0)") }
        let rows = comparison.leaves.indices.map { leaf -> String in
            let arrivals = shown.map { comparison.reports[$0].arrivals[leaf] }
            let differing = zip(shown, arrivals).compactMap { position, arrival in
                arrival.isSame ? nil : "d\(position)"
            }
            let reference =
                comparison.reference.arrivals.isEmpty
                ? comparison.leaves[leaf].queryText.map(HTMLText.value) ?? "–"
                : content(comparison.reference.arrivals[leaf])
            let cells = zip(shown, arrivals).map { position, arrival in
                arrival.isSame
                    ? "<td class=\"s\(position) e\">=</td>" : "<td class=\"s\(position) d\">\(cell(arrival))</td>"
            }
            let path = HTMLText.value(comparison.leaves[leaf].path.text)
            return "<tr class=\"\(differing.joined(separator: " "))\"><th scope=row>\(path)</th>"
                + "<td>\(reference)</td>\(cells.joined())</tr>"
        }
        return table("values", "Values", heading, rows)
    }

    private func cell(_ arrival: Arrival) -> String {
        var text = content(arrival)
        if let position = arrival.position { text += " <span class=f>at [\(position - 1)]</span>" }
        if let key = arrival.key { text += " as \(HTMLText.value(key))" }
        return text
    }

    private func content(_ arrival: Arrival) -> String {
        switch arrival.form {
        case .text: arrival.text.map { $0.isEmpty ? "<i>empty text</i>" : HTMLText.value($0) } ?? ""
        case .null: "<i>null</i>"
        case .emptyCollection: "<i>empty</i>"
        case .described: "<i>in a description</i>"
        case .parts: "<i>in parts</i>"
        case .nothing: "<i>nothing</i>"
        }
    }

    private func reasons(_ comparison: Comparison) -> String {
        var rows: [Reason: (paths: [String], remedies: RemedyList)] = [:]
        var known: Set<String> = []
        for report in comparison.reports {
            for difference in report.differences {
                for reason in difference.reasons {
                    if known.insert("\(reason.rawValue) \(difference.key)").inserted {
                        rows[reason, default: ([], RemedyList())].paths.append(difference.key)
                    }
                    let name = Senders.shortName(of: report.name)
                    rows[reason, default: ([], RemedyList())].remedies.add(
                        name, report.remedy(for: reason), having: report.options)
                }
            }
        }
        let lines = Reason.allCases.compactMap { reason -> String? in
            guard let (paths, remedies) = rows[reason] else { return nil }
            let values = paths.prefix(200).map(HTMLText.value).joined(separator: ", ") + (paths.count > 200 ? "…" : "")
            return "<tr><th scope=row>\(reason.rawValue)</th><td>\(HTMLText.escaped(reason.explanation))</td>"
                + "<td><details><summary>\(paths.count)</summary>\(values)</details></td>"
                + "<td>\(HTMLText.escaped(remedies.senders.joined(separator: ", ")))</td>"
                + "<td>\(HTMLText.escaped(remedies.text))</td></tr>"
        }
        let refusals = comparison.reports.flatMap { report -> [String] in
            guard case .failure(let refusal) = report.result else { return [] }
            return refusal.problems.map {
                "<p>\(HTMLText.escaped(report.name)) refuses: \(HTMLText.value($0))</p>"
            }
        }
        return table(
            "differences", "Differences", ["Reason", "Meaning", "Values", "Senders", "Remedy"].map { head($0) }, lines)
            + refusals.joined(separator: "\n")
    }

    // MARK: - Servers

    private func matrix(_ report: ServerReport, _ comparison: Comparison) -> String {
        let states = ServerValue.State.allCases
        let rows = zip(comparison.reports, report.readings).compactMap { sender, reading -> String? in
            guard let counts = reading?.counts(of: comparison.leaves.count) else { return nil }
            let cells = states.map { "<td class=n>\(counts[$0] ?? 0)</td>" }
            return
                "<tr><th scope=row>\(HTMLText.escaped(Senders.shortName(of: sender.name)))</th>\(cells.joined())</tr>"
        }
        return table(
            "server-\(report.server.name)", "Read by \(report.server.title)",
            [head("Sender")] + states.map { head($0.rawValue) }, rows)
    }

    private func readings(_ report: ServerReport, _ comparison: Comparison) -> String {
        zip(comparison.reports, report.readings).compactMap { sender, reading -> String? in
            guard let reading else { return nil }
            let lines = ServerTable(style: TextStyle(width: 200), view: view).lines([reading]).dropFirst(2)
            return "<details><summary>from \(HTMLText.escaped(Senders.shortName(of: sender.name)))</summary>"
                + "<pre>\(lines.map { HTMLText.escaped($0) }.joined(separator: "\n"))</pre></details>"
        }.joined(separator: "\n")
    }
}
