import Foundation
import SerializerComparison

/// The program, which reads the files on the command line and writes its output.
@main struct Tool {
    private let environment = ProcessInfo.processInfo.environment
    private let progress = ProgressLine()

    static func main() {
        // A file that may not grow further is an error of the write.
        signal(SIGXFSZ, SIG_IGN)
        exit(Tool().run(Array(CommandLine.arguments.dropFirst())))
    }

    /// Runs the program with its arguments.
    ///
    /// - Returns: The exit status: 0; 1 if `--check` or `diff` found a difference; 2 if the command line or a file is
    ///   unusable.
    private func run(_ arguments: [String]) -> Int32 {
        do {
            let options = try CommandLineOptions(arguments: arguments, hasInput: isatty(STDIN_FILENO) == 0)
            return try run(options) ? 1 : 0
        } catch {
            let reason = (error as? PayloadError)?.reason ?? InputFile.reason(for: error)
            progress.end()
            Self.log(error as? ToolError ?? ToolError(reason))
            return 2
        }
    }

    /// Returns whether `--check` or `diff` found a difference.
    private func run(_ options: CommandLineOptions) throws -> Bool {
        if let text = options.text {
            try write(text, to: options.output)
            return false
        }
        if let output = options.output,
            let input = options.files.first(where: { InputFile(path: $0).isSame(as: output) })
        {
            throw ToolError(file: output, "the output would overwrite the input '\(input)'")
        }
        let (report, isDifferent) = try report(options)
        let text =
            switch options.format {
            case .text: TextRenderer(style: style(options)).text(for: report)
            case .data: JSONRenderer.text(for: report)
            case .page: HTMLRenderer.text(for: report)
            }
        try write(text, to: options.output)
        return isDifferent
    }

    /// Returns the command's report, and whether `--check` or `diff` found a difference.
    private func report(_ options: CommandLineOptions) throws -> (Report, isDifferent: Bool) {
        let (operands, server, form) = (options.operands, options.servers.first, options.format)
        switch options.command {
        case .compare: return try comparison(of: payload(in: operands[0], options), options)
        case .view:
            let servers = options.servers.isEmpty ? QueryServer.all : options.servers
            let requests = try traffic(in: operands[0], options)
            progress.start()
            let width = style(options).width
            return (Report(requests, readBy: servers, view: options.view, width: width, for: form), false)
        case .diff:
            let recordings = try operands.map { try traffic(in: $0, options) }
            progress.start()
            let difference = TrafficDifference(
                recordings[0], recordings[1], headers: options.headers, server: server)
            let names = operands.map { $0.cut(to: 60) }
            return (Report(difference, names: names, server: server, for: form), difference.matters)
        case .match:
            if let recording = options.recording {
                let requests = try traffic(in: recording, options)
                progress.start()
                let match = TrafficMatch(requests, server: server, only: options.only)
                return (Report(match, name: recording.cut(to: 60), for: form), false)
            }
            let payloads = try operands.map { try payload(in: $0, options) }
            progress.start()
            let report = try MatchReport(
                payloads, server: options.leastLoss.first ?? server, isLikeReference: options.leastLoss.isEmpty,
                only: options.only)
            return (Report(report, for: form), false)
        case .matrix:
            let payload = try payload(in: operands[0], options)
            progress.start()
            let servers = options.servers.isEmpty ? QueryServer.frameworks : options.servers
            return (Report(Matrix(of: payload, servers: servers), for: form), false)
        }
    }

    private func comparison(of payload: Payload, _ options: CommandLineOptions) -> (Report, isDifferent: Bool) {
        progress.start()
        let senders =
            options.only.map { names in Sender.every(options.choices).filter { names.contains($0.name) } }
            ?? Sender.all(options.choices)
        let (view, isText) = (options.view, options.format == .text)
        let comparison = Comparison(
            of: payload, method: options.method, url: options.url, senders: senders,
            isBrief: isText && !options.isCheck && !view.showsAll && !view.showsRaw && !view.isChosen,
            isCondensed: options.format != .data && !view.showsRaw && options.servers.isEmpty)
        let readings = comparison.readings(by: options.servers)
        let report = Report(comparison, servers: readings, view: view, for: options.format)
        return (report, options.isCheck && comparison.hasDifferences)
    }

    /// Returns the recorded requests in a file or in a text, and writes what it was taken for to standard error.
    private func traffic(in argument: String, _ options: CommandLineOptions) throws -> [RecordedRequest] {
        let isNamed = argument == "-" || argument.hasPrefix("@")
        let file =
            isNamed || !argument.isEmpty && FileManager.default.fileExists(atPath: argument)
            ? InputFile(path: argument.hasPrefix("@") ? String(argument.dropFirst()) : argument) : nil
        let reader = TrafficReader(as: options.form)
        let traffic = try naming(file) { try file?.reading(reader.read) ?? reader.read(Data(argument.utf8)) }
        guard !traffic.requests.isEmpty else {
            throw ToolError(file: file?.name, traffic.notices.first ?? "no request in it")
        }
        for note in ["read as: \(traffic.kind)"] + traffic.notices { Self.log(ToolError(file: file?.name, note)) }
        return traffic.requests
    }

    /// Writes a line to standard error.
    private static func log(_ error: ToolError) {
        let line = Escapes.terminal(error.message, isUnicode: true)
        try? FileHandle.standardError.write(contentsOf: Data("\(line)\n".utf8))
    }

    private func style(_ options: CommandLineOptions) -> TextStyle {
        TextStyle(in: environment, color: options.color, isFile: options.output != nil)
    }

    private func payload(in file: String, _ options: CommandLineOptions) throws -> Payload {
        let input = InputFile(path: file)
        if !file.isEmpty, !FileManager.default.fileExists(atPath: file),
            (try? TrafficReader().read(Data(file.utf8))) != nil
        {
            throw ToolError(file: file, "no such file; compare-serializers view shows a query")
        }
        return try naming(input) {
            let data = try input.reading { try PayloadReader.bytes($0) }
            return try PayloadReader(isTyped: options.isTyped).read(data, name: input.name)
        }
    }

    /// Returns the result of a closure that reads a file, which is named in its error.
    private func naming<Value>(_ file: InputFile?, _ read: () throws -> Value) throws -> Value {
        do {
            return try read()
        } catch let error as PayloadError {
            throw ToolError(file: file?.name, line: error.line, error.reason)
        }
    }

    private func write(_ text: String, to file: String?) throws {
        progress.end()
        let data = Data(text.utf8)
        let url = file.map { URL(fileURLWithPath: $0) }
        if let file, url?.hasDirectoryPath == true { throw ToolError(file: file, "a directory, not a file") }
        do {
            guard let url else { return try FileHandle.standardOutput.write(contentsOf: data) }
            try data.write(to: url)
        } catch {
            throw ToolError(file: file ?? "standard output", InputFile.reason(for: error))
        }
    }
}

/// An error that ends the tool: one line for standard error.
struct ToolError: Error, Equatable {
    /// The line: `compare-serializers: order.json:3: …`.
    let message: String

    /// Creates an error with its reason and, if known, the place in a file.
    ///
    /// - Parameters:
    ///   - file: The unusable file; `nil` for the command line.
    ///   - line: The line of the file, counted from 1.
    init(file: String? = nil, line: Int? = nil, _ reason: String) {
        let place = file.map { $0 + (line.map { ":\($0)" } ?? "") + ": " } ?? ""
        message = "compare-serializers: \(place)\(reason)"
    }
}
