import URLSerialization

/// The commands of a text as a shell reads it, without expansions: the words of each.
///
/// | text | words |
/// |---|---|
/// | `$ curl -d 'a b' x \⏎ -G` | `curl`, `-d`, `a b`, `x`, `-G` |
/// | `curl ^"x^" -d ^"a=1^&b=2^"` in cmd.exe | `curl`, `x`, `-d`, `a=1&b=2` |
/// | `curl -d $'a=\u00e9' x; ls` | `curl`, `-d`, `a=é`, `x`, then `ls` |
struct ShellWords {
    private(set) var commands: [[String]] = []
    /// Whether an `&` without quotation marks was read as a part of a word.
    private(set) var hasAmpersand = false
    // Bytes, because the escapes of `$'…'` may be parts of characters.
    private var word: [UInt8]?
    private var words: [String] = []

    /// - Throws: ``PayloadError`` for a quotation that is not closed and for what only a shell can replace.
    init(_ text: String) throws(PayloadError) {
        let text = text.trimmingCharacters(in: .whitespacesAndNewlines).replacingOccurrences(of: "\r\n", with: "\n")
        if text.contains(/\^"|\^\n/) {
            try readCommandPrompt(text.unicodeScalars[...])
        } else {
            try readShell(text.unicodeScalars[...])
        }
        endCommand()
    }

    private mutating func append(_ bytes: some Sequence<UInt8>) {
        word = (word ?? []) + bytes
    }

    private mutating func endWord() {
        if let word { words.append(String(decoding: word, as: UTF8.self)) }
        word = nil
    }

    private mutating func endCommand() {
        endWord()
        if !words.isEmpty { commands.append(words) }
        words = []
    }

    /// Ends the command at an `&` after a space, which a shell would end at any.
    private mutating func readAmpersand() {
        if word == nil { return endCommand() }
        hasAmpersand = true
        append("&".utf8)
    }

    private mutating func readShell(_ text: Substring.UnicodeScalarView) throws(PayloadError) {
        var rest = text
        // The character that opened the quotation.
        var quote: Unicode.Scalar?
        while let scalar = rest.popFirst() {
            switch (quote, scalar) {
            case ("$", "\\"): append(Self.escape(in: &rest))
            case ("\"", "\\") where !"$`\"\\\n".unicodeScalars.contains(rest.first ?? "-"): append("\\".utf8)
            case (nil, "\\"), ("\"", "\\"):
                if let next = rest.popFirst(), next != "\n" { append(String(next).utf8) }
            case (nil, "$") where rest.first == "'":
                rest.removeFirst()
                (quote, word) = ("$", word ?? [])
            case (nil, "$") where rest.first == "(", ("\"", "$") where rest.first == "(", (nil, "`"), ("\"", "`"):
                throw PayloadError(
                    reason: "the shell would replace \(scalar)\(rest.prefix(40)): write the result there")
            case (nil, "'"), (nil, "\""): (quote, word) = (scalar, word ?? [])
            case (nil, _) where "“”„‘’‚«»".unicodeScalars.contains(scalar):
                let name = String(scalar.value, radix: 16, uppercase: true)
                throw PayloadError(reason: "\(scalar) (U+\(name)) is not a quotation mark of the shell: write ' or \"")
            case (nil, "\n"), (nil, ";"), (nil, "|"): endCommand()
            case (nil, "&"): readAmpersand()
            case (nil, _) where scalar.properties.isWhitespace: endWord()
            case ("'", "'"), ("\"", "\""), ("$", "'"): quote = nil
            default: append(String(scalar).utf8)
            }
        }
        if let quote {
            throw PayloadError(reason: "the quotation that \(quote == "$" ? "$'" : String(quote)) opens is not closed")
        }
    }

    /// Reads a command for cmd.exe. It removes carets, and then the program finds its words.
    private mutating func readCommandPrompt(_ text: Substring.UnicodeScalarView) throws(PayloadError) {
        var (rest, isQuoted, isLiteral) = (text, false, false)
        while var scalar = rest.popFirst() {
            var isEscaped = false
            if scalar == "^", !isLiteral, let next = rest.popFirst() {
                // A line ends the command, unless a caret precedes it; a second one is a part of the word.
                if next == "\n", rest.first != "\n" { continue }
                if next == "\n" { rest.removeFirst() }
                (scalar, isEscaped) = (next, true)
            }
            let isQuote = scalar == "\""
            if isQuote, !isEscaped { isLiteral.toggle() }
            switch scalar {
            case "\\":
                // Backslashes are ordinary, unless a quotation mark follows.
                let marks = rest.prefix { $0 == "\\" || $0 == "^" }
                let count = 1 + marks.count { $0 == "\\" }
                guard rest.dropFirst(marks.count).first == "\"" else { append("\\".utf8); continue }
                append(Array(repeating: UInt8(ascii: "\\"), count: count / 2))
                rest = rest.dropFirst(marks.count - (count % 2 == 0 && marks.last == "^" ? 1 : 0))
                if count % 2 == 1 {
                    rest.removeFirst()
                    append("\"".utf8)
                }
            case _ where isQuote:
                isQuoted.toggle()
                word = word ?? []
            case "\n" where !isQuoted && !isEscaped: endCommand()
            case "&" where !isQuoted && !isEscaped: readAmpersand()
            case _ where !isQuoted && scalar.properties.isWhitespace: endWord()
            default: append(String(scalar).utf8)
            }
        }
        if isQuoted { throw PayloadError(reason: "the quotation that \" opens is not closed") }
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
