@testable import SerializerComparison
import URLSerialization

extension Door {
    static let comparison = [
        Door(name: "payload", check: payload),
        Door(name: "view", check: view),
        Door(name: "match", check: match),
        Door(name: "traffic", check: traffic),
        Door(name: "traffic-diff", check: trafficDifference),
    ]

    /// A payload of the tool, and its reports.
    @Sendable private static func payload(_ input: [UInt8]) throws {
        var program = Program(input)
        let reader = PayloadReader(isTyped: program.below(4) == 0)
        let data = Data(program.remainder())
        guard let payload = try allowing(PayloadError.self, { try reader.read(data, name: "input") }) else { return }
        let comparison = Comparison(of: payload)
        try checkText(comparison.description)
        let page = HTMLRenderer.text(for: Report(comparison, for: .page))
        try checkText(page)
        try checkElements(page)
        let json = Data(JSONRenderer.text(for: Report(comparison, for: .data)).utf8)
        try claim("no JSON", (try? JSONSerialization.jsonObject(with: json)) != nil)
    }

    /// The search for a configuration: what it calls exact is AFNetworking's query.
    @Sendable private static func match(_ input: [UInt8]) throws {
        var program = Program(input)
        let server = QueryServer.all[program.below(QueryServer.all.count)]
        let isLikeReference = program.below(2) == 0
        let data = Data(program.remainder().prefix(200))
        guard let payload = try allowing(PayloadError.self, { try PayloadReader().read(data, name: "input") }),
            let match = try allowing(
                PayloadError.self, { try MatchReport([payload], server: server, isLikeReference: isLikeReference) })
        else { return }
        try checkText(TextRenderer(style: TextStyle()).text(for: Report(match)))
        guard isLikeReference else { return }
        for result in match.results where result.cost.isExact && !result.meansTheSame {
            let reports = Comparison(of: payload, senders: [.http, result.sender]).reports
            try claim("\(result.code) is not exact", reports[0].request?.query == reports[1].request?.query)
        }
    }

    /// A query as all servers read it, side by side.
    @Sendable private static func view(_ input: [UInt8]) throws {
        let query = String(decoding: input, as: UTF8.self)
        let form = "application/x-www-form-urlencoded"
        let requests = [
            RecordedRequest("GET", "?\(query)"), RecordedRequest("POST", "/", body: Data(input), contentType: form),
        ]
        for request in requests {
            try checkText(TextRenderer(style: TextStyle()).text(for: Report([request], readBy: QueryServer.all)))
        }
        guard isSampled(input) else { return }
        try checkElements(HTMLRenderer.text(for: Report([requests[0]], readBy: QueryServer.all, for: .page)))
    }

    /// Traffic of any kind, as servers read it.
    @Sendable private static func traffic(_ input: [UInt8]) throws {
        guard let traffic = try allowing(PayloadError.self, { try TrafficReader().read(Data(input)) }) else { return }
        // In pieces a HAR has the same requests.
        if HARReader.begins(Data(input)) {
            var rest = Data(input)[...]
            let again = try allowing(PayloadError.self) {
                try HARReader.read(Data(rest.prefix(3))) {
                    rest = rest.dropFirst(3)
                    return Data(rest.prefix(3))
                }
            }
            try claim("other requests in pieces", again?.requests == traffic.requests)
        }
        let report = Report(Array(traffic.requests.prefix(20)), readBy: QueryServer.all)
        try checkText(TextRenderer(style: TextStyle()).text(for: report))
        guard isSampled(input), !traffic.requests.isEmpty else { return }
        try checkText(TextRenderer(style: TextStyle()).text(for: Report(TrafficMatch(traffic.requests), name: "input")))
    }

    /// Two recordings, divided by a zero. A recording does not differ from itself.
    @Sendable private static func trafficDifference(_ input: [UInt8]) throws {
        let parts = input.split(separator: 0, maxSplits: 1, omittingEmptySubsequences: false)
        let recordings = try parts.compactMap { part in
            try allowing(PayloadError.self) { try TrafficReader().read(Data(part)).requests }
        }
        guard let old = recordings.first, let new = recordings.last else { return }
        for server in [nil, QueryServer.named("rails")] {
            let difference = TrafficDifference(old, new, server: server)
            let names = ["old", "new"]
            try checkText(TextRenderer(style: TextStyle()).text(for: Report(difference, names: names, server: server)))
            try checkElements(
                HTMLRenderer.text(for: Report(difference, names: names, server: server, for: .page)))
            let own = TrafficDifference(old, old, server: server)
            try claim("differs from itself", own.differences.isEmpty && own.missing.isEmpty && own.added.isEmpty)
        }
    }

    /// Checks that a page consists of the elements of our pages.
    private static func checkElements(_ page: String) throws {
        // A mark may follow a tag.
        let tag = /<\/?([^\s>\/]*)/.matchingSemantics(.unicodeScalar)
        for match in page.matches(of: tag) where !elements.contains(match.1) {
            throw Finding(description: "the page has the element \(match.1)")
        }
    }

    private static let elements = Set(
        "!DOCTYPE html head meta title link style body main h1 h2 p div table thead tbody tr th td bdi input label pre"
            .split(separator: " ") + ["details", "summary"])

    /// Checks that a text does nothing to a terminal.
    private static func checkText(_ text: String) throws {
        let control = text.unicodeScalars.first {
            $0.value < 0x20 && $0 != "\n" || (0x7F...0x9F).contains($0.value) || $0.properties.isBidiControl
        }
        try claim("the control character \(control.map { String($0.value, radix: 16) } ?? "")", control == nil)
    }
}
