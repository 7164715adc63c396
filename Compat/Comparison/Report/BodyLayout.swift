/// A request's parameters laid out for reading: a pair of a query on each line, a body as an indented tree.
struct BodyLayout {
    /// A line and the place in the payload it shows.
    struct Line {
        let text: String
        let path: PayloadPath?
        /// The indentation of the line.
        var indent = 0
    }

    private(set) var lines: [Line] = []
    private let isJSON: Bool

    /// Lays out what a request carries.
    init(_ report: SenderReport) {
        isJSON = report.request?.form == .json
        if let body = report.body {
            append(body, at: PayloadPath())
        } else {
            lines = report.pairs.enumerated().map { position, pair in
                Line(text: pair.spelling + (position + 1 < report.pairs.count ? "&" : ""), path: pair.path)
            }
        }
    }

    private mutating func append(_ value: SentValue, at path: PayloadPath, prefix: String = "", suffix: String = "") {
        func add(_ text: String, at place: PayloadPath? = nil) {
            lines.append(Line(text: text, path: place, indent: path.steps.count * 2))
        }
        let marks: (open: String, close: String, empty: String)
        let parts: [(prefix: String, step: PayloadPath.Step, value: SentValue)]
        switch value {
        case .leaf:
            let text = isJSON ? value.jsonText : value.propertyListText
            return add(prefix + text + suffix, at: path)
        case .array(let elements):
            marks = isJSON ? ("[", "]", "[]") : ("<array>", "</array>", "<array/>")
            parts = elements.enumerated().map { ("", .index($0), $1) }
        case .dictionary(let entries):
            marks = isJSON ? ("{", "}", "{}") : ("<dict>", "</dict>", "<dict/>")
            parts = entries.map { key, value in
                (isJSON ? SentValue.quoted(key) + ": " : "<key>\(key)</key> ", .key(key), value)
            }
        }
        if parts.isEmpty { return add(prefix + marks.empty + suffix, at: path) }
        add(prefix + marks.open)
        for (number, part) in parts.enumerated() {
            let comma = isJSON && number + 1 < parts.count ? "," : ""
            append(part.value, at: path.appending(part.step), prefix: part.prefix, suffix: comma)
        }
        add(marks.close + suffix)
    }
}
