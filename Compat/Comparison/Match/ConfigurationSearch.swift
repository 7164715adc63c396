import URLSerialization

/// An encoder's configuration and its distance from the goal.
package struct MatchedConfiguration: Sendable {
    /// The type that the code configures, such as `URLEncoding`.
    package let name: String
    /// The conditions under which the code works, and its limits, a sentence each.
    package fileprivate(set) var remarks: [String]
    package let cost: MatchCost
    /// The refusals of payloads by the encoder, or of its queries by the server.
    package fileprivate(set) var refusals: [String] = []
    /// The values that the server does not read in their place.
    fileprivate(set) var losses: [(path: PayloadPath, outcome: Outcome)] = []
    /// The limits beyond which the server ignores parts of a query, a sentence each.
    fileprivate(set) var limits: [String] = []
    package let sender: Sender
    /// The Swift code that makes the encoder.
    package var code: String { sender.code }
    /// Whether the query has different bytes from AFNetworking's but the same meaning to the server.
    package var meansTheSame = false
}

/// A search of the strategies of encoders for the configuration nearest to a goal.
///
/// A strategy that no value exercises has one choice. Strategies that together spell keys are tried in all
/// combinations; every other strategy is searched separately. A search makes a few thousand queries instead of a few
/// hundred thousand.
///
/// - Complexity: Linear in the number of payloads and in their size.
package struct ConfigurationSearch {
    private let goal: MatchGoal
    /// The goal for the payloads with shortened collections, which replace them in the search.
    private let sampleGoal: MatchGoal
    /// Arrays of the same kinds as the payloads' but of other lengths.
    private let probes: [ArrayProbe]
    /// Whether an array differs from the goal in a query that was tried.
    private let failures = Locked<[String: Bool]>([:])
    /// The preset for the server whose reading is the goal; `nil` if there is none.
    private var preset: MatchedConfiguration?

    init(_ goal: MatchGoal.Kind, payloads: [Payload]) throws {
        self.goal = try MatchGoal(goal, for: payloads)
        sampleGoal = try MatchGoal(goal, for: payloads.map(\.sample))
        probes = try ArrayProbe.all(for: sampleGoal.targets.flatMap(\.leaves), goal)
        preset = goal.isLikeReference ? nil : goal.server.flatMap { results(of: [SearchSpace.preset(for: $0)]).first }
    }

    /// Creates a search for queries that were recorded, each with the payload that it spells.
    init(recorded: [(payload: Payload, query: String)]) {
        goal = MatchGoal(recorded: recorded)
        (sampleGoal, probes) = (goal, [])
    }

    /// The payloads to try: the samples, then the longest array of each kind.
    var samples: [Payload] { sampleGoal.payloads + probes.compactMap(\.payloads.last) }

    private var leafCount: Int { goal.targets.reduce(0) { $0 + $1.leaves.count } }

    /// Returns the best configuration of each encoder, the best first.
    func results(of spaces: [SearchSpace] = SearchSpace.all) -> [MatchedConfiguration] {
        Self.results(for: [self], of: spaces)[0]
    }

    /// Returns the best configurations of each encoder for searches of the same payloads, the best of each search
    /// first.
    static func results(
        for searches: [ConfigurationSearch], of spaces: [SearchSpace] = SearchSpace.all
    ) -> [[MatchedConfiguration]] {
        guard let first = searches.first else { return [] }
        func results(in space: SearchSpace) -> [MatchedConfiguration] {
            let space = space.reduced(to: first.samples)
            return zip(searches, best(in: space, for: searches)).map { $0.result(in: space, $1) }
        }
        // Several searches share the cores themselves.
        let results =
            searches.count > 1
            ? spaces.map(results) : spaces.concurrently(leafCount: first.leafCount, results)
        return searches.indices.map { search in results.map { $0[search] }.sorted { $0.cost < $1.cost } }
    }

    /// Returns a configuration with its refusals, its losses at the server whose reading is the goal, and the limits
    /// that cause them.
    private func result(in space: SearchSpace, _ best: Candidate) -> MatchedConfiguration {
        let choices = best.choices
        var cost = goal.cost { try space.encode(choices, $0) }
        (cost.failedArrays, cost.changes) = (best.cost.failedArrays, best.cost.changes)
        let sender = space.sender(choices)
        var result = MatchedConfiguration(
            name: space.name, remarks: remarks(on: choices, in: space, cost), cost: cost, sender: sender)
        for payload in goal.payloads where !cost.isExact {
            var problems: [String] = []
            do {
                _ = try space.encode(choices, payload)
                guard let server = goal.kind.server, !goal.kind.isLikeReference else { continue }
                let comparison = Comparison(of: payload, senders: [sender])
                guard let reading = ServerReading(of: comparison.reports[0], by: server) else { continue }
                if case .failure(let refusal) = reading.result { problems = ["\(server.name): \(refusal.text)"] }
                result.losses += zip(comparison.leaves, reading.values).lazy.filter { !$1.isSame }.map { ($0.path, $1) }
                result.limits += reading.notices
            } catch {
                let all = result.sender.problems(payload, error, SearchSpace.request)
                problems = Refusal(error, problems: all).problems
            }
            result.refusals += goal.targets.count == 1 ? problems : problems.map { "\(payload.name): \($0)" }
        }
        return result
    }

    // MARK: - Candidates

    typealias Candidate = (choices: EncoderChoices, cost: MatchCost)

    /// Returns the best configuration of an encoder.
    func best(in space: SearchSpace) -> Candidate { Self.best(in: space, for: [self])[0] }

    /// Returns the best configuration of an encoder for each of several searches of the same payloads.
    private static func best(in space: SearchSpace, for searches: [ConfigurationSearch]) -> [Candidate] {
        var best: [Candidate] = searches.map { _ in (EncoderChoices(), MatchCost(refusals: .max)) }
        for start in SearchSpace.combinations(of: space.options.filter(\.spellsKeys)) {
            let queries = SampleQueries(space, searches[0].samples)
            let least = MatchCost(changes: start.chosen(space.options).count)
            let open = searches.indices.filter { least < best[$0].cost }
            let found = open.concurrently(leafCount: searches[0].leafCount) {
                searches[$0].candidate(from: start, queries)
            }
            for (number, found) in zip(open, found) where found.cost < best[number].cost { best[number] = found }
        }
        return best
    }

    /// Returns the best configuration that spells keys like another one.
    private func candidate(from start: EncoderChoices, _ queries: SampleQueries) -> Candidate {
        let options = queries.space.options.filter { !$0.spellsKeys && $0.choices.count > 1 }
        var costs = [start: cost(of: start, queries)]
        var best = start
        // A choice that refuses values hides the effect of the other strategies, so there is a second pass.
        for option in options + options {
            for choices in best.alternatives(for: option) {
                let other = costs[choices] ?? cost(of: choices, queries)
                costs[choices] = other
                if let own = costs[best], other < own { best = choices }
            }
        }
        return (best, costs[best] ?? .refused)
    }

    /// Returns the distance of a configuration from the goal for the samples.
    func cost(of choices: EncoderChoices, _ queries: SampleQueries) -> MatchCost {
        let server = goal.kind.server.map { " for \($0.name)" } ?? ""
        Sender.tried.withLock { $0 = queries.space.name + server }
        let sent = queries.of(choices)
        var cost = sampleGoal.cost(of: sent)
        cost.failedArrays = zip(probes, sent.suffix(probes.count)).count { fails($0, $1) }
        cost.changes = choices.chosen(queries.space.options).count
        return cost
    }

    /// Whether the longest array of a kind differs from the goal in a query; `nil` is a refusal.
    private func fails(_ probe: ArrayProbe, _ query: String?) -> Bool {
        guard let query else { return true }
        let isFailure = failures.withLock { $0[query] } ?? probe.fails(query)
        failures.withLock { $0[query] = isFailure }
        return isFailure
    }

    private func remarks(on choices: EncoderChoices, in space: SearchSpace, _ cost: MatchCost) -> [String] {
        let hasOpenOrder =
            space.name == SearchSpace.urlEncoding.name && goal.kind.server == nil
            && goal.targets.contains { $0.leaves.contains(where: \.path.isNestedInDictionary) }
        let order = "Alamofire itself leaves the order within nested dictionaries open; AlamofireCompat sorts them."
        let failing = cost.failedArrays > 0 ? probes : []
        let limits = failing.compactMap { $0.limit { try space.encode(choices, $0) } }
            .grouped { $0.position == $1.position }.map { $0[0].text }
        let preset = space.name == SearchSpace.queryStyle.name ? presetRemark(besides: cost) : nil
        return choices.chosen(space.options).compactMap(\.choice.remark)
            + (hasOpenOrder ? [order] : []) + limits + [cost.digitsRemark, preset].compactMap { $0 }
    }

    /// Returns a sentence on the preset.
    ///
    /// - Parameter other: The cost of the best style.
    private func presetRemark(besides other: MatchCost) -> String? {
        guard let preset, let server = goal.kind.server else { return nil }
        let success = "serves as well, and throws for values that \(server.name) cannot read."
        if preset.cost.isExact { return "\(preset.name) \(success)" }
        guard let refusal = preset.refusals.first else { return "\(preset.name) does not keep every value either." }
        return "\(preset.name) " + (other.isExact ? "is stricter and refuses this." : "cannot be used: \(refusal)")
    }

    /// The preset as a configuration; `nil` if it does not work.
    var presetResult: MatchedConfiguration? {
        guard var result = preset, result.cost.isExact else { return nil }
        let digits = result.cost.digitsRemark.map { "\($0) With numbers = .shortest it keeps its digits." }
        result.remarks = ["Throws for values that the server cannot read.", digits].compactMap { $0 }
        return result
    }
}

extension EncoderOption {
    /// Whether other strategies spell the same parts of a query: keys, spaces in keys, or nulls, which change the
    /// indices after them if they are omitted. The best choice of any other strategy can be found separately.
    fileprivate var spellsKeys: Bool { ["array", "empty", "null", "nil", "space"].contains(setting) }
}
