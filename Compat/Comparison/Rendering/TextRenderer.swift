/// The parts of a comparison that are shown.
public struct ComparisonView: Sendable, Equatable {
    /// The columns and rows that the default leaves out: values on which all agree, repeated JSON, property lists.
    public var showsAll = false
    /// The notes on the use of each sender.
    public var showsNotes = false
    /// The requests as they go over the wire, in place of the values.
    public var showsRaw = false
    /// The verdict alone.
    public var isSummary = false
    /// Whether the senders were chosen by name, so that none of them is left out.
    public var isChosen = false

    /// The default view.
    public init() {}
}

/// Shows a comparison in a terminal: the verdict, the values that differ, the reasons.
public struct TextRenderer: Sendable {
    /// The characters of a value shown before the rest is left out.
    static let maximumValueLength = 400

    private let style: TextStyle
    private let view: ComparisonView

    /// A renderer.
    public init(style: TextStyle, view: ComparisonView = ComparisonView()) {
        self.style = style
        self.view = view
    }

    /// The whole output; every line ends with a line feed.
    ///
    /// - Parameter servers: The readings of the servers to show.
    public func text(for comparison: Comparison, servers: [ServerReport] = []) -> String {
        var lines = title(of: comparison) + [""] + VerdictTable(style: style).lines(for: comparison)
        if !view.isSummary {
            if view.showsRaw {
                lines += [""] + RequestTable(style: style).lines(for: comparison)
            } else {
                lines += ValueTable(style: style, view: view).lines(for: comparison)
            }
            lines += ServerTable(style: style, view: view).lines(for: comparison, servers)
            lines += ReasonList(style: style, view: view).lines(for: comparison)
            if view.showsNotes { lines += noteLines(of: comparison) }
        }
        return lines.map { $0 + "\n" }.joined()
    }

    private func title(of comparison: Comparison) -> [String] {
        let count = comparison.leaves.count
        let parts = [
            comparison.payload.name, comparison.payload.format.rawValue, count == 1 ? "1 value" : "\(count) values",
            view.showsRaw || view.showsNotes
                ? "\(comparison.method) \(comparison.url.absoluteString)" : comparison.method,
        ]
        return style.heading(parts.map(style.escaped).joined(separator: style.separator))
    }

    private func noteLines(of comparison: Comparison) -> [String] {
        var notes: [(names: [String], text: String)] = comparison.payload.notices
            .prefix(ReasonList.maximumCount).map { ([comparison.payload.name], $0) }
        for report in comparison.reports {
            for text in report.notes {
                if let position = notes.firstIndex(where: { $0.text == text }) {
                    notes[position].names.append(report.name)
                } else {
                    notes.append(([report.name], text))
                }
            }
        }
        let texts = notes.map { "- \($0.names.joined(separator: ", ")): \($0.text)" }
        return [""] + style.heading("Notes")
            + (texts + ["- Bodies are laid out for reading; --format json has their bytes."]).flatMap { text in
                LineWrapper.wrapWords(style.escaped(text), width: style.width - 2, indent: 2)
                    .map { "  " + style.paint($0, .faint) }
            }
    }
}
