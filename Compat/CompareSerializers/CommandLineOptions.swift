import SerializerComparison
import URLSerialization

/// What the command line asks for.
struct CommandLineOptions: Equatable {
    /// What to do.
    enum Command: Equatable {
        case compare(file: String)
        case verify(files: [String])
        case help
        case version
    }

    /// How a comparison is written.
    enum Format: String, CaseIterable {
        case text, json
    }

    /// When output is coloured.
    enum ColorMode: String, CaseIterable {
        case auto, always, never
    }

    var command: Command
    var method = "POST"
    var url = CommandLineOptions.defaultURL
    var format = Format.text
    var output: String?
    var color = ColorMode.auto
    var isTyped = false
    var isCheck = false
    /// The names of the senders to show, in the order of all; nil for those that are shown unless others are named.
    var only: [String]?
    /// How the senders that have a choice are used.
    var strategies = SenderStrategies()

    private static let defaultURLText = "https://api.example.com/orders"
    private static var defaultURL: URL { URL(string: defaultURLText) ?? URL(fileURLWithPath: "/") }

    /// Reads the arguments, without the program's name.
    ///
    /// - Throws: ``ToolError`` for an option that is unknown, lacks its value or has an unusable one.
    init(arguments: [String]) throws {
        command = .help
        var files: [String] = []
        var comparing: [String] = []
        var isVerify = false
        var rest = arguments[...]
        while let argument = rest.popFirst() {
            if argument == "--" {
                files += rest
                break
            }
            guard argument.hasPrefix("-"), argument != "-" else {
                if argument == "verify", files.isEmpty, !isVerify { isVerify = true } else { files.append(argument) }
                continue
            }
            let parts = argument.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
            let (name, inlineValue) = (parts[0], parts.count > 1 ? parts[1] : nil)
            if let flag = Self.flags[name] {
                guard inlineValue == nil else { throw ToolError("option '\(name)' takes no value") }
                if name == "--help" || name == "-h" || name == "--version" {
                    command = name == "--version" ? .version : .help
                    return
                }
                flag(&self)
                comparing.append(name)
            } else if let option = Self.options[name] {
                guard let value = inlineValue ?? rest.popFirst() else {
                    throw ToolError("option '\(name)' needs a value")
                }
                try option(&self, value)
                if ["--method", "--url", "--only"].contains(name) { comparing.append(name) }
            } else if let strategy = Self.strategyOptions[name] {
                guard let value = inlineValue ?? rest.popFirst() else {
                    throw ToolError("option '\(name)' needs a value")
                }
                try strategy(&self, value)
                comparing.append(name)
            } else {
                throw ToolError("unknown option '\(name)' (see --help)")
            }
        }
        command = try Self.command(files: files, isVerify: isVerify, comparing: comparing)
    }

    private static func command(files: [String], isVerify: Bool, comparing: [String]) throws -> Command {
        guard let first = files.first else {
            throw ToolError(isVerify ? "verify needs a file of vectors (see --help)" : "no file given (see --help)")
        }
        if isVerify {
            if let option = comparing.first { throw ToolError("option '\(option)' does not go with verify") }
            return .verify(files: files)
        }
        if files.count > 1 { throw ToolError("one file at a time: '\(files[1])' is one too many") }
        return .compare(file: first)
    }

    // MARK: - Options

    private static var flags: [String: (inout CommandLineOptions) -> Void] {
        [
            "--help": { _ in }, "-h": { _ in }, "--version": { _ in },
            "--typed": { $0.isTyped = true },
            "--check": { $0.isCheck = true },
            "--no-alphabetize": { $0.strategies.alphabetizes = false },
        ]
    }

    private static var options: [String: (inout CommandLineOptions, String) throws -> Void] {
        [
            "--method": { $0.method = try method($1) },
            "--url": { $0.url = try url($1) },
            "--only": { $0.only = try senders($1) },
            "--format": { $0.format = try choice($1, of: "--format") },
            "--color": { $0.color = try choice($1, of: "--color") },
            "--output": { options, value in
                guard !value.isEmpty else { throw ToolError("option '--output' needs the name of a file") }
                options.output = value
            },
        ]
    }

    /// The value of an option that is one of several.
    ///
    /// - Throws: ``ToolError`` naming the option and all there are.
    static func choice<Choice: RawRepresentable<String> & CaseIterable>(
        _ text: String, of option: String
    ) throws -> Choice {
        if let choice = Choice(rawValue: text) { return choice }
        let choices = Choice.allCases.map(\.rawValue).joined(separator: ", ")
        throw ToolError("option '\(option)' is one of \(choices), not '\(text)'")
    }

    private static func senders(_ list: String) throws -> [String] {
        let names = try list.split(separator: ",", omittingEmptySubsequences: false).map { name in
            guard let sender = Senders.named(String(name)) else {
                throw ToolError("'\(name)' is not one of \(Senders.names.joined(separator: ", "))")
            }
            return sender.name
        }
        return Senders.every().map(\.name).filter(names.contains)
    }

    private static func method(_ text: String) throws -> String {
        guard HTTPSyntax.isToken(text) else { throw ToolError("'\(text)' is not a request method") }
        return text.uppercased()
    }

    private static func url(_ text: String) throws -> URL {
        guard let url = URL(string: text), ["http", "https"].contains(url.scheme?.lowercased()),
            url.host?.isEmpty == false
        else { throw ToolError("'\(text)' is not an http or https URL") }
        return url
    }
}
