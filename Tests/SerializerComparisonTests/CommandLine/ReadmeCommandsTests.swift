import Foundation
import Testing

@testable import SerializerComparison

/// The commands of the README run, and show what it says.
@Suite struct ReadmeCommandsTests {
    private static let root = URL(fileURLWithPath: #filePath).appendingPathComponent("../../../..").standardizedFileURL

    private static var readme: String {
        get throws { try String(contentsOf: root.appendingPathComponent("README.md"), encoding: .utf8) }
    }

    /// The arguments of each command, those in quotation marks whole, and files by their paths.
    private static func commands() throws -> [[String]] {
        try readme.split(separator: "\n").filter { $0.hasPrefix("swift run compare-serializers ") }.map { line in
            line.dropFirst("swift run compare-serializers ".count).matches(of: /'([^']*)'|([^ ]+)/).map { match in
                let argument = String(match.1 ?? match.2 ?? "")
                return argument.hasPrefix("Compat/") ? root.appendingPathComponent(argument).path : argument
            }
        }
    }

    @Test func everyCommandRuns() throws {
        let commands = try Self.commands()
        #expect(commands.count == 5)
        for arguments in commands {
            let run = try ToolProcess(arguments, environment: ["LANG": "C.UTF-8"])
            #expect(run.status == 0)
            #expect(run.errors.isEmpty)
            #expect(!run.output.isEmpty)
        }
    }

    @Test func theTableIsThatOfTheExample() throws {
        let text = try Self.readme
        let start = try #require(text.range(of: "```\nSender "))
        let table = text[start.lowerBound...].dropFirst(4).split(separator: "\n").prefix { $0 != "```" }
        let run = try ToolProcess(try Self.commands()[0], environment: ["LANG": "C.UTF-8", "COLUMNS": "80"])
        #expect(table.count == 7)
        for line in table { #expect(run.output.contains("\(line)\n")) }
    }
}
