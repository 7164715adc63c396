import Foundation
import SerializerComparison
import URLSerialization

/// The query in a word of the command line, or in a text.
///
/// | word | query |
/// |---|---|
/// | `a=1&b`, `?a=1`, `/p?a=1`, `https://x.example/p?a=1#f` | `a=1&b`, `a=1`, `a=1`, `a=1` |
/// | `::1 - - [1/Jan/2026] "GET /p?a=1 HTTP/1.1" 200 5` | `a=1` |
/// | `curl -d a=1 -d b=2 https://x.example/` | the form `a=1&b=2` |
/// | `@FILE` | that of the text in the file |
struct ViewInput {
    let query: String
    let part: QueryServer.Part

    /// Reads a word.
    ///
    /// - Parameter content: Returns the text in a file.
    /// - Throws: ``ToolError`` for a word that is a file's name, or does not look like a query.
    init(_ word: String, content: (String) throws -> String) throws {
        var text = word
        if word.hasPrefix("@") {
            text = try content(String(word.dropFirst()))
        } else if !word.isEmpty, !word.contains("="), FileManager.default.fileExists(atPath: word) {
            throw ToolError("'\(word)' is a file: '@\(word)' stands for the query in it")
        }
        if text.hasPrefix("curl ") {
            self = try ViewInput(curl: text)
            return
        }
        part = .query
        if let target = Self.target(inLine: text) ?? (Self.isTarget(text) ? text : nil) {
            query = String(target.prefix { $0 != "#" }.drop { $0 != "?" }.dropFirst())
        } else if text.isEmpty || text.contains("=") || text.contains("&") || text.hasPrefix("?") {
            query = text.hasPrefix("?") ? String(text.dropFirst()) : text
        } else {
            let word = text.prefix(100)
            throw ToolError("'\(word)' does not look like a query. Write '?\(word)' to read it as a key alone")
        }
    }

    /// Whether a word that is not a file's name is a query or a URL.
    static func isQuery(_ word: String) -> Bool {
        word.contains("=") && (word.contains("&") || !word.contains("/")) || word.hasPrefix("?")
            || isTarget(word) && word.contains("?")
    }

    /// Whether a text is a URL, or a path.
    private static func isTarget(_ text: String) -> Bool {
        text.hasPrefix("/") || ["http://", "https://"].contains { text.lowercased().hasPrefix($0) }
    }

    /// Returns the target of a request line, which is in quotation marks in a web server's log.
    private static func target(inLine text: String) -> String? {
        let line = text.prefix { $0 != "\n" }
        guard let match = line.firstMatch(of: /(?:^|")[A-Z]+ ([^ "]+) HTTP\/[0-9.]+/) else { return nil }
        return String(match.1)
    }
}

extension ViewInput {
    /// The options with a value that do not affect the query.
    private static let others: Set = [
        "-H", "--header", "-X", "--request", "-o", "--output", "-u", "--user", "-A", "--user-agent", "-b", "--cookie",
        "-e", "--referer", "-m", "--max-time", "-x", "--proxy", "-c", "--cookie-jar", "-w", "--write-out",
    ]

    /// Reads the query or the form of a `curl` command.
    private init(curl text: String) throws {
        var (url, data, isGet) = ("", [String](), false)
        var words = Self.words(of: text).dropFirst()
        while let word = words.popFirst() {
            var (name, value) = (word, String?.none)
            if word.hasPrefix("--"), let equals = word.firstIndex(of: "=") {
                (name, value) = (String(word[..<equals]), String(word[word.index(after: equals)...]))
            } else if word.hasPrefix("-d"), word.count > 2 {
                (name, value) = ("-d", String(word.dropFirst(2)))
            }
            switch name {
            case "-d", "--data", "--data-raw", "--data-binary", "--data-ascii", "--data-urlencode":
                let text = value ?? words.popFirst() ?? ""
                if text.hasPrefix("@"), name != "--data-raw" {
                    throw ToolError("curl reads '\(text)' from a file: 'view \(text)' shows it")
                }
                data.append(name == "--data-urlencode" ? Self.encoded(text) : text)
            case "-F", "--form", "--json": throw ToolError("curl's '\(name)' sends no form that a query shows")
            case "-G", "--get": isGet = true
            case "--url": url = value ?? words.popFirst() ?? ""
            case _ where Self.others.contains(name): if value == nil { _ = words.popFirst() }
            case _ where !name.hasPrefix("-"): url = word
            default: break
            }
        }
        let target = String(url.prefix { $0 != "#" }.drop { $0 != "?" }.dropFirst())
        part = data.isEmpty || isGet ? .query : .form
        query = ((part == .form || target.isEmpty ? [] : [target]) + data).joined(separator: "&")
    }

    private static func encoded(_ text: String) -> String {
        let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
        let value = PercentEscaper.afNetworking.escape(parts.last ?? "")
        return parts.count > 1 && !parts[0].isEmpty ? "\(parts[0])=\(value)" : value
    }

    /// Returns the words of a command as a shell reads them.
    private static func words(of text: String) -> [String] {
        var words: [String] = []
        var word: String?
        var quote: Character?
        var rest = text[...]
        while let character = rest.popFirst() {
            switch (quote, character) {
            case (nil, "\\"), ("\"", "\\"):
                if let next = rest.popFirst(), next != "\n", next != "\r\n" { word = (word ?? "") + String(next) }
            case (nil, "'"), (nil, "\""): (quote, word) = (character, word ?? "")
            case (nil, _) where character.isWhitespace:
                if let word { words.append(word) }
                word = nil
            case (let open?, _) where open == character: quote = nil
            default: word = (word ?? "") + String(character)
            }
        }
        return words + (word.map { [$0] } ?? [])
    }
}
