/// A figure that the library promises, and the one that was measured.
struct Target: Codable {
    /// On which side of the limit the figure has to be.
    enum Bound: String, Codable {
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
    ///
    /// - Parameter tolerance: How far the figure may fall short of the limit, as a share of it.
    init(_ name: String, _ bound: Bound, _ limit: Double, measured: Double?, tolerance: Double = 0) {
        self.name = name
        self.bound = bound
        self.limit = limit
        self.measured = measured
        isMet =
            measured.map { bound == .atLeast ? $0 >= limit * (1 - tolerance) : $0 <= limit * (1 + tolerance) } ?? false
    }

    /// The targets that concern the payloads of a report.
    static func all(of report: BenchmarkReport, payloads: [Payload.Name]) -> [Target] {
        payloads.flatMap { targets(of: $0, in: report) } + extraTargets(in: report)
            + (report.encoders.map(encoderTargets) ?? []) + (report.responses.map(responseTargets) ?? [])
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
}
