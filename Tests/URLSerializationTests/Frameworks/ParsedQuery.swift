import Testing
import URLSerialization

/// A query and the recorded readings of the frameworks' own parsers, which `RealParserTests` checks again.
struct ParsedQuery: Sendable, CustomTestStringConvertible {
    let query: String
    /// The readings of PHP, Rack, Rails, qs and a flat reader: a tree in the form of ``RealOutcome/text(of:)``, or an
    /// error's code.
    let php, rack, rails, qs, flat: String

    var testDescription: String { query.debugDescription }

    /// The rows of `ParsedQueries.tsv`. Lines that begin with a number sign and a space are headings.
    static let all: [ParsedQuery] = {
        let file = Bundle.module.url(forResource: "ParsedQueries", withExtension: "tsv")
        guard let text = file.flatMap({ try? String(contentsOf: $0, encoding: .utf8) }) else {
            preconditionFailure("The test bundle has no ParsedQueries.tsv")
        }
        let rows = text.split(separator: "\n").dropFirst().filter { !$0.hasPrefix("# ") }.map { line in
            let texts = line.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
            return ParsedQuery(
                query: texts[0], php: texts[1], rack: texts[2], rails: texts[3], qs: texts[4], flat: texts[5])
        }
        precondition(rows.count > 100)
        return rows
    }()
}
