import URLSerialization

extension Report {
    /// Creates the report on a matrix: a row for each encoder, a column for each server.
    package init(_ matrix: Matrix, for form: Form = .text) {
        title = [matrix.payload.name, Report.count(matrix.valueCount, "value"), "posted: arrive/change/are lost"]
        facts = ["payload": .string(matrix.payload.name), "values": .int(matrix.valueCount)]
        let rows = matrix.rows.sorted { $0.arrived > $1.arrived }.map { row in
            [Cell(row.name)]
                + row.entries.map { cell in
                    let (kept, changed, lost) = (cell.summary.kept, cell.summary.changed, cell.summary.lost)
                    let isRefused = cell.summary.effect == .refused
                    let isWhole = !isRefused && kept == matrix.valueCount
                    let isKnown = kept + changed + lost == matrix.valueCount
                    let text = isWhole ? "all" : isKnown ? "\(kept)/\(changed)/\(lost)" : "not aligned"
                    return Cell(
                        isRefused ? "refused" : text,
                        isWhole ? .good : isRefused || kept * 2 < matrix.valueCount ? .refused : .different,
                        value: [
                            "arrived": .int(kept), "changed": .int(changed), "lost": .int(lost),
                            "isRefused": .bool(isRefused), "code": cell.code.map { .string($0) } ?? .null,
                        ], heat: isRefused ? 0 : kept * 10 / max(1, matrix.valueCount))
                }
        }
        let columns = [Column("Encoder")] + matrix.servers.map { Column($0.title, id: $0.name) }
        let table = Table(columns, rows, isStackable: false)
        let best = matrix.rows.flatMap { row in
            zip(matrix.servers, row.entries).compactMap { server, cell in
                cell.summary.effect == .refused ? nil : cell.code.map { (row.name, server: server.name, code: $0) }
            }
        }
        sections = [Section(id: "matrix", title: form == .page ? "Values that arrive" : "", blocks: [.table(table)])]
        sections += best.grouped { $0.code == $1.code }.map { group in
            Section(
                id: "", title: "\(group[0].0) at \(group.map(\.server).joined(separator: ", "))", isClosed: true,
                blocks: form == .data ? [] : [.lines(Line.code(group[0].code))])
        }
    }
}
