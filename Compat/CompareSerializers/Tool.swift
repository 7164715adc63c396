import Foundation
import SerializerComparison

/// The program, which reads the files on the command line and writes its output.
struct Tool {
    let environment: [String: String]
    private let progress = ProgressLine()

    /// Runs the program with its arguments.
    ///
    /// - Returns: The exit status: 0; 1 if `--check` or `diff` found a difference; 2 if the command line or a file is
    ///   unusable.
    func run(_ arguments: [String]) -> Int32 {
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
        switch options.command {
        case .compare: return try compare(options.operands[0], options)
        case .view: try view(options.operands[0], options)
        case .diff: return try diff(options.operands, options)
        case .match where options.recording != nil: try match(options.recording ?? "", options)
        case .match: try match(options.operands, options)
        case .matrix:
            let payload = try payload(in: options.operands[0], options)
            progress.start()
            let matrix = Matrix(of: payload, servers: options.servers.isEmpty ? QueryServer.all : options.servers)
            try write(Report(matrix, for: options.format), options)
        }
        return false
    }

    private func view(_ argument: String, _ options: CommandLineOptions) throws {
        let requests = try traffic(in: argument, options)
        let servers = options.servers.isEmpty ? QueryServer.all : options.servers
        let report = Report(
            requests, readBy: servers, view: options.view, width: style(options).width, for: options.format)
        try write(report, options)
    }

    /// Returns whether anything that matters differs between two recordings.
    private func diff(_ arguments: [String], _ options: CommandLineOptions) throws -> Bool {
        let recordings = try arguments.map { try traffic(in: $0, options) }
        progress.start()
        let server = options.servers.first
        let difference = TrafficDifference(
            recordings[0], recordings[1], headers: options.headers, server: server)
        try write(
            Report(difference, names: arguments.map { $0.cut(to: 60) }, server: server, for: options.format), options)
        return difference.matters
    }

    /// Returns the recorded requests in a file or in a text, and writes what it was taken for to standard error.
    private func traffic(in argument: String, _ options: CommandLineOptions) throws -> [RecordedRequest] {
        let isNamed = argument == "-" || argument.hasPrefix("@")
        let file =
            isNamed || !argument.isEmpty && FileManager.default.fileExists(atPath: argument)
            ? InputFile(path: argument.hasPrefix("@") ? String(argument.dropFirst()) : argument) : nil
        let reader = TrafficReader(as: options.form)
        let traffic: Traffic
        do {
            traffic = try file?.reading(reader.read) ?? reader.read(Data(argument.utf8))
        } catch let error as PayloadError {
            throw ToolError(file: file?.name, line: error.line, error.reason)
        }
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

    /// Prints a report in the requested format.
    private func write(_ report: Report, _ options: CommandLineOptions) throws {
        let text =
            switch options.format {
            case .text: TextRenderer(style: style(options)).text(for: report)
            case .data: JSONRenderer.text(for: report)
            case .page: HTMLRenderer.text(for: report)
            }
        try write(text, to: options.output)
    }

    /// Searches for the encoders that send what was recorded.
    private func match(_ recording: String, _ options: CommandLineOptions) throws {
        let requests = try traffic(in: recording, options)
        progress.start()
        let match = TrafficMatch(requests, server: options.servers.first, only: options.only)
        try write(Report(match, name: recording.cut(to: 60), for: options.format), options)
    }

    private func match(_ files: [String], _ options: CommandLineOptions) throws {
        let payloads = try files.map { try payload(in: $0, options) }
        progress.start()
        let report = try MatchReport(
            payloads, server: (options.leastLoss + options.servers).first, isLikeReference: options.leastLoss.isEmpty,
            only: options.only)
        try write(Report(report, for: options.format), options)
    }

    private func payload(in file: String, _ options: CommandLineOptions) throws -> Payload {
        let input = InputFile(path: file)
        if !file.isEmpty, !FileManager.default.fileExists(atPath: file),
            (try? TrafficReader().read(Data(file.utf8))) != nil
        {
            throw ToolError(file: file, "no such file; compare-serializers view shows a query")
        }
        let data = try input.content(limit: PayloadReader.maximumSize)
        do {
            return try PayloadReader(isTyped: options.isTyped).read(data, name: input.name)
        } catch let error as PayloadError {
            throw ToolError(file: input.name, line: error.line, error.reason)
        }
    }

    private func compare(_ file: String, _ options: CommandLineOptions) throws -> Bool {
        let payload = try payload(in: file, options)
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
        try write(Report(comparison, servers: readings, view: view, for: options.format), options)
        return options.isCheck && comparison.hasDifferences
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
