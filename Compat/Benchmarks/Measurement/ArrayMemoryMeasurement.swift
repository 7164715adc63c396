import TestSupport
import Foundation
import URLSerialization

/// The memory that the query of a long array takes, in a separate process.
struct ArrayMemoryMeasurement: Codable {
    /// The number of doubles in the array.
    let count: Int
    /// The growth of the process in bytes when the array was made.
    let input: Int
    /// The query's length in bytes.
    let output: Int
    /// The greatest growth of the process in bytes while the query was made.
    let growth: Int

    /// Returns the figure of a separate process, or none if the system does not report memory.
    static func figures(count: Int) throws -> [Figure] {
        guard ProcessMemory.resident != nil else { return [] }
        let output = try ChildProcess.output(of: ChildProcess.ownExecutable, ["--array-memory", "\(count)"])
        let memory = try JSONDecoder().decode(ArrayMemoryMeasurement.self, from: output)
        // The limit is three times the ratio of a query written straight from the array: 46.5 MB for 22.9 MB.
        return [
            Figure(
                "an [Any] of \(count) doubles: memory taken over the size of its query",
                Double(memory.growth) / Double(memory.output), atMost: 6.1,
                detail: "array \(memory.input.mebibytes.text(1)) MiB, query \(memory.output.mebibytes.text(1)) MiB")
        ]
    }

    /// Measures this process.
    init(count: Int) throws {
        // The first query of a process makes tables, whose memory is not the array's.
        _ = try QueryStringSerializer().string(from: ["values": [0.5] as [Any]])
        let before = ProcessMemory.resident ?? 0
        let parameters: [String: Any] = ["values": (0..<count).map { Double($0) + 0.25 } as [Any]]
        let made = ProcessMemory.resident ?? 0
        var output = 0
        let cost = try ProcessCost.measure {
            output = try QueryStringSerializer().string(from: parameters).utf8.count
        }
        (self.count, self.output) = (count, output)
        input = made - before
        growth = cost.memory ?? 0
    }
}
