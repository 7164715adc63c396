/// Quoted text for a POSIX shell (IEEE 1003.1, Shell Command Language, section 2.2.2).
enum ShellText {
    /// Returns a word that expands to the text: within single quotes only a single quote is special.
    static func quoted(_ text: String) -> String { "'\(text.replacingOccurrences(of: "'", with: "'\\''"))'" }

    /// Returns a word that expands to the text, and contains no characters that a terminal interprets or that are
    /// invisible.
    static func word(_ text: String) -> String {
        guard !isPlain(text) else { return quoted(text) }
        // A command substitution removes the line ends at the end of its output.
        let end = text.utf8.reversed().prefix { $0 == 0x0A }.count
        let start = String(decoding: text.utf8.dropLast(end), as: UTF8.self)
        return "\"$(printf \(format(Data(start.utf8))))\""
            + (end > 0 ? quoted(String(repeating: "\n", count: end)) : "")
    }

    /// Returns whether every character is printable or a line end.
    static func isPlain(_ text: String) -> Bool { text.unicodeScalars.allSatisfy { $0.isPrintable || $0 == "\n" } }

    /// Returns a word with which `printf` writes the bytes. Bytes that are not portable are written in octal, with
    /// three digits each, so that a following digit is not read as a part of one.
    static func format(_ bytes: Data) -> String {
        var format = "'"
        for (index, byte) in bytes.enumerated() {
            switch byte {
            case UInt8(ascii: "%"): format += "%%"
            case UInt8(ascii: "\\"): format += "\\\\"
            case UInt8(ascii: "\r"): format += "\\r"
            case UInt8(ascii: "\n"): format += "\\n"
            // A dash at the start would begin an option.
            case UInt8(ascii: "-") where index > 0: format += "-"
            case UInt8(ascii: "'"), UInt8(ascii: "-"), 0..<0x20, 0x7F...:
                format += "\\" + String(0o1000 + Int(byte), radix: 8).dropFirst()
            default: format.unicodeScalars.append(Unicode.Scalar(byte))
            }
        }
        return format + "'"
    }
}
