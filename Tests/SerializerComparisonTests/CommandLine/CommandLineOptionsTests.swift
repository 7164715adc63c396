import SerializerComparison
import TestSupport
import Testing
import URLSerialization

@testable import compare_serializers

@Suite(.takingTurns) struct CommandLineOptionsTests {
    @Test func theDefaultsCompareAsAPostInText() throws {
        let options = try CommandLineOptions(arguments: ["order.json"])
        #expect(options.command == .compare && options.operands == ["order.json"])
        #expect(options.method == "POST")
        #expect(options.url.absoluteString == "https://api.example.com/orders")
        #expect(options.format == .text)
        #expect(options.output == nil)
        #expect(options.color == .auto)
        #expect(!options.isTyped)
        #expect(!options.isCheck)
        #expect(options.only == nil)
    }

    @Test(
        arguments: [
            (["f", "--method", "get"], "GET", .text, nil, .auto, false, false),
            (["--method=PATCH", "f"], "PATCH", .text, nil, .auto, false, false),
            (["--format", "json", "f"], "POST", .data, nil, .auto, false, false),
            (["f", "--format=json", "--output=o=1"], "POST", .data, "o=1", .auto, false, false),
            (["--color", "never", "f", "--typed"], "POST", .text, nil, .never, true, false),
            (["--check", "--color=always", "--", "f"], "POST", .text, nil, .always, false, true),
            (["f", "--format", "json", "--format", "text"], "POST", .text, nil, .auto, false, false),
        ] as [([String], String, Report.Form, String?, CommandLineOptions.ColorMode, Bool, Bool)])
    func optionsStandAnywhereAndTakeTheirValueEitherWay(
        _ arguments: [String], method: String, format: Report.Form, output: String?,
        color: CommandLineOptions.ColorMode, isTyped: Bool, isCheck: Bool
    ) throws {
        let options = try CommandLineOptions(arguments: arguments)
        #expect(options.command == .compare && options.operands == ["f"])
        #expect(options.method == method)
        #expect(options.format == format)
        #expect(options.output == output)
        #expect(options.color == color)
        #expect(options.isTyped == isTyped)
        #expect(options.isCheck == isCheck)
    }

    /// The command with its operands.
    private struct Parsed: Equatable {
        let command: Command
        let operands: [String]

        init(_ command: Command, _ operands: [String]) {
            (self.command, self.operands) = (command, operands)
        }
    }

    private func parsed(_ arguments: [String], hasInput: Bool = false) throws -> Parsed {
        let options = try CommandLineOptions(arguments: arguments, hasInput: hasInput)
        #expect(options.text == nil)
        return Parsed(options.command, options.operands)
    }

    @Test(
        arguments: [
            (["-"], .compare, ["-"]), (["--", "--check"], .compare, ["--check"]),
            (["--", "match"], .compare, ["match"]), (["./match"], .compare, ["./match"]),
            (["match", "a.json", "b.json"], .match, ["a.json", "b.json"]),
            (["match", "--color", "never", "match"], .match, ["match"]),
            (["match", "-", "--format=json", "--output", "o"], .match, ["-"]), (["matrix", "f"], .matrix, ["f"]),
        ] as [([String], Command, [String])])
    func commandsAreTold(_ arguments: [String], _ command: Command, _ operands: [String]) throws {
        #expect(try parsed(arguments) == Parsed(command, operands))
    }

    @Test(
        arguments: [
            (["--help"], CommandLineOptions.help(on: nil)), (["-h", "--nonsense"], CommandLineOptions.help(on: nil)),
            (["match", "f", "--help"], CommandLineOptions.help(on: .match)),
            (["--help", "match"], CommandLineOptions.help(on: nil)),
            (["match", "--version"], "compare-serializers 0.9.0\n"),
            (["f", "--version"], "compare-serializers 0.9.0\n"),
            (["--servers"], CommandLineOptions.servers), (["--man"], CommandLineOptions.manual),
            (["--completions", "fish"], Completions.text(for: .fish)),
        ])
    func someOptionsPrintAText(_ arguments: [String], _ text: String) throws {
        #expect(try CommandLineOptions(arguments: arguments).text == text)
    }

    @Test func theURLIsTaken() throws {
        let options = try CommandLineOptions(arguments: ["--url", "http://localhost:8080/p?a=1#f", "x"])
        #expect(options.url.absoluteString == "http://localhost:8080/p?a=1#f")
    }

    @Test(
        arguments: [
            ("http", ["HTTPRequestSerializer"]),
            ("plist,json", ["JSONRequestSerializer", "PropertyListRequestSerializer"]),
            ("URLCOMPONENTS,HttpRequestSerializer,http", ["HTTPRequestSerializer", "URLComponents"]),
            ("jsonencoder,plistencoder", ["JSONEncoder", "PropertyListEncoder"]),
            ("flat,http,php", ["HTTPRequestSerializer", "QueryStyle.php", "QueryStyle.flat"]),
            ("jsonencoding,urlencoding", ["URLEncoding", "JSONEncoding"]),
            ("JSONParameterEncoder,urlform", ["URLEncodedFormParameterEncoder", "JSONParameterEncoder"]),
            ("rails,.go,QueryStyle.laravel", ["QueryStyle.laravel", "QueryStyle.rails", "QueryStyle.go"]),
            ("express,express4,django", ["QueryStyle.express4", "QueryStyle.flat", "QueryStyle.querystring"]),
        ] as [(String, [String])])
    func sendersAreChosenByEitherName(_ names: String, _ senders: [String]) throws {
        #expect(try CommandLineOptions(arguments: ["f", "--only", names]).only == senders)
    }

    @Test func encodersThatMatchSearchesAreChosen() throws {
        #expect(try CommandLineOptions(arguments: ["match", "f", "--only=urlform"]).only?.count == 1)
        #expect(try CommandLineOptions(arguments: ["match", "f", "--only=rails,http"]).only?.count == 2)
    }

    @Test func viewReadsStandardInputWhereThereIsSome() throws {
        #expect(try parsed(["view"], hasInput: true) == Parsed(.view, ["-"]))
        #expect(try parsed(["view", "a"], hasInput: true) == Parsed(.view, ["a"]))
        #expect(try parsed([], hasInput: true) == Parsed(.compare, ["-"]))
        #expect(try parsed(["matrix"], hasInput: true) == Parsed(.matrix, ["-"]))
    }

    /// The help on a command has the options that go with it, and no other.
    @Test(arguments: Command.allCases)
    func theHelpOnACommandHasItsOptions(_ command: Command) {
        let help = CommandLineOptions.help(on: command)
        let lines = Set(help.split(separator: "\n").compactMap { $0.split(separator: " ").first.map(String.init) })
        for option in CommandLineOption.general + CommandLineOption.strategies + CommandLineOption.styles {
            #expect(lines.contains(option.name) == option.commands.contains(command), "\(option.name)")
        }
        #expect(help.contains("$swiftdict") == [.compare, .match, .matrix].contains(command))
        #expect(help.hasPrefix("Usage: compare-serializers "))
        #expect(help.split(separator: "\n").allSatisfy { $0.count <= 80 })
    }

    @Test func strategiesAreTheDefaultsUnlessChosen() throws {
        #expect(try CommandLineOptions(arguments: ["f"]).choices == EncoderChoices())
        let options = try CommandLineOptions(arguments: [
            "--array", "index", "--bool=literal", "--data", "deferred", "--date=iso8601", "--destination", "query",
            "--key=snake", "--key-path", "dots", "f", "--nil=null", "--space", "plus", "--no-alphabetize",
        ])
        var strategies = EncoderChoices()
        strategies["array"] = "index"
        strategies["bool"] = "literal"
        strategies["data"] = "deferred"
        strategies["date"] = "iso8601"
        strategies["destination"] = "query"
        strategies["key"] = "snake"
        strategies["key-path"] = "dots"
        strategies["nil"] = "null"
        strategies["space"] = "plus"
        strategies["alphabetize"] = "no"
        #expect(options.choices == strategies)
        #expect(options.command == .compare && options.operands == ["f"])
    }

    @Test func theViewIsChosen() throws {
        let options = try CommandLineOptions(arguments: ["f", "--all", "--notes", "--raw", "--summary", "--only=json"])
        #expect(options.view.showsAll && options.view.showsNotes && options.view.showsRaw)
        #expect(options.view.isSummary && options.view.isChosen)
        #expect(try CommandLineOptions(arguments: ["f"]).view == ComparisonView())
    }

    /// A table lists the options: each is parsed, and appears in the help text.
    @Test func everyStrategyIsAnOption() throws {
        for option in EncoderOption.encoders {
            for choice in option.choices {
                let options = try CommandLineOptions(arguments: ["f", "--\(option.name)", choice.name])
                #expect(options.choices[option.name] == choice.name)
            }
            #expect(CommandLineOptions.help(on: nil).contains("--\(option.name)"))
        }
        for option in EncoderOption.styles {
            for choice in option.choices {
                let options = try CommandLineOptions(arguments: ["f", "--\(option.name)=\(choice.name)"])
                #expect(options.choices[option.name] == choice.name)
            }
            #expect(CommandLineOptions.help(on: nil).contains("--\(option.name)"))
        }
    }

    private static let senders =
        "HTTPRequestSerializer (http), URLEncoding, URLEncodedFormParameterEncoder (urlform), URLComponents, "
        + "JSONRequestSerializer (json), JSONEncoding, JSONParameterEncoder (jsonparameters), JSONEncoder, "
        + "PropertyListRequestSerializer (plist), PropertyListEncoder (plistencoder), QueryStyle.php (php), "
        + "QueryStyle.laravel (laravel), QueryStyle.rack (rack), QueryStyle.rails (rails), QueryStyle.qs (qs), "
        + "QueryStyle.express4 (express4), QueryStyle.flat (flat), "
        + "QueryStyle.querystring (querystring), QueryStyle.go (go), QueryStyle.spring (spring), "
        + "QueryStyle.aspNetCore (aspnetcore), QueryStyle.phoenix (phoenix), "
        + "QueryStyle.afNetworking (style)"

    @Test(
        arguments: [
            (["--only", "xml", "f"], "'xml' is not one of \(senders)"),
            (["--only=http,", "f"], "'' is not one of \(senders)"),
            (["--only=", "f"], "'' is not one of \(senders)"),
            (
                ["--server", "iis", "f"],
                "'iis' is not a known server; --servers lists them, and any other reads JSON, or a form of flat keys"
            ),
            (["view", "a", "--format=html"], "--format html goes with a comparison or a matrix"),
            (["match", "f", "--format=html"], "--format html goes with a comparison or a matrix"),
            (["match"], "match needs a file (see --help)"),
            (
                ["match", "f", "--only=urlform,json"],
                "match searches URLEncoding, urlform and the query styles, not JSONRequestSerializer"
            ),
            (["match", "f", "--server=php,rack"], "match takes one server at a time"),
            (["match", "f", "--for", "php", "--server", "rack"], "match takes one server at a time"),
            (["f", "--for", "php"], "option '--for' cannot be used with compare"),
            (["view"], "view needs a query (see --help)"),
            (["view", "a", "b"], "give one query: 'b' is extra"),
            (["view", "a", "--only=http"], "option '--only' cannot be used with view"),
            ([], "no file given (see --help)"),
            (["view", "--typed", "a"], "option '--typed' cannot be used with view"),
            (["view", "a", "--method", "GET"], "option '--method' cannot be used with view"),
            (["a", "b"], "give one file: 'b' is extra"),
            (["--nonsense", "f"], "unknown option '--nonsense' (see --help)"),
            (["--formt=json", "f"], "unknown option '--formt' (did you mean '--format'?)"),
            (["veiw", "a=1"], "no file and no command 'veiw' (did you mean 'view'?)"),
            (
                ["--server", "lavarel", "f"],
                "'lavarel' is not a known server (did you mean 'laravel'?); --servers lists them, and any other reads "
                    + "JSON, or a form of flat keys"
            ),
            (["matrix"], "matrix needs a file (see --help)"),
            (["-x"], "unknown option '-x' (see --help)"),
            (["f", "--url"], "option '--url' needs a value"),
            (["f", "--output="], "option '--output' needs the name of a file"),
            (["--url", "nonsense", "f"], "'nonsense' is not an http or https URL"),
            (["--url", "ftp://a/b", "f"], "'ftp://a/b' is not an http or https URL"),
            (["--url", "", "f"], "'' is not an http or https URL"),
            (["--method", "GET /", "f"], "'GET /' is not a request method"),
            (["--method", "", "f"], "'' is not a request method"),
            (["--format", "yaml", "f"], "option '--format' is one of text, json, html, not 'yaml'"),
            (["--color=yes", "f"], "option '--color' is one of auto, always, never, not 'yes'"),
            (["--check=1", "f"], "option '--check' takes no value"),
            (["--array", "[]", "f"], "option '--array' is one of brackets, no-brackets, index, not '[]'"),
            (["--bool=yes", "f"], "option '--bool' is one of numeric, literal, not 'yes'"),
            (["--data", "hex", "f"], "option '--data' is one of base64, deferred, not 'hex'"),
            (
                ["--date", "", "f"],
                "option '--date' is one of deferred, seconds, milliseconds, iso8601, not ''"
            ),
            (["--destination=url", "f"], "option '--destination' is one of method, query, body, not 'url'"),
            (
                ["--key", "Snake", "f"],
                "option '--key' is one of default, snake, kebab, capitalized, uppercased, lowercased, not 'Snake'"
            ),
            (["--key-path=.", "f"], "option '--key-path' is one of brackets, dots, not '.'"),
            (["--nil", "drop", "f"], "option '--nil' is one of drop-key, drop-value, null, not 'drop'"),
            (["--space", "+", "f"], "option '--space' is one of percent, plus, not '+'"),
            (["f", "--space"], "option '--space' needs a value"),
            (["--no-alphabetize=yes", "f"], "option '--no-alphabetize' takes no value"),
            (
                ["--style-null", "nil", "f"],
                "option '--style-null' is one of bare-key, empty-value, literal, omitted, refused, not 'nil'"
            ),
            (["view", "--style-null=omitted", "a"], "option '--style-null' cannot be used with view"),
            (["view", "--array=index", "a"], "option '--array' cannot be used with view"),
            (["view", "a", "--no-alphabetize"], "option '--no-alphabetize' cannot be used with view"),
        ] as [([String], String)])
    func unusableCommandLinesSayWhy(_ arguments: [String], reason: String) {
        #expect(throws: ToolError(reason)) { try CommandLineOptions(arguments: arguments) }
    }

    /// Every option, and every value that an option has a list of, is completed in each shell.
    @Test(arguments: Shell.allCases)
    func everyOptionIsCompleted(_ shell: Shell) {
        let text = Completions.text(for: shell)
        for option in CommandLineOption.all {
            #expect(text.contains(shell == .fish ? "-l \(option.name.dropFirst(2)) " : option.name), "\(option.name)")
            #expect(option.values.isEmpty || text.contains(option.values.joined(separator: " ")), "\(option.name)")
        }
        for command in ["diff", "match", "matrix", "view"] { #expect(text.contains(command)) }
    }

    /// The description of an option is the beginning of its help, quoted as the shell reads it, and not a value.
    @Test func completionsDescribeTheOptions() {
        for option in CommandLineOption.all {
            #expect(option.help.hasPrefix(option.brief) && !option.values.contains(option.brief), "\(option.name)")
            #expect(!option.brief.contains { "[]\\".contains($0) } && option.brief.last?.isWhitespace == false)
        }
        let zsh = Completions.text(for: .zsh)
        #expect(zsh.contains("  '--method=[the request'\\''s method]:M: ' \\\n"))
        #expect(zsh.contains("  '--output=[write there and not to standard output]:FILE:_files' \\\n"))
        #expect(Completions.text(for: .fish).contains("-l method -x -d 'the request\\'s method'\n"))
        #expect(Completions.text(for: .bash).contains("    --method|--url|--headers) return ;;\n"))
    }

    /// The help, and a report with servers, name the versions that readings were compared with.
    @Test func everyServerSaysWhatItWasComparedWith() throws {
        let help = CommandLineOptions.help(on: .view).split { $0.isWhitespace }.joined(separator: " ")
        let comparison = Comparison(of: ["a": 1])
        for server in QueryServer.names.compactMap(QueryServer.named) {
            #expect(help.contains(" \(server.name) \(server.evidence)"), "\(server.name)")
            let report = Report(comparison, servers: comparison.readings(by: [server]))
            let text = TextRenderer(style: TextStyle(width: 200)).text(for: report)
            #expect(text.contains("\n\(server.name) is \(server.evidence).\n"), "\(server.name)")
        }
    }

    @Test func theServersAreListedWithTheirEvidence() {
        let list = CommandLineOptions.servers
        let names = list.split(separator: "\n").filter { !$0.hasPrefix("   ") }.map { $0.split(separator: " ")[0] }
        #expect(names.map(String.init) == QueryServer.names)
        let words = list.split { $0.isWhitespace }.joined(separator: " ")
        #expect(QueryServer.all.allSatisfy { words.contains("\($0.name) \($0.evidence)") })
    }

    @Test func theHelpBeginsWithFiveExamplesAndFits60Lines() {
        let lines = CommandLineOptions.help(on: nil).split(separator: "\n", omittingEmptySubsequences: false).dropLast()
        #expect(lines.count <= 60)
        #expect(lines.prefix { $0.hasPrefix("compare-serializers ") }.count == 5)
    }

    @Test func theManPageHasEveryOption() {
        let page = CommandLineOptions.manual
        #expect(page.hasPrefix(".TH COMPARE\\-SERIALIZERS 1\n"))
        for option in CommandLineOption.all {
            #expect(page.contains("\n.TP\n\\fB\(option.name.replacingOccurrences(of: "-", with: "\\-"))\\fR"))
        }
        #expect(page.split(separator: "\n").allSatisfy { !$0.hasPrefix("'") })
        #expect(page.contains("\n.SH TYPED JSON\n") && page.contains("\n\\fB{\"$swiftdict\": V}\\fR\n"))
        #expect(page.contains("at most 16 MiB and 250000 values"))
    }
}
