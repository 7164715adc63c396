import Foundation

@testable import SerializerComparison

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

    /// The rows of a section's table.
    func rows(_ id: String) -> [[Any]] { self[id]?["rows"] as? [[Any]] ?? [] }

    /// The senders' requests: their names, their lines and their bodies as texts.
    var requests: [(name: String?, line: String?, body: String?)] {
        rows("requests").map { row in (row[0] as? String, row[1] as? String, row[3] as? String) }
    }
}
