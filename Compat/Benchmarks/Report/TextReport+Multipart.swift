import Foundation

extension TextReport {
    /// The cost of multipart forms.
    var multipartLines: [String] {
        guard let forms = report.multipart else { return [] }
        let header = ["forms", "parts", "µs", "±%", "ns/part", "MB/s", "bytes"]
        let rows = forms.rows.map { row in
            [
                row.name, row.parts > 0 ? "\(row.parts)" : "", number(row.nanoseconds / 1e3, decimals: 0),
                number(row.spread * 100, decimals: 1),
                row.parts > 1 ? number(row.nanoseconds / Double(row.parts), decimals: 0) : "",
                number(Double(row.bytes) / row.nanoseconds * 1000, decimals: 0), "\(row.bytes)",
            ]
        }
        return [""] + aligned([header] + rows, leftAligned: 1) + memoryLines(forms) + writingLines(forms)
    }

    private func memoryLines(_ forms: MultipartMeasurement) -> [String] {
        let sizes = "\(mebibytes(forms.fileSizes[0])), then \(mebibytes(forms.fileSizes[forms.fileSizes.count - 1]))"
        let header = ["a form of one file", "MiB taken", "MiB taken", "MB/s", "MB/s"]
        let rows = forms.memory.map { memory in
            [
                memory.work.rawValue, memory.small.memory.map(mebibytes) ?? "",
                memory.large.memory.map(mebibytes) ?? "",
                number(Double(forms.fileSizes[0]) / memory.small.nanoseconds * 1000, decimals: 0),
                number(Double(forms.fileSizes.last ?? 0) / memory.large.nanoseconds * 1000, decimals: 0),
            ]
        }
        return ["", "Each in a process of its own, once; of \(sizes) MiB."] + aligned([header] + rows, leftAligned: 1)
    }

    private func writingLines(_ forms: MultipartMeasurement) -> [String] {
        let bytes = Double(forms.fileSizes[forms.fileSizes.count - 1])
        let rows = [("write", forms.writingSeconds), ("cat", forms.catSeconds)].map { name, seconds in
            [
                name, number(bytes / MultipartMeasurement.median(seconds) / 1e6, decimals: 0),
                seconds.map { number($0, decimals: 3) }.joined(separator: " "),
            ]
        }
        return ["", "The larger file, written in turns with cat."]
            + aligned([["", "MB/s", "s, round for round"]] + rows, leftAligned: 1)
            + ["throughput over cat's: \(number(forms.writingOverCat, decimals: 2))"]
    }

    private func mebibytes(_ bytes: Int) -> String {
        number(Double(bytes) / Double(1 << 20), decimals: 1)
    }
}
