import URLSerialization

extension Report {
    /// Creates the report on a search for a configuration: first the configurations that lose nothing, then JSON if no
    /// form keeps all values, then the others, each with its code and its losses.
    package init(_ report: MatchReport, for form: Form = .text) {
        let maker = MatchSections(report: report, form: form)
        let names = report.payloads.map(\.name)
        title = [names.joined(separator: ", ") + (report.server.map { ", posted to \($0.title)" } ?? "")]
        facts = [
            "payloads": .array(names.map { .string($0) }),
            "server": report.server.map { .string($0.name) } ?? .null,
        ]
        // If the server's preset is shown, the same style spelled out is redundant.
        let hasPreset = report.results.contains { $0.name.hasPrefix("QueryStyle.") }
        let isShort = hasPreset && form != .data
        let results = report.results.filter { !isShort || $0.name != SearchSpace.queryStyle.name }
        sections = (report.isBetterAsJSON ? [maker.jsonSection] : []) + results.map(maker.section)
        guard form == .text else { return }
        // If no form can carry the payload, the losses of each encoder do not help.
        if report.jsonLosses != nil, let server = report.server, !server[.form].dialect.readsNestedKeys {
            sections = [maker.jsonSection] + maker.advice(on: server)
        } else {
            sections += maker.remainders()
        }
    }

    /// Creates the report on a matrix: a row for each encoder, a column for each server.
    package init(_ matrix: Matrix, for form: Form = .text) {
        title = [matrix.payload.name, Report.count(matrix.valueCount, "value"), "posted: arrive/change/are lost"]
        facts = ["payload": .string(matrix.payload.name), "values": .int(matrix.valueCount)]
        let rows = matrix.rows.sorted { $0.arrived > $1.arrived }.map { row in
            [Cell(row.name)]
                + row.entries.map { cell in
                    let (kept, changed, lost) = (cell.summary.kept, cell.summary.changed, cell.summary.lost)
                    let isRefused = cell.summary.effect == .refused
                    let isWhole = !isRefused && kept == matrix.valueCount
                    let isKnown = kept + changed + lost == matrix.valueCount
                    let text = isWhole ? "all" : isKnown ? "\(kept)/\(changed)/\(lost)" : "not aligned"
                    return Cell(
                        isRefused ? "refused" : text,
                        isWhole ? .good : isRefused || kept * 2 < matrix.valueCount ? .refused : .different,
                        value: [
                            "arrived": .int(kept), "changed": .int(changed), "lost": .int(lost),
                            "isRefused": .bool(isRefused), "code": cell.code.map { .string($0) } ?? .null,
                        ], heat: isRefused ? 0 : kept * 10 / max(1, matrix.valueCount))
                }
        }
        let columns = [Column("Encoder")] + matrix.servers.map { Column($0.title, id: $0.name) }
        let table = Table(columns, rows, isStackable: false)
        let best = matrix.rows.flatMap { row in
            zip(matrix.servers, row.entries).compactMap { server, cell in
                cell.summary.effect == .refused ? nil : cell.code.map { (row.name, server: server.name, code: $0) }
            }
        }
        sections = [Section(id: "matrix", title: form == .page ? "Values that arrive" : "", blocks: [.table(table)])]
        sections += best.grouped { $0.code == $1.code }.map { group in
            Section(
                id: "", title: "\(group[0].0) at \(group.map(\.server).joined(separator: ", "))", isClosed: true,
                blocks: form == .data ? [] : [.lines(Line.code(group[0].code))])
        }
    }
}

/// A maker of the sections on a search.
private struct MatchSections {
    let report: MatchReport
    let form: Report.Form

    var jsonSection: Section {
        let name = Sender.json.name
        let count = Report.count(report.valueCount, "value")
        let arriving =
            report.isBetterAsJSON
            ? "every value arrives" : "\(report.valueCount - (report.jsonLosses ?? 0)) of \(count) arrive"
        let text = "\(arriving) if the server reads a JSON body"
        let lost = report.results.first { $0.refusals.isEmpty }
        let isFlat = report.server.map { !$0[.form].dialect.readsNestedKeys } ?? false
        let flat = "No form carries nested values to \(report.server?.title ?? ""): it reads no structure in keys."
        let reason = lost.map { isFlat ? flat : "No form keeps them all: \(summary(of: $0))." }
        return section(name, text, code: "\(name)()", reason.map { [$0] } ?? [], MatchCost())
    }

    /// Returns the setting with which a server reads nested keys.
    func advice(on server: QueryServer) -> [Section] {
        guard server.dialect == .querystring, server.name.hasPrefix("express") else { return [] }
        let code = "app.use(express.urlencoded({ extended: true }))"
        let text = "With its extended parser, Express reads nested keys of forms: see match --for express-extended."
        return [Section(id: "parser", blocks: [.note(text), .lines(Line.code(code))])]
    }

    func section(_ result: MatchedConfiguration) -> Section {
        let isUseless = isUseless(result)
        let isRefused = !result.refusals.isEmpty
        return section(
            result.name, summary(of: result), remarks: isUseless || isRefused ? [] : result.remarks,
            code: isUseless || isRefused ? nil : result.code, isRefused ? result.refusals : result.limits, result.cost)
    }

    /// Whether everything, or nearly everything, is lost.
    private func isUseless(_ result: MatchedConfiguration) -> Bool {
        !report.isLikeReference && result.cost.differing * 10 >= report.valueCount * 9
    }

    private func section(
        _ name: String, _ summary: String, remarks: [String] = [], code: String?, _ notes: [String], _ cost: MatchCost
    ) -> Section {
        Section(
            on: name, "\(name): \(summary)", isGood: cost.isExact, remarks: remarks, code: code, notes: notes,
            value: [
                "summary": .string(summary), "isExact": .bool(cost.isExact), "differing": .int(cost.differing),
                "refusals": .array(code == nil ? notes.map { .string($0) } : []),
            ], for: form)
    }

    private func summary(of result: MatchedConfiguration) -> String {
        let cost = result.cost
        let server = report.server?.title ?? ""
        if cost.refusals > 0 {
            return cost.refusals == 1 ? "refused for a payload" : "refused for \(cost.refusals) payloads"
        }
        if report.isLikeReference {
            if result.meansTheSame { return "other bytes, which mean the same to \(server)" }
            if cost.isExact { return "AFNetworking's bytes" }
            if cost.otherOrders > 0 { return "AFNetworking's pairs in another order" }
            return "nearest: \(Report.count(cost.differing, "pair")) missing, added or changed"
        }
        if cost.isExact { return "\(server) reads every value" }
        let count = Report.count(report.valueCount, "value")
        if result.losses.isEmpty {
            return "\(server) does not read \(cost.differing) of \(count) in their place"
        }
        let effects = Dictionary(grouping: result.losses) { _, outcome in
            [.dropped, .changed].contains(outcome.state) ? outcome.state : .moved
        }
        let parts = [(Outcome.State.dropped, "loses"), (.changed, "changes"), (.moved, "moves")].compactMap {
            state, verb -> String? in
            guard let losses = effects[state] else { return nil }
            if state == .dropped, !result.limits.isEmpty {
                return "reads \(report.valueCount - losses.count) of \(count), because it has a limit"
            }
            let places = losses.map { path, outcome -> String in
                let found = state == .changed ? " arrives as \(outcome.text.map { "\"\($0)\"" } ?? "null")" : ""
                return (path.text + (state == .moved ? " is read at \(outcome.key ?? "")" : found)).cut(to: 80)
            }
            return "\(verb) \(places.count) of \(count): \(Report.list(places))"
        }
        return "\(server) \(parts.joined(separator: "; "))"
    }

    /// Returns the remaining differences of the nearest configuration, or its losses at the server.
    func remainders() -> [Section] {
        guard let nearest = report.nearest, !isUseless(nearest) else { return [] }
        let heading = "Remaining \(report.isLikeReference ? "differences" : "losses") with \(nearest.name)"
        let servers = report.server.map { [$0] } ?? []
        return [Section(id: "remaining", blocks: [.note(heading, role: .title)])]
            + report.payloads.flatMap { payload -> [Section] in
                let comparison = Comparison(of: payload, senders: [nearest.sender])
                let view = ComparisonView()
                let name = Section(id: "", blocks: [.note(payload.name)])
                let sections =
                    report.isLikeReference
                    ? Report.ComparisonSections(comparison: comparison, view: view, form: .text).reasons()
                    : ServerSections(view: view, form: .text).sections(comparison, comparison.readings(by: servers))
                return (report.payloads.count > 1 ? [name] : []) + sections
            }
    }
}
