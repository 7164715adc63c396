import Foundation

/// Another program, or this one again.
enum ChildProcess {
    /// This program's file.
    static var ownExecutable: URL {
        get throws {
            guard let program = Bundle.main.executableURL else {
                throw BenchmarkError.failure("this program cannot find itself")
            }
            return program
        }
    }

    /// Returns a program in one of the directories of `PATH`.
    static func executable(_ name: String) throws -> URL {
        let path = ProcessInfo.processInfo.environment["PATH"] ?? ""
        let candidates = path.split(separator: ":").map { URL(fileURLWithPath: "\($0)/\(name)") }
        guard let program = candidates.first(where: { FileManager.default.isExecutableFile(atPath: $0.path) }) else {
            throw BenchmarkError.failure("\(name) is not installed")
        }
        return program
    }

    /// Runs a program to its end with its standard output in a file, which must exist.
    static func run(_ program: URL, _ arguments: [String], output: URL) throws {
        let handle = try FileHandle(forWritingTo: output)
        defer { try? handle.close() }
        let process = process(program, arguments)
        process.standardOutput = handle
        let ended = DispatchSemaphore(value: 0)
        process.terminationHandler = { _ in ended.signal() }
        try process.run()
        ended.wait()
        try check(process)
    }

    /// Runs a program to its end and returns its standard output.
    ///
    /// - Parameters:
    ///   - temporaryDirectory: Its temporary directory, if not this program's.
    ///   - codes: The exit codes that are not a failure.
    static func output(
        of program: URL, _ arguments: [String], temporaryDirectory: URL? = nil, accepting codes: Set<Int32> = [0]
    ) throws -> Data {
        let process = process(program, arguments)
        if let temporaryDirectory {
            var environment = ProcessInfo.processInfo.environment
            environment["TMPDIR"] = temporaryDirectory.path
            process.environment = environment
        }
        let pipe = Pipe()
        process.standardOutput = pipe
        try process.run()
        let output = pipe.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        try check(process, accepting: codes)
        return output
    }

    private static func process(_ program: URL, _ arguments: [String]) -> Process {
        let process = Process()
        process.executableURL = program
        process.arguments = arguments
        return process
    }

    private static func check(_ process: Process, accepting codes: Set<Int32> = [0]) throws {
        guard codes.contains(process.terminationStatus) else {
            let name = process.executableURL?.lastPathComponent ?? ""
            throw BenchmarkError.failure("\(name) \(process.arguments ?? []) failed: \(process.terminationStatus)")
        }
    }
}
