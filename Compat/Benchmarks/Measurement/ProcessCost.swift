import TestSupport
import Foundation

/// The cost of some work to its process, which did nothing else.
struct ProcessCost: Codable {
    /// The time in nanoseconds.
    let nanoseconds: Double
    /// The greatest growth of the process's memory since its start, in bytes; `nil` if the system does not report it.
    let memory: Int?

    /// Returns the cost that a process of this program prints when run with these arguments.
    static func ofProcess(_ arguments: [String], temporaryDirectory: URL? = nil) throws -> ProcessCost {
        let output = try ChildProcess.output(
            of: ChildProcess.ownExecutable, arguments, temporaryDirectory: temporaryDirectory)
        return try JSONDecoder().decode(ProcessCost.self, from: output)
    }

    /// Does work and returns its cost.
    static func measure(_ work: () throws -> Void) throws -> ProcessCost {
        let before = ProcessMemory.resident
        ProcessMemory.resetPeak()
        let start = DispatchTime.now().uptimeNanoseconds
        try work()
        let end = DispatchTime.now().uptimeNanoseconds
        let memory = before.flatMap { before in ProcessMemory.peak.map { max(0, $0 - before) } }
        return ProcessCost(nanoseconds: Double(end - start), memory: memory)
    }
}
