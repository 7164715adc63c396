import Foundation
import SerializerComparison
import URLSerialization

/// A command's name. The default, `compare`, is not written.
enum Command: String, CaseIterable {
    case compare, diff, match, matrix, view
}

/// The options and operands of the command line.
struct CommandLineOptions {
    /// The condition under which the output has colours.
    enum ColorMode: String, CaseIterable {
        case auto, always, never
    }

    var command = Command.compare
    /// The files to read, or for `view` and `diff` the traffic.
    var operands: [String] = []
    /// The text that an option such as `--help` prints instead of running the command.
    var text: String?
    var method = "POST"
    var url = Comparison.exampleURL
    var format = Report.Form.text
    var output: String?
    var color = ColorMode.auto
    var isTyped = false
    /// The kind of text that traffic must be; `nil` to recognize it.
    var form: TrafficForm?
    /// The recording whose requests `match` searches for; `nil` for payloads.
    var recording: String?
    /// The names in lower case of the header fields that `diff` compares; `nil` for the usual ones.
    var headers: Set<String>?
    var isCheck = false
    /// The names of the senders to compare, in the order of all senders; `nil` for the default ones.
    var only: [String]?
    /// The servers whose readings are shown.
    var servers: [QueryServer] = []
    /// The server for which the loss is minimized; none if the goal is AFNetworking's query.
    var leastLoss: [QueryServer] = []
    /// The parts of the comparison to show.
    var view = ComparisonView()
    /// The choices of the encoders and the query styles.
    var choices = EncoderChoices()

    /// Reads the options and the operands of a command line.
    ///
    /// - Parameters:
    ///   - arguments: The arguments, without the program's name.
    ///   - hasInput: Whether standard input is not a terminal. A command without an operand then reads it.
    /// - Throws: ``ToolError`` for an option that is unknown, lacks its value, has an unusable one, or does not go with
    ///   the command.
    init(arguments: [String], hasInput: Bool = false) throws {
        var given: [CommandLineOption] = []
        var rest = arguments[...]
        while let argument = rest.popFirst() {
            if argument == "--" {
                operands += rest
                break
            }
            guard argument.hasPrefix("-"), argument != "-" else {
                if operands.isEmpty, command == .compare, let other = Command(rawValue: argument), other != .compare {
                    command = other
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
            let takesValue = option.value != nil
            if parts.count > 1, !takesValue { throw ToolError("option '\(parts[0])' takes no value") }
            guard let value = parts.count > 1 ? parts[1] : takesValue ? rest.popFirst() : "" else {
                throw ToolError("option '\(parts[0])' needs a value")
            }
            try option.set(&self, value)
            if text != nil { return }
            given.append(option)
        }
        if operands.isEmpty, hasInput, [.view, .compare, .matrix].contains(command) { operands = ["-"] }
        try checkOperands()
        if format == .page, ![.compare, .diff, .matrix].contains(command) {
            throw ToolError("--format html goes with a comparison or a matrix")
        }
        if [.match, .diff].contains(command), (leastLoss + servers).count > 1 {
            throw ToolError("\(command.rawValue) takes one server at a time")
        }
        if command == .match, let other = only?.first(where: { !MatchReport.searches($0) }) {
            throw ToolError("match searches URLEncoding, urlform and the query styles, not \(other)")
        }
        if let other = given.first(where: { !$0.commands.contains(command) }) {
            throw ToolError("option '\(other.name)' cannot be used with \(command.rawValue)")
        }
    }

    private func checkOperands() throws {
        let noun = command == .view ? "query" : command == .diff ? "recording" : "file"
        if command == .match, recording != nil {
            guard let file = operands.first else { return }
            throw ToolError("give --from or files, not both: '\(file)'")
        }
        guard let first = operands.first, let last = operands.last else {
            let lack = command == .compare ? "no \(noun) given" : "\(command.rawValue) needs a \(noun)"
            throw ToolError(lack + " (see --help)")
        }
        if command == .compare, !FileManager.default.fileExists(atPath: first) {
            let near = CommandLineOption.suggestion(for: first, among: Command.allCases.map(\.rawValue))
            if !near.isEmpty { throw ToolError("no file and no command '\(first)'\(near)") }
        }
        let (isDiff, count) = (command == .diff, operands.count)
        if isDiff, count == 1 { throw ToolError("diff compares two recordings: OLD NEW") }
        if count > (isDiff ? 2 : 1), command != .match {
            throw ToolError("give \(isDiff ? "two recordings" : "one \(noun)"): '\(last)' is extra")
        }
        if files.count(where: { $0 == "-" }) > 1 { throw ToolError("standard input can be read only once") }
    }

    /// The operands as paths, some of which `view` and `diff` take for the traffic itself.
    var files: [String] {
        (operands + (recording.map { [$0] } ?? [])).map {
            [.view, .diff].contains(command) && $0.hasPrefix("@") ? String($0.dropFirst()) : $0
        }
    }
}
