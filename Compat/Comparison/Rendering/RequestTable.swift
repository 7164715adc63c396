/// The requests as they go over the wire, side by side.
struct RequestTable {
    /// The lines of a body shown before the rest is left out.
    static let maximumBodyLines = 300
    /// The characters of a request line shown before the rest is left out; its query is shown below in any case.
    static let maximumLineLength = 4000

    let style: TextStyle

    /// The lines of the table.
    func lines(for comparison: Comparison) -> [String] {
        TextTable(style: style).lines(columns: columns(of: comparison))
    }

    // MARK: - Table

    /// A column for each request: senders of the same have one together.
    private func columns(of comparison: Comparison) -> [[[CellLine]]] {
        var groups: [[SenderReport]] = []
        for report in comparison.reports {
            if let position = groups.firstIndex(where: { $0[0].isTwin(of: report) }) {
                groups[position].append(report)
            } else {
                groups.append([report])
            }
        }
        return groups.map { column(for: $0[0], names: $0.map(\.name), in: comparison) }
    }

    private func column(for report: SenderReport, names: [String], in comparison: Comparison) -> [[CellLine]] {
        let head = names.map { CellLine(text: $0, role: .title) }
        switch report.result {
        case .failure(let refusal):
            var reason = [CellLine(text: style.escaped(refusal.message), role: .refused, isProse: true)]
            if let domain = refusal.domain, let code = refusal.code {
                reason.append(CellLine(text: style.escaped("\(domain) \(code)"), role: .faint, indent: 2))
            }
            return [head, [CellLine(text: "Refused", role: .refused)], reason]
        case .success(let request):
            let parameters = repetition(of: request, in: report, of: comparison) ?? bodyLines(of: request, in: report)
            return [head, headLines(of: request, in: report), parameters]
        }
    }

    private func headLines(of request: SentRequest, in report: SenderReport) -> [CellLine] {
        let marked = Set(report.headDifferences.map(\.field))
        let line = CellLine(text: cut(style.escaped(request.line), to: Self.maximumLineLength), indent: 4)
        let headers = request.headers.map { header in
            let text = style.escaped("\(header.name): \(header.value)")
            return marked.contains(header.name)
                ? CellLine(text: "\(style.mark) \(text)", role: .different, indent: 4) : CellLine(text: text, indent: 4)
        }
        return [line] + headers
    }

    /// The line in place of a body, or of a query, that is an earlier sender's; `nil` if it is not.
    private func repetition(
        of request: SentRequest, in report: SenderReport, of comparison: Comparison
    ) -> [CellLine]? {
        let isRepeated = { (other: SentRequest) in
            request.body == nil ? other.body == nil && other.query == request.query : other.body == request.body
        }
        let earlier = comparison.reports.prefix { $0.name != report.name }
        guard request.body?.isEmpty == false || !request.query.isEmpty,
            let twin = earlier.first(where: { $0.request.map(isRepeated) == true })
        else { return nil }
        let subject = request.body.map { "body, \(byteCount($0.count)): the same bytes" } ?? "no body; the same query"
        return [CellLine(text: "\(subject) as \(twin.name)", role: .faint, isProse: true)]
    }

    private func bodyLines(of request: SentRequest, in report: SenderReport) -> [CellLine] {
        var lines: [CellLine] = []
        switch request.body {
        case nil where request.query.isEmpty: lines.append(CellLine(text: "no body, no query", role: .faint))
        case nil: lines.append(CellLine(text: "no body; the query:", role: .faint))
        case let body?: lines.append(CellLine(text: "body, \(byteCount(body.count)):", role: .faint))
        }
        let differentPlaces = Set(report.differences.map(\.key))
        // A body has its own keys.
        let different = differentPlaces.union(
            report.pairs.filter { $0.path.map { differentPlaces.contains($0.text) } ?? false }.map(\.key))
        let layout = BodyLayout(report).lines
        for line in layout.prefix(Self.maximumBodyLines) {
            let isDifferent = line.path.map { different.contains($0.text) } ?? false
            let indentation = String(repeating: " ", count: min(line.indent, 16))
            let mark = isDifferent ? "\(style.mark) " : report.differences.isEmpty ? "" : "  "
            let start = mark + indentation
            lines.append(
                CellLine(
                    text: start + cut(style.escaped(line.text)), role: isDifferent ? .different : .plain,
                    indent: start.count + 2, head: line.key.isEmpty ? "" : start + style.escaped(line.key)))
        }
        if layout.count > Self.maximumBodyLines {
            let count = layout.count - Self.maximumBodyLines
            lines.append(CellLine(text: "\(style.ellipsis) \(count) more lines (--format json has all)", role: .faint))
        }
        return lines
    }

    private func cut(_ text: String, to length: Int = TextRenderer.maximumValueLength) -> String {
        guard text.count > length else { return text }
        let count = text.count - length
        return "\(text.prefix(length))\(style.ellipsis) (\(count) more characters)"
    }

    private func byteCount(_ count: Int) -> String {
        count == 1 ? "1 byte" : "\(count) bytes"
    }
}

extension SenderReport {
    /// Whether both send the very same request, and it is compared alike.
    fileprivate func isTwin(of other: SenderReport) -> Bool {
        guard let request, let otherRequest = other.request else { return false }
        return request.line == otherRequest.line && request.url == otherRequest.url
            && request.headers == otherRequest.headers && request.body == otherRequest.body
            && differences == other.differences && headDifferences == other.headDifferences
    }
}
