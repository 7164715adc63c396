/// A figure that the library promises, and the one that was measured.
struct Target: Codable {
    /// The side of the limit on which the figure must be.
    enum Bound: String, Codable {
        case atLeast = "≥"
        case atMost = "≤"
    }

    /// The name of the promised figure.
    let name: String
    /// The side of the limit on which the figure must be.
    let bound: Bound
    /// The promised limit.
    let limit: Double
    /// The measured figure; `nil` if it could not be measured, which counts as missed.
    let measured: Double?
    /// Whether the promise is kept.
    let isMet: Bool

    /// Creates a target with the figure that it is compared with.
    ///
    /// - Parameter tolerance: The share of the limit by which the figure may fall short.
    init(_ name: String, _ bound: Bound, _ limit: Double, measured: Double?, tolerance: Double = 0) {
        self.name = name
        self.bound = bound
        self.limit = limit
        self.measured = measured
        isMet =
            measured.map { bound == .atLeast ? $0 >= limit * (1 - tolerance) : $0 <= limit * (1 + tolerance) } ?? false
    }

    /// Returns the targets that concern the payloads of a report.
    static func all(of report: BenchmarkReport, payloads: [Payload.Name]) -> [Target] {
        payloads.flatMap { targets(of: $0, in: report) } + extraTargets(in: report)
            + (report.encoders.map(encoderTargets) ?? []) + (report.responses.map(responseTargets) ?? [])
            + (report.reading.map(readingTargets) ?? [])
            + (report.queryReading.map(queryReadingTargets) ?? []) + refusalTargets(report.refusals)
            + (report.multipart.map(multipartTargets) ?? [])
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

    private static func responseTargets(_ responses: ResponseMeasurement) -> [Target] {
        [
            Target("responses: µs to validate one", .atMost, 2, measured: responses.validationNanoseconds / 1_000),
            Target(
                "responses: decodings of a compound of which three have the type", .atMost, 3,
                measured: Double(responses.compoundDecodings)),
        ]
    }
}
