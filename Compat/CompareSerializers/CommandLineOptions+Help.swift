import SerializerComparison
import URLSerialization

extension CommandLineOptions {
    static let version = "0.9.0"

    /// Returns the help text for a command, or for all commands.
    static func help(on command: Command?) -> String {
        guard let command else { return overview }
        let parts = HelpPart.all(for: command).map { part in
            (LineWrapper.wrapWords(part.text, width: 80) + part.entries.map(lines)).filter { !$0.isEmpty }
                .joined(separator: "\n")
        }
        return (["Usage: \(command.usage)"] + parts).joined(separator: "\n\n") + "\n"
    }

    /// The help on everything, in brief: examples, commands, and a line for each option.
    private static var overview: String {
        func list(_ options: [CommandLineOption]) -> String {
            options.map(\.name).joined(separator: ", ")
        }
        let options = CommandLineOption.general.map { lines(for: ($0.name, $0.value ?? "", $0.brief)) }
        let texts = [
            "Alamofire's encoders and JSONEncoder: \(list(CommandLineOption.strategies)), --no-alphabetize",
            "Query styles: \(list(CommandLineOption.styles))",
            "Senders: \(Sender.every().map(\.shortName).joined(separator: ", "))",
            "Typed JSON: \(TypedJSON.contents.map(\.name).joined(separator: ", "))",
            "Commands: match FILE..., matrix FILE, view TRAFFIC, diff OLD NEW; COMMAND --help and --man explain them.",
        ]
        return """
            compare-serializers order.json                       what each encoder sends
            compare-serializers --server laravel order.json      what Laravel reads of it
            compare-serializers match --for laravel order.json   the code that loses least
            compare-serializers matrix order.json                each encoder at ten servers
            compare-serializers view 'a[]=1&a[]=2'               a query as servers read it

            \(options.joined(separator: "\n"))

            \(texts.flatMap { LineWrapper.wrapWords($0, width: 80, indent: 2) }.joined(separator: "\n"))

            """
    }

    /// Returns the lines of a name with its explanation, which begins on the next line if the name is long.
    private static func lines(for entry: HelpPart.Entry) -> String {
        let name = entry.name + (entry.value.isEmpty ? "" : " \(entry.value)")
        let indentation = "\n" + String(repeating: " ", count: 25)
        let start = name.count > 20 ? name + indentation : name.padding(toLength: 21, withPad: " ", startingAt: 0)
        return "  " + start + LineWrapper.wrapWords(entry.text, width: 55).joined(separator: indentation)
    }

    /// The list of the servers, each with its evidence.
    static var servers: String {
        QueryServer.names.compactMap(QueryServer.named).map { lines(for: ($0.name, "", $0.evidence)) + "\n" }.joined()
    }

    /// The man page in roff, made from the help.
    static var manual: String {
        func escaped(_ text: String) -> String {
            let text = text.replacingOccurrences(of: "\\", with: "\\e").replacingOccurrences(of: "-", with: "\\-")
            return text.hasPrefix(".") || text.hasPrefix("'") ? "\\&" + text : text
        }
        let purpose = "how request serializers send a payload, and what servers read of it"
        var lines = [".TH COMPARE\\-SERIALIZERS 1", ".SH NAME", "compare\\-serializers \\- \(escaped(purpose))"]
        lines += [".SH SYNOPSIS"] + Command.allCases.flatMap { [escaped($0.usage), ".br"] } + [".SH DESCRIPTION"]
        for part in HelpPart.all(for: nil) {
            lines += [part.title.isEmpty ? ".PP" : ".SH \(part.title)", escaped(part.text)]
            lines += part.entries.flatMap { name, value, text in
                [".TP", "\\fB\(escaped(name))\\fR" + (value.isEmpty ? "" : " \\fI\(value)\\fR"), escaped(text)]
            }
        }
        return lines.filter { !$0.isEmpty }.joined(separator: "\n") + "\n"
    }
}

/// A part of the help: a text, and a list of names with their explanations. The man page has it under the title.
private struct HelpPart {
    /// An option with the placeholder of its value, or another name, and the explanation.
    typealias Entry = (name: String, value: String, text: String)

    var title = ""
    var text = ""
    var entries: [Entry] = []

    /// Returns the parts for a command, or for all commands. The options come from their tables.
    static func all(for command: Command?) -> [HelpPart] {
        func part(_ title: String, _ text: String, _ options: [CommandLineOption]) -> HelpPart {
            let own = options.filter { command.map($0.commands.contains) ?? true }
            let entries = own.map { Entry($0.name, $0.value ?? "", $0.help) }
            return HelpPart(title: title, text: own.isEmpty ? "" : text, entries: entries)
        }
        let takesPayloads = command != .view && command != .diff
        let payloads =
            "FILE is JSON, an XML or a binary property list, at most \(PayloadReader.maximumSize / 1024 / 1024) MiB "
            + "and \(PayloadReader.maximumCount) values; '-' is standard input."
        let typedValues = TypedJSON.contents.map { Entry("{\"\($0.name)\": V}", "", "V is \($0.content)") }
        let differences = ["--check": [nil, .compare], "diff": [nil, Command.diff]].filter { $1.contains(command) }
        let finders = differences.keys.sorted().joined(separator: " or ")
        let different = finders.isEmpty ? "" : "1 if \(finders) finds a difference; "
        let parts = [
            HelpPart(text: takesPayloads ? payloads : ""),
            part("OPTIONS", "", CommandLineOption.general),
            HelpPart(
                title: "SERVERS",
                text: "The servers, each with the versions that its readings were compared with; qs, rack, querystring "
                    + "and flat are parsers alone:",
                entries: QueryServer.names.map { ($0, "", QueryServer.named($0)?.evidence ?? "") }),
            part(
                "ENCODERS",
                "The use of Alamofire's encoders and of JSONEncoder; the first choice is their default. A sender "
                    + "without the option is not affected:", CommandLineOption.strategies),
            part(
                "",
                "The query styles; without --only their choices make one more sender, AFNetworking's style with these "
                    + "changes:", CommandLineOption.styles),
            HelpPart(
                title: "TYPED JSON",
                text: takesPayloads ? "In typed JSON an object with one key that begins with $ is a typed value:" : "",
                entries: takesPayloads ? typedValues : []),
            HelpPart(
                title: "ENVIRONMENT",
                text: "The table takes the width of the terminal, or of COLUMNS; boxes and letters beyond ASCII are "
                    + "drawn where LC_ALL, LC_CTYPE or LANG name UTF-8."),
            HelpPart(
                title: "EXIT STATUS",
                text: "Exit status: 0; \(different)2 for unusable input, with the reason on one line of standard error."
            ),
        ]
        let summaries = (command.map { [$0] } ?? Command.allCases).map { HelpPart(text: $0.summary) }
        return (summaries + parts).filter { !$0.text.isEmpty || !$0.entries.isEmpty }
    }
}

extension Command {
    fileprivate var usage: String {
        let operands = [.match: "FILE... | --from RECORDING", .view: "[TRAFFIC]", .diff: "OLD NEW"][self] ?? "FILE"
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
                + "It prints the code that fits all FILEs. With --from it searches for what was recorded."
        case .matrix:
            "'matrix' shows how many of the payload's values arrive, change and are lost, for each encoder, also with "
                + "its best configuration, at each server."
        case .view:
            "'view' shows recorded requests as servers read them: a file of many by endpoint, each distinct content "
                + "once. TRAFFIC is \(TrafficReader.readable): a file of it, or the text itself. Standard input is "
                + "read if TRAFFIC is '-', or is left out and standard input is not a terminal."
        case .diff:
            "'diff' explains what NEW sends differently from OLD: two recordings, in any form that 'view' shows. "
                + "Requests are paired by method and path, then by the nearest content. With --server it says what "
                + "each difference does there."
        }
    }
}
