extension TextReport {
    /// The cost of requests that run.
    var sessionLines: [String] {
        guard let session = report.session else { return [] }
        return session.small.flatMap { smallRequestLines($0, session) } + [
            "the state machine: \(number(session.machineEvents / 1e6, decimals: 1)) million events/s",
            "\(session.madeRequests) requests, made and never started: "
                + "\(number(session.made.nanoseconds / Double(session.madeRequests) / 1e3, decimals: 2)) µs each",
        ] + transferLines(session)
    }

    private func smallRequestLines(_ small: SessionMeasurement.Small, _ session: SessionMeasurement) -> [String] {
        let peers = [
            ("Session", small.seconds), ("Alamofire's names", small.alamofireSeconds),
            ("URLSession.data(for:)", small.plainSeconds),
        ]
        let rows = peers.map { name, seconds in
            let microseconds = MultipartMeasurement.median(seconds) / Double(session.requests) * 1e6
            let rounds = seconds.map { number($0, decimals: 3) }.joined(separator: " ")
            return [name, number(microseconds, decimals: 1), rounds]
        }
        return ["", "\(session.requests) small requests, \(small.inFlight) at a time, through each in turns."]
            + aligned([["", "µs/request", "s, round for round"]] + rows, leftAligned: 1)
            + ["time over URLSession's: \(number(small.timeOverPlain, decimals: 3))"]
    }

    private func transferLines(_ session: SessionMeasurement) -> [String] {
        let rows = session.transfers.flatMap { transfer in
            [("Session", transfer.costs, transfer.memory), ("URLSession", transfer.plainCosts, transfer.plainMemory)]
                .map { peer, costs, memory in
                    let nanoseconds = MultipartMeasurement.median(costs.map(\.nanoseconds))
                    return [
                        transfer.work.rawValue, peer, number(Double(session.bytes) / nanoseconds * 1000, decimals: 0),
                        memory.map { number(Double($0) / Double(1 << 20), decimals: 1) } ?? "",
                        costs.map { number($0.nanoseconds / 1e9, decimals: 2) }.joined(separator: " "),
                    ]
                }
        }
        let size = "\(session.bytes >> 20) MiB"
        return ["", "\(size), each in a process of its own; for the form URLSession sends its file alone."]
            + aligned([["", "", "MB/s", "MiB taken", "s, round for round"]] + rows, leftAligned: 2)
    }
}
