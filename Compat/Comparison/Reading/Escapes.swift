import URLSerialization

/// Escapes that make text safe in a terminal, a page or JSON.
package enum Escapes {
    /// Returns the text with escapes, such as `\n` and `\u{1B}`, for control characters and for invisible and
    /// direction-changing ones. If the terminal is not known to read UTF-8, everything except ASCII is escaped.
    package static func terminal(_ text: String, isUnicode: Bool) -> String {
        if text.utf8.allSatisfy({ (0x20...0x7E).contains($0) }) { return text }
        return text.map { character in
            // Joiners and selectors inside a visible character are part of it; on their own they are invisible.
            let scalars = character.unicodeScalars
            let isCluster = scalars.count > 1 && scalars.first?.isPrintable == true
            return String(character).replacingScalars { scalar in
                let isJoiner = isCluster && [0x200C, 0x200D, 0xFE0E, 0xFE0F].contains(scalar.value)
                if scalar.isPrintable || isJoiner, isUnicode || scalar.isASCII { return nil }
                return names[scalar] ?? scalar.escape
            }
        }.joined()
    }

    /// Returns the text for an element's content or a quoted attribute.
    static func html(_ text: some StringProtocol) -> String {
        // Scalars, not characters, because a combining mark may follow a character of markup.
        terminal(String(text), isUnicode: true).replacingScalars { $0.value < 0x40 ? markup[$0] : nil }
    }

    /// Returns a value as JSON that a terminal may show.
    static func json(_ value: ParameterValue) -> String {
        // The root of a document is a collection, whose brackets are then removed.
        let document = try? serializer.body(of: .object([value] as ParameterValue))
        let text = String(decoding: document?.dropFirst().dropLast() ?? Data(), as: UTF8.self)
        if text.utf8.allSatisfy({ $0 < 0x7F }) { return text }
        return text.replacingScalars { scalar in
            scalar.isPrintable ? nil : String(scalar).utf16.map { String(format: "\\u%04X", $0) }.joined()
        }
    }

    private static let serializer = JSONRequestSerializer(writingOptions: .withoutEscapingSlashes)

    private static let markup: [Unicode.Scalar: String] = [
        "&": "&amp;", "<": "&lt;", ">": "&gt;", "\"": "&quot;", "'": "&#39;",
    ]

    /// The escapes of white space, and the ASCII forms of the marks that reports contain.
    private static let names: [Unicode.Scalar: String] = [
        "\n": "\\n", "\r": "\\r", "\t": "\\t", "…": "...", "–": "-", "→": "->", "×": "x", "≠": "*", "·": "-",
    ]
}

extension StringProtocol {
    /// Returns the beginning of a text, which may be megabytes long, by default as much as reports show of a value.
    package func cut(to length: Int = 400) -> String {
        let start = prefix(length)
        return start.endIndex < endIndex ? start + "…" : String(start)
    }
}
