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
            let distinct = group.grouped { [$0.query, $0.mediaType, $0.body] as [AnyHashable] }
            let counts = distinct.count == group.count ? "" : ", \(distinct.count) distinct"
            let heading = "\(group[0].endpoint) · \(Report.count(group.count, "request"))\(counts)"
            if form == .data {
                let values = distinct.map { Self.value(of: $0, servers) }
                return [
                    Section(id: group[0].endpoint, value: ["count": .int(group.count), "distinct": .array(values)])
                ]
            }
            let parts = distinct.flatMap { same -> [Section] in
                let places = Report.list(same.map(\.place))
                let note = Block.note((same.count > 1 ? "×\(same.count) · " : "") + places, role: .faint)
                let readings = servers.map { ServerReading(of: same[0], by: $0) }
                return [Section(id: "", blocks: [note])] + maker.trees(readings, verb: "Read by")
            }
            return [Section(id: "", blocks: [.note(heading, head: heading, role: .title)])] + parts
        }
        self.init(title: [Report.count(requests.count, "request")], sections: sections)
    }

    private static func value(of same: [RecordedRequest], _ servers: [QueryServer]) -> ParameterValue {
        let readings = servers.map { ($0.name, ServerReading(of: same[0], by: $0).value) }
        return [
            "count": .int(same.count), "places": .array(same.map { .string($0.place) }),
            "url": .string(same[0].url), "readings": .dictionary(ParameterDictionary(readings)),
        ]
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
        let rows = difference.differences.flatMap { pair in pair.items.map { Self.cells(pair, $0, server) } }
        let table = Table(columns.map { Column($0) }, rows, maximumLines: form == .text ? 3 : nil)
        // A sentence for each reason, once.
        let sentences = difference.differences.flatMap(\.items).flatMap { item in
            zip(item.reasons, item.explanations).map { "\($0.name): \($1)" }
        }
        let without = [("only in \(names[0])", difference.missing), ("only in \(names[1])", difference.added)]
        sections = [
            Section(
                id: "differences", title: form == .page ? "Differences" : "",
                blocks: rows.isEmpty ? [] : [.table(table)]),
            Section(id: "reasons", blocks: sentences.grouped { $0 }.map { .note($0[0]) }),
            Section(
                id: "unpaired",
                blocks: without.flatMap { title, requests in
                    requests.map { .note("\(title): \($0.endpoint) (\($0.place))", head: title, role: .refused) }
                }),
        ]
    }

    private static func cells(
        _ pair: RequestDifference, _ item: RequestDifference.Item, _ server: QueryServer?
    ) -> [Cell] {
        let places = [pair.expected.place, pair.actual.place].filter { !$0.isEmpty }
        let place = places.isEmpty ? "" : " (\(places.joined(separator: " → ")))"
        let names = item.reasons.map(\.name).joined(separator: ", ")
        let effect = server.map { item.effect?.rawValue ?? (item.part == .list ? "not read by \($0.name)" : "") }
        return [
            Cell(pair.expected.endpoint + place), Cell(item.part.rawValue), Cell(item.place),
            Cell(item.expected?.cut() ?? "–", value: item.expected.map { .string($0) } ?? .null),
            Cell(item.actual?.cut() ?? "–", value: item.actual.map { .string($0) } ?? .null),
            Cell(names, item.matters ? .different : .faint),
        ] + (effect.map { [Cell($0)] } ?? [])
    }
}
