/// A figure that the library promises, and the one that was measured.
struct Target: Encodable {
    /// On which side of the limit the figure has to be.
    enum Bound: String, Encodable {
        case atLeast = "≥"
        case atMost = "≤"
    }

    /// What is promised.
    let name: String
    /// On which side of the limit the figure has to be.
    let bound: Bound
    /// The promised figure.
    let limit: Double
    /// The measured figure; nil where it could not be measured, which counts as missed.
    let measured: Double?
    /// Whether the promise is kept.
    let isMet: Bool

    /// A target and the figure that it is compared with.
    init(_ name: String, _ bound: Bound, _ limit: Double, measured: Double?) {
        self.name = name
        self.bound = bound
        self.limit = limit
        self.measured = measured
        isMet = measured.map { bound == .atLeast ? $0 >= limit : $0 <= limit } ?? false
    }

    /// The targets that concern the payloads of a report.
    static func all(of report: BenchmarkReport, payloads: [Payload.Name]) -> [Target] {
        payloads.flatMap { targets(of: $0, in: report) } + (report.encoders.map(encoderTargets) ?? [])
            + (report.responses.map(responseTargets) ?? [])
            + refusalTargets(report.refusals) + (report.multipart.map(multipartTargets) ?? [])
            + (report.session.map(sessionTargets) ?? [])
    }

    private static func refusalTargets(_ refusals: [RefusalMeasurement]) -> [Target] {
        guard !refusals.isEmpty else { return [] }
        let shares = refusals.compactMap(\.memoryShare)
        return [
            Target(
                "refusals: seconds for the slowest", .atMost, 1,
                measured: refusals.map { $0.nanoseconds / 1e9 }.max()),
            Target(
                "refusals: most memory, over 4 × the size and 64 MiB", .atMost, 1,
                measured: shares.count == refusals.count ? shares.max() : nil),
        ]
    }

    /// The size up to which decoding takes so little time that what is added to it can be told from its noise.
    private static let smallBody = 2_000

    private static func responseTargets(_ responses: ResponseMeasurement) -> [Target] {
        responses.rows.filter { $0.bytes <= smallBody }.map { row in
            // Binary property lists are looked through before Foundation is given them, which grows with their size.
            row.isLookedThrough
                ? Target(
                    "\(row.name): time over Foundation's, \(row.bytes) bytes", .atMost, 1.2,
                    measured: row.nanoseconds / row.foundationNanoseconds)
                : Target(
                    "\(row.name): µs added to decoding \(row.bytes) bytes", .atMost, 2,
                    measured: row.addedNanoseconds / 1_000)
        } + [
            Target("responses: µs to validate one", .atMost, 2, measured: responses.validationNanoseconds / 1_000),
            Target(
                "responses: null removal over decoding, \(responses.nullRemovalBytes) bytes", .atMost, 1.0 / 3,
                measured: responses.nullRemovalOverDecoding),
            Target(
                "responses: decodings of a compound of which three have the type", .atMost, 3,
                measured: Double(responses.compoundDecodings)),
        ]
    }

    private static func targets(of payload: Payload.Name, in report: BenchmarkReport) -> [Target] {
        func faster(than peer: Peer.Name, _ limit: Double) -> Target {
            let name = "\(payload.rawValue): times faster than \(peer.rawValue)"
            return Target(name, .atLeast, limit, measured: report.row(payload, peer)?.timesOurs)
        }
        func allocations(_ limit: Double) -> Target {
            let name = "\(payload.rawValue): allocations for a call"
            return Target(name, .atMost, limit, measured: report.row(payload, .ours)?.allocations)
        }
        return switch payload {
        case .flat: [faster(than: .plain, 20), allocations(8)]
        case .nested: [faster(than: .plain, 20), allocations(8)]
        case .wide: [faster(than: .plain, 12)] + growthTargets(in: report)
        case .longASCII: [faster(than: .plain, 150)]
        case .longCJK: [faster(than: .plain, 25)]
        case .model: [faster(than: .jsonEncoder, 4)]
        }
    }

    private static func growthTargets(in report: BenchmarkReport) -> [Target] {
        [
            Target("wide: time of 20,000 pairs over 10,000", .atMost, 2.3, measured: report.growth?.doublingWide),
            Target("arrays: dearest leaf over cheapest", .atMost, 1.2, measured: report.growth?.arraySpread),
        ]
    }
}
