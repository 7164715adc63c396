import Foundation

/// Several checks, each in a separate process, and the medians of their figures.
struct RepeatedCheck: Encodable {
    /// The share of its limit by which a median may fall short, which is the variation of one machine from day to day.
    static let tolerance = 0.05

    /// The part of a process's report that is read here.
    private struct Report: Decodable {
        let targets: [Target]
    }

    /// The targets with the medians of the measured figures.
    let targets: [Target]
    /// The figures of each run, in the order of the targets.
    let runs: [[Double?]]

    /// Runs this program `count` times with these arguments, which include `--check`.
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
