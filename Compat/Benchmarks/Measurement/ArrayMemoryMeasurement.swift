import TestSupport
import Foundation
import URLSerialization

/// The memory that the query of a long array takes, in a process of its own.
struct ArrayMemoryMeasurement: Codable {
    /// How many doubles the array holds.
    let count: Int
    /// By how many bytes the process grew when the array was made.
    let input: Int
    /// The query's length in bytes.
    let output: Int
    /// By how many bytes the process grew at most while the query was made.
    let growth: Int

    /// The growth over the size of the query.
    var growthOverOutput: Double { Double(growth) / Double(output) }

    /// The measurement of a process that does nothing else, or nil where the system does not tell.
    static func ofProcess(count: Int) throws -> ArrayMemoryMeasurement? {
        guard ProcessMemory.resident != nil else { return nil }
        let output = try ChildProcess.output(of: ChildProcess.ownExecutable, ["--array-memory", "\(count)"])
        return try JSONDecoder().decode(ArrayMemoryMeasurement.self, from: output)
    }

    /// Measures this process.
    init(count: Int) throws {
        // What the first query of a process makes once is none of the array's business.
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
