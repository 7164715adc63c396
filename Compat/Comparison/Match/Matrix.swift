import URLSerialization

/// The number of a payload's values that arrive, for each encoder at each server.
package struct Matrix {
    /// The values of a payload at a server.
    struct Cell {
        var arrived = 0
        var changed = 0
        var lost = 0
        /// Whether the encoder, or the server, refuses the payload.
        var isRefused = false
        /// The code of the configuration; `nil` if it is the encoder's default.
        var code: String?
    }

    /// An encoder and its cells, in the order of the servers.
    struct Row {
        let name: String
        var cells: [Cell]
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
        let searches = servers.map { try? ConfigurationSearch(.values($0), payloads: [payload]).results() }
        for (position, sender) in senders.enumerated() where sender.kind.isEmpty {
            let own = readings.map { cell($0.readings[position]) }
            rows.append(Row(name: sender.shortName, cells: own))
            guard let space = SearchSpace.named(sender.name) else { continue }
            let best = servers.indices.map { cell(searches[$0]?.first { $0.name == space.name }, at: servers[$0]) }
            let isBetter = zip(best, own).contains {
                $0.lost + $0.changed < $1.lost + $1.changed || $1.isRefused && !$0.isRefused
            }
            let name = space.name == SearchSpace.queryStyle.name ? space.name : sender.shortName
            if isBetter {
                rows.append(Row(name: "\(name), best", cells: zip(best, own).map { $0.isRefused ? $1 : $0 }))
            }
        }
        var json = Cell(isRefused: true)
        if let report = comparison.reports.first(where: { $0.name == Sender.json.name }), report.request != nil {
            let verdict = comparison.verdict(on: report)
            json = Cell(arrived: verdict.kept, changed: verdict.changed, lost: verdict.lost)
        }
        rows.append(Row(name: "json", cells: servers.map { _ in json }))
    }

    private func cell(_ reading: ServerReading?) -> Cell {
        guard let reading, case .success = reading.result else { return Cell(lost: valueCount, isRefused: true) }
        let lost = reading.values.count { $0.state == .dropped }
        let arrived = reading.values.count(where: \.isWhole)
        return Cell(arrived: arrived, changed: reading.values.count - arrived - lost, lost: lost)
    }

    private func cell(_ result: MatchedConfiguration?, at server: QueryServer) -> Cell {
        guard let result, result.refusals.isEmpty else { return Cell(lost: valueCount, isRefused: true) }
        let sent = Comparison(of: payload, senders: [result.sender])
        var cell = cell(sent.readings(by: [server])[0].readings[0])
        cell.code = result.code
        return cell
    }
}
