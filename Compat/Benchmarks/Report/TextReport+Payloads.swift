extension TextReport {
    /// The speed on long texts in fresh processes.
    var longTextLines: [String] {
        guard !report.longTexts.isEmpty else { return [] }
        return ["\ntimes faster than plain, each figure of a fresh process:"]
            + report.longTexts.map { text in
                let list = text.timesPlain.map { number($0, decimals: 0) }.joined(separator: " ")
                return "\(text.payload.rawValue) as \(text.form.rawValue): \(list)"
            }
    }

    /// The cost of requests against those made by hand.
    var requestLines: [String] { lines(of: report.requests?.timings, title: "requests") }

    /// The memory of a long array.
    var arrayMemoryLines: [String] {
        guard let memory = report.arrayMemory else { return [] }
        func mebibytes(_ bytes: Int) -> String { number(Double(bytes) / Double(1 << 20), decimals: 1) }
        return [
            "\nan [Any] of \(memory.count) doubles: \(mebibytes(memory.input)) MiB, "
                + "its query \(mebibytes(memory.output)) MiB, "
                + "memory that the call took at most \(mebibytes(memory.growth)) MiB"
        ]
    }
}

extension TextReport {
    /// Returns several checks as lines of text: each target with its median, then the figures of each run.
    static func text(of check: RepeatedCheck) -> String {
        let report = TextReport(report: BenchmarkReport(isMeaningful: true, rounds: 0))
        let lines = zip(check.targets, check.runs).map { target, runs in
            let list = runs.map { $0.map { report.number($0, decimals: 2) } ?? "-" }.joined(separator: " ")
            return "\(report.line(of: target))  [\(list)]"
        }
        return lines.joined(separator: "\n") + "\n"
    }
}
