import URLSerialization

/// The goal of a search, by which queries are measured.
struct MatchGoal: Sendable {
    /// The kind of a goal.
    enum Kind: Sendable {
        /// AFNetworking's query.
        case bytes
        /// A query that means the same as AFNetworking's to a server.
        case meaning(QueryServer)
        /// The query that a server reads with the least loss.
        case values(QueryServer)

        var server: QueryServer? {
            switch self {
            case .bytes: nil
            case .meaning(let server), .values(let server): server
            }
        }

        /// Returns the pairs of a query, or the values that the server reads, with the number of each.
        fileprivate func pieces(of query: String) throws -> [String: Int] {
            let pieces =
                if let server {
                    PayloadLeaf.all(in: try server[.form].reading(of: query).parameters)
                        .map { "\($0.path.text)\u{0}\($0.value)" }
                } else {
                    query.isEmpty ? [] : query.splitByte("&").map(String.init)
                }
            return pieces.reduce(into: [:]) { $0[$1, default: 0] += 1 }
        }
    }

    let kind: Kind
    private let targets: [Target]

    /// The target that a payload's query is measured by.
    private struct Target: Sendable {
        let query: String
        let pieces: [String: Int]
        let leaves: [PayloadLeaf]
    }

    /// - Throws: The error of AFNetworking's query, or of the server that reads it, if the goal is a query like
    ///   AFNetworking's.
    init(_ kind: Kind, for payloads: [Payload]) throws {
        self.kind = kind
        targets = try payloads.map { payload in
            if case .values = kind { return Target(query: "", pieces: [:], leaves: payload.leaves) }
            do {
                let query = try QueryStringSerializer().string(from: payload.parameters)
                return Target(query: query, pieces: try kind.pieces(of: query), leaves: [])
            } catch let error as RequestSerializationError {
                throw PayloadError(reason: "\(payload.name): \(error)")
            }
        }
    }

    /// Returns the cost of a query for one of the payloads.
    func cost(of query: String, forPayload position: Int) -> MatchCost {
        let target = targets[position]
        switch kind {
        case .bytes where query == target.query: return MatchCost(differing: 0)
        case .bytes, .meaning:
            guard let pieces = try? kind.pieces(of: query) else { return .refused }
            let surplus = target.pieces.merging(pieces.mapValues { -$0 }, uniquingKeysWith: +)
            var cost = MatchCost(differing: surplus.values.reduce(0) { $0 + abs($1) })
            guard kind.server == nil else { return cost }
            (cost.movedElements, cost.hasOtherOrder) = (Self.movedKeys(target.query, query), cost.differing == 0)
            return cost
        case .values(let server):
            guard let tree = try? server[.form].reading(of: query).parameters else { return .refused }
            let losses = ServerMatch.losses(of: target.leaves, in: tree, server.framework)
            return MatchCost(
                differing: losses.count, inventedTexts: losses.count { $0.isInvented(target.leaves[$0.leaf]) })
        }
    }

    /// Returns the server's refusal of a query, or `nil` if it reads the query or there is no server.
    func refusal(of query: String) -> String? {
        guard let server = kind.server,
            case .failure(let refusal) = ServerReading(of: query, in: .form, by: server).result
        else { return nil }
        return "\(server.name): \(refusal.text)"
    }

    /// Returns the number of keys whose values are the same in a different order.
    private static func movedKeys(_ left: String, _ right: String) -> Int {
        func pairs(_ query: String) -> [Substring: [Substring]] {
            Dictionary(grouping: query.splitByte("&")) { $0.splitByte("=", maximumSplits: 1)[0] }
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
    package var differing: Int
    /// The number of nulls and empty collections in whose place the server reads a text, such as `<null>`.
    var inventedTexts = 0
    /// The number of keys whose values have a different order.
    package var movedElements = 0
    /// Whether the pairs have a different order.
    package var hasOtherOrder = false
    /// The number of payloads that the encoder or the server refuses.
    package var refusals = 0
    /// The number of array kinds whose encoding differs from the goal's in other arrays than the payloads'.
    var failedArrays = 0
    /// The number of strategies that are not the encoder's default.
    var changes = 0

    static let refused = MatchCost(differing: 0, refusals: 1)

    /// Whether the goal is reached.
    package var isExact: Bool { differing == 0 && !hasOtherOrder && refusals == 0 }

    static func + (left: MatchCost, right: MatchCost) -> MatchCost {
        MatchCost(
            differing: left.differing + right.differing, inventedTexts: left.inventedTexts + right.inventedTexts,
            movedElements: left.movedElements + right.movedElements,
            hasOtherOrder: left.hasOtherOrder || right.hasOtherOrder, refusals: left.refusals + right.refusals)
    }

    /// The numbers by which costs are compared, the most important first.
    private var ranks: [Int] {
        [refusals, differing, inventedTexts, movedElements, hasOtherOrder ? 1 : 0, failedArrays, changes]
    }

    package static func < (left: MatchCost, right: MatchCost) -> Bool {
        left.ranks.lexicographicallyPrecedes(right.ranks)
    }
}
