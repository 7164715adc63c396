import URLSerialization

/// The findings of a command in sections, tables and notes, which can be printed as text, HTML or JSON.
package struct Report {
    /// The form of a report, by its name on the command line.
    package enum Form: String, Sendable, CaseIterable {
        /// Text for a terminal, with shortened texts and equal rows joined.
        case text
        /// Complete data for programs, as JSON.
        case data = "json"
        /// A page for a browser, with filters.
        case page = "html"
    }

    var title: [String]
    /// The subject of the report, for programs.
    var facts: ParameterDictionary = [:]
    var sections: [Section]
    /// The check boxes of a page, which hide the columns of senders, and the rows on which all agree: their classes,
    /// their names and whether they are ticked.
    var filters: [(id: String, name: String, isChecked: Bool)] = []

    static func count(_ count: Int, _ noun: String) -> String { "\(count) \(noun)\(count == 1 ? "" : "s")" }

    /// Returns the first texts of a list, and the number of the others.
    static func list(_ texts: [String], maximum: Int = 4) -> String {
        let rest = texts.count - maximum
        return texts.prefix(maximum).joined(separator: ", ") + (rest > 0 ? " and \(rest) more" : "")
    }
}

// MARK: - Parts

/// The role of a text, which determines its colour.
enum Role: String {
    case plain, title, faint, good, different, refused
}

struct Cell {
    /// The text to show, not escaped.
    var text: String
    var role: Role
    /// The text if the terminal has fewer than 80 columns; `""` for the same text.
    var short = ""
    /// The value for programs; `nil` if it is the text, or if there is a path or an outcome.
    var value: ParameterValue?
    /// The path of a value, for programs.
    var path: PayloadPath?
    /// The outcome of a value, for programs.
    var outcome: Outcome?
    /// The share of values that arrive, in tenths, for a heat map.
    var heat: Int?

    init(
        _ text: String = "", _ role: Role = .plain, short: String = "", value: ParameterValue? = nil,
        path: PayloadPath? = nil, outcome: Outcome? = nil, heat: Int? = nil
    ) {
        (self.text, self.role, self.short, self.heat) = (text, role, short, heat)
        (self.value, self.path, self.outcome) = (value, path, outcome)
    }

    /// Creates a number of values, which has a role unless it is 0.
    init(count: Int, _ role: Role) { self.init("\(count)", count == 0 ? .plain : role, value: .int(count)) }
}

struct Column {
    let title: String
    /// The column's name in JSON, by default its title in lower case.
    let id: String
    /// Whether its texts are aligned to the right.
    let isNumber: Bool
    /// The class of its cells on a page, which hides them.
    let filter: String

    init(_ title: String, id: String? = nil, isNumber: Bool = false, filter: String = "") {
        (self.title, self.id, self.isNumber, self.filter) = (title, id ?? title.lowercased(), isNumber, filter)
    }
}

struct Table {
    /// The rows, which may be made lazily.
    typealias Rows = AnyRandomAccessCollection<[Cell]>

    let columns: [Column]
    let rows: Rows
    /// The greatest number of a cell's lines to show; `nil` for all.
    let maximumLines: Int?
    /// Whether each row becomes a paragraph if the terminal is too narrow for columns.
    let isStackable: Bool
    /// Whether the columns share the width evenly.
    let isEven: Bool

    init(
        _ columns: [Column], _ rows: some RandomAccessCollection<[Cell]>, maximumLines: Int? = nil,
        isStackable: Bool = true, isEven: Bool = false
    ) {
        (self.columns, self.rows, self.maximumLines) = (columns, Rows(rows), maximumLines)
        (self.isStackable, self.isEven) = (isStackable, isEven)
    }
}

/// A line of code or of a tree, which can be broken anywhere.
struct Line {
    let text: String
    var role = Role.plain
    var indent = 0
    /// Whether it is never broken, so that it can be copied.
    var isWhole = false

    /// Returns the lines of a sample of code, indented and never broken.
    static func code(_ text: String) -> [Line] {
        text.split(separator: "\n").map { Line(text: "    \($0)", isWhole: true) }
    }
}

enum Block {
    case table(Table)
    /// A paragraph, which is broken between words, with the part of its beginning that has a role, and its indentation.
    case note(String, head: String = "", role: Role = .plain, indent: Int = 0)
    case lines([Line])
}

struct Section {
    /// The name for programs and pages.
    let id: String
    var title = ""
    /// Whether a page shows its blocks only when it is opened.
    var isClosed = false
    var blocks: [Block] = []
    /// The content of the blocks for programs; `nil` if it is their text.
    var value: ParameterValue?
}

extension Section {
    /// Creates the section on an encoder: a heading that begins with its name, its code with remarks in comments, and
    /// notes.
    ///
    /// - Parameter value: The members for programs in addition to the encoder, its code and the remarks.
    init(
        on name: String, _ heading: String, isGood: Bool, remarks: [String], code: String?, notes: [String],
        value: ParameterDictionary, for form: Report.Form
    ) {
        // A remark that is too long for a line continues in another comment.
        let comments = remarks.flatMap { LineWrapper.wrapWords($0, width: 61) }.map { "// \($0)\n" }.joined()
        let head = heading.hasPrefix("\(name):") ? "\(name):" : name
        let blocks =
            [.note(heading, head: head, role: isGood ? .good : .different)]
            + (code.map { [Block.lines(Line.code(comments + $0))] } ?? []) + notes.map { .note($0, indent: 2) }
        let members: ParameterDictionary = [
            "encoder": .string(name), "code": code.map { .string($0) } ?? .null,
            "remarks": .array(remarks.map { .string($0) }),
        ]
        self.init(
            id: name, blocks: form == .data ? [] : blocks,
            value: .dictionary(ParameterDictionary(Array(members) + Array(value))))
    }
}

/// The parts of a comparison that are shown.
package struct ComparisonView: Sendable, Equatable {
    /// Whether to show the columns and rows that the default omits: values on which all agree, repeated JSON, property
    /// lists.
    package var showsAll = false
    /// Whether to show the notes on the use of each sender.
    package var showsNotes = false
    /// Whether to show the requests as they are sent, instead of the values.
    package var showsRaw = false
    /// Whether to show only the summary.
    package var isSummary = false
    /// Whether the senders were chosen by name, so that none of them is omitted.
    package var isChosen = false
    /// Whether a report as JSON includes the requests.
    package var hasBodies = true

    package init() {}
}
