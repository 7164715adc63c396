import URLSerialization

/// The capabilities of a terminal: its width, whether it reads UTF-8, whether it has colours.
public struct TextStyle: Sendable {
    /// The narrowest layout; a narrower terminal breaks its lines.
    public static let minimumWidth = 20

    /// The limit of a line in columns, at least ``minimumWidth``.
    public let width: Int
    /// Whether boxes are drawn with Unicode's characters and other text than ASCII is shown as it is.
    public let isUnicode: Bool
    /// Whether lines are coloured.
    public let isColored: Bool

    /// A style.
    public init(width: Int = 80, isUnicode: Bool = true, isColored: Bool = false) {
        self.width = max(width, Self.minimumWidth)
        self.isUnicode = isUnicode
        self.isColored = isColored
    }

    /// The role of a text.
    enum Role {
        case plain, title, faint, different, refused
    }

    /// The text in the colour of its role.
    func paint(_ text: String, _ role: Role) -> String {
        guard isColored, !text.isEmpty else { return text }
        let code: String
        switch role {
        case .plain: return text
        case .title: code = "1"
        case .faint: code = "2"
        case .different: code = "33"
        case .refused: code = "31"
        }
        return "\u{1B}[\(code)m\(text)\u{1B}[0m"
    }

    /// A heading, broken to the width.
    func heading(_ text: String) -> [String] {
        LineWrapper.wrapWords(text, width: width).map { paint($0, .title) }
    }

    /// A line that is set in, broken to the width.
    func line(_ text: String, indent: Int) -> [String] {
        LineWrapper.wrapWords(text, width: width - indent, indent: 2).map { String(repeating: " ", count: indent) + $0 }
    }

    /// The mark beside a difference.
    var mark: String { isUnicode ? "≠" : "*" }
    /// The mark before a remedy.
    var arrow: String { isUnicode ? "→" : "->" }
    /// The mark before a count.
    var times: String { isUnicode ? "×" : "x" }
    /// The mark of a value that does not arrive.
    var dash: String { isUnicode ? "–" : "-" }
    /// The mark of an omission.
    var ellipsis: String { isUnicode ? "…" : "..." }
    /// The mark between two parts of a title.
    var separator: String { isUnicode ? " · " : " - " }

    /// A text's control characters escaped, and with them what the terminal does not read.
    func escaped(_ text: String) -> String {
        let marks = isUnicode ? text : text.replacingOccurrences(of: "…", with: "...")
        return DisplayText.escaped(marks, isUnicode: isUnicode)
    }

    /// The characters boxes are drawn with: the horizontal and the vertical line, then for the top, the middle and the
    /// bottom what stands at the left, between columns and at the right.
    var box: (horizontal: String, vertical: String, top: [String], middle: [String], bottom: [String]) {
        isUnicode
            ? ("─", "│", ["┌", "┬", "┐"], ["├", "┼", "┤"], ["└", "┴", "┘"])
            : ("-", "|", ["+", "+", "+"], ["+", "+", "+"], ["+", "+", "+"])
    }
}
