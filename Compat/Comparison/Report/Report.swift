import URLSerialization

/// The findings of a command in sections, tables and notes: made once, and printed as text, HTML or JSON.
package struct Report {
    /// The form that a report is made for, by its name on the command line.
    package enum Form: String, Sendable, CaseIterable {
        /// A terminal: long texts are cut, and rows that say the same are one.
        case text
        /// Data for programs, complete.
        case data = "json"
        /// A page of a browser, which has filters.
        case page = "html"
    }

    /// The parts of the title.
    var title: [String]
    /// The subject of the report, for programs.
    var facts: ParameterDictionary = [:]
    var sections: [Section]
    /// The boxes of a page that hide the columns of senders: their classes, their names and whether they are ticked.
    var filters: [(id: String, name: String, isShown: Bool)] = []
    /// Whether a page shows only rows that differ, until its box is cleared.
    var hidesAgreement = false
}

// MARK: - Parts

/// The role of a text, which decides on its colour.
enum Role: String {
    case plain, title, faint, good, different, refused
}

/// A cell of a table.
struct Cell {
    /// The text for people, before any escapes.
    var text: String
    var role: Role
    /// The text where the terminal has fewer than 80 columns; `""` for the same.
    var short = ""
    /// The value for programs, where it is not the text.
    var value: ParameterValue?
    /// The tenths of the values that arrive, for a map of colours.
    var heat: Int?

    init(
        _ text: String = "", _ role: Role = .plain, short: String = "", value: ParameterValue? = nil,
        heat: Int? = nil
    ) {
        (self.text, self.role, self.short, self.value, self.heat) = (text, role, short, value, heat)
    }
}

/// A column of a table.
struct Column {
    /// The name for programs.
    let id: String
    let title: String
    /// Whether its texts stand at the right.
    var isNumber = false
    /// Whether its texts are broken between words.
    var isProse = true
    /// The least width that it keeps where the table is too wide; `nil` for the width of its longest text.
    var leastWidth: Int? = 8
    /// The class of its cells on a page, by which they are hidden.
    var filter = ""
}

struct Table {
    /// The rows, which may be made as they are printed.
    typealias Rows = AnyRandomAccessCollection<[Cell]>

    var columns: [Column]
    var rows: Rows
    /// The lines of a cell that are shown before the rest is left out; `nil` for all.
    var maximumLines: Int?
    /// Whether each row is a paragraph where the terminal is too narrow for columns.
    var isStackable = true
    /// Whether the columns share the width evenly.
    var isEven = false
}

/// A line of code, or of a tree: broken anywhere, if at all.
struct Line {
    let text: String
    var role = Role.plain
    var indent = 0
    /// Whether it is never broken, so that it can be copied.
    var isWhole = false

    /// The lines of some code.
    static func code(_ text: String) -> [Line] {
        text.split(separator: "\n").map { Line(text: "    \($0)", isWhole: true) }
    }
}

enum Block {
    case table(Table)
    /// A paragraph, broken between words; the beginning of its text that has a role; and its indentation.
    case note(String, head: String = "", role: Role = .plain, indent: Int = 0)
    case lines([Line])
}

struct Section {
    /// The name for programs, and of the section on a page.
    let id: String
    var title = ""
    /// Whether its blocks are shown on a page only when it is opened.
    var isClosed = false
    var blocks: [Block] = []
    /// The content of the blocks for programs, where it is not their text.
    var value: ParameterValue?
}

/// The parts of a comparison that are shown.
package struct ComparisonView: Sendable, Equatable {
    /// The columns and rows that the default leaves out: values on which all agree, repeated JSON, property lists.
    package var showsAll = false
    /// The notes on the use of each sender.
    package var showsNotes = false
    /// The requests as they go over the wire, in place of the values.
    package var showsRaw = false
    /// The verdict alone.
    package var isSummary = false
    /// Whether the senders were chosen by name, so that none of them is left out.
    package var isChosen = false
    /// Whether data has the requests.
    package var hasBodies = true

    /// The default view.
    package init() {}
}

extension Report {
    /// The characters of a value that people are shown before the rest is left out.
    static let maximumValueLength = 400

    /// The beginning of a text: the whole may have megabytes.
    static func cut(_ text: some StringProtocol, to length: Int = maximumValueLength) -> String {
        let start = text.prefix(length)
        return start.endIndex < text.endIndex ? start + "…" : String(start)
    }

    static func count(_ count: Int, _ noun: String) -> String { "\(count) \(noun)\(count == 1 ? "" : "s")" }
}

extension Sequence {
    /// The elements in groups of those that are alike, groups and elements in their order.
    func grouped(where isAlike: (Element, Element) -> Bool) -> [[Element]] {
        reduce(into: []) { groups, element in
            if let position = groups.firstIndex(where: { isAlike($0[0], element) }) {
                groups[position].append(element)
            } else {
                groups.append([element])
            }
        }
    }
}
