import URLSerialization

extension Report {
    /// Creates the report on recorded requests as servers read them: one request as a table of servers, several by
    /// their endpoints, each distinct content once.
    package init(
        _ requests: [RecordedRequest], readBy servers: [QueryServer], view: ComparisonView = ComparisonView(),
        width: Int = 80, for form: Form = .text
    ) {
        guard requests.count > 1 else {
            let readings = requests.flatMap { request in servers.map { ServerReading(of: request, by: $0) } }
            self.init(readings, view: view, width: width, for: form)
            return
        }
        let maker = ServerSections(view: view, form: form)
        let sections = requests.grouped(by: \.endpoint).flatMap { group -> [Section] in
            let distinct = group.grouped { [$0.query, $0.mediaType, $0.body] as [AnyHashable] }.map { same in
                (requests: same, readings: servers.map { ServerReading(of: same[0], by: $0) })
            }
            let count = distinct.count == group.count ? "" : ", \(distinct.count) distinct"
            let heading = "\(group[0].endpoint) · \(Report.count(group.count, "request"))\(count)"
            let values = distinct.map { same, readings -> ParameterValue in
                [
                    "count": .int(same.count), "places": .array(same.map { .string($0.place) }),
                    "url": .string(same[0].url),
                    "readings": .dictionary(ParameterDictionary(readings.map { ($0.server.name, $0.value) })),
                ]
            }
            let parts = distinct.flatMap { same, readings -> [Section] in
                let note = (same.count > 1 ? "×\(same.count) · " : "") + Report.list(same.map(\.place))
                return [Section(id: "", blocks: [.note(note, role: .faint)])] + maker.trees(readings, verb: "Read by")
            }
            let value: ParameterValue = ["count": .int(group.count), "distinct": .array(values)]
            if form == .data { return [Section(id: group[0].endpoint, value: value)] }
            return [Section(id: "", blocks: [.note(heading, head: heading, role: .title)])] + parts
        }
        self.init(title: [Report.count(requests.count, "request")], sections: sections)
    }

    /// Creates the report on two recordings: the differences of each pair of requests, those of many pairs once, and
    /// the requests without a partner.
    package init(_ difference: TrafficDifference, names: [String], server: QueryServer?, for form: Form = .text) {
        let differing = difference.differences.count { $0.matters }
        let equal = difference.pairCount - differing
        title = [
            names.joined(separator: " → "), Report.count(difference.pairCount, "pair"),
            "\(equal) the same" + (server.map { " to \($0.title)" } ?? ""), "\(differing) different",
        ]
        facts = [
            "old": .string(names[0]), "new": .string(names[1]), "pairs": .int(difference.pairCount),
            "differing": .int(differing), "server": server.map { .string($0.name) } ?? .null,
        ]
        let columns = ["Request", "Part", "Place", "Old", "New", "Reason"] + (server == nil ? [] : ["Effect"])
        let rows = difference.differences.flatMap { Self.rows(of: $0, server) }
        let table = Block.table(Table(columns.map { Column($0) }, rows, maximumLines: form == .text ? 3 : nil))
        // A sentence for each reason, once.
        let sentences = difference.differences.flatMap(\.items).flatMap { item in
            zip(item.reasons, item.explanations).map { "\($0.name): \($1)" }
        }
        let unpaired = zip(names, [difference.missing, difference.added]).flatMap { name, requests in
            requests.map { Block.note("only in \(name): \($0.title)", head: "only in \(name)", role: .refused) }
        }
        sections = [
            Section(id: "differences", title: form == .page ? "Differences" : "", blocks: rows.isEmpty ? [] : [table]),
            Section(id: "reasons", blocks: sentences.grouped { $0 }.map { .note($0[0]) }),
            Section(id: "unpaired", blocks: unpaired),
        ]
    }

    private static func rows(of pair: RequestDifference, _ server: QueryServer?) -> [[Cell]] {
        let places = [pair.expected.place, pair.actual.place].filter { !$0.isEmpty }.joined(separator: " → ")
        let request = Cell(pair.expected.endpoint + (places.isEmpty ? "" : " (\(places))"))
        return pair.items.map { item in
            let names = item.reasons.map(\.name).joined(separator: ", ")
            let effect = server.map { item.effect?.rawValue ?? (item.part == .list ? "not read by \($0.name)" : "") }
            return [
                request, Cell(item.part.rawValue), Cell(item.place),
                Cell(item.expected?.cut() ?? "–", value: item.expected.map { .string($0) } ?? .null),
                Cell(item.actual?.cut() ?? "–", value: item.actual.map { .string($0) } ?? .null),
                Cell(names, item.matters ? .different : .faint),
            ] + (effect.map { [Cell($0)] } ?? [])
        }
    }

    // MARK: - Matches

    /// Creates the report on the encoders that send what was recorded.
    package init(_ match: TrafficMatch, name: String, for form: Form = .text) {
        title = [name, Report.count(match.count, "request"), "\(match.exactCount) sent byte for byte by some encoder"]
        facts = ["recording": .string(name), "requests": .int(match.count), "exact": .int(match.exactCount)]
        sections = match.results.map { result in
            let stay = result.others.map { "\($0.request.title): \($0.reason)" }
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
            let count = Report.count(requests.count, "request")
            return Section(id: "", blocks: [.note("\(count) with \(text): \(Report.list(requests.map(\.title)))")])
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
