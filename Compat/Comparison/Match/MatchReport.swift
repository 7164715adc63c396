import URLSerialization

/// The result of a search for the configuration that sends AFNetworking's bytes, or comes nearest to them.
package struct MatchReport {
    /// The payloads' names.
    package let names: [String]
    /// The server whose reading counts; `nil` if only bytes count.
    package let server: QueryServer?
    /// Whether the goal is AFNetworking's query.
    package let isLikeReference: Bool
    /// The best configuration of each encoder, the best first.
    package let results: [MatchedConfiguration]
    /// The comparisons of the nearest one that is not exact, by payload; empty where all are.
    package let remainders: [Comparison]

    /// Whether the values all arrive in a JSON body, and none of the configurations conveys them all to the server.
    package let isBetterAsJSON: Bool

    /// The number of values of all payloads.
    let valueCount: Int
    /// Whether the preset for the server is among the results.
    let hasPreset: Bool

    /// Whether a search covers the encoder that a sender uses.
    package static func searches(_ sender: String) -> Bool { SearchSpace.named(sender) != nil }

    /// Searches encoders.
    ///
    /// - Parameters:
    ///   - payloads: The payloads that the configuration must fit.
    ///   - server: A server to which a query of other bytes may mean the same.
    ///   - isLikeReference: Whether the goal is AFNetworking's query; otherwise it is the least loss at the server.
    ///   - only: The senders whose encoders are searched; `nil` for all.
    /// - Throws: A ``PayloadError`` where AFNetworking refuses a payload that the goal is to be like.
    package init(_ payloads: [Payload], server: QueryServer?, isLikeReference: Bool = true, only: [String]? = nil)
        throws
    {
        let chosen = only.map { Set($0.compactMap { SearchSpace.named($0)?.name }) }
        let spaces = SearchSpace.all.filter { chosen?.contains($0.name) ?? true }
        var results: [MatchedConfiguration]
        var preset: MatchedConfiguration?
        if !isLikeReference, let server {
            let search = try ConfigurationSearch(.values(server), payloads: payloads)
            preset = spaces.contains { $0.name == SearchSpace.queryStyle.name } ? search.presetResult : nil
            results = [preset].compactMap { $0 } + search.results(of: spaces)
        } else {
            do {
                results = try ConfigurationSearch(.bytes, payloads: payloads).results(of: spaces)
            } catch {
                throw PayloadError(
                    reason: "AFNetworking's query is refused, so that none can be like it: \(error) "
                        + "(--for SERVER searches without it)")
            }
            // Other bytes that mean the same are better than bytes that are nearly the same. This library's own style
            // always sends AFNetworking's bytes: the search is for the others. A query that the server refuses has no
            // meaning that another could have.
            if let server, let search = try? ConfigurationSearch(.meaning(server), payloads: payloads) {
                let others = search.results(of: spaces).filter(\.cost.isExact)
                results = results.map { result in
                    guard max(result.cost.differing, result.cost.refusals) > 0,
                        var same = others.first(where: { $0.name == result.name })
                    else { return result }
                    same.meansTheSame = true
                    return same
                }
                // The sort is stable: those that mean the same come behind those of the same bytes.
                results = results.filter(\.cost.isExact) + results.filter { !$0.cost.isExact }
            }
        }
        let url = try "https://api.example.com/".asURL()
        isBetterAsJSON =
            !isLikeReference && !results.contains(where: \.cost.isExact)
            && payloads.allSatisfy { payload in
                let sent = Comparison(of: payload, url: url, senders: [.json]).reports[0]
                guard let body = sent.request?.body, sent.outcomes.allSatisfy({ $0.state == .kept }) else {
                    return false
                }
                return server?[.json].keepsValues(ofJSON: payload, byteCount: body.count) ?? true
            }
        self.names = payloads.map(\.name)
        hasPreset = preset != nil
        valueCount = payloads.reduce(0) { $0 + $1.leaves.count }
        (self.server, self.isLikeReference, self.results) = (server, isLikeReference, results)
        let nearest = results.first {
            !$0.cost.isExact && $0.refusals.isEmpty && ($0.name != "QueryStyle" || !isLikeReference)
        }
        remainders =
            nearest.map { nearest in payloads.map { Comparison(of: $0, url: url, senders: [nearest.sender]) } } ?? []
    }
}
