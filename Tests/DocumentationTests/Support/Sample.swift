import Foundation
import LoopbackServer
import Testing

/// A sample of the documentation, run where a test contains it.
///
/// The comment lines directly after a `print` call are the output that a reader is promised:
///
///     try await Sample.run {
///         print(1 + 1)
///         // 2
///     }
enum Sample {
    /// The lines that a sample has printed.
    final class Output: @unchecked Sendable {
        // `lock` guards every access.
        private var text = ""
        private let lock = NSLock()

        var lines: [String] {
            lock.lock()
            defer { lock.unlock() }
            return text.split(separator: "\n", omittingEmptySubsequences: false).dropLast().map(String.init)
        }

        func append(_ printed: String) {
            lock.lock()
            defer { lock.unlock() }
            text += printed
        }
    }

    @TaskLocal static var output: Output?

    /// Runs a sample and checks that it prints what its comments promise, and nothing else.
    static func run(
        file: String = #filePath, line: Int = #line, location: SourceLocation = #_sourceLocation,
        _ body: () async throws -> Void
    ) async throws {
        let promised = try promisedLines(file, after: line)
        #expect(try await printed(by: body) == promised, sourceLocation: location)
    }

    /// The lines that a sample prints, whose sessions ask a server.
    static func printed(
        asking server: LoopbackServer? = nil, by body: () async throws -> Void
    ) async throws -> [String] {
        let output = Output()
        try await $output.withValue(output) {
            try await SampleServer.$current.withValue(server ?? SampleServer.current) { try await body() }
        }
        return output.lines
    }

    /// The comments after the `print` calls of the closure that begins in a line.
    private static func promisedLines(_ file: String, after line: Int) throws -> [String] {
        let source = try String(contentsOfFile: file, encoding: .utf8).components(separatedBy: "\n")
        let end = source[line - 1].prefix { $0 == " " } + "}"
        var promised: [String] = []
        var follows = false
        for line in source[line...].prefix(while: { !$0.hasPrefix(end) }) {
            let text = line.trimmingCharacters(in: .whitespaces)
            if follows, text.hasPrefix("//") {
                promised.append(String(text.dropFirst(text.hasPrefix("// ") ? 3 : 2)))
            } else {
                follows = text.hasPrefix("print(")
            }
        }
        return promised
    }
}

/// Stands in for the standard library's function in samples, and records what they print.
///
/// The parameters are the same: without the last two the compiler prefers the other function for three items or more.
func print(_ items: Any..., separator: String = " ", terminator: String = "\n") {
    Sample.output?.append(items.map { "\($0)" }.joined(separator: separator) + terminator)
}
