import Foundation
import SerializerComparison

/// A report as JSON, read back.
struct ReportDocument {
    let facts: [String: Any]
    let sections: [[String: Any]]

    init(_ text: String) throws {
        facts = try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any] ?? [:]
        sections = facts["sections"] as? [[String: Any]] ?? []
    }

    init(_ comparison: Comparison, servers: [ServerReport] = []) throws {
        try self.init(JSONRenderer.text(for: Report(comparison, servers: servers, for: .data)))
    }

    /// The section of a name.
    subscript(id: String) -> [String: Any]? { sections.first { $0["id"] as? String == id } }

    /// The columns of a section's table.
    func columns(_ id: String) -> [String] { self[id]?["columns"] as? [String] ?? [] }

    /// The rows of a section's table, with outcomes and paths in place of their numbers.
    func rows(_ id: String) -> [[Any]] {
        let rows = self[id]?["rows"] as? [[Any]] ?? []
        guard id.hasSuffix("values") else { return rows }
        return rows.map { row in
            zip(columns(id), row).map { column, cell in
                switch cell {
                case let number as Int: column == "value" ? texts[number] : outcome([number])
                case let numbers as [Int]: outcome(numbers)
                default: cell
                }
            }
        }
    }

    private func outcome(_ numbers: [Int]) -> [String: Any] {
        var outcome = (facts["outcomes"] as? [[String: Any]] ?? [])[numbers[0]]
        let members = outcome.removeValue(forKey: "members") as? [String] ?? []
        for (member, number) in zip(members, numbers.dropFirst()) {
            outcome[member] = member == "position" ? number : texts[number]
        }
        return outcome
    }

    /// The paths, texts and keys.
    var texts: [String] { facts["texts"] as? [String] ?? [] }

    /// The senders' requests: their names, their lines and their bodies as texts.
    var requests: [(name: String?, line: String?, body: String?)] {
        rows("requests").map { row in (row[0] as? String, row[1] as? String, row[3] as? String) }
    }
}
