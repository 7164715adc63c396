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
    }

    let kind: Kind
    private let targets: [Target]

    /// The measure of a payload's query.
    private struct Target: Sendable {
        let query: String
        let pieces: [String: Int]
        let leaves: [PayloadLeaf]
    }

    /// - Throws: The error of AFNetworking's query, or of the server that reads it, where the goal is a query like it.
    init(_ kind: Kind, for payloads: [Payload]) throws {
        self.kind = kind
        targets = try payloads.map { payload in
            switch kind {
            case .bytes:
                let query = try Self.reference(for: payload)
                return Target(query: query, pieces: Self.pairs(of: query), leaves: [])
            case .meaning(let server):
                let query = try Self.reference(for: payload)
                return Target(query: query, pieces: try Self.values(of: query, server), leaves: [])
            case .values: return Target(query: "", pieces: [:], leaves: payload.leaves)
            }
        }
    }

    private static func reference(for payload: Payload) throws -> String {
        do {
            return try QueryStringSerializer().string(from: payload.parameters)
        } catch {
            throw PayloadError(reason: "\(payload.name): \(error)")
        }
    }

    /// The cost of a query for one of the payloads.
    func cost(of query: String, forPayload position: Int) -> MatchCost {
        let target = targets[position]
        switch kind {
        case .bytes:
            if query == target.query { return MatchCost(differing: 0) }
            let differing = Self.difference(target.pieces, Self.pairs(of: query))
            return MatchCost(
                differing: differing, movedElements: Self.movedKeys(target.query, query), hasOtherOrder: differing == 0)
        case .meaning(let server):
            guard let values = try? Self.values(of: query, server) else { return .refused }
            return MatchCost(differing: Self.difference(target.pieces, values))
        case .values(let server):
            guard let tree = try? server[.form].reading(of: query).parameters else { return .refused }
            let losses = ServerMatch.losses(of: target.leaves, in: tree, server.framework)
            return MatchCost(
                differing: losses.count, inventedTexts: losses.count { $0.isInvented(target.leaves[$0.leaf]) })
        }
    }

    /// The server's refusal of a query; `nil` if it reads it, or there is no server.
    func refusal(of query: String) -> String? {
        switch kind {
        case .bytes: return nil
        case .meaning(let server), .values(let server):
            guard case .failure(let refusal) = ServerReading(of: query, in: .form, by: server).result else {
                return nil
            }
            return "\(server.name): \(refusal.text)"
        }
    }

    private static func pairs(of query: String) -> [String: Int] {
        query.isEmpty ? [:] : query.splitByte("&").reduce(into: [:]) { $0[String($1), default: 0] += 1 }
    }

    /// The number of keys whose values are the same in another order.
    private static func movedKeys(_ left: String, _ right: String) -> Int {
        func values(_ query: String) -> [Substring: [Substring]] {
            query.splitByte("&").reduce(into: [:]) { values, pair in
                let parts = pair.splitByte("=", maximumSplits: 1)
                values[parts[0], default: []].append(parts.last ?? "")
            }
        }
        let others = values(right)
        return values(left).count { key, values in
            guard values.count > 1, let other = others[key] else { return false }
            return values != other && values.sorted() == other.sorted()
        }
    }

    private static func values(of query: String, _ server: QueryServer) throws -> [String: Int] {
        PayloadLeaf.all(in: try server[.form].reading(of: query).parameters).reduce(into: [:]) { values, leaf in
            values["\(leaf.path.text)\u{0}\(leaf.value)", default: 0] += 1
        }
    }

    private static func difference(_ left: [String: Int], _ right: [String: Int]) -> Int {
        let missing = left.reduce(0) { $0 + max(0, $1.value - right[$1.key, default: 0]) }
        return right.reduce(missing) { $0 + max(0, $1.value - left[$1.key, default: 0]) }
    }
}

/// The distance of a configuration from a goal.
package struct MatchCost: Comparable, Sendable {
    /// The pairs, or values, that differ, in both directions.
    package var differing: Int
    /// The nulls and empty collections in whose place the server reads a text, such as `<null>`.
    var inventedTexts = 0
    /// The keys whose values come in another order.
    package var movedElements = 0
    /// Whether the pairs come in another order.
    package var hasOtherOrder = false
    /// The payloads that the encoder or the server refuses.
    package var refusals = 0
    /// The kinds of arrays of which others than the payloads' differ from the goal.
    var failedArrays = 0
    /// The strategies that are not the encoder's default.
    var changes = 0

    static let refused = MatchCost(differing: 0, refusals: 1)

    /// Whether the goal is reached.
    package var isExact: Bool { differing == 0 && !hasOtherOrder && refusals == 0 }

    static func + (left: MatchCost, right: MatchCost) -> MatchCost {
        MatchCost(
            differing: left.differing + right.differing, inventedTexts: left.inventedTexts + right.inventedTexts,
            movedElements: left.movedElements + right.movedElements,
            hasOtherOrder: left.hasOtherOrder || right.hasOtherOrder,
            refusals: left.refusals + right.refusals)
    }

    package static func < (left: MatchCost, right: MatchCost) -> Bool {
        func ranks(_ cost: MatchCost) -> [Int] {
            [
                cost.refusals, cost.differing, cost.inventedTexts, cost.movedElements, cost.hasOtherOrder ? 1 : 0,
                cost.failedArrays, cost.changes,
            ]
        }
        return ranks(left).lexicographicallyPrecedes(ranks(right))
    }
}
