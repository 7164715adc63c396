import URLSerialization

extension Report {
    /// The report on a search for a configuration: those that lose nothing first, then JSON where no form keeps all,
    /// then the others, each with its code and what it loses.
    package init(_ report: MatchReport, for form: Form = .text) {
        let maker = MatchSections(report: report, form: form)
        title = [report.names.joined(separator: ", ") + (report.server.map { ", read by \($0.title)" } ?? "")]
        facts = [
            ("payloads", .array(report.names.map { .string($0) })),
            ("server", report.server.map { .string($0.name) } ?? .null),
        ]
        let json = report.isBetterAsJSON ? [maker.jsonSection] : []
        // With the server's preset, the same form spelled out says no more.
        let results = report.results.filter { result in
            form == .data || !(report.hasPreset && result.name == SearchSpace.queryStyle.name)
        }
        sections = json + results.map(maker.section)
        if form == .text { sections += maker.remainders() }
    }
}

/// Makes the sections on a search.
private struct MatchSections {
    let report: MatchReport
    let form: Report.Form

    /// The values that a loss names before the rest is only counted.
    private static let maximumPlaces = 4

    var jsonSection: Report.Section {
        let name = Sender.json.name
        let text = "every value arrives if the server reads a JSON body"
        let lost = report.results.first { $0.refusals.isEmpty }
        let reason = lost.map { "No form keeps them all: \(summary(of: $0))." }
        return section(name, text, code: "\(name)()", reason.map { [$0] } ?? [], isExact: true)
    }

    func section(_ result: MatchedConfiguration) -> Report.Section {
        if !result.refusals.isEmpty {
            return section(
                result.name, summary(of: result), code: nil, result.refusals, isExact: false)
        }
        let isUseless =
            !report.isLikeReference && report.valueCount > 1 && result.cost.differing * 10 >= report.valueCount * 9
        let limits = result.limits.map { "\($0)" }
        return section(
            result.name, summary(of: result), remarks: isUseless ? [] : result.remarks,
            code: isUseless ? nil : result.code, limits, isExact: result.cost.isExact, differing: result.cost.differing)
    }

    private func section(
        _ name: String, _ summary: String, remarks: [String] = [], code: String?, _ notes: [String], isExact: Bool,
        differing: Int = 0
    ) -> Report.Section {
        let lines =
            remarks.map { Report.Line(text: "    // \($0)", indent: 4) }
            + (code ?? "").split(separator: "\n").map { Report.Line(text: "    \($0)", isWhole: true) }
        var blocks: [Report.Block] = [
            .note("\(name): \(summary)", head: "\(name):", role: isExact ? .good : .different)
        ]
        // Never wrapped, so that it can be copied.
        if code != nil { blocks.append(.lines(lines.flatMap(commented))) }
        blocks += notes.map { .note($0, indent: 2) }
        let value = Report.Value.object([
            ("encoder", .string(name)), ("code", code.map { .string($0) } ?? .null),
            ("remarks", .array(remarks.map { .string($0) })), ("summary", .string(summary)),
            ("isExact", .bool(isExact)), ("differing", .int(differing)),
            ("refusals", .array(code == nil ? notes.map { .string($0) } : [])),
        ])
        return Report.Section(id: name, blocks: form == .data ? [] : blocks, value: value)
    }

    /// A remark that is too long for a line goes on in another comment.
    private func commented(_ line: Report.Line) -> [Report.Line] {
        guard !line.isWhole else { return [line] }
        return LineWrapper.wrapWords(String(line.text.dropFirst(7)), width: 61)
            .map { Report.Line(text: "    // \($0)", isWhole: true) }
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
            if cost.hasOtherOrder { return "AFNetworking's pairs in another order" }
            return "nearest: \(Report.count(cost.differing, "pair")) missing, added or changed"
        }
        if cost.isExact { return "\(server) reads every value" }
        let changed = result.losses.filter { $0.text?.isEmpty == false }.map {
            "\($0.path) arrives as \($0.text ?? "")"
        }
        let lost = result.losses.filter { $0.text?.isEmpty != false }.map(\.path)
        let parts = [("loses", lost), ("changes", changed)].filter { !$1.isEmpty }.map { verb, places in
            let rest = places.count - Self.maximumPlaces
            let names = places.prefix(Self.maximumPlaces).map { Report.cut($0, to: 80) }.joined(separator: ", ")
            return "\(verb) \(places.count) of \(Report.count(report.valueCount, "value")): \(names)"
                + (rest > 0 ? " and \(rest) more" : "")
        }
        return "\(server) \(parts.joined(separator: "; "))"
    }

    /// The differences that the nearest configuration leaves, or its losses at the server.
    func remainders() -> [Report.Section] {
        guard let nearest = report.remainders.first?.reports.first?.name else { return [] }
        let kind = report.isLikeReference ? "differences" : "losses"
        let heading = Report.Section(
            id: "remaining", blocks: [.note("Remaining \(kind) with \(nearest)", role: .title)])
        return [heading]
            + report.remainders.flatMap { comparison -> [Report.Section] in
                let name =
                    report.remainders.count > 1
                    ? [Report.Section(id: "", blocks: [.note(comparison.payload.name)])] : []
                if report.isLikeReference {
                    return name
                        + ComparisonSections(comparison: comparison, view: ComparisonView(), form: .text).reasons()
                }
                return name
                    + ServerSections(view: ComparisonView(), form: .text).sections(
                        comparison, comparison.readings(by: report.server.map { [$0] } ?? []))
            }
    }
}
