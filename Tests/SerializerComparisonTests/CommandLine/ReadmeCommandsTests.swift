import Foundation
import SerializerComparison
import TestSupport
import Testing

/// The commands of the README and of the guides run, and print what stands below them.
@Suite(.takingTurns) struct ReadmeCommandsTests {
    private static let root = URL(fileURLWithPath: #filePath).appendingPathComponent("../../../..").standardizedFileURL

    /// A command of a document, and the block of output that follows it, if any.
    private struct Command {
        var arguments: [String]
        var output: [String]
    }

    private static func commands(_ path: String) throws -> [Command] {
        let text = try String(contentsOf: root.appendingPathComponent(path), encoding: .utf8)
        let blocks = text.components(separatedBy: "\n```").enumerated().filter { $0.offset % 2 == 1 }.map(\.element)
        return blocks.enumerated().flatMap { index, block -> [Command] in
            guard block.hasPrefix("sh\n") else { return [] }
            let next = index + 1 < blocks.count ? blocks[index + 1] : ""
            let output = next.hasPrefix("\n") ? next.split(separator: "\n").map(String.init) : []
            return block.replacingOccurrences(of: "\\\n", with: " ").split(separator: "\n")
                .filter { $0.hasPrefix("swift run compare-serializers ") }
                .map { Command(arguments: arguments(String($0)), output: output) }
        }
    }

    /// The words after the tool's name, those in quotation marks whole, and files by their paths.
    private static func arguments(_ line: String) -> [String] {
        line.dropFirst("swift run compare-serializers ".count).matches(of: /'([^']*)'|([^ ]+)/).map { match in
            let argument = String(match.1 ?? match.2 ?? "")
            return argument.hasPrefix("Compat/") ? root.appendingPathComponent(argument).path : argument
        }
    }

    @Test(arguments: [
        ("README.md", 3, 80), ("Sources/URLSerialization/URLSerialization.docc/ChoosingAnEncoder.md", 4, 68),
    ])
    func commandsRunAndPrintWhatStandsBelowThem(path: String, count: Int, columns: Int) throws {
        let commands = try Self.commands(path)
        #expect(commands.count == count)
        for command in commands {
            let run = try ToolProcess(
                command.arguments, environment: ["LANG": "C.UTF-8", "COLUMNS": "\(columns)"])
            // A difference is found.
            #expect(run.status == (command.arguments[0] == "diff" ? 1 : 0), "\(command.arguments): \(run.errors)")
            #expect(!run.output.isEmpty)
            let printed = run.output.components(separatedBy: "\n").filter { !$0.isEmpty }
            let isPrinted = printed.indices.contains { printed[$0...].starts(with: command.output) }
            #expect(isPrinted, "\(command.arguments) prints \(run.output)")
        }
        #expect(commands.contains { !$0.output.isEmpty })
    }
}
