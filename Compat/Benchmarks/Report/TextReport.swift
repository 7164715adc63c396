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
        lines += longTextLines
        lines += requestLines
        lines += arrayMemoryLines
        lines += encoderLines
        lines += readingLines
        lines += queryReadingLines
        lines += responseLines
        lines += self.lines(of: report.refusals)
        lines += multipartLines
        lines += sessionLines
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
        guard !report.rows.isEmpty else { return [] }
        let header = ["payload", "peer", "ns/call", "±%", "MB/s", "bytes", "allocations", "time/ours"]
        return aligned([header] + report.rows.map(cells), leftAligned: 2)
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

    /// The speed of the baseline against code outside this package, which shows whether the baseline changed.
    private var baselineLine: [String] {
        guard let plain = report.row(.flat, .plain), let items = report.row(.flat, .queryItems) else { return [] }
        return ["\nplain over URLComponents on flat: \(number(plain.nanoseconds / items.nanoseconds, decimals: 1))"]
    }

    private var growthLines: [String] {
        guard let growth = report.growth else { return [] }
        let arrays = growth.arrays.map { "\($0.leaves): \(number($0.nanosecondsPerLeaf, decimals: 2))" }
        return [
            "\nns for each leaf of an array, by length: " + arrays.joined(separator: ", "),
            "time of wide with 20,000 pairs over 10,000: \(number(growth.doublingWide, decimals: 2)), "
                + "as JSON: \(number(growth.doublingWideJSON, decimals: 2))",
        ]
    }

    private var responseLines: [String] {
        guard let responses = report.responses else { return [] }
        return [
            "",
            "validating a response: \(number(responses.validationNanoseconds, decimals: 0)) ns",
            "compound of five, one of the type, over that one: " + number(responses.compoundOverSingle, decimals: 3),
        ]
    }

    /// Returns the refusals of hostile bodies in a table.
    func lines(of refusals: [RefusalMeasurement]) -> [String] {
        guard !refusals.isEmpty else { return [] }
        let header = ["refused", "bytes", "ms", "MB/s", "memory, MiB"]
        let rows = refusals.map { refusal in
            [
                refusal.name, "\(refusal.bytes)", number(refusal.nanoseconds / 1e6, decimals: 2),
                number(Double(refusal.bytes) / refusal.nanoseconds * 1000, decimals: 0),
                refusal.memory.map { number(Double($0) / Double(1 << 20), decimals: 1) } ?? "",
            ]
        }
        return [""] + aligned([header] + rows, leftAligned: 1)
    }

    private var targetLines: [String] {
        guard !report.targets.isEmpty else { return [] }
        return [""] + report.targets.map { line(of: $0) }
    }

    /// Returns a target in a line.
    func line(of target: Target) -> String {
        let measured = target.measured.map { number($0, decimals: 2) } ?? "not measured"
        let isFine = abs(target.limit * 10 - (target.limit * 10).rounded()) > 1e-9
        let limit = "\(target.bound.rawValue) \(number(target.limit, decimals: isFine ? 2 : 1))"
        return "\(target.isMet ? "PASS" : "FAIL")  \(target.name): \(measured) (\(limit))"
    }

    /// Returns rows of cells in columns, with numbers aligned to the right.
    func aligned(_ rows: [[String]], leftAligned: Int) -> [String] {
        let columns = rows.first?.indices ?? 0..<0
        let widths = columns.map { column in rows.map { $0[column].count }.max() ?? 0 }
        return rows.map { row in
            row.enumerated().map { column, cell in
                let padding = String(repeating: " ", count: widths[column] - cell.count)
                return column < leftAligned ? cell + padding : padding + cell
            }.joined(separator: "  ")
        }
    }

    /// Returns a number with a fixed number of decimals.
    func number(_ value: Double, decimals: Int) -> String {
        String(format: "%.\(decimals)f", value)
    }
}
