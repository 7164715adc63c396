import URLSerialization

/// The result of a search for the configuration that sends AFNetworking's bytes, or comes nearest to them.
package struct MatchReport {
    let payloads: [Payload]
    /// The server whose reading counts; `nil` if only bytes count.
    package let server: QueryServer?
    /// Whether the goal is AFNetworking's query.
    package let isLikeReference: Bool
    /// The best configuration of each encoder, the best first.
    package let results: [MatchedConfiguration]
    /// The nearest configuration that is not exact; `nil` if all are exact, or if what it loses is beyond a limit.
    let nearest: MatchedConfiguration?

    /// Whether all values arrive in a JSON body but with none of the configurations.
    package var isBetterAsJSON: Bool { jsonLosses == 0 }
    /// The number of values that do not arrive in a JSON body, if a form loses more; otherwise `nil`.
    let jsonLosses: Int?

    /// The number of values of all payloads.
    var valueCount: Int { payloads.reduce(0) { $0 + $1.leafCount } }

    /// Whether a search covers the encoder that a sender uses.
    package static func searches(_ sender: String) -> Bool { SearchSpace.named(sender) != nil }

    /// Searches the encoders for the configurations nearest to the goal.
    ///
    /// - Parameters:
    ///   - payloads: The payloads that the configuration must fit.
    ///   - server: A server for which different bytes may have the same meaning.
    ///   - isLikeReference: Whether the goal is AFNetworking's query. Otherwise the goal is the least loss at the
    ///     server.
    ///   - only: The senders whose encoders are searched; `nil` for all.
    /// - Throws: A ``PayloadError`` if the goal is AFNetworking's query and AFNetworking refuses a payload.
    package init(_ payloads: [Payload], server: QueryServer?, isLikeReference: Bool = true, only: [String]? = nil)
        throws
    {
        let spaces = SearchSpace.all(for: only)
        var results: [MatchedConfiguration]
        if !isLikeReference, let server {
            let search = try ConfigurationSearch(.values(server), payloads: payloads)
            let preset = spaces.contains { $0.name == SearchSpace.queryStyle.name } ? search.presetResult : nil
            results = [preset].compactMap { $0 } + search.results(of: spaces)
        } else {
            do {
                results = try ConfigurationSearch(.bytes, payloads: payloads).results(of: spaces)
            } catch {
                let reason = "AFNetworking's query is refused, so that none can be like it: \(error)"
                throw PayloadError(reason: "\(reason) (--for SERVER searches without it)")
            }
            // Different bytes with the same meaning are better than bytes that are nearly the same. This library's own
            // style always sends AFNetworking's bytes, so the search is for the other encoders. A query that the server
            // refuses has no meaning to compare.
            if let server, let search = try? ConfigurationSearch(.meaning(server), payloads: payloads) {
                let others = search.results(of: spaces).filter(\.cost.isExact)
                for (position, result) in results.enumerated() where result.cost.differing + result.cost.refusals > 0 {
                    guard let same = others.first(where: { $0.name == result.name }) else { continue }
                    results[position] = same
                    results[position].meansTheSame = true
                }
                // The order is stable: configurations with the same meaning follow those with the same bytes.
                results = results.filter(\.cost.isExact) + results.filter { !$0.cost.isExact }
            }
        }
        let losses = payloads.map { payload in
            server?[.json].outcomes(ofJSON: payload).map { outcomes in
                zip(payload.leaves, outcomes).count { !$0.isEmptyCollection && !$1.isSame }
            }
        }
        let sum = losses.reduce(0) { $0 + ($1 ?? payloads.count) }
        let isExact = isLikeReference || losses.contains { $0 == nil } || results.contains(where: \.cost.isExact)
        jsonLosses = isExact || results.contains { $0.refusals.isEmpty && $0.cost.differing <= sum } ? nil : sum
        (self.payloads, self.server, self.isLikeReference) = (payloads, server, isLikeReference)
        self.results = results
        let first = results.first {
            !$0.cost.isExact && $0.refusals.isEmpty && ($0.name != "QueryStyle" || !isLikeReference)
        }
        nearest = first?.limits.isEmpty == true ? first : nil
    }
}
