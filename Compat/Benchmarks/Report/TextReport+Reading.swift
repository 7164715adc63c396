extension TextReport {
    var readingLines: [String] {
        guard let reading = report.reading else { return [] }
        let header = ["read", "bytes", "Foundation µs", "ours µs", "times faster"]
        let rows = reading.rows.map { row in
            [
                row.name, "\(row.bytes)", number(row.foundationNanoseconds / 1000, decimals: 2),
                number(row.nanoseconds / 1000, decimals: 2), number(row.factor, decimals: 2),
            ]
        }
        return [""] + aligned([header] + rows, leftAligned: 1) + [
            "time of 20,000 members over 10,000: \(number(reading.doublingMembers, decimals: 2))"
        ] + lines(of: reading.refusals)
    }
}
