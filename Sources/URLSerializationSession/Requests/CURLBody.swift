/// The arguments and commands that pass a request's body to curl.
struct CURLBody {
    /// The length in bytes up to which text is an argument.
    private static let longestArgument = 4096
    /// The number of bytes that one `printf` writes.
    private static let longestStretch = 4096

    /// The option that names the body, or `nil` for no body.
    private(set) var argument: String?
    /// The command whose output is the body, or `nil` for none.
    private(set) var producer: String?
    /// Comments on the parts of the body that the command omits.
    private(set) var comments: [String] = []

    /// Whether curl sends a body, which may be empty.
    var isSent: Bool { argument != nil }

    init(_ body: CURLCommand.Body, method: String) {
        let isHEAD = method == "HEAD"
        switch body {
        case .data where isHEAD, .file where isHEAD, .multipart where isHEAD, .unknown where isHEAD:
            comments.append("Without the body, which curl does not send with HEAD.")
        case .none:
            // These methods expect a body, so that an empty one is announced (RFC 9110, section 8.6).
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

    private mutating func pipe(_ commands: [String]) {
        argument = "--data-binary @-"
        switch commands.count {
        case 0: producer = "printf ''"
        case 1: producer = commands[0]
        default: producer = "{ \(commands.joined(separator: "; ")); }"
        }
    }

    /// Returns the bytes as text if they are short and have no characters that a terminal interprets, and `nil`
    /// otherwise.
    private static func argumentText(_ data: Data) -> String? {
        guard data.count <= longestArgument else { return nil }
        return String(data: data, encoding: .utf8).flatMap { ShellText.isPlain($0) ? $0 : nil }
    }

    private static func commands(writing data: Data) -> [String] {
        stride(from: data.startIndex, to: data.endIndex, by: longestStretch).map { start in
            "printf \(ShellText.format(data[start..<min(start + longestStretch, data.endIndex)]))"
        }
    }
}
