/// Text for a POSIX shell (IEEE 1003.1, Shell Command Language, section 2.2.2).
enum ShellText {
    /// A word that is exactly the text: within single quotes only they themselves mean anything.
    static func quoted(_ text: String) -> String {
        "'\(text.replacingOccurrences(of: "'", with: "'\\''"))'"
    }

    /// A word that is exactly the text, with nothing in it that a terminal obeys or a reader cannot see.
    static func word(_ text: String) -> String {
        guard !isPlain(text) else { return quoted(text) }
        // The shell takes the line ends off what it puts in a command's place.
        let end = text.utf8.reversed().prefix { $0 == 0x0A }.count
        let start = String(decoding: text.utf8.dropLast(end), as: UTF8.self)
        return "\"$(printf \(format(Data(start.utf8))))\""
            + (end > 0 ? quoted(String(repeating: "\n", count: end)) : "")
    }

    /// Whether every character shows itself as what it is, or is a line end.
    static func isPlain(_ text: String) -> Bool { text.unicodeScalars.allSatisfy { $0.isPrintable || $0 == "\n" } }

    /// A word by which `printf` writes exactly the bytes. Those that are no letters of every shell's are in octal, of
    /// three digits each, so that what follows is not taken for another.
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
            case UInt8(ascii: "'"), UInt8(ascii: "-"), 0..<0x20, 0x7F...: format += octal(byte)
            default: format.unicodeScalars.append(Unicode.Scalar(byte))
            }
        }
        return format + "'"
    }

    private static func octal(_ byte: UInt8) -> String {
        let digits = String(byte, radix: 8)
        return "\\" + String(repeating: "0", count: 3 - digits.count) + digits
    }
}
