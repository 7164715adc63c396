import Foundation

/// Several checks, each in a process of its own, and the medians of what they measured.
struct RepeatedCheck: Encodable {
    /// How far a median may fall short of its limit, as a share of it: what one machine measures from day to day.
    static let tolerance = 0.05

    /// What a process reports, as far as it matters here.
    private struct Report: Decodable {
        let targets: [Target]
    }

    /// The targets with the medians of what was measured.
    let targets: [Target]
    /// What each run measured, in the order of the targets.
    let runs: [[Double?]]

    /// Runs this program so many times with these arguments, `--check` among them.
    init(runs count: Int, arguments: [String]) throws {
        let reports = try (0..<count).map { _ in
            let output = try ChildProcess.output(
                of: ChildProcess.ownExecutable, arguments + ["--format", "json"], accepting: [0, 1])
            return try JSONDecoder().decode(Report.self, from: output).targets
        }
        guard let first = reports.first, reports.allSatisfy({ $0.map(\.name) == first.map(\.name) }) else {
            throw BenchmarkError.failure("the runs have not the same targets")
        }
        let measured = first.indices.map { index in reports.map { $0[index].measured } }
        runs = measured
        targets = zip(first, measured).map { target, measured in
            let sorted = measured.compactMap { $0 }.sorted()
            return Target(
                target.name, target.bound, target.limit,
                measured: sorted.count == count ? sorted[count / 2] : nil, tolerance: Self.tolerance)
        }
    }
}
