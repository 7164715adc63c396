/// A request's body as curl takes it.
struct CURLBody {
    /// Text up to this length is an argument.
    private static let longestArgument = 4096
    /// How many bytes one `printf` writes.
    private static let longestStretch = 4096

    /// The option that names the body.
    private(set) var argument: String?
    /// The command whose output is the body.
    private(set) var producer: String?
    /// What the command lacks.
    private(set) var comments: [String] = []

    /// Whether curl sends a body, be it an empty one.
    var isSent: Bool { argument != nil }

    init(_ body: CURLCommand.Body, method: String) {
        switch body {
        case .none:
            // These have a meaning for a body, so that a server is told that there is none (RFC 9110, section 8.6).
            if ["POST", "PUT", "PATCH"].contains(method) { argument = "--data-raw ''" }
        case .data(let data):
            if let text = Self.argumentText(data) {
                argument = "--data-raw \(ShellText.quoted(text))"
            } else {
                pipe(Self.commands(writing: data))
            }
        case .file(let url):
            argument = "--data-binary \(ShellText.word("@" + url.path))"
        case .multipart(let form):
            pipe(
                form.content.segments.flatMap { segment -> [String] in
                    switch segment {
                    case .bytes(let data): return Self.commands(writing: data)
                    case .source(let file as FileSource, _): return ["cat \(ShellText.word(file.url.path))"]
                    case .source(_, let part):
                        comments.append(
                            "Without the content of the part \((part ?? "").quoted), which is neither data nor a file."
                        )
                        return []
                    }
                })
        case .unknown:
            comments.append("Without the body, which is a stream.")
        }
    }

    private init(comments: [String]) {
        self.comments = comments
    }

    /// The body of a HEAD request: curl sends none with it.
    static func ofHEAD(_ body: CURLCommand.Body) -> CURLBody {
        if case .none = body { return CURLBody(comments: []) }
        return CURLBody(comments: ["Without the body, which curl does not send with HEAD."])
    }

    private mutating func pipe(_ commands: [String]) {
        argument = "--data-binary @-"
        switch commands.count {
        case 0: producer = "printf ''"
        case 1: producer = commands[0]
        default: producer = "{ \(commands.joined(separator: "; ")); }"
        }
    }

    /// The bytes as text that is short, and that no terminal takes for a key.
    private static func argumentText(_ data: Data) -> String? {
        guard data.count <= longestArgument, let text = String(data: data, encoding: .utf8),
            ShellText.isPlain(text)
        else { return nil }
        return text
    }

    private static func commands(writing data: Data) -> [String] {
        stride(from: data.startIndex, to: data.endIndex, by: longestStretch).map { start in
            "printf \(ShellText.format(data[start..<min(start + longestStretch, data.endIndex)]))"
        }
    }
}
