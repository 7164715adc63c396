import URLSerialization

/// The differences between the bodies of two requests.
struct BodyDifferences {
    private(set) var items: [RequestDifference.Item] = []
    private let server: QueryServer?

    init(_ expected: RecordedRequest, _ actual: RecordedRequest, _ server: QueryServer?) {
        self.server = server
        let (old, new) = (RecordedContent(of: expected), RecordedContent(of: actual))
        switch (old, new) {
        case (.none, .none): break
        case (.form(let old), .form(let new)): items = PairDifferences(old, new, .form, server?[.form]).items
        case (.parts(let oldParts), .parts(let newParts)):
            items = PairDifferences(old.form ?? "", new.form ?? "", .part, server?[.form]).items
            compareParts(oldParts, newParts)
        case (.document(let old, let isJSON), .document(let new, let isNewJSON)) where isJSON == isNewJSON:
            items = PairDifferences(old, new, isJSON: isJSON, server?[.json]).items
        case (.bytes(let old, _), .bytes(let new, _)) where old == new: break
        default:
            let readings = server.map { server in
                [expected, actual].map { ServerReading(of: $0, by: server).result }
            }
            let effect = readings.map { $0[0] == $0[1] ? RequestDifference.Effect.nothing : .text }
            let texts = (Self.text(old, expected), Self.text(new, actual))
            items = [RequestDifference.Item(.body, "", texts.0, texts.1, [], effect)]
        }
    }

    private static func text(_ content: RecordedContent, _ request: RecordedRequest) -> String? {
        let count = Report.count(request.body?.count ?? 0, "byte")
        return switch content {
        case .none: nil
        case .form: "a form of \(count)"
        case .parts(let parts): "\(Report.count(parts.count, "part"))"
        case .document(_, let isJSON): "\(isJSON ? "JSON" : "a property list") of \(count)"
        case .bytes(_, let reason): count + (reason.map { " (\($0))" } ?? "")
        }
    }

    /// Compares the contents and the header fields of parts that are alike otherwise.
    private mutating func compareParts(_ old: [FormPart], _ new: [FormPart]) {
        // Several parts may be alike: each has another partner, an equal one first.
        var rest = new
        for part in old {
            let alike = rest.firstIndex { $0.name == part.name && $0.shown == part.shown }
            guard let index = rest.firstIndex(of: part) ?? alike else { continue }
            let other = rest.remove(at: index)
            let name = part.name ?? ""
            if part.content != other.content {
                items.append(.init(.part, name, part.shown, "other bytes", [.textChanged], server.map { _ in .text }))
            }
            let fields = [part, other].map { $0.headers.map(\.description).sorted().joined(separator: ", ") }
            if fields[0] != fields[1] {
                items.append(.init(.part, "\(name), header", fields[0], fields[1], [], server.map { _ in .nothing }))
            }
        }
    }
}
