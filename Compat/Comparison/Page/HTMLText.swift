/// Escapes text for HTML: markup, invisible characters and direction controls.
enum HTMLText {
    /// The text for an element's content, or for an attribute in quotation marks.
    static func escaped(_ text: some StringProtocol) -> String {
        var result = ""
        // By scalars: a mark may stand on a character of markup.
        for scalar in DisplayText.escaped(String(text), isUnicode: true).unicodeScalars {
            switch scalar {
            case "&": result += "&amp;"
            case "<": result += "&lt;"
            case ">": result += "&gt;"
            case "\"": result += "&quot;"
            case "'": result += "&#39;"
            default: result.unicodeScalars.append(scalar)
            }
        }
        return result
    }

    /// The text, cut where it is long, in an element that keeps its direction to itself.
    static func value(_ text: String) -> String {
        let start = text.prefix(TextRenderer.maximumValueLength)
        return "<bdi>\(escaped(start))\(start.endIndex < text.endIndex ? "…" : "")</bdi>"
    }
}
