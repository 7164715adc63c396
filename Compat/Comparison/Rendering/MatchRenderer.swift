import URLSerialization

/// Shows the result of a search for a configuration.
package struct MatchRenderer {
    private let style: TextStyle

    package init(style: TextStyle) {
        self.style = style
    }

    /// The configurations, the best first, and the differences that the nearest leaves; every line ends with a line
    /// feed.
    package func text(for report: MatchReport) -> String {
        let server = report.server.map { ", read by \($0.title)" } ?? ""
        var lines = style.heading(style.escaped(report.names.joined(separator: ", ")) + server)
        for result in report.results {
            lines += [""] + style.line("\(result.name): \(Self.summary(of: result, report))", indent: 0)
            lines += result.refusals.flatMap { style.line(style.escaped($0), indent: 2) }
            guard result.refusals.isEmpty else { continue }
            lines += result.remarks.flatMap { remark in
                LineWrapper.wrapWords(remark, width: style.width - 7).map { "    // \($0)" }
            }
            // Never wrapped, so that it can be copied.
            lines += result.code.split(separator: "\n").map { "    \($0)" }
        }
        if report.isBetterAsJSON {
            lines += [""] + style.line("\(LibrarySender.json.name): \(Self.jsonSummary)", indent: 0)
            lines.append("    \(LibrarySender.json.name)()")
        }
        if let nearest = report.remainders.first?.reports.first?.name {
            lines +=
                [""]
                + style.heading(
                    "Remaining \(report.isLikeReference ? "differences" : "losses") with \(nearest)")
            for comparison in report.remainders {
                if report.remainders.count > 1 {
                    lines += [""] + style.line(style.escaped(comparison.payload.name), indent: 0)
                }
                let view = ComparisonView()
                let rest =
                    report.isLikeReference
                    ? ReasonList(style: style, view: view).lines(for: comparison)
                    : ServerTable(style: style, view: view).lines(
                        for: comparison, comparison.readings(by: report.server.map { [$0] } ?? []))
                lines += rest.drop { $0.isEmpty }
            }
        }
        return lines.map { $0 + "\n" }.joined()
    }

    /// The same as JSON.
    package func json(for report: MatchReport) throws -> String {
        struct Result: Encodable {
            let encoder: String
            /// Absent where the configuration is refused.
            let code: String?
            let remarks: [String]
            let refusals: [String]
            let summary: String
            let isExact: Bool
            let differing: Int
        }
        var results = report.results.map { result in
            let isRefused = !result.refusals.isEmpty
            return Result(
                encoder: result.name, code: isRefused ? nil : result.code, remarks: isRefused ? [] : result.remarks,
                refusals: result.refusals, summary: Self.summary(of: result, report), isExact: result.cost.isExact,
                differing: result.cost.differing)
        }
        if report.isBetterAsJSON {
            let name = LibrarySender.json.name
            results.append(
                Result(
                    encoder: name, code: "\(name)()", remarks: [], refusals: [], summary: Self.jsonSummary,
                    isExact: true, differing: 0))
        }
        return try JSONRenderer.text(of: results)
    }

    private static let jsonSummary = "every value arrives if the server reads a JSON body"

    private static func summary(of result: MatchedConfiguration, _ report: MatchReport) -> String {
        let cost = result.cost
        let server = report.server?.name ?? ""
        if cost.refusals > 0 {
            return cost.refusals == 1 ? "refused for a payload" : "refused for \(cost.refusals) payloads"
        }
        if !report.isLikeReference {
            return cost.isExact
                ? "\(server) reads every value"
                : "\(server) loses \(cost.differing == 1 ? "1 value" : "\(cost.differing) values")"
        }
        if result.meansTheSame { return "other bytes, which mean the same to \(server)" }
        if cost.isExact { return "AFNetworking's bytes" }
        if cost.hasOtherOrder { return "AFNetworking's pairs in another order" }
        return "nearest: \(cost.differing) \(cost.differing == 1 ? "pair" : "pairs") missing, added or changed"
    }
}
