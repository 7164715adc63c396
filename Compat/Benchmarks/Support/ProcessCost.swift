import Foundation
import TestSupport
import URLSerialization

/// The cost of some work to its process, which did nothing else.
struct ProcessCost: Codable {
    let nanoseconds: Double
    /// The greatest growth of the process's memory since its start, in bytes; `nil` if the system does not report it.
    let memory: Int?
    /// The size of the work's output.
    let outputBytes: Int

    /// Does work, which returns the size of its output, and returns its cost.
    static func measure(_ work: () throws -> Int) rethrows -> ProcessCost {
        let before = ProcessMemory.resident
        ProcessMemory.resetPeak()
        let start = DispatchTime.now().uptimeNanoseconds
        let bytes = try work()
        let end = DispatchTime.now().uptimeNanoseconds
        let memory = before.flatMap { before in ProcessMemory.peak.map { max(0, $0 - before) } }
        return ProcessCost(nanoseconds: Double(end - start), memory: memory, outputBytes: bytes)
    }
}

/// Another program, or this one again.
enum ChildProcess {
    static var ownExecutable: URL {
        get throws {
            guard let program = Bundle.main.executableURL else {
                throw BenchmarkError.failure("this program cannot find itself")
            }
            return program
        }
    }

    /// Runs a program to its end and returns its standard output.
    ///
    /// - Parameters:
    ///   - program: The path of a file, or the name of a program in one of the directories of `PATH`.
    ///   - environment: Variables in addition to this process's.
    ///   - codes: The exit codes that are not a failure.
    static func output(
        of program: String, _ arguments: [String], environment: [String: String] = [:],
        accepting codes: Set<Int32> = [0]
    ) throws -> Data {
        let scratch = try ScratchFolder()
        let status = try Program.run(
            "/usr/bin/env", [program] + arguments,
            environment: ProcessInfo.processInfo.environment.merging(environment) { _, new in new },
            output: scratch("output").path, errors: scratch("errors").path)
        guard codes.contains(status) else {
            let end = String(decoding: try Data(contentsOf: scratch("errors")).suffix(400), as: UTF8.self)
            throw BenchmarkError.failure("\(program) \(arguments) failed: \(status) \(end)")
        }
        return try Data(contentsOf: scratch("output"))
    }

    /// Returns the heap allocations for each of `calls` calls in a process of this program.
    ///
    /// Valgrind's memcheck replaces the allocator and reports on exit the number of allocations of the process. A run
    /// of N calls and a run of 2N differ by N calls only, since launching, building the payload and filling caches cost
    /// the same in both. The difference divided by N is therefore the number for a call. Every `malloc`, `calloc`,
    /// `realloc` and aligned allocation counts as one, whether it comes from Swift's runtime, Foundation or the C
    /// library.
    static func allocations(of calls: Int = 40, _ arguments: [String]) throws -> Double {
        let counts = try [calls, 2 * calls].map { count in
            let options = ["--tool=memcheck", "--leak-check=no", "--undef-value-errors=no", "--log-fd=1"]
            // Swift seeds its hashing differently in each process, and the order of a dictionary may affect its
            // allocations.
            let log = try output(
                of: "valgrind", options + [ownExecutable.path] + arguments + ["\(count)"],
                environment: ["SWIFT_DETERMINISTIC_HASHING": "1"])
            // total heap usage: 1,234 allocs, 1,200 frees, 56,789 bytes allocated
            let words = String(decoding: log, as: UTF8.self).components(separatedBy: "total heap usage: ")
            guard let count = words.last?.prefix(while: { $0 != " " }).filter({ $0 != "," }), let number = Int(count)
            else { throw BenchmarkError.failure("valgrind does not count") }
            return number
        }
        return Double(counts[1] - counts[0]) / Double(calls)
    }
}

/// Waits for asynchronous work. It must not be called from such work.
func wait<Value: Sendable>(for work: @escaping @Sendable () async throws -> Value) throws -> Value {
    let result = Locked<Result<Value, any Error>?>(nil)
    let done = DispatchSemaphore(value: 0)
    Task {
        do {
            let value = try await work()
            result.withLock { $0 = .success(value) }
        } catch {
            result.withLock { $0 = .failure(error) }
        }
        done.signal()
    }
    done.wait()
    guard let result = result.value else { throw BenchmarkError.failure("no answer") }
    return try result.get()
}

extension ScratchFolder {
    /// Creates a file of `bytes` bytes, which is warm in the page cache and synchronized, so that nothing is written
    /// back later.
    func makeFile(_ name: String, bytes: Int) throws -> URL {
        let block = Data((0..<min(bytes, 1 << 20)).map { UInt8(truncatingIfNeeded: $0 &* 0x9E37_79B1 >> 13) })
        let file = try file(Data(), named: name)
        let handle = try FileHandle(forWritingTo: file)
        defer { try? handle.close() }
        for start in stride(from: 0, to: bytes, by: block.count) {
            try handle.write(contentsOf: block.prefix(bytes - start))
        }
        try handle.synchronize()
        return file
    }
}
