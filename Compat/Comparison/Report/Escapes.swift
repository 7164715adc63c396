import URLSerialization

/// Text made safe for where it goes: a terminal, a page, JSON.
package enum Escapes {
    /// The text with control characters, invisible and direction-changing ones as escapes, and where the terminal is
    /// not known to read UTF-8 all but ASCII as well: `\n`, `\u{1B}`.
    package static func terminal(_ text: String, isUnicode: Bool) -> String {
        if text.utf8.allSatisfy({ (0x20...0x7E).contains($0) }) { return text }
        var result = ""
        for character in text {
            // Joiners and selectors inside a visible character are part of it; alone they are invisible.
            let scalars = character.unicodeScalars
            let isCluster = scalars.count > 1 && scalars.first?.isPrintable == true
            for scalar in scalars {
                let isJoiner = isCluster && [0x200C, 0x200D, 0xFE0E, 0xFE0F].contains(scalar.value)
                if scalar.isPrintable || isJoiner, isUnicode || scalar.isASCII {
                    result.unicodeScalars.append(scalar)
                } else {
                    result += (isUnicode ? nil : marks[scalar]) ?? escape(scalar)
                }
            }
        }
        return result
    }

    /// The text for an element's content, or for an attribute in quotation marks.
    static func html(_ text: some StringProtocol) -> String {
        // By scalars: a mark may stand on a character of markup.
        escaped(terminal(String(text), isUnicode: true)) { $0.value < 0x40 ? markup[$0] : nil }
    }

    /// The text between quotation marks, for JSON that a terminal may show.
    static func json(_ text: String) -> String {
        if text.utf8.allSatisfy({ (0x20...0x7E).contains($0) && $0 != 0x22 && $0 != 0x5C }) { return "\"\(text)\"" }
        let content = escaped(text) { scalar in
            switch scalar {
            case "\"", "\\": return "\\" + String(scalar)
            case "\n": return "\\n"
            case _ where scalar.isPrintable: return nil
            default: return String(scalar).utf16.map { String(format: "\\u%04X", $0) }.joined()
            }
        }
        return "\"\(content)\""
    }

    /// The text with other texts in place of some scalars.
    private static func escaped(_ text: String, _ escape: (Unicode.Scalar) -> String?) -> String {
        var result = ""
        for scalar in text.unicodeScalars {
            if let other = escape(scalar) { result += other } else { result.unicodeScalars.append(scalar) }
        }
        return result
    }

    private static let markup: [Unicode.Scalar: String] = [
        "&": "&amp;", "<": "&lt;", ">": "&gt;", "\"": "&quot;", "'": "&#39;",
    ]

    /// The report's marks where there is only ASCII.
    private static let marks: [Unicode.Scalar: String] = [
        "…": "...", "–": "-", "→": "->", "×": "x", "≠": "*", "·": "-",
    ]

    private static func escape(_ scalar: Unicode.Scalar) -> String {
        switch scalar {
        case "\n": "\\n"
        case "\r": "\\r"
        case "\t": "\\t"
        default: "\\u{\(String(scalar.value, radix: 16, uppercase: true))}"
        }
    }
}
