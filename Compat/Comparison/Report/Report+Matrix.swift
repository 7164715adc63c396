extension Report {
    /// The report on a matrix: a row for each encoder, a column for each server.
    package init(_ matrix: Matrix, for form: Form = .text) {
        title = [matrix.payload.name, Report.count(matrix.valueCount, "value"), "arrive / change / are lost"]
        facts = [("payload", .string(matrix.payload.name)), ("values", .int(matrix.valueCount))]
        let rows = matrix.rows.map { row in
            let cells = row.cells.map { cell in
                let isWhole = !cell.isRefused && cell.changed + cell.lost == 0
                let value = Report.Value.object([
                    ("arrived", .int(cell.arrived)), ("changed", .int(cell.changed)), ("lost", .int(cell.lost)),
                    ("isRefused", .bool(cell.isRefused)), ("code", cell.code.map { .string($0) } ?? .null),
                ])
                return Report.Cell(
                    text: cell.isRefused
                        ? "refused" : isWhole ? "all" : "\(cell.arrived) / \(cell.changed) / \(cell.lost)",
                    role: cell.isRefused ? .refused : isWhole ? .good : .different, value: value,
                    heat: cell.isRefused ? 0 : cell.arrived * 10 / max(1, matrix.valueCount))
            }
            return Report.Row(cells: [Report.Cell(text: row.name)] + cells)
        }
        let columns =
            [Report.Column(id: "encoder", title: "Encoder", leastWidth: nil)]
            + matrix.servers.map { Report.Column(id: $0.name, title: $0.title) }
        var codes: [(code: String, names: [String])] = []
        for row in matrix.rows {
            for (server, cell) in zip(matrix.servers, row.cells) {
                guard let code = cell.code, !cell.isRefused else { continue }
                if let position = codes.firstIndex(where: { $0.code == code }) {
                    codes[position].names.append(server.name)
                } else {
                    codes.append((code, [server.name]))
                }
            }
        }
        sections = [
            Section(
                id: "matrix", title: form == .page ? "Values that arrive" : "",
                blocks: [.table(Table(columns: columns, rows: rows, isStackable: false))])
        ]
        sections += codes.map { code, names in
            let lines = code.split(separator: "\n").map { Line(text: "    \($0)", isWhole: true) }
            return Section(
                id: "", title: "Best at \(names.joined(separator: ", "))", isClosed: true,
                blocks: form == .data ? [] : [.lines(lines)])
        }
    }
}
