import SerializerComparison
import URLSerialization

extension CommandLineOptions {
    static let version = "0.9.0"

    /// Returns the help text for a command, or for all commands. The options come from their tables.
    static func help(on command: Command?) -> String {
        let commands = command.map { [$0] } ?? Command.allCases
        let usages = commands.map(\.usage).joined(separator: "\n       ")
        let takesPayloads = !Set(commands).isDisjoint(with: [.compare, .match, .matrix])
        let has = { (option: CommandLineOption) in command.map(option.commands.contains) ?? true }
        let strategies = """
            The use of Alamofire's encoders and of JSONEncoder; the first choice is their
            default. A sender without the option is not affected:
            \(lines(for: CommandLineOption.strategies))

            The query styles; without --only their choices make one more sender,
            AFNetworking's style with these changes:
            \(lines(for: CommandLineOption.styles))
            """
        let parts: [String?] = [
            "Usage: \(usages)",
            commands.map { LineWrapper.wrapWords($0.summary, width: 80).joined(separator: "\n") }.joined(
                separator: "\n\n"), takesPayloads ? payloads : nil, lines(for: CommandLineOption.general.filter(has)),
            servers, CommandLineOption.strategies.contains(where: has) ? strategies : nil,
            takesPayloads ? typedJSON : nil, terminal, exitStatus(of: commands),
        ]
        return parts.compactMap { $0 }.joined(separator: "\n\n") + "\n"
    }

    /// The man page, in roff.
    static var manual: String {
        func escaped(_ text: String) -> String {
            let text = text.replacingOccurrences(of: "\n", with: " ").replacingOccurrences(of: "\\", with: "\\e")
                .replacingOccurrences(of: "-", with: "\\-")
            return text.hasPrefix(".") || text.hasPrefix("'") ? "\\&" + text : text
        }
        func list(_ entries: [(name: String, text: String)]) -> [String] {
            entries.flatMap { [".TP", "\\fB\(escaped($0))\\fR", escaped($1)] }
        }
        let commands = Command.allCases
        var lines = [".TH COMPARE\\-SERIALIZERS 1", ".SH NAME", "compare\\-serializers \\- \(escaped(purpose))"]
        lines += [".SH SYNOPSIS"] + commands.flatMap { [escaped($0.usage), ".br"] }
        lines += [".SH DESCRIPTION"] + commands.flatMap { [escaped($0.summary), ".PP"] }
        lines += [escaped(payloads), ".PP", escaped(terminal), ".SH OPTIONS"]
        lines += CommandLineOption.all.flatMap { option in
            let value = option.value.map { " \\fI\($0)\\fR" } ?? ""
            return [".TP", "\\fB\(escaped(option.name))\\fR\(value)", escaped(option.help)]
        }
        lines += [".SH SERVERS"] + list(evidence) + [".SH TYPED JSON", typedJSONSummary] + list(typedValues)
        lines += [".SH EXIT STATUS", escaped(exitStatus(of: commands))]
        return lines.joined(separator: "\n") + "\n"
    }

    private static let purpose = "how request serializers send a payload, and what servers read of it"

    private static func lines(for options: [CommandLineOption]) -> String {
        lines(for: options.map { ($0.name + ($0.value.map { " \($0)" } ?? ""), $0.help) })
    }

    /// Returns a line for each name with its text, which is on the next line if the name is long.
    private static func lines(for entries: [(name: String, text: String)]) -> String {
        entries.map { name, text in
            let lines = LineWrapper.wrapWords(text, width: 55)
            let start = name.padding(toLength: max(21, name.count), withPad: " ", startingAt: 0)
            return "  " + (name.count > 20 ? "\(name)\n\(String(repeating: " ", count: 25))" : start)
                + lines.joined(separator: "\n" + String(repeating: " ", count: 25))
        }.joined(separator: "\n")
    }

    /// The servers, each with the versions that its readings were compared with.
    private static let servers = """
        The servers, each with the versions that its readings were compared with; qs,
        rack, querystring and flat are parsers alone:
        \(lines(for: evidence))
        """

    private static var evidence: [(name: String, text: String)] {
        QueryServer.names.map { ($0, QueryServer.named($0)?.evidence ?? "") }
    }

    private static let payloads = """
        FILE is JSON, an XML or a binary property list, at most \(PayloadReader.maximumSize / 1024 / 1024) MiB and
        \(PayloadReader.maximumCount) values; '-' is standard input.
        """

    private static func exitStatus(of commands: [Command]) -> String {
        let different = commands.contains(.compare) ? "1 if --check finds a difference; " : ""
        let text = "Exit status: 0; \(different)2 for unusable input, with the reason on one line of standard error."
        return LineWrapper.wrapWords(text, width: 80).joined(separator: "\n")
    }

    private static let terminal = """
        The table takes the width of the terminal, or of COLUMNS; boxes and letters
        beyond ASCII are drawn where LC_ALL, LC_CTYPE or LANG name UTF-8.
        """

    private static let typedJSON = """
        \(typedJSONSummary)
        \(lines(for: typedValues))
        """

    private static let typedJSONSummary = "In typed JSON an object with one key that begins with $ is a typed value:"

    private static var typedValues: [(name: String, text: String)] {
        TypedJSON.contents.map { ("{\"\($0.name)\": V}", "V is \($0.content)") }
    }
}

extension Command {
    fileprivate var usage: String {
        let operands = [.match: "FILE...", .view: "[QUERY]"][self] ?? "FILE"
        return "compare-serializers \(self == .compare ? "" : "\(rawValue) ")[OPTION]... \(operands)"
    }

    fileprivate var summary: String {
        switch self {
        case .compare:
            "Compares what the request serializers of URLSerialization, Alamofire's and Foundation's encoders send for "
                + "one payload: how many values arrive, which differ from AFNetworking's query, why, and what to do "
                + "about it."
        case .match:
            "'match' searches the strategies of Alamofire's encoders and of QueryStyle for AFNetworking's bytes, else "
                + "for what means the same to --server, or with --for for what that server reads with the least loss. "
                + "It prints the code that fits all FILEs."
        case .matrix:
            "'matrix' shows how many of the payload's values arrive, change and are lost, for each encoder, also with "
                + "its best configuration, at each server."
        case .view:
            "'view' shows a query, or the body of a form, as servers read it. QUERY is the query itself, a URL, a path "
                + "with a query, a request line, a line of a web server's log, a curl command, or @FILE for the text "
                + "in a file. Standard input is read if QUERY is '-', or is left out and standard input is no terminal."
        }
    }
}
