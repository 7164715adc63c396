import URLSerialization

extension Report {
    /// Creates the report on a search for a configuration: first the configurations that lose nothing, then JSON if no
    /// form keeps all values, then the others, each with its code and its losses.
    package init(_ report: MatchReport, for form: Form = .text) {
        let maker = MatchSections(report: report, form: form)
        title = [report.names.joined(separator: ", ") + (report.server.map { ", read by \($0.title)" } ?? "")]
        facts = [
            "payloads": .array(report.names.map { .string($0) }),
            "server": report.server.map { .string($0.name) } ?? .null,
        ]
        // If the server's preset is shown, the same style spelled out is redundant.
        let results = report.results.filter { result in
            form == .data || !(report.hasPreset && result.name == SearchSpace.queryStyle.name)
        }
        sections = (report.isBetterAsJSON ? [maker.jsonSection] : []) + results.map(maker.section)
        if form == .text { sections += maker.remainders() }
    }
}

/// A maker of the sections on a search.
private struct MatchSections {
    let report: MatchReport
    let form: Report.Form

    var jsonSection: Section {
        let name = Sender.json.name
        let text = "every value arrives if the server reads a JSON body"
        let lost = report.results.first { $0.refusals.isEmpty }
        let reason = lost.map { "No form keeps them all: \(summary(of: $0))." }
        return section(name, text, code: "\(name)()", reason.map { [$0] } ?? [], MatchCost())
    }

    func section(_ result: MatchedConfiguration) -> Section {
        let isUseless =
            !report.isLikeReference && report.valueCount > 1 && result.cost.differing * 10 >= report.valueCount * 9
        let isRefused = !result.refusals.isEmpty
        return section(
            result.name, summary(of: result), remarks: isUseless || isRefused ? [] : result.remarks,
            code: isUseless || isRefused ? nil : result.code, isRefused ? result.refusals : result.limits, result.cost)
    }

    private func section(
        _ name: String, _ summary: String, remarks: [String] = [], code: String?, _ notes: [String], _ cost: MatchCost
    ) -> Section {
        // A remark that is too long for a line continues in another comment.
        let comments = remarks.flatMap { LineWrapper.wrapWords($0, width: 61) }.map { "// \($0)\n" }.joined()
        let lines = code.map { [Block.lines(Line.code(comments + $0))] } ?? []
        let heading = Block.note("\(name): \(summary)", head: "\(name):", role: cost.isExact ? .good : .different)
        let value: ParameterValue = [
            "encoder": .string(name), "code": code.map { .string($0) } ?? .null,
            "remarks": .array(remarks.map { .string($0) }), "summary": .string(summary), "isExact": .bool(cost.isExact),
            "differing": .int(cost.differing), "refusals": .array(code == nil ? notes.map { .string($0) } : []),
        ]
        return Section(
            id: name, blocks: form == .data ? [] : [heading] + lines + notes.map { .note($0, indent: 2) }, value: value)
    }

    private func summary(of result: MatchedConfiguration) -> String {
        let cost = result.cost
        let server = report.server?.name ?? ""
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
        let changed = result.losses.compactMap { loss in
            loss.text.map { "\(loss.leaf.path.text) arrives as \($0)" }
        }
        let lost = result.losses.filter { $0.text == nil }.map(\.leaf.path.text)
        let parts = [("loses", lost), ("changes", changed)].filter { !$1.isEmpty }.map { verb, places in
            let names = Report.list(places.map { $0.cut(to: 80) })
            return "\(verb) \(places.count) of \(Report.count(report.valueCount, "value")): \(names)"
        }
        return "\(server) \(parts.joined(separator: "; "))"
    }

    /// Returns the remaining differences of the nearest configuration, or its losses at the server.
    func remainders() -> [Section] {
        guard let nearest = report.remainders.first?.reports.first?.name else { return [] }
        let heading = "Remaining \(report.isLikeReference ? "differences" : "losses") with \(nearest)"
        let servers = report.server.map { [$0] } ?? []
        return [Section(id: "remaining", blocks: [.note(heading, role: .title)])]
            + report.remainders.flatMap { comparison -> [Section] in
                let view = ComparisonView()
                let name = Section(id: "", blocks: [.note(comparison.payload.name)])
                let sections =
                    report.isLikeReference
                    ? Report.ComparisonSections(comparison: comparison, view: view, form: .text).reasons()
                    : ServerSections(view: view, form: .text).sections(comparison, comparison.readings(by: servers))
                return (report.remainders.count > 1 ? [name] : []) + sections
            }
    }
}
