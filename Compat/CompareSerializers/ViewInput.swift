import Foundation
import SerializerComparison
import URLSerialization

/// The query in a word of the command line, or in a text.
///
/// | word | query |
/// |---|---|
/// | `a=1&b`, `?a=1`, `/p?a=1`, `https://x.example/p?a=1#f`, `localhost:80/p?a=1` | `a=1&b`, otherwise `a=1` |
/// | `GET /p?a=1`, `::1 - - [1/Jan/2026] "GET /p?a=1 HTTP/1.1" 200 5` | `a=1` |
/// | `curl -d a=1 -d b=2 https://x.example/` | the form `a=1&b=2` |
/// | `@FILE` | that of the text in the file |
struct ViewInput {
    let query: String
    let part: QueryServer.Part

    /// Reads a word in any of the forms above.
    ///
    /// - Parameter content: Returns the text in a file.
    /// - Throws: ``ToolError`` for a word that is a file's name, does not look like a query, or has several lines of a
    ///   log.
    init(_ word: String, content: (String) throws -> String) throws {
        var text = word
        if word.hasPrefix("@") {
            text = try content(String(word.dropFirst()))
        } else if !word.isEmpty, !word.contains("="), FileManager.default.fileExists(atPath: word) {
            throw ToolError("'\(word)' is a file: '@\(word)' stands for the query in it")
        }
        if text.prefixMatch(of: /\s*(?:\$\s+)?curl\s/) != nil {
            self = try ViewInput(curl: text)
            return
        }
        text = text.trimmingCharacters(in: .whitespacesAndNewlines)
        part = .query
        if let target = Self.target(in: text) {
            let lines = text.split(whereSeparator: \.isNewline)
            // The lines after a request line are the request's headers.
            if lines.count > 1, text.prefixMatch(of: /[A-Z]+ [^ "]+ HTTP\//) == nil {
                throw ToolError("\(lines.count) lines, not one: 'head -n 1 FILE | compare-serializers view'")
            }
            query = Self.query(of: target)
        } else if text.isEmpty || text.hasPrefix("?") {
            query = String(text.dropFirst())
        } else if text.hasPrefix("{") || text.hasPrefix("<") || text.hasPrefix("[") && text.hasSuffix("]") {
            throw ToolError("a payload, not a query: 'compare-serializers FILE' shows what is sent for it")
        } else if !text.hasPrefix("/"), text.contains("=") || text.contains("&"),
            ![" = ", " == "].contains(where: text.contains)
        {
            query = text
        } else {
            let word = text.prefix(100)
            throw ToolError("'\(word)' does not look like a query. Write '?\(word)' to read it as one")
        }
    }

    /// Whether a word that is not a file's name is a query or a URL.
    static func isQuery(_ word: String) -> Bool {
        word.contains("=") && (word.contains("&") || !word.contains("/")) || word.hasPrefix("?")
            || target(in: word)?.contains("?") == true
    }

    /// Returns the target of a request line, which is in quotation marks in a web server's log, or a URL, which may
    /// lack its scheme or its host if it has a query; `nil` for other texts.
    private static func target(in text: String) -> Substring? {
        let line = text.prefix { !$0.isNewline }
        if let match = line.firstMatch(of: /(?:^|")[A-Z]+ ([^ "]+) HTTP\/[0-9.]+/) { return match.1 }
        let start = line.prefixMatch(of: /(?:[A-Z]+ +)?(?=(?i:https?:\/\/)|\/[^?]*\?|[^\s?#=&"]+\?)/)
        return start.map { line[$0.range.upperBound...] }
    }

    private static func query(of target: some StringProtocol) -> String {
        String(target.prefix { $0 != "#" }.drop { $0 != "?" }.dropFirst())
    }
}

extension ViewInput {
    /// The letters and some of the names of the options with a value.
    private static let valued = Set("AbcCdDeEFHKmoPQrtTuUwxXyYz".map { String($0) })
        .union([
            "data", "data-ascii", "data-binary", "data-raw", "data-urlencode", "header", "url", "url-query", "request",
            "output", "user", "user-agent", "cookie", "referer", "max-time", "proxy", "preproxy", "doh-url",
            "cookie-jar", "write-out",
        ])

    /// Reads the query or the form of a `curl` command.
    private init(curl text: String) throws {
        var (urls, doubtful, pairs, data) = ([String](), [String](), [String](), [String]())
        var (type, isGet) = ("", false)
        var words = try Self.words(of: text).drop { $0 != "curl" }.dropFirst()
        while let word = words.popFirst() {
            guard word.hasPrefix("-") else {
                urls.append(word)
                continue
            }
            var (name, rest) = (word.dropFirst(2), Substring?.none)
            if !word.hasPrefix("--") {
                // Letters without a value may precede the one with a value.
                let start = word.firstIndex { Self.valued.contains(String($0)) } ?? word.endIndex
                isGet = isGet || word[..<start].contains("G")
                (name, rest) = (word[start...].prefix(1), word[start...].dropFirst())
                if rest?.isEmpty == true { rest = nil }
            } else if let equals = name.firstIndex(of: "=") {
                (name, rest) = (name[..<equals], name[equals...].dropFirst())
            }
            let value = Self.valued.contains(String(name)) ? rest.map(String.init) ?? words.popFirst() ?? "" : ""
            switch name {
            case "d", "data", "data-raw", "data-binary", "data-ascii", "data-urlencode":
                let isEncoded = name == "data-urlencode"
                if name != "data-raw", value.hasPrefix("@") || isEncoded && value.firstMatch(of: /^[^=]*@/) != nil {
                    throw ToolError("curl reads '\(value)' from a file: 'view @FILE' shows it")
                }
                data.append(isEncoded ? Self.encoded(value) : value)
            case "url-query": pairs.append(value.hasPrefix("+") ? String(value.dropFirst()) : Self.encoded(value))
            case "F", "form", "form-string", "json":
                throw ToolError("curl's '\(word)' sends no form that a query shows")
            case "H", "header":
                if let match = value.wholeMatch(of: /(?i:content-type):\s*(.+)/) { type = String(match.1) }
            case "get": isGet = true
            case "url": urls.insert(value, at: 0)
            case _ where word.hasPrefix("--") && !Self.valued.contains(String(name)):
                // The value of an unknown option, unless the option takes none.
                if let next = words.first, !next.hasPrefix("-"), !next.contains("://") {
                    doubtful.append(words.removeFirst())
                }
            default: break
            }
        }
        part = data.isEmpty || isGet ? .query : .form
        if part == .form, !type.isEmpty, !type.lowercased().contains("x-www-form-urlencoded") {
            throw ToolError("curl sends '\(type)' here, which is no form that a query shows")
        }
        let url = urls.first { $0.contains("://") } ?? urls.first ?? doubtful.first ?? ""
        pairs.insert(Self.query(of: url), at: 0)
        query = (part == .form ? data : pairs.filter { !$0.isEmpty } + data).joined(separator: "&")
    }

    private static func encoded(_ text: String) -> String {
        let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
        let value = PercentEscaper.afNetworking.escape(parts.last ?? "")
        return parts.count > 1 && !parts[0].isEmpty ? "\(parts[0])=\(value)" : value
    }

    /// Returns the words of a command as a shell reads them, without expansions.
    private static func words(of text: String) throws -> [String] {
        var words: [String] = []
        // Bytes, because the escapes of `$'…'` may be parts of characters.
        var word: [UInt8]?
        // The character that opened the quotation.
        var quote: Unicode.Scalar?
        func append(_ bytes: some Sequence<UInt8>) {
            if word == nil { word = [] }
            word?.append(contentsOf: bytes)
        }
        let text = text.trimmingCharacters(in: .whitespacesAndNewlines).replacingOccurrences(of: "\r\n", with: "\n")
        var rest = text.unicodeScalars[...]
        while let scalar = rest.popFirst(), quote != nil || scalar != "|" && scalar != ";" {
            switch (quote, scalar) {
            case ("$", "\\"): append(escape(in: &rest))
            case ("\"", "\\") where !"$`\"\\\n".unicodeScalars.contains(rest.first ?? "-"): append("\\".utf8)
            case (nil, "\\"), ("\"", "\\"):
                if let next = rest.popFirst(), next != "\n" { append(String(next).utf8) }
            case (nil, "$") where rest.first == "'":
                rest.removeFirst()
                (quote, word) = ("$", word ?? [])
            case (nil, "'"), (nil, "\""): (quote, word) = (scalar, word ?? [])
            case (nil, "\n"):
                throw ToolError("several lines: each but the last of a command for a shell ends with '\\'")
            case (nil, _) where scalar.properties.isWhitespace:
                words += word.map { [String(decoding: $0, as: UTF8.self)] } ?? []
                word = nil
            case ("'", "'"), ("\"", "\""), ("$", "'"): quote = nil
            default: append(String(scalar).utf8)
            }
        }
        return words + (word.map { [String(decoding: $0, as: UTF8.self)] } ?? [])
    }

    /// Returns the bytes that stand for an escape in `$'…'`, after its backslash.
    private static func escape(in rest: inout Substring.UnicodeScalarView) -> [UInt8] {
        guard let letter = rest.popFirst() else { return [] }
        let digits = rest.prefix(["x": 2, "u": 4, "U": 8][letter] ?? 0).prefix(while: \.properties.isASCIIHexDigit)
        if let code = UInt32(String(digits), radix: 16) {
            rest.removeFirst(digits.count)
            return letter == "x" ? [UInt8(code)] : Array(String(Unicode.Scalar(code) ?? "\u{FFFD}").utf8)
        }
        let controls: [Unicode.Scalar: UInt8] = ["a": 7, "b": 8, "t": 9, "n": 10, "v": 11, "f": 12, "r": 13, "e": 27]
        if let control = controls[letter] { return [control] }
        return Array((["\\", "'", "\"", "?"].contains(letter) ? "" : "\\").utf8) + String(letter).utf8
    }
}
