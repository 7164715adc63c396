import SerializerComparison
import URLSerialization

/// An option, described once: its name, its place in the help text, the commands that take it, and its effect.
struct CommandLineOption {
    let name: String
    /// The placeholder of the value in the help text; `nil` for a flag.
    let value: String?
    let help: String
    let commands: Set<Command>
    /// The values that a shell completes.
    let values: [String]
    let set: (inout CommandLineOptions, String) throws -> Void

    private init(
        _ name: String, _ value: String? = nil, for commands: [Command] = Command.allCases, values: [String] = [],
        _ help: String, _ set: @escaping (inout CommandLineOptions, String) throws -> Void
    ) {
        (self.name, self.value, self.help, self.commands) = (name, value, help, Set(commands))
        (self.values, self.set) = (values, set)
    }

    private init(
        _ name: String, _ flag: WritableKeyPath<CommandLineOptions, Bool>, to isOn: Bool = true,
        for commands: [Command] = [.compare], _ help: String
    ) {
        self.init(name, for: commands, help) { options, _ in options[keyPath: flag] = isOn }
    }

    /// Creates an option whose value is one of several.
    private init<Choice>(
        _ name: String, _ value: String, for commands: [Command] = Command.allCases, choices: [(String, Choice)],
        _ help: String, _ set: @escaping (inout CommandLineOptions, Choice) -> Void
    ) {
        self.init(name, value, for: commands, values: choices.map(\.0), help) { options, text in
            guard let choice = choices.first(where: { $0.0 == text }) else {
                let names = choices.map(\.0).joined(separator: ", ")
                throw ToolError("option '\(name)' is one of \(names), not '\(text)'")
            }
            set(&options, choice.1)
        }
    }

    /// Returns the option with a name, or `nil` if there is none.
    static func named(_ name: String) -> CommandLineOption? {
        (all + [noAlphabetize]).first { $0.name == (name == "-h" ? "--help" : name) }
    }

    static var all: [CommandLineOption] { general + strategies + styles }

    /// Returns the nearest name to an unknown one, in parentheses, or `""` if none is near.
    static func suggestion(for name: String, among names: [String]) -> String {
        let near = names.map { ($0, distance(name, $0)) }.min { $0.1 < $1.1 }
        guard !name.contains("/"), let near, near.1 > 0, near.1 <= min(2, name.count / 2) else { return "" }
        return " (did you mean '\(near.0)'?)"
    }

    /// Returns the number of letters to insert, remove or replace to turn a text into another.
    private static func distance(_ text: String, _ other: String) -> Int {
        guard abs(text.count - other.count) <= 2 else { return 3 }
        let changes = Array(text).difference(from: Array(other))
        return max(changes.insertions.count, changes.removals.count)
    }

    // MARK: - Tables

    /// The options except those that choose strategies.
    static var general: [CommandLineOption] {
        [
            CommandLineOption("--method", "M", for: [.compare], "the request's method (POST)") {
                guard HTTPSyntax.isToken($1) else { throw ToolError("'\($1)' is not a request method") }
                $0.method = $1.uppercased()
            },
            CommandLineOption("--url", "U", for: [.compare], "the request's URL (\(Comparison.exampleURL))") {
                let (url, text) = (URL(string: $1), $1)
                guard let url, ["http", "https"].contains(url.scheme?.lowercased()), url.host?.isEmpty == false else {
                    throw ToolError("'\(text)' is not an http or https URL")
                }
                $0.url = url
            },
            CommandLineOption(
                "--only", "NAMES", for: [.compare, .match], values: Sender.every().map(\.shortName),
                "compare these senders, or match their encoders, alone: names with commas between, of "
                    + "\(Sender.names.joined(separator: ", ")); a server's name is that of the style for it"
            ) {
                let all = Sender.names.joined(separator: ", ")
                let senders = try values($1, among: Sender.names, Sender.named) { "one of \(all)\($0)" }
                let names = senders.map(\.name)
                ($0.only, $0.view.isChosen) = (Sender.every().map(\.name).filter(names.contains), true)
            },
            CommandLineOption(
                "--server", "NAMES", for: [.compare, .diff, .view, .match, .matrix], values: QueryServer.names,
                "show what these servers read: names with commas between (--servers lists them); express is Express 5 "
                    + "with its default parser, querystring"
            ) { $0.servers = try Self.servers($1) },
            CommandLineOption(
                "--for", "NAME", for: [.match], values: QueryServer.names,
                "search for what this server reads with the least loss, not for AFNetworking's query"
            ) { $0.leastLoss = try Self.servers($1) },
            CommandLineOption(
                "--from", "FILE", for: [.match],
                "search for what sends the requests of this recording: a HAR, or what view shows"
            ) { $0.recording = $1 },
            CommandLineOption(
                "--as", "KIND", for: [.diff, .match, .view], choices: TrafficForm.allCases.map { ($0.rawValue, $0) },
                "take the text for this: \(TrafficForm.allCases.map(\.rawValue).joined(separator: ", "))"
            ) { $0.form = $1 },
            CommandLineOption(
                "--headers", "NAMES", for: [.diff],
                "compare these header fields alone, names with commas between; by default all but dates, cookies, "
                    + "user agents, lengths, boundaries and ids"
            ) {
                let names = $1.lowercased().split(separator: ",")
                $0.headers = Set(names.map { $0.trimmingCharacters(in: .whitespaces) })
            },
            CommandLineOption(
                "--all", \.view.showsAll, for: [.compare, .view],
                "every row and every column, also those that the default leaves out: values on which all agree, "
                    + "repeated JSON, property lists"),
            CommandLineOption("--raw", \.view.showsRaw, "the requests as they go over the wire"),
            CommandLineOption("--summary", \.view.isSummary, "the summary alone"),
            CommandLineOption("--notes", \.view.showsNotes, "notes on the use of each sender"),
            CommandLineOption("--check", \.isCheck, "exit with 1 if any pair differs from AFNetworking's"),
            CommandLineOption(
                "--typed", \.isTyped, for: [.compare, .match, .matrix], "FILE is typed JSON (see below)"),
            CommandLineOption("--no-bodies", \.view.hasBodies, to: false, "leave the requests out of --format json"),
            CommandLineOption(
                "--format", "FORMAT", choices: Report.Form.allCases.map { ($0.rawValue, $0) },
                "the form of the output: text (default), json, which is complete, or for a comparison or a matrix "
                    + "html, one page for a browser"
            ) { $0.format = $1 },
            CommandLineOption("--output", "FILE", "write there and not to standard output") {
                guard !$1.isEmpty else { throw ToolError("option '--output' needs the name of a file") }
                $0.output = $1
            },
            CommandLineOption(
                "--color", "WHEN", choices: CommandLineOptions.ColorMode.allCases.map { ($0.rawValue, $0) },
                "colors: auto (default; honours NO_COLOR), always or never"
            ) { $0.color = $1 },
            CommandLineOption(
                "--completions", "SHELL", choices: Shell.allCases.map { ($0.rawValue, $0) },
                "print completions for a shell: \(Shell.allCases.map(\.rawValue).joined(separator: ", "))"
            ) { $0.text = Completions.text(for: $1) },
            CommandLineOption("--servers", nil, "print the servers and the versions that were measured") { options, _ in
                options.text = CommandLineOptions.servers
            },
            CommandLineOption("--man", nil, "print a man page: compare-serializers --man | man -l -") { options, _ in
                options.text = CommandLineOptions.manual
            },
            CommandLineOption("--help", nil, "print this; after a command, the help on it") { options, _ in
                options.text = CommandLineOptions.help(on: options.command == .compare ? nil : options.command)
            },
            CommandLineOption("--version", nil, "print the version") { options, _ in
                options.text = "compare-serializers \(CommandLineOptions.version)\n"
            },
        ]
    }

    /// The options of Alamofire's encoders and `JSONEncoder`.
    static var strategies: [CommandLineOption] { EncoderOption.encoders.map(choosing) }

    /// The options of the query styles.
    static var styles: [CommandLineOption] { EncoderOption.styles.map(choosing) }

    private static func choosing(_ option: EncoderOption) -> CommandLineOption {
        let names = option.choices.map(\.name)
        let help = "\(option.summary): \(names.joined(separator: ", "))"
        return CommandLineOption(
            "--\(option.name)", "FORM", for: [.compare], choices: names.map { ($0, $0) }, help
        ) { $0.choices.choose($1, for: option.name) }
    }

    /// Another name of an option, which is not shown.
    private static var noAlphabetize: CommandLineOption {
        CommandLineOption("--no-alphabetize", for: [.compare], "") { options, _ in
            options.choices.choose("no", for: "alphabetize")
        }
    }

    // MARK: - Values

    /// Returns the values in a list of names.
    ///
    /// - Parameter rest: The end of the message about an unknown name, which may be near a known one.
    private static func values<Value>(
        _ list: String, among names: [String], _ named: (String) -> Value?, _ rest: (_ near: String) -> String
    ) throws -> [Value] {
        try list.split(separator: ",", omittingEmptySubsequences: false).map(String.init).map { name in
            if let value = named(name) { return value }
            throw ToolError("'\(name)' is not \(rest(suggestion(for: name, among: names)))")
        }
    }

    /// Returns the servers in a list, each once.
    private static func servers(_ list: String) throws -> [QueryServer] {
        let advice = "--servers lists them, and any other reads JSON, or a form of flat keys"
        return try values(list, among: QueryServer.names, QueryServer.named) { "a known server\($0); \(advice)" }
            .grouped(where: ==).map { $0[0] }
    }
}
