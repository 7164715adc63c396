import Foundation

/// A measured figure, and the limit that the library promises for it.
struct Figure: Codable {
    let name: String
    /// The figure; `nil` if it could not be measured, which counts as missed.
    var value: Double?
    let unit: String
    /// The limit, if there is one.
    let atLeast, atMost: Double?
    /// Further figures for readers, which have no limit.
    var detail: String

    /// Creates a figure with at most one limit.
    init(
        _ name: String, _ value: Double?, _ unit: String = "", atLeast: Double? = nil, atMost: Double? = nil,
        detail: String = ""
    ) {
        (self.name, self.value, self.unit, self.detail) = (name, value, unit, detail)
        (self.atLeast, self.atMost) = (atLeast, atMost)
    }

    /// The sign and the value of the limit; `""` for none.
    var limit: String { atLeast.map { "≥ \($0.text(2))" } ?? atMost.map { "≤ \($0.text(2))" } ?? "" }

    /// Whether the figure is within its limit or has none. Machines vary by 5 % from day to day, which is allowed.
    var isMet: Bool {
        if limit.isEmpty { return true }
        return value.map { $0 >= (atLeast ?? -.infinity) * 0.95 && $0 <= (atMost ?? .infinity) * 1.05 } ?? false
    }
}

struct Report {
    let figures: [Figure]
    /// Whether the figures are compared with their limits. Those of a smoke run are not.
    var isMeaningful = true

    var isMet: Bool { figures.allSatisfy(\.isMet) }

    /// The figures as JSON, `{"figures": […]}`.
    var json: String {
        get throws {
            let encoder = JSONEncoder()
            encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
            return String(decoding: try encoder.encode(["figures": figures]), as: UTF8.self)
        }
    }

    /// A line for each figure, with its limit where there is one.
    var text: String {
        let rows = figures.map { figure in
            let isMet = figure.limit.isEmpty || !isMeaningful ? "" : figure.isMet ? "PASS" : "FAIL"
            let value = figure.value?.text(2) ?? "not measured"
            return [isMet, figure.name, value, figure.unit, figure.limit, figure.detail]
        }
        let introduction =
            isMeaningful
            ? "Medians of interleaved rounds, warm. MB/s counts output, 1 MB = 1,000,000 bytes.\n\n"
            : "A smoke run, or built without optimisation: these figures mean nothing.\n\n"
        return introduction + Self.aligned(rows).joined(separator: "\n")
    }

    /// Returns rows of cells in columns, with the figures and their limits aligned to the right.
    private static func aligned(_ rows: [[String]]) -> [String] {
        let columns = rows.first?.indices ?? 0..<0
        let widths = columns.map { column in rows.map { $0[column].count }.max() ?? 0 }
        return rows.map { row in
            row.enumerated().map { column, cell in
                let padding = String(repeating: " ", count: column == 5 ? 0 : widths[column] - cell.count)
                return column < 2 ? cell + padding : padding + cell
            }.joined(separator: "  ")
        }
    }
}

/// The reason why a benchmark run stopped.
struct BenchmarkError: Error {
    /// One line for the reader of standard error.
    let message: String
    /// 1 if the outputs or the measurement are wrong, 2 if the command line is.
    let exitCode: Int32

    /// Returns the error of an invalid command line.
    static func usage(_ message: String) -> BenchmarkError {
        BenchmarkError(message: message + " (--help lists the options)", exitCode: 2)
    }

    /// Returns the error of peers that disagree, or of a measurement that could not be made.
    static func failure(_ message: String) -> BenchmarkError { BenchmarkError(message: message, exitCode: 1) }

    /// Writes an error to the standard error, and returns its exit code.
    static func log(_ error: any Error) -> Int32 {
        let error = error as? BenchmarkError ?? .failure("\(error)")
        FileHandle.standardError.write(Data("serialization-benchmarks: \(error.message)\n".utf8))
        return error.exitCode
    }
}

extension [Double] {
    var median: Double { sorted()[count / 2] }
}

extension Double {
    /// The number with a fixed number of decimals.
    func text(_ decimals: Int) -> String { String(format: "%.\(decimals)f", self) }
}

extension Int {
    /// A number of bytes in mebibytes.
    var mebibytes: Double { Double(self) / Double(1 << 20) }
}
