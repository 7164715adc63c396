extension TextReport {
    /// The cost of Alamofire's encoders.
    var encoderLines: [String] { lines(of: report.encoders?.timings, title: "encoders") }

    /// Returns timings under a title, or nothing.
    func lines(of timings: NamedTimings?, title: String) -> [String] {
        guard let timings else { return [] }
        let header = [title, "µs", "±%", "MB/s", "bytes"]
        let rows = timings.rows.map { row in
            [
                row.name, number(row.nanoseconds / 1e3, decimals: 1), number(row.spread * 100, decimals: 1),
                number(Double(row.bytes) / row.nanoseconds * 1000, decimals: 0), "\(row.bytes)",
            ]
        }
        return [""] + aligned([header] + rows, leftAligned: 1)
    }
}
