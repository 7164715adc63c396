import URLSerialization

/// The number of a payload's values that arrive, for each encoder at each server.
package struct Matrix {
    /// The values of a payload at a server, none if their places are not known, and the code of the configuration;
    /// `nil` if it is the encoder's default.
    typealias Entry = (summary: SenderSummary, code: String?)

    /// An encoder and its entries, in the order of the servers.
    struct Row {
        let name: String
        let entries: [Entry]

        /// The number of values that arrive, at all servers together.
        var arrived: Int { entries.reduce(0) { $0 + $1.summary.kept } }
    }

    let payload: Payload
    let servers: [QueryServer]
    private(set) var rows: [Row] = []
    let valueCount: Int

    /// Sends a payload by each encoder with its defaults, and with its best configuration for each server.
    package init(of payload: Payload, servers: [QueryServer]) {
        (self.payload, self.servers) = (payload, servers)
        valueCount = payload.leaves.count
        let senders = Sender.all
        let comparison = Comparison(of: payload, senders: senders)
        let readings = comparison.readings(by: servers)
        let searches = servers.compactMap { try? ConfigurationSearch(.values($0), payloads: [payload]) }
        let results = ConfigurationSearch.results(for: searches)
        for (position, sender) in senders.enumerated() where sender.kind.isEmpty {
            let own = readings.map { entry($0.readings[position]) }
            rows.append(Row(name: sender.shortName, entries: own))
            guard let space = SearchSpace.named(sender.name) else { continue }
            let best = results.map { all in entry(all.first { $0.name == space.name }) }
            let isBetter = zip(best, own).contains {
                $0.summary.kept > $1.summary.kept || $1.summary.effect == .refused && $0.summary.effect != .refused
            }
            let name = space.name == SearchSpace.queryStyle.name ? space.name : sender.shortName
            if isBetter {
                rows.append(
                    Row(name: "\(name), best", entries: zip(best, own).map { $0.summary.effect == .refused ? $1 : $0 }))
            }
        }
        rows.append(Row(name: "json", entries: servers.map { entry($0[.json].outcomes(ofJSON: payload)) }))
    }

    /// Returns the entry of a payload's outcomes; `nil` if the server refuses it.
    private func entry(_ outcomes: [Outcome]?) -> Entry {
        guard let outcomes else { return (SenderSummary(lost: valueCount, effect: .refused), nil) }
        let (lost, kept) = (outcomes.count { $0.state == .dropped }, outcomes.count(where: \.isSame))
        return (SenderSummary(kept: kept, changed: outcomes.count - kept - lost, lost: lost), nil)
    }

    private func entry(_ reading: ServerReading?) -> Entry {
        entry(reading.flatMap { reading in (try? reading.result.get()).map { _ in reading.values } })
    }

    private func entry(_ result: MatchedConfiguration?) -> Entry {
        guard let result, result.refusals.isEmpty else { return entry(nil as [Outcome]?) }
        // The places of the values are not known.
        if result.losses.isEmpty, !result.cost.isExact { return (SenderSummary(), result.code) }
        let (count, lost) = (result.losses.count, result.losses.count { $0.outcome.state == .dropped })
        return (SenderSummary(kept: valueCount - count, changed: count - lost, lost: lost), result.code)
    }
}
