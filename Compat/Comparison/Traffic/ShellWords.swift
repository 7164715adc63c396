import URLSerialization

/// The commands of a text as a shell reads it, without expansions: the words of each.
///
/// | text | words |
/// |---|---|
/// | `$ curl -d 'a b' x \⏎ -G` | `curl`, `-d`, `a b`, `x`, `-G` |
/// | `curl ^"x^" -d ^"a=1^&b=2^"` in cmd.exe | `curl`, `x`, `-d`, `a=1&b=2` |
/// | `curl -d $'a=\u00e9' x; ls` | `curl`, `-d`, `a=é`, `x`, then `ls` |
struct ShellWords {
    private(set) var commands: [[String]] = [[]]
    /// Whether an `&` without quotation marks was read as a part of a word.
    private(set) var hasAmpersand = false
    // Bytes, because the escapes of `$'…'` may be parts of characters.
    private var word: [UInt8]?

    /// - Throws: ``PayloadError`` for a quotation that is not closed and for what only a shell can replace.
    init(_ text: String) throws(PayloadError) {
        let text = text.trimmingCharacters(in: .whitespacesAndNewlines).replacingOccurrences(of: "\r\n", with: "\n")
        let isCommandPrompt = text.contains(/\^"|\^\n/)
        try read((isCommandPrompt ? Self.shellCommand(ofCommandPrompt: text) : text).unicodeScalars[...])
        endWord()
        commands.removeAll(where: \.isEmpty)
    }

    private mutating func append(_ bytes: some Sequence<UInt8>) { word = (word ?? []) + bytes }

    private mutating func endWord() {
        if let word { commands[commands.count - 1].append(String(decoding: word, as: UTF8.self)) }
        word = nil
    }

    private mutating func read(_ text: Substring.UnicodeScalarView) throws(PayloadError) {
        var rest = text
        // The character that opened the quotation.
        var quote: Unicode.Scalar?
        while let scalar = rest.popFirst() {
            switch (quote, scalar) {
            case ("$", "\\"): append(Self.escape(in: &rest))
            case ("\"", "\\") where !"$`\"\\\n".unicodeScalars.contains(rest.first ?? "-"): append("\\".utf8)
            case (nil, "\\"), ("\"", "\\"): if let next = rest.popFirst(), next != "\n" { append(String(next).utf8) }
            case (nil, "$") where rest.first == "'":
                rest.removeFirst()
                (quote, word) = ("$", word ?? [])
            case (nil, "$") where rest.first == "(", ("\"", "$") where rest.first == "(", (nil, "`"), ("\"", "`"):
                let end: Unicode.Scalar = scalar == "$" ? ")" : "`"
                let text = String(rest.prefix { $0 != end }.prefix(40))
                throw PayloadError(reason: "the shell would replace \(scalar)\(text)\(end): write the result there")
            case (nil, "'"), (nil, "\""): (quote, word) = (scalar, word ?? [])
            case (nil, _) where "“”„‘’‚«»".unicodeScalars.contains(scalar):
                let name = String(scalar.value, radix: 16, uppercase: true)
                throw PayloadError(reason: "\(scalar) (U+\(name)) is not a quotation mark of the shell: write ' or \"")
            // A shell would end the command at any `&`.
            case (nil, "&") where word != nil:
                hasAmpersand = true
                append("&".utf8)
            case (nil, "\n"), (nil, ";"), (nil, "|"), (nil, "&"):
                endWord()
                commands.append([])
            case (nil, _) where scalar.properties.isWhitespace: endWord()
            case ("'", "'"), ("\"", "\""), ("$", "'"): quote = nil
            default: append(String(scalar).utf8)
            }
        }
        if let quote {
            throw PayloadError(reason: "the quotation that \(quote == "$" ? "$'" : String(quote)) opens is not closed")
        }
    }

    /// Returns a command for cmd.exe as a POSIX shell would have it: without carets, which are literal between
    /// quotation marks that no caret precedes, and with a backslash before what only a POSIX shell treats specially.
    private static func shellCommand(ofCommandPrompt text: String) -> String {
        let plain = text.replacing(/"[^"\n]*"?|\^\n\n?|\^(?s:.)/) { match in
            match.output.first == "\"" ? match.output : match.output == "^\n" ? "" : match.output.suffix(1)
        }
        let escaped = plain.replacing(/\\+(?!["\\])|[$`]/) {
            $0.output.first == "\\" ? $0.output + $0.output : "\\\($0.output)"
        }
        return escaped.replacing(/"(?s:[^"\\]|\\.)*"|[';]/) { $0.output.count == 1 ? "\\\($0.output)" : $0.output }
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
