import TestSupport
import Foundation

/// What some work took of its process, which did nothing else.
struct ProcessCost: Codable {
    /// Time.
    let nanoseconds: Double
    /// By how many bytes the memory grew at most over that of the process's start; nil where the system does not tell.
    let memory: Int?

    /// What a process of this program's own, with these arguments, prints that its work took.
    static func ofProcess(_ arguments: [String], temporaryDirectory: URL? = nil) throws -> ProcessCost {
        let output = try ChildProcess.output(
            of: ChildProcess.ownExecutable, arguments, temporaryDirectory: temporaryDirectory)
        return try JSONDecoder().decode(ProcessCost.self, from: output)
    }

    /// Does work and says what it took.
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
