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
        self.init(expected: expected, actual: actual, headers: .standard, server: nil)
    }

    /// - Parameters:
    ///   - headers: The header fields to compare.
    ///   - server: The server at which each difference has its effect; `nil` for none.
    package init?(expected: RecordedRequest, actual: RecordedRequest, headers: HeaderChoice, server: QueryServer?) {
        let line = [("method", expected.method, actual.method), ("path", expected.path, actual.path)]
        var items = line.filter { $1 != $2 }.map { Item(.line, $0, $1, $2) }
        items += PairDifferences(expected.query, actual.query, .query, server?[.query]).items
        items += headers.items(expected, actual)
        items += Self.bodyItems(expected, actual, server)
        if items.isEmpty { return nil }
        (self.expected, self.actual, self.items) = (expected, actual, items)
    }

    /// Whether any difference can reach a server's code.
    package var matters: Bool { items.contains(where: \.matters) }

    /// The request, and a line for each difference.
    public var description: String {
        let place = expected.place.isEmpty ? "" : " (\(expected.place))"
        let lines = items.map { item in
            "  \(item.text)" + (item.explanations.isEmpty ? "" : " (\(item.explanations.joined(separator: " ")))")
        }
        return (["\(expected.endpoint)\(place)"] + lines).map { Escapes.terminal($0, isUnicode: true) }
            .joined(separator: "\n")
    }
}

extension RequestDifference.Item {
    /// The place and both texts: `form vip: 1 → true`.
    package var text: String {
        let texts = [expected, actual].map { text in text.map { $0.isEmpty ? "\"\"" : $0.cut(to: 120) } ?? "none" }
        let name = [part.rawValue, place.cut(to: 120)].filter { !$0.isEmpty }.joined(separator: " ")
        return "\(name): \(texts.joined(separator: " → "))"
    }
}

/// The header fields that a comparison of requests includes.
package struct HeaderChoice: Sendable {
    /// Whether a field is compared, by its name in lower case.
    private let includes: @Sendable (String) -> Bool

    /// All fields except those that differ from one request to the next, and those of the connection.
    package static let standard = HeaderChoice { !ignored.contains($0) && !$0.hasPrefix("sec-") }

    /// The choice of a list of names with commas between them.
    package static func only(_ list: String) -> HeaderChoice {
        let names = list.lowercased().split(separator: ",").map { $0.trimmingCharacters(in: .whitespaces) }
        return HeaderChoice { names.contains($0) }
    }

    private static let ignored: Set = [
        "accept-encoding", "age", "baggage", "connection", "content-length", "cookie", "date", "dnt", "expect", "host",
        "idempotency-key", "if-modified-since", "if-none-match", "keep-alive", "priority", "proxy-connection", "te",
        "sentry-trace", "traceparent", "tracestate", "transfer-encoding", "upgrade-insecure-requests", "user-agent",
        "via", "x-amzn-trace-id", "x-b3-spanid", "x-b3-traceid", "x-correlation-id", "x-request-id", "x-trace-id",
    ]

    fileprivate func items(_ expected: RecordedRequest, _ actual: RecordedRequest) -> [RequestDifference.Item] {
        let (old, new) = (fields(of: expected), fields(of: actual))
        return Set(old.keys).union(new.keys).sorted().compactMap { name in
            let values = [old[name], new[name]].map { $0?.joined(separator: ", ") }
            // Clients add this if there is none.
            let isSame = values[0] == values[1] || name == "accept" && values.allSatisfy { ($0 ?? "*/*") == "*/*" }
            return isSame ? nil : RequestDifference.Item(.header, name, values[0], values[1])
        }
    }

    private func fields(of request: RecordedRequest) -> [String: [String]] {
        request.headers.reduce(into: [:]) { fields, field in
            let name = field.name.lowercased()
            let boundary = /;\s*boundary=(?:"[^"]*"|[^;]*)/
            let value = field.value.contains("boundary=") ? field.value.replacing(boundary, with: "") : field.value
            if includes(name) { fields[name, default: []].append(value) }
        }
    }
}
