extension Target {
    /// Returns the targets of requests that run.
    static func sessionTargets(_ session: SessionMeasurement) -> [Target] {
        let transfers = session.transfers.flatMap { transfer in
            let name = "session, \(transfer.work.rawValue)"
            return [
                Target(
                    "\(name): throughput over URLSession's", .atLeast, transfer.work == .download ? 1.25 : 4,
                    measured: transfer.throughput),
                Target(
                    "\(name): MiB above the process's start", .atMost, 16,
                    measured: transfer.memory.map { Double($0) / Double(1 << 20) }),
            ]
        }
        let small = session.small.flatMap { small in
            let count = "\(session.requests) small requests"
            let more = (small.alamofireTime - 1) * MultipartMeasurement.median(small.seconds) / Double(session.requests)
            return [
                Target(
                    "session: time of \(count) over URLSession's, \(small.inFlight) at a time", .atMost,
                    small.inFlight == 1 ? 0.45 : 0.4, measured: small.timeOverPlain),
                Target(
                    "Alamofire's names: time of \(count) over the session's, \(small.inFlight) at a time", .atMost, 1.3,
                    measured: small.alamofireTime),
                Target(
                    "Alamofire's names: µs a request more than the session, \(small.inFlight) at a time", .atMost, 60,
                    measured: more * 1e6),
            ]
        }
        return small + [
            Target(
                "session: millions of events of the state machine in a second", .atLeast, 1,
                measured: session.machineEvents / 1e6),
            Target(
                "session: µs to make a request that is never started", .atMost, 4,
                measured: session.made.nanoseconds / Double(session.madeRequests) / 1e3),
            Target(
                "session: bytes of a request that is never started", .atMost, 2_000,
                measured: session.made.memory.map { Double($0) / Double(session.madeRequests) }),
        ] + transfers
    }
}
