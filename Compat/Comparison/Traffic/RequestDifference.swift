import URLSerialization

/// The explained difference between two requests.
///
/// ```swift
/// #expect(RequestDifference(expected: recorded, actual: RecordedRequest(request)) == nil)
/// ```
///
/// Dates, cookies, user agents, lengths, boundaries, ids and the fields of the connection do not count, nor do hosts.
public struct RequestDifference: Sendable, Equatable, CustomStringConvertible {
    /// The request that was recorded.
    public let expected: RecordedRequest
    /// The request that is compared with it.
    public let actual: RecordedRequest
    /// The differences, in the order of the requests.
    package let items: [Item]

    /// The part of a request with a difference.
    package enum Part: String, Sendable {
        case line, header, query, form, json, part, list, body
    }

    /// The effect of a difference on what a server reads.
    package enum Effect: String, Sendable {
        case nothing, lost, added
        case text = "another text"
        case place = "another place"
    }

    /// One difference.
    package struct Item: Sendable, Equatable {
        package let part: Part
        /// The key path, or the name of a header field; `""` for the whole part.
        package let place: String
        /// The text of each side; `nil` for none.
        package let expected, actual: String?
        package let reasons: [Reason]
        /// The effect of the difference at the server; `nil` if no server is chosen.
        package let effect: Effect?
        /// Whether the recorded request is the one that differs from AFNetworking.
        package let isReversed: Bool

        init(
            _ part: Part, _ place: String, _ expected: String?, _ actual: String?, _ reasons: [Reason] = [],
            _ effect: Effect? = nil, isReversed: Bool = false
        ) {
            (self.part, self.place, self.expected, self.actual) = (part, place, expected, actual)
            (self.reasons, self.effect, self.isReversed) = (reasons, effect, isReversed)
        }

        /// Whether the difference can reach a server's code.
        package var matters: Bool {
            if let effect { return effect != .nothing }
            return reasons.isEmpty || !reasons.allSatisfy { [.escaping, .pairOrder, .spaceAsPlus].contains($0) }
        }

        /// The place and both texts: `form vip: 1 → true`.
        package var text: String {
            let texts = [expected, actual].map { text in text.map { $0.isEmpty ? "\"\"" : $0.cut(to: 120) } ?? "none" }
            let name = [part.rawValue, place.cut(to: 120)].filter { !$0.isEmpty }.joined(separator: " ")
            return "\(name): \(texts.joined(separator: " → "))"
        }

        /// The sentences of the reasons, about the side that differs from AFNetworking.
        package var explanations: [String] {
            reasons.map { reason in
                let (side, other) = isReversed ? ("Old", "the new request") : ("New", "the old request")
                let text = reason.explanation.replacing("AFNetworking's", with: "\(other)'s")
                let sentence = text.replacing("an AFNetworking", with: "a").replacing("AFNetworking", with: other)
                return "\(side): \(sentence.prefix(1).uppercased())\(sentence.dropFirst())"
            }
        }
    }

    /// Compares two requests.
    ///
    /// - Returns: `nil` if they are equal.
    public init?(expected: RecordedRequest, actual: RecordedRequest) {
        self.init(expected: expected, actual: actual, headers: nil, server: nil)
    }

    /// - Parameters:
    ///   - headers: The names in lower case of the header fields to compare, or `nil` for all fields except those that
    ///     differ from one request to the next, and those of the connection.
    ///   - server: The server at which each difference has its effect; `nil` for none.
    package init?(expected: RecordedRequest, actual: RecordedRequest, headers: Set<String>?, server: QueryServer?) {
        let line = [("method", expected.method, actual.method), ("path", expected.path, actual.path)]
        var items = line.filter { $1 != $2 }.map { Item(.line, $0, $1, $2) }
        items += PairDifferences(.form(expected.query), .form(actual.query), .query, server).items
        items += Self.headerItems(expected, actual, headers)
        items += Self.bodyItems(expected, actual, server)
        if items.isEmpty { return nil }
        (self.expected, self.actual, self.items) = (expected, actual, items)
    }

    /// Whether any difference can reach a server's code.
    package var matters: Bool { items.contains(where: \.matters) }

    /// The request, and a line for each difference.
    public var description: String {
        let lines = items.map { item in
            "  \(item.text)" + (item.explanations.isEmpty ? "" : " (\(item.explanations.joined(separator: " ")))")
        }
        return ([expected.title] + lines).map { Escapes.terminal($0, isUnicode: true) }.joined(separator: "\n")
    }
}

// MARK: - Headers

extension RequestDifference {
    private static func headerItems(_ old: RecordedRequest, _ new: RecordedRequest, _ names: Set<String>?) -> [Item] {
        let fields = [old, new].map { Dictionary(grouping: $0.headers) { $0.name.lowercased() } }
        let compared = Set(fields.flatMap(\.keys)).filter {
            names?.contains($0) ?? !(ignored.contains($0) || $0.hasPrefix("sec-"))
        }
        return compared.sorted().compactMap { name in
            var values = fields.map { $0[name]?.map(\.value).joined(separator: ", ") }
            let boundary = /;\s*boundary=(?:"[^"]*"|[^;]*)/
            if name == "content-type" { values = values.map { $0?.replacing(boundary, with: "") } }
            // Clients add this if there is none.
            let isSame = values[0] == values[1] || name == "accept" && values.allSatisfy { ($0 ?? "*/*") == "*/*" }
            return isSame ? nil : Item(.header, name, values[0], values[1])
        }
    }

    private static let ignored: Set = [
        "accept-encoding", "age", "baggage", "connection", "content-length", "cookie", "date", "dnt", "expect", "host",
        "idempotency-key", "if-modified-since", "if-none-match", "keep-alive", "priority", "proxy-connection", "te",
        "sentry-trace", "traceparent", "tracestate", "transfer-encoding", "upgrade-insecure-requests", "user-agent",
        "via", "x-amzn-trace-id", "x-b3-spanid", "x-b3-traceid", "x-correlation-id", "x-request-id", "x-trace-id",
    ]

    // MARK: - Bodies

    private static func bodyItems(_ old: RecordedRequest, _ new: RecordedRequest, _ server: QueryServer?) -> [Item] {
        let (before, after) = (RecordedContent(of: old), RecordedContent(of: new))
        switch (before, after) {
        case (.none, .none): return []
        case (.bytes(let old, _), .bytes(let new, _)) where old == new: return []
        case (.parts(let old), .parts(let new)):
            return PairDifferences(before, after, .part, server).items + partItems(old, new, server)
        case (.form, .form),
            (.document, .document) where before.part == after.part:
            return PairDifferences(before, after, before.part, server).items
        default:
            let readings = server.map { server in [old, new].map { ServerReading(of: $0, by: server).result } }
            let effect = readings.map { $0[0] == $0[1] ? Effect.nothing : .text }
            return [Item(.body, "", before.summary(of: old.body), after.summary(of: new.body), [], effect)]
        }
    }

    /// Compares the contents and the header fields of parts that are alike otherwise.
    private static func partItems(_ old: [FormPart], _ new: [FormPart], _ server: QueryServer?) -> [Item] {
        // Several parts may be alike: each has another partner, an equal one first.
        let partners = old.partners(in: new, by: [{ AnyHashable($0) }, { [$0.name, $0.displayText] }])
        return old.enumerated().flatMap { number, part -> [Item] in
            guard let other = partners[number].map({ new[$0] }) else { return [] }
            let name = part.name ?? ""
            let fields = [part, other].map { $0.headers.map(\.description).sorted().joined(separator: ", ") }
            let content = Item(.part, name, part.displayText, "other bytes", [.textChanged], server.map { _ in .text })
            let header = Item(.part, "\(name), header", fields[0], fields[1], [], server.map { _ in .nothing })
            return (part.content == other.content ? [] : [content]) + (fields[0] == fields[1] ? [] : [header])
        }
    }
}
