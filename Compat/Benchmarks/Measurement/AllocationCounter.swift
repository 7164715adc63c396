import Foundation

/// A counter of the heap allocations of a call, which runs this program again under valgrind.
///
/// Memcheck replaces the allocator and reports on exit the number of allocations of the process. A run of N calls and a
/// run of 2N differ by N calls only, since launching, building the payload and filling caches cost the same in both.
/// The difference divided by N is therefore the number for a call. Every `malloc`, `calloc`, `realloc` and aligned
/// allocation counts as one, whether of Swift's runtime, Foundation or the C library. The same by hand:
///
/// ```
/// valgrind --leak-check=no serialization-benchmarks --allocations flat 100
/// valgrind --leak-check=no serialization-benchmarks --allocations flat 200
/// ```
struct AllocationCounter {
    private let valgrind: URL
    private let program: URL

    /// Creates a counter, or throws if valgrind is not installed.
    init() throws {
        valgrind = try ChildProcess.executable("valgrind")
        program = try ChildProcess.ownExecutable
    }

    /// Returns the number of allocations of a warm call.
    func allocations(of peer: Peer.Name, on payload: Payload.Name) throws -> Double {
        let calls =
            switch payload {
            case .flat, .nested, .model: 40
            case .wide, .longASCII, .longCJK: 2
            }
        return try allocations(calls) { ["--allocations", payload.rawValue, "\($0)", "--peer", peer.rawValue] }
    }

    /// Returns the number of allocations of decoding a nested model.
    func allocationsOfDecoding() throws -> Double { try allocations(40) { ["--decoding", "\($0)"] } }

    private func allocations(_ calls: Int, _ arguments: (Int) -> [String]) throws -> Double {
        let once = try heapAllocations(arguments(calls))
        let twice = try heapAllocations(arguments(2 * calls))
        return Double(twice - once) / Double(calls)
    }

    private func heapAllocations(_ arguments: [String]) throws -> Int {
        let process = Process()
        process.executableURL = valgrind
        process.arguments =
            ["--tool=memcheck", "--leak-check=no", "--undef-value-errors=no", program.path] + arguments
        // Swift seeds its hashing differently in each process, and the order of a dictionary may affect its
        // allocations.
        process.environment = ProcessInfo.processInfo.environment
            .merging(["SWIFT_DETERMINISTIC_HASHING": "1"]) { _, new in new }
        let output = Pipe()
        process.standardError = output
        process.standardOutput = FileHandle.nullDevice
        do {
            try process.run()
        } catch {
            throw BenchmarkError.failure("valgrind does not start: \(error.localizedDescription)")
        }
        let log = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        process.waitUntilExit()
        guard process.terminationStatus == 0, let count = Self.heapUsage(in: log) else {
            throw BenchmarkError.failure("valgrind failed on \(arguments[0]): \(log.suffix(400))")
        }
        return count
    }

    /// Returns the number in memcheck's line `total heap usage: 1,234 allocs, 1,200 frees, 56,789 bytes allocated`.
    private static func heapUsage(in log: String) -> Int? {
        guard let line = log.split(separator: "\n").last(where: { $0.contains("total heap usage:") }),
            let count = line.components(separatedBy: "usage: ").last?.split(separator: " ").first
        else { return nil }
        return Int(count.replacingOccurrences(of: ",", with: ""))
    }
}
