extension Target {
    /// Returns the targets of one payload, of its queries and its JSON as far as they were timed.
    static func targets(of payload: Payload.Name, in report: BenchmarkReport) -> [Target] {
        func faster(_ ours: Peer.Name, than peer: Peer.Name, _ limit: Double) -> [Target] {
            guard let row = report.row(payload, ours) else { return [] }
            let name = "\(payload.rawValue): times \(ours.rawValue) is faster than \(peer.rawValue)"
            let measured = report.row(payload, peer).map { $0.nanoseconds / row.nanoseconds }
            return [Target(name, .atLeast, limit, measured: measured)]
        }
        let small = styleTargets(of: payload, in: report) + allocationTargets(of: payload, in: report)
        return switch payload {
        case .flat: faster(.ours, than: .plain, 27) + faster(.value, than: .plain, 40) + small
        case .nested:
            faster(.ours, than: .plain, 26) + faster(.value, than: .plain, 40)
                + faster(.json, than: .jsonSerialization, 30) + faster(.jsonValue, than: .jsonSerialization, 60) + small
        case .wide:
            faster(.ours, than: .plain, 15) + faster(.json, than: .jsonSerialization, 20) + growthTargets(in: report)
        case .longASCII: faster(.ours, than: .plain, 200) + faster(.json, than: .jsonSerialization, 100)
        case .longCJK: faster(.ours, than: .plain, 25) + faster(.json, than: .jsonSerialization, 25)
        case .model: faster(.ours, than: .jsonEncoder, 5) + faster(.json, than: .jsonEncoder, 5)
        }
    }

    /// Returns the targets of long texts, requests and memory.
    static func extraTargets(in report: BenchmarkReport) -> [Target] {
        let texts = report.longTexts.map { text in
            Target(
                "\(text.payload.rawValue) as \(text.form.rawValue): times faster than plain, "
                    + "slowest of \(text.timesPlain.count) processes",
                .atLeast, text.payload == .longASCII ? 200 : 25, measured: text.timesPlain.min())
        }
        let requests = report.requests.map { requests in
            [
                Target(
                    "HTTPRequestSerializer() over a URLRequest with three headers", .atMost, 0.1,
                    measured: requests.serializerOverRequest),
                Target(
                    "flat: request and serialize over that URLRequest and the query", .atMost, 1.25,
                    measured: requests.serializingOverHalves),
            ]
        }
        let memory = report.arrayMemory.map { memory in
            [
                Target(
                    "an [Any] of \(memory.count) doubles: memory taken over the size of its query", .atMost,
                    arrayMemoryLimit, measured: memory.growthOverOutput)
            ]
        }
        return texts + (requests ?? []) + (memory ?? [])
    }

    /// Three times the ratio of a query written straight from the array: 46.5 MB for 22.9 MB.
    private static let arrayMemoryLimit = 6.1

    private static func styleTargets(of payload: Payload.Name, in report: BenchmarkReport) -> [Target] {
        report.rows.filter { $0.payload == payload && $0.peer.style != nil }.map { row in
            Target(
                "\(payload.rawValue): time of \(row.peer.rawValue) over AFNetworking's style", .atMost, 1.5,
                measured: report.row(payload, .ours).map { row.nanoseconds / $0.nanoseconds })
        }
    }

    /// The peers whose allocations have a target.
    static let countedPeers: [Peer.Name] = [.ours, .value, .json, .jsonValue]

    private static func allocationTargets(of payload: Payload.Name, in report: BenchmarkReport) -> [Target] {
        countedPeers.compactMap { report.row(payload, $0) }.map { row in
            Target(
                "\(payload.rawValue): allocations for a call of \(row.peer.rawValue)", .atMost, 12,
                measured: row.allocations)
        }
    }

    private static func growthTargets(in report: BenchmarkReport) -> [Target] {
        guard let growth = report.growth else { return [] }
        return [
            Target("wide: time of 20,000 pairs over 10,000", .atMost, 2.3, measured: growth.doublingWide),
            Target("wide: time of JSON of 20,000 members over 10,000", .atMost, 2.3, measured: growth.doublingWideJSON),
            Target("arrays: dearest leaf over cheapest", .atMost, 1.2, measured: growth.arraySpread),
        ]
    }
}

extension Target {
    /// Returns the targets of Alamofire's encoders.
    static func encoderTargets(_ encoders: EncoderMeasurement) -> [Target] {
        [
            Target("nested: times URLEncoding is faster than plain", .atLeast, 10, measured: encoders.timesPlain),
            Target("model: URLEncodedFormEncoder over the core", .atMost, 3, measured: encoders.modelOverCore),
            Target("URLEncodedFormEncoder: ms for 10,000 pairs", .atMost, 30, measured: encoders.pairMilliseconds),
            Target("URLEncodedFormEncoder: time of twice the pairs", .atMost, 2.3, measured: encoders.doubling),
        ]
    }
}
