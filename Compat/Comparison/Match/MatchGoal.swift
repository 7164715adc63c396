import URLSerialization

/// The goal of a search, by which queries are measured.
struct MatchGoal {
    struct Kind: Sendable {
        /// The server whose reading counts; `nil` if only bytes count.
        var server: QueryServer?
        /// Whether the goal is AFNetworking's query.
        var isLikeReference = true

        /// AFNetworking's query itself, whatever a server reads.
        static let bytes = Kind()
        /// A query that means the same as AFNetworking's to a server.
        static func meaning(_ server: QueryServer) -> Kind { Kind(server: server) }
        /// The query that a server reads with the least loss.
        static func values(_ server: QueryServer) -> Kind { Kind(server: server, isLikeReference: false) }

        /// Returns the pairs of a query, or the values that the server reads, with the number of each.
        fileprivate func pieces(of query: String) throws -> [String: Int] {
            let leaves = try server.map { PayloadLeaf.all(in: try $0[.form].reading(of: query).parameters) }
            let pieces =
                leaves?.map { "\($0.path.text)\u{0}\($0.value)" }
                ?? query.splitByte("&").filter { !$0.isEmpty }.map(String.init)
            return pieces.reduce(into: [:]) { $0[$1, default: 0] += 1 }
        }
    }

    /// A payload, its leaves, and the query and its parts that are the goal; empty if the goal is the least loss.
    typealias Target = (payload: Payload, leaves: [PayloadLeaf], query: String, pieces: [String: Int])

    let kind: Kind
    let targets: [Target]

    /// - Throws: The error of AFNetworking's query, or of the server that reads it, if the goal is a query like
    ///   AFNetworking's.
    init(_ kind: Kind, for payloads: [Payload]) throws {
        self.kind = kind
        targets = try payloads.map { payload in
            guard kind.isLikeReference else { return (payload, payload.leaves, "", [:]) }
            do {
                let query = try QueryStringSerializer().string(from: payload.parameters)
                return (payload, payload.leaves, query, try kind.pieces(of: query))
            } catch let error as RequestSerializationError {
                throw PayloadError(reason: "\(payload.name): \(error)")
            }
        }
    }

    /// Creates the goal of queries that were recorded.
    init(recorded: [(payload: Payload, query: String)]) {
        kind = .bytes
        targets = recorded.map { ($0, $0.leaves, $1, (try? Kind.bytes.pieces(of: $1)) ?? [:]) }
    }

    var payloads: [Payload] { targets.map(\.payload) }

    /// Returns the cost of an encoder's queries for all payloads.
    func cost(_ encode: (Payload) throws -> String) -> MatchCost { cost(of: payloads.map { try? encode($0) }) }

    /// Returns the cost of the queries for all payloads; `nil` stands for a refusal.
    func cost(of queries: [String?]) -> MatchCost {
        zip(targets, queries).reduce(into: MatchCost()) { $0 += cost(at: $1.0, $1.1) }
    }

    /// Returns the cost of the query for one of the payloads.
    func cost(at target: Target, _ query: String?) -> MatchCost {
        guard let query else { return .refused }
        if let server = kind.server, !kind.isLikeReference {
            guard let tree = try? server[.form].reading(of: query).parameters else { return .refused }
            let outcomes = zip(target.leaves, ServerMatch.outcomes(of: target.leaves, in: tree, server.dialect))
            let digits = outcomes.filter { $1.state == .becameText && $0.hasOtherDigits($1.text ?? "") }
            let nothing = outcomes.filter { !$1.isSame && ($0.isEmptyCollection || $0.value.isNull) }
            return MatchCost(
                differing: outcomes.count { !$1.isSame },
                inventedTexts: nothing.count { $1.text?.isEmpty == false }, otherDigits: digits.count,
                digitsRemark: digits.first.map { "\($0.path.text) arrives as \($1.text ?? "")." })
        }
        if kind.server == nil, query == target.query { return MatchCost() }
        guard let pieces = try? kind.pieces(of: query) else { return .refused }
        let surplus = target.pieces.merging(pieces.mapValues { -$0 }, uniquingKeysWith: +)
        var cost = MatchCost(differing: surplus.values.reduce(0) { $0 + abs($1) })
        guard kind.server == nil else { return cost }
        cost.movedElements = Self.movedKeys(target.query, query)
        cost.otherOrders = cost.differing == 0 ? 1 : 0
        return cost
    }

    /// Returns the number of keys whose values are the same in a different order.
    private static func movedKeys(_ left: String, _ right: String) -> Int {
        func pairs(_ query: String) -> [Substring: [Substring]] {
            Dictionary(grouping: query.splitByte("&")) { Substring($0.utf8.prefix { $0 != UInt8(ascii: "=") }) }
        }
        let others = pairs(right)
        return pairs(left).count { key, pairs in
            pairs.count > 1 && pairs != others[key] && pairs.sorted() == others[key]?.sorted()
        }
    }
}

/// The distance of a configuration from a goal.
package struct MatchCost: Comparable, Sendable {
    /// The number of pairs, or values, that differ, in both directions.
    package var differing = 0
    /// The number of nulls and empty collections in whose place the server reads a text, such as `<null>`.
    var inventedTexts = 0
    /// The number of numbers that arrive with other digits than those of the shortest text, and a sentence about the
    /// first of them.
    var otherDigits = 0
    var digitsRemark: String?
    /// The number of keys whose values have a different order.
    var movedElements = 0
    /// The number of payloads whose pairs have a different order.
    var otherOrders = 0
    /// The number of payloads that the encoder or the server refuses.
    package var refusals = 0
    /// The number of array kinds whose encoding differs from the goal's in other arrays than the payloads'.
    var failedArrays = 0
    /// The number of strategies that are not the encoder's default.
    var changes = 0

    static let refused = MatchCost(refusals: 1)

    package var isExact: Bool { differing == 0 && otherOrders == 0 && refusals == 0 }

    /// The numbers by which costs are compared, the most important first.
    private static var ranks: [WritableKeyPath<MatchCost, Int>] {
        [
            \.refusals, \.differing, \.inventedTexts, \.otherDigits, \.movedElements, \.otherOrders, \.failedArrays,
            \.changes,
        ]
    }

    static func += (left: inout MatchCost, right: MatchCost) {
        for rank in ranks { left[keyPath: rank] += right[keyPath: rank] }
        left.digitsRemark = left.digitsRemark ?? right.digitsRemark
    }

    package static func < (left: MatchCost, right: MatchCost) -> Bool {
        ranks.map { left[keyPath: $0] }.lexicographicallyPrecedes(ranks.map { right[keyPath: $0] })
    }
}
