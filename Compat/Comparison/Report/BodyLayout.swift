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

    /// Lays out what a request carries.
    init(_ report: SenderReport) {
        guard let request = report.request else { return }
        switch (request.form, report.body) {
        case (.json, let body?): append(body, at: PayloadPath(), prefix: "", suffix: "")
        case (.propertyList, let body?): appendPropertyList(body, at: PayloadPath(), prefix: "", indent: 0)
        default:
            lines = report.pairs.enumerated().map { position, pair in
                Line(text: pair.spelling + (position + 1 < report.pairs.count ? "&" : ""), path: pair.path)
            }
        }
    }

    // MARK: - JSON

    private mutating func append(_ value: SentValue, at path: PayloadPath, prefix: String, suffix: String) {
        let indent = path.steps.count * 2
        switch value {
        case .array(let elements) where !elements.isEmpty:
            lines.append(Line(text: prefix + "[", path: nil, indent: indent))
            for (index, element) in elements.enumerated() {
                let comma = index + 1 < elements.count ? "," : ""
                append(element, at: path.appending(.index(index)), prefix: "", suffix: comma)
            }
            lines.append(Line(text: "]" + suffix, path: nil, indent: indent))
        case .dictionary(let entries) where !entries.isEmpty:
            lines.append(Line(text: prefix + "{", path: nil, indent: indent))
            for (index, entry) in entries.enumerated() {
                let comma = index + 1 < entries.count ? "," : ""
                append(
                    entry.value, at: path.appending(.key(entry.key)), prefix: SentValue.quoted(entry.key) + ": ",
                    suffix: comma)
            }
            lines.append(Line(text: "}" + suffix, path: nil, indent: indent))
        case .array: lines.append(Line(text: prefix + "[]" + suffix, path: path, indent: indent))
        case .dictionary: lines.append(Line(text: prefix + "{}" + suffix, path: path, indent: indent))
        case .leaf: lines.append(Line(text: prefix + value.jsonText + suffix, path: path, indent: indent))
        }
    }

    // MARK: - Property lists

    private mutating func appendPropertyList(_ value: SentValue, at path: PayloadPath, prefix: String, indent: Int) {
        func line(_ text: String, at path: PayloadPath? = nil) -> Line {
            Line(text: prefix + text, path: path, indent: indent)
        }
        switch value {
        case .array(let elements) where !elements.isEmpty:
            lines.append(line("<array>"))
            for (index, element) in elements.enumerated() {
                appendPropertyList(element, at: path.appending(.index(index)), prefix: "", indent: indent + 2)
            }
            lines.append(Line(text: "</array>", path: nil, indent: indent))
        case .dictionary(let entries) where !entries.isEmpty:
            lines.append(line("<dict>"))
            for (key, value) in entries {
                appendPropertyList(
                    value, at: path.appending(.key(key)), prefix: "<key>\(key)</key> ", indent: indent + 2)
            }
            lines.append(Line(text: "</dict>", path: nil, indent: indent))
        case .array: lines.append(line("<array/>", at: path))
        case .dictionary: lines.append(line("<dict/>", at: path))
        case .leaf: lines.append(line(value.propertyListText, at: path))
        }
    }
}
