/// Text made safe for a page: it is no markup, and nothing in it is invisible or turns the text around it.
enum HTMLText {
    /// The text for an element's content, or for an attribute in quotation marks.
    static func escaped(_ text: some StringProtocol) -> String {
        var result = ""
        for character in DisplayText.escaped(String(text), isUnicode: true) {
            switch character {
            case "&": result += "&amp;"
            case "<": result += "&lt;"
            case ">": result += "&gt;"
            case "\"": result += "&quot;"
            case "'": result += "&#39;"
            default: result.append(character)
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
