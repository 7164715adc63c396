import URLSerialization

extension Report {
    /// Creates the report on the encoders that send what was recorded.
    package init(_ match: TrafficMatch, name: String, for form: Form = .text) {
        title = [name, Report.count(match.count, "request"), "\(match.exactCount) sent byte for byte by some encoder"]
        facts = ["recording": .string(name), "requests": .int(match.count), "exact": .int(match.exactCount)]
        sections = match.results.map { result in
            let stay = result.others.map { "\($0.request.endpoint) (\($0.request.place)): \($0.reason)" }
            let summary = Self.summary(of: result, match.server)
            let comments = result.remarks.flatMap { LineWrapper.wrapWords($0, width: 61) }.map { "// \($0)\n" }.joined()
            let heading = Block.note(
                "\(result.name) \(summary)", head: result.name,
                role: result.exact.count == result.count ? .good : .different)
            let notes = stay.prefix(10).map { Block.note($0, indent: 2) }
            let value: ParameterValue = [
                "encoder": .string(result.name), "code": .string(result.code), "summary": .string(summary),
                "remarks": .array(result.remarks.map { .string($0) }), "exact": .int(result.exact.count),
                "reordered": .int(result.reordered.count), "equivalent": .int(result.equivalent.count),
                "others": .array(stay.map { .string($0) }),
            ]
            let blocks = [heading, .lines(Line.code(comments + result.code))] + notes
            return Section(id: result.name, blocks: form == .data ? [] : blocks, value: value)
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
