import Foundation
import SerializerComparison
import URLSerialization

/// The command line's request.
struct CommandLineOptions: Equatable {
    /// The command.
    enum Command: Equatable {
        case compare(file: String)
        case verify(files: [String])
        case view(query: String)
        case match(files: [String])
        case matrix(file: String)
        /// The help on a command; `nil` for all.
        case help(CommandLineOption.Command?)
        case version
        case completions(Shell)
        case manual

        /// The files that are read.
        var files: [String] {
            switch self {
            case .compare(let file), .matrix(let file): [file]
            case .verify(let files), .match(let files): files
            case .view(let query): query == "-" ? ["-"] : []
            case .help, .version, .completions, .manual: []
            }
        }
    }

    /// The form of the output.
    enum Format: String, CaseIterable {
        case text, json, html
    }

    /// A shell for which there are completions.
    enum Shell: String, CaseIterable {
        case bash, zsh, fish
    }

    /// The condition for colours.
    enum ColorMode: String, CaseIterable {
        case auto, always, never
    }

    var command = Command.help(nil)
    var method = "POST"
    var url = URL(string: CommandLineOptions.defaultURL) ?? URL(fileURLWithPath: "/")
    var format = Format.text
    var output: String?
    var color = ColorMode.auto
    var isTyped = false
    var isCheck = false
    /// The names of the senders to compare, in the order of all; `nil` for the default ones.
    var only: [String]?
    /// The servers whose readings are shown.
    var servers: [QueryServer] = []
    /// The server at which the loss is to be least, where the goal is not AFNetworking's query.
    var leastLoss: QueryServer?
    /// The parts of the comparison to show.
    var view = ComparisonView()
    /// The choices of Alamofire's encoders and `JSONEncoder`.
    var strategies = SenderStrategies()
    /// The choices of the query styles.
    var style = StyleChoices()

    static let defaultURL = "https://api.example.com/orders"

    /// Reads the arguments, without the program's name.
    ///
    /// - Parameters:
    ///   - arguments: The arguments.
    ///   - hasInput: Whether standard input is no terminal: a command without an operand reads it.
    /// - Throws: ``ToolError`` for an option that is unknown, lacks its value, has an unusable one, or does not go with
    ///   the command.
    init(arguments: [String], hasInput: Bool = false) throws {
        var operands: [String] = []
        var given: [CommandLineOption] = []
        var name = CommandLineOption.Command.compare
        var rest = arguments[...]
        while let argument = rest.popFirst() {
            if argument == "--" {
                operands += rest
                break
            }
            guard argument.hasPrefix("-"), argument != "-" else {
                if operands.isEmpty, name == .compare, argument != name.rawValue,
                    let command = CommandLineOption.Command(rawValue: argument)
                {
                    name = command
                } else {
                    operands.append(argument)
                }
                continue
            }
            let parts = argument.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
            guard let option = CommandLineOption.named(parts[0]) else {
                let near = CommandLineOption.suggestion(for: parts[0], among: CommandLineOption.all.map(\.name))
                throw ToolError("unknown option '\(parts[0])'\(near.isEmpty ? " (see --help)" : near)")
            }
            if option.value == nil {
                guard parts.count == 1 else { throw ToolError("option '\(parts[0])' takes no value") }
                try option.set(&self, "")
            } else {
                guard let value = parts.count > 1 ? parts[1] : rest.popFirst() else {
                    throw ToolError("option '\(parts[0])' needs a value")
                }
                try option.set(&self, value)
            }
            if option.isCommand {
                if command == .help(nil), name != .compare { command = .help(name) }
                return
            }
            given.append(option)
        }
        if name == .compare, let first = operands.first, !FileManager.default.fileExists(atPath: first) {
            let near = CommandLineOption.suggestion(
                for: first, among: CommandLineOption.Command.allCases.map(\.rawValue))
            if !near.isEmpty { throw ToolError("no file and no command '\(first)'\(near)") }
        }
        let readsInput = operands.isEmpty && [.view, .compare, .matrix].contains(name) && hasInput
        command = try Self.command(name, readsInput ? ["-"] : operands)
        if command.files.count(where: { $0 == "-" }) > 1 { throw ToolError("standard input can be read only once") }
        if format == .html, name != .compare, name != .matrix {
            throw ToolError("--format html goes with a comparison or a matrix")
        }
        if name == .match, servers.count + (leastLoss == nil ? 0 : 1) > 1 {
            throw ToolError("match takes one server at a time")
        }
        if name == .match, let other = only?.first(where: { !MatchReport.searches($0) }) {
            throw ToolError("match searches URLEncoding, urlform and the query styles, not \(other)")
        }
        if let other = given.first(where: { !$0.commands.contains(name) }) {
            throw ToolError("option '\(other.name)' does not go with \(name.rawValue)")
        }
    }

    private static func command(_ name: CommandLineOption.Command, _ operands: [String]) throws -> Command {
        let noun = name == .view ? "query" : "file"
        guard let first = operands.first else {
            let lack = name == .compare ? "no \(noun) given" : "\(name.rawValue) needs a \(noun)"
            throw ToolError(lack + (name == .verify ? " of vectors" : "") + " (see --help)")
        }
        if operands.count > 1, name != .verify, name != .match {
            throw ToolError("one \(noun) at a time: '\(operands[1])' is one too many")
        }
        return switch name {
        case .compare: .compare(file: first)
        case .matrix: .matrix(file: first)
        case .verify: .verify(files: operands)
        case .match: .match(files: operands)
        case .view: .view(query: first)
        }
    }
}
