import URLSerialization

extension Report {
    /// Creates the report on the encoders that send what was recorded.
    package init(_ match: TrafficMatch, name: String, for form: Form = .text) {
        title = [name, Report.count(match.count, "request"), "\(match.exactCount) sent byte for byte by some encoder"]
        facts = ["recording": .string(name), "requests": .int(match.count), "exact": .int(match.exactCount)]
        sections = match.results.map { result in
            let stay = result.others.map { "\($0.request.endpoint) (\($0.request.place)): \($0.reason)" }
            let summary = Self.summary(of: result, match.server)
            return Section(
                on: result.name, "\(result.name) \(summary)", isGood: result.exact.count == result.count,
                remarks: result.remarks, code: result.code, notes: Array(stay.prefix(10)),
                value: [
                    "summary": .string(summary), "exact": .int(result.exact.count),
                    "reordered": .int(result.reordered.count), "equivalent": .int(result.equivalent.count),
                    "others": .array(stay.map { .string($0) }),
                ], for: form)
        }
        let left = [
            (match.bare, "no parameters, so that every encoder sends it"),
            (match.unmatched, "a body that no encoder of parameters makes: files, parts, other media types"),
        ]
        sections += left.filter { !$0.0.isEmpty }.map { requests, text in
            let places = Report.list(requests.map { "\($0.endpoint) (\($0.place))" })
            return Section(
                id: "", blocks: [.note("\(Report.count(requests.count, "request")) with \(text): \(places)")])
        }
    }

    private static func summary(of result: TrafficMatch.Result, _ server: QueryServer?) -> String {
        let counts = [
            (result.reordered.count, "only in order"),
            (result.equivalent.count, "in bytes that mean the same" + (server.map { " to \($0.name)" } ?? "")),
        ].filter { $0.0 > 0 }.map { "; \($0) differ \($1)" }.joined()
        let cannot = result.others.isEmpty ? "" : "; \(result.others.count) cannot"
        let code = result.code.isEmpty ? "" : " with this code"
        let all = Report.count(result.count, "request")
        return "sends \(result.exact.count) of \(all) byte for byte\(code)\(counts)\(cannot)"
    }
}
