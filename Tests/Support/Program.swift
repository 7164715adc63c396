import Foundation

/// The run of a program to its end.
///
/// Foundation's `Process` is not used: on Linux it reads the list of open descriptors in entries of fixed size, and so
/// beyond the list's end, which ends the process if it has about 1,360 descriptors open.
package enum Program {
    /// Runs a program and returns its exit status, or the negated number of the signal that ended it.
    ///
    /// - Parameters:
    ///   - path: The program's file.
    ///   - arguments: The arguments after its name.
    ///   - environment: Its whole environment; that of this process if `nil`.
    ///   - input: A file for its standard input.
    ///   - output: A file for its standard output. A file, unlike a pipe, takes output of any length.
    ///   - errors: A file for its standard error.
    package static func run(
        _ path: String, _ arguments: [String] = [], environment: [String: String]? = nil, input: String = "/dev/null",
        output: String = "/dev/null", errors: String = "/dev/null"
    ) throws -> Int32 {
        #if canImport(Darwin)
            var actions: posix_spawn_file_actions_t?
            var attributes: posix_spawnattr_t?
        #else
            var actions = posix_spawn_file_actions_t()
            var attributes = posix_spawnattr_t()
        #endif
        posix_spawn_file_actions_init(&actions)
        posix_spawnattr_init(&attributes)
        defer {
            posix_spawn_file_actions_destroy(&actions)
            posix_spawnattr_destroy(&attributes)
        }
        posix_spawn_file_actions_addopen(&actions, 0, input, O_RDONLY, 0)
        posix_spawn_file_actions_addopen(&actions, 1, output, O_WRONLY | O_CREAT | O_TRUNC, 0o600)
        posix_spawn_file_actions_addopen(&actions, 2, errors, O_WRONLY | O_CREAT | O_TRUNC, 0o600)
        // The program must not keep the connections of other tests open.
        #if canImport(Darwin)
            posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_CLOEXEC_DEFAULT))
        #else
            typealias CloseFrom = @convention(c) (UnsafeMutablePointer<posix_spawn_file_actions_t>, Int32) -> Int32
            // The C library has it from version 2.34 on.
            if let symbol = dlsym(nil, "posix_spawn_file_actions_addclosefrom_np") {
                _ = unsafeBitCast(symbol, to: CloseFrom.self)(&actions, 3)
            }
        #endif

        let variables = environment ?? ProcessInfo.processInfo.environment
        var words = ([path] + arguments).map { strdup($0) } + [nil]
        var settings = variables.map { strdup("\($0)=\($1)") } + [nil]
        defer { for text in words + settings { free(text) } }
        var child: pid_t = 0
        let failure = posix_spawn(&child, path, &actions, &attributes, &words, &settings)
        guard failure == 0 else { throw NSError(domain: NSPOSIXErrorDomain, code: Int(failure)) }
        var status: Int32 = 0
        while waitpid(child, &status, 0) < 0 {
            guard errno == EINTR else { throw NSError(domain: NSPOSIXErrorDomain, code: Int(errno)) }
        }
        // The exit status is in the second byte, the signal in the lowest seven bits.
        return status & 0x7F == 0 ? status >> 8 & 0xFF : -(status & 0x7F)
    }

    /// Runs a program that answers each line of its input with a line, and returns the answers.
    package static func answers(of path: String, to lines: [String]) throws -> [Data] {
        let scratch = try ScratchFolder()
        let input = try scratch.file(lines.map { $0 + "\n" }.joined(), named: "input")
        let output = scratch("output")
        let status = try run(path, input: input.path, output: output.path)
        let answers = status == 0 ? try Data(contentsOf: output).split(separator: UInt8(ascii: "\n")) : []
        guard status == 0, answers.count == lines.count else {
            throw UnexpectedAnswers(path: path, status: status, count: answers.count, wanted: lines.count)
        }
        return answers.map { Data($0) }
    }

    private struct UnexpectedAnswers: Error {
        let path: String
        let status: Int32
        let count: Int
        let wanted: Int
    }

    /// Runs a program as ``run(_:_:environment:input:output:errors:)`` does, on a new thread.
    package static func runApart(
        _ path: String, _ arguments: [String] = [], environment: [String: String]? = nil
    ) async throws -> Int32 {
        try await withCheckedThrowingContinuation { continuation in
            Thread.detachNewThread {
                continuation.resume(with: Result { try run(path, arguments, environment: environment) })
            }
        }
    }
}

extension String {
    /// Two hexadecimal digits for each byte in UTF-8.
    package var hexadecimalBytes: String {
        let digits = Array("0123456789abcdef".utf8)
        return String(decoding: utf8.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }, as: UTF8.self)
    }
}
