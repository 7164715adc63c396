extension TextReport {
    /// What Alamofire's encoders cost.
    var encoderLines: [String] {
        guard let encoders = report.encoders else { return [] }
        let header = ["encoders", "µs", "±%", "MB/s", "bytes"]
        let rows = encoders.rows.map { row in
            [
                row.name, number(row.nanoseconds / 1e3, decimals: 1), number(row.spread * 100, decimals: 1),
                number(Double(row.bytes) / row.nanoseconds * 1000, decimals: 0), "\(row.bytes)",
            ]
        }
        return [""] + aligned([header] + rows, leftAligned: 1)
    }
}
