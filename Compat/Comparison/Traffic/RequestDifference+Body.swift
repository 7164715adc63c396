import URLSerialization

extension RequestDifference {
    /// Returns the differences between the bodies of two requests.
    static func bodyItems(
        _ expected: RecordedRequest, _ actual: RecordedRequest, _ server: QueryServer?
    ) -> [Item] {
        let (old, new) = (RecordedContent(of: expected), RecordedContent(of: actual))
        switch (old, new) {
        case (.none, .none): return []
        case (.bytes(let old, _), .bytes(let new, _)) where old == new: return []
        case (.form(let old), .form(let new)): return PairDifferences(old, new, .form, server?[.form]).items
        case (.parts(let oldParts), .parts(let newParts)):
            let texts = PairDifferences(old.form ?? "", new.form ?? "", .part, server?[.form]).items
            return texts + partItems(oldParts, newParts, server)
        case (.document(let old, let isJSON), .document(let new, let isNewJSON)) where isJSON == isNewJSON:
            return PairDifferences(old, new, isJSON: isJSON, server?[.json]).items
        default:
            let effect = server.map { server -> Effect in
                let readings = [expected, actual].map { ServerReading(of: $0, by: server).result }
                return readings[0] == readings[1] ? .nothing : .text
            }
            return [Item(.body, "", text(old, expected), text(new, actual), [], effect)]
        }
    }

    private static func text(_ content: RecordedContent, _ request: RecordedRequest) -> String? {
        let count = Report.count(request.body?.count ?? 0, "byte")
        return switch content {
        case .none: nil
        case .form: "a form of \(count)"
        case .parts(let parts): Report.count(parts.count, "part")
        case .document(_, let isJSON): "\(isJSON ? "JSON" : "a property list") of \(count)"
        case .bytes(_, let reason): count + (reason.map { " (\($0))" } ?? "")
        }
    }

    /// Compares the contents and the header fields of parts that are alike otherwise.
    private static func partItems(_ old: [FormPart], _ new: [FormPart], _ server: QueryServer?) -> [Item] {
        // Several parts may be alike: each has another partner, an equal one first.
        var rest = new
        return old.flatMap { part -> [Item] in
            let alike = rest.firstIndex { $0.name == part.name && $0.displayText == part.displayText }
            guard let index = rest.firstIndex(of: part) ?? alike else { return [] }
            let (other, name) = (rest.remove(at: index), part.name ?? "")
            let fields = [part, other].map { $0.headers.map(\.description).sorted().joined(separator: ", ") }
            let content = Item(.part, name, part.displayText, "other bytes", [.textChanged], server.map { _ in .text })
            let header = Item(.part, "\(name), header", fields[0], fields[1], [], server.map { _ in .nothing })
            return (part.content == other.content ? [] : [content]) + (fields[0] == fields[1] ? [] : [header])
        }
    }
}
