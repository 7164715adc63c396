/// A report as lines of text for a terminal.
struct TextReport {
    let report: BenchmarkReport

    /// The whole text, with a line end after the last line.
    var text: String {
        let introduction =
            report.isMeaningful
            ? "Medians of \(report.rounds) interleaved rounds, warm. MB/s counts output, 1 MB = 1,000,000 bytes.\n"
            : "A smoke run, or built without optimisation: these figures mean nothing.\n"
        let header = ["payload", "peer", "ns/call", "±%", "MB/s", "bytes", "allocations", "time/ours"]
        let table = report.rows.isEmpty ? [] : aligned([header] + report.rows.map(cells), leftAligned: 2) + [""]
        return ([introduction] + table + lines(of: report.figures)).joined(separator: "\n") + "\n"
    }

    /// Returns several checks as lines of text: each figure's median, then those of each run.
    static func text(of check: RepeatedCheck) -> String {
        let report = TextReport(report: BenchmarkReport(isMeaningful: true, rounds: 0))
        return report.lines(of: check.figures, tolerance: RepeatedCheck.tolerance).joined(separator: "\n") + "\n"
    }

    private func cells(of row: BenchmarkReport.Row) -> [String] {
        [
            row.payload.rawValue, row.peer.rawValue, row.nanoseconds.text(0), (row.spread * 100).text(1),
            row.megabytesPerSecond.text(1), "\(row.outputBytes)",
            row.allocations.map { $0.text($0 == $0.rounded() ? 0 : 2) } ?? "", row.timesOurs.text(2),
        ]
    }

    /// Returns a line for each figure, with its limit where there is one.
    private func lines(of figures: [Figure], tolerance: Double = 0) -> [String] {
        let rows = figures.map { figure in
            let limit = figure.limit.map { "\(figure.bound?.rawValue ?? "") \($0.text(2))" } ?? ""
            let isMet =
                figure.limit == nil || !report.isMeaningful ? "" : figure.isMet(tolerance: tolerance) ? "PASS" : "FAIL"
            return [isMet, figure.name, figure.value?.text(2) ?? "not measured", figure.unit, limit]
        }
        return zip(aligned(rows, leftAligned: 2), figures).map { $1.detail.isEmpty ? $0 : "\($0)  \($1.detail)" }
    }

    /// Returns rows of cells in columns, with numbers aligned to the right.
    private func aligned(_ rows: [[String]], leftAligned: Int) -> [String] {
        let columns = rows.first?.indices ?? 0..<0
        let widths = columns.map { column in rows.map { $0[column].count }.max() ?? 0 }
        return rows.map { row in
            row.enumerated().map { column, cell in
                let padding = String(repeating: " ", count: widths[column] - cell.count)
                return column < leftAligned ? cell + padding : padding + cell
            }.joined(separator: "  ")
        }
    }
}
