import Foundation

/// A report as lines of text for a terminal.
struct TextReport {
    /// The figures.
    let report: BenchmarkReport

    /// The whole text, with a line end after the last line.
    var text: String {
        var lines = [introduction]
        lines += table
        lines += baselineLine
        lines += growthLines
        lines += targetLines
        return lines.joined(separator: "\n") + "\n"
    }

    private var introduction: String {
        guard report.isMeaningful else {
            return "A smoke run, or built without optimisation: these figures mean nothing.\n"
        }
        return "Medians of \(report.rounds) interleaved rounds, warm. MB/s counts output, 1 MB = 1,000,000 bytes.\n"
    }

    private var table: [String] {
        let header = ["payload", "peer", "ns/call", "±%", "MB/s", "bytes", "allocations", "time/ours"]
        let cells = [header] + report.rows.map(cells)
        let widths = header.indices.map { column in cells.map { $0[column].count }.max() ?? 0 }
        return cells.map { row in
            row.enumerated().map { column, cell in
                let padding = String(repeating: " ", count: widths[column] - cell.count)
                return column < 2 ? cell + padding : padding + cell
            }.joined(separator: "  ")
        }
    }

    private func cells(of row: BenchmarkReport.Row) -> [String] {
        [
            row.payload.rawValue,
            row.peer.rawValue,
            number(row.nanoseconds, decimals: 0),
            number(row.spread * 100, decimals: 1),
            number(row.megabytesPerSecond, decimals: 1),
            "\(row.outputBytes)",
            row.allocations.map { number($0, decimals: $0 == $0.rounded() ? 0 : 2) } ?? "",
            number(row.timesOurs, decimals: 2),
        ]
    }

    /// How slow the baseline is beside something outside this package, by which it can be told whether it changed.
    private var baselineLine: [String] {
        guard let plain = report.row(.flat, .plain), let items = report.row(.flat, .queryItems) else { return [] }
        return ["\nplain over URLComponents on flat: \(number(plain.nanoseconds / items.nanoseconds, decimals: 1))"]
    }

    private var growthLines: [String] {
        guard let growth = report.growth else { return [] }
        let arrays = growth.arrays.map { "\($0.leaves): \(number($0.nanosecondsPerLeaf, decimals: 2))" }
        return [
            "\nns for each leaf of an array, by length: " + arrays.joined(separator: ", "),
            "time of wide with 20,000 pairs over 10,000: \(number(growth.doublingWide, decimals: 2))",
        ]
    }

    private var targetLines: [String] {
        guard !report.targets.isEmpty else { return [] }
        return [""]
            + report.targets.map { target in
                let measured = target.measured.map { number($0, decimals: 2) } ?? "not measured"
                let limit = "\(target.bound.rawValue) \(number(target.limit, decimals: 1))"
                return "\(target.isMet ? "PASS" : "FAIL")  \(target.name): \(measured) (\(limit))"
            }
    }

    private func number(_ value: Double, decimals: Int) -> String {
        String(format: "%.\(decimals)f", value)
    }
}
