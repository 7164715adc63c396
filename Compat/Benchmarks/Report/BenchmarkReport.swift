/// The figures of a run.
struct BenchmarkReport: Encodable {
    /// One peer on one payload.
    struct Row: Encodable {
        let payload: Payload.Name
        let peer: Peer.Name
        /// The median time for a call, in nanoseconds.
        let nanoseconds: Double
        /// Half the distance between the quartiles of the rounds, as a share of the median.
        let spread: Double
        /// The size of the output.
        let outputBytes: Int
        /// The time for a call over the time this library takes on the same payload.
        let timesOurs: Double
        /// The heap allocations for a call, if they were counted.
        var allocations: Double?

        /// Millions of output bytes in a second.
        var megabytesPerSecond: Double { Double(outputBytes) / nanoseconds * 1000 }
    }

    /// Whether the figures are meaningful. Those of a smoke run or of a program built without optimization are not.
    let isMeaningful: Bool
    /// The number of rounds for each median.
    let rounds: Int
    /// Every peer on every payload.
    var rows: [Row] = []
    /// The other measurements, and the ratios between the rows, with their limits.
    var figures: [Figure] = []

    /// Returns the row of a peer on a payload.
    func row(_ payload: Payload.Name, _ peer: Peer.Name) -> Row? {
        rows.first { $0.payload == payload && $0.peer == peer }
    }

    /// Adds the timings of the peers of a payload, this library's first.
    mutating func append(_ timings: [(peer: Peer.Name, timing: CallTimer.Timing)], of payload: Payload.Name) {
        guard let ours = timings.first?.timing.nanoseconds else { return }
        rows += timings.map { peer, timing in
            Row(
                payload: payload, peer: peer, nanoseconds: timing.nanoseconds, spread: timing.spread,
                outputBytes: timing.outputBytes, timesOurs: timing.nanoseconds / ours)
        }
    }
}

// The ratios between the rows of a payload.
extension BenchmarkReport {
    /// The peers whose allocations have a limit.
    static let countedPeers: [Peer.Name] = [.ours, .value, .json, .jsonValue]

    /// Returns the figures of a payload's queries and of its JSON, as far as they were timed.
    func figures(of payload: Payload.Name) -> [Figure] {
        func faster(_ ours: Peer.Name, than peer: Peer.Name, _ limit: Double) -> [Figure] {
            guard let row = row(payload, ours) else { return [] }
            let name = "\(payload.rawValue): times \(ours.rawValue) is faster than \(peer.rawValue)"
            return [Figure(name, self.row(payload, peer).map { $0.nanoseconds / row.nanoseconds }, atLeast: limit)]
        }
        let rows = rows.filter { $0.payload == payload }
        let styles = rows.filter { $0.peer.style != nil }.map { row in
            Figure(
                "\(payload.rawValue): time of \(row.peer.rawValue) over AFNetworking's style",
                self.row(payload, .ours).map { row.nanoseconds / $0.nanoseconds }, atMost: 1.5)
        }
        let allocations = Self.countedPeers.compactMap { row(payload, $0) }.map { row in
            Figure(
                "\(payload.rawValue): allocations for a call of \(row.peer.rawValue)", row.allocations, atMost: 12)
        }
        return switch payload {
        case .flat:
            faster(.ours, than: .plain, 27) + faster(.value, than: .plain, 40) + styles + allocations
        case .nested:
            faster(.ours, than: .plain, 26) + faster(.value, than: .plain, 40)
                + faster(.json, than: .jsonSerialization, 30) + faster(.jsonValue, than: .jsonSerialization, 60)
                + styles + allocations
        case .wide: faster(.ours, than: .plain, 15) + faster(.json, than: .jsonSerialization, 20)
        case .longASCII: faster(.ours, than: .plain, 200) + faster(.json, than: .jsonSerialization, 100)
        case .longCJK: faster(.ours, than: .plain, 25) + faster(.json, than: .jsonSerialization, 25)
        case .model: faster(.ours, than: .jsonEncoder, 5) + faster(.json, than: .jsonEncoder, 5)
        }
    }
}
