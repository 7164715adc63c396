import Foundation

/// Several checks, each in a separate process, and the medians of their figures.
struct RepeatedCheck: Encodable {
    /// The share of its limit by which a median may fall short, which is the variation of one machine from day to day.
    static let tolerance = 0.05

    /// The part of a process's report that is read here.
    private struct Report: Decodable {
        let figures: [Figure]
    }

    /// The figures with limits: the medians, with the figures of each run as details.
    let figures: [Figure]

    var isMet: Bool { figures.allSatisfy { $0.isMet(tolerance: Self.tolerance) } }

    /// Runs this program `count` times with these arguments, which include `--check`.
    init(runs count: Int, arguments: [String]) throws {
        let runs = try (0..<count).map { _ in
            let output = try ChildProcess.output(
                of: ChildProcess.ownExecutable, arguments + ["--format", "json"], accepting: [0, 1])
            return try JSONDecoder().decode(Report.self, from: output).figures.filter { $0.limit != nil }
        }
        guard let first = runs.first, runs.allSatisfy({ $0.map(\.name) == first.map(\.name) }) else {
            throw BenchmarkError.failure("the runs have not the same figures")
        }
        figures = first.indices.map { index in
            let values = runs.map { $0[index].value }
            let measured = values.compactMap { $0 }
            let figure = first[index]
            return Figure(
                figure.name, measured.count == count ? measured.median : nil, figure.unit,
                atLeast: figure.bound == .atLeast ? figure.limit : nil,
                atMost: figure.bound == .atMost ? figure.limit : nil,
                detail: values.map { $0?.text(2) ?? "-" }.joined(separator: " "))
        }
    }
}
