/// A request's parameters laid out for reading: a pair of a query on each line, a body as an indented tree.
struct BodyLayout {
    /// A line, and the number of the pair that it shows.
    struct Line {
        var text: String
        var pair: Int?
        var indent = 0
    }

    private(set) var lines: [Line] = []

    /// Lays out the parameters of a request.
    init(_ report: SenderReport) {
        let pairs = report.pairs
        if report.isQuery {
            lines = pairs.enumerated().map { position, pair in
                Line(text: pair.spelling + (position + 1 < pairs.count ? "&" : ""), pair: position)
            }
            return
        }
        let isJSON = report.request?.form == .json
        /// The steps to the previous pair, each in an open collection.
        var open: [PayloadPath.Step] = []
        func mark(_ step: PayloadPath.Step, isEnd: Bool = false) -> String {
            let isDictionary = if case .key = step { true } else { false }
            if isJSON { return isDictionary ? (isEnd ? "}" : "{") : isEnd ? "]" : "[" }
            return "<\(isEnd ? "/" : "")\(isDictionary ? "dict" : "array")>"
        }
        func label(_ step: PayloadPath.Step?) -> String {
            guard case .key(let name)? = step else { return "" }
            return isJSON ? "\(Escapes.json(name)): " : "<key>\(name)</key> "
        }
        func close(to depth: Int) {
            while open.count > depth, let step = open.popLast() {
                lines.append(Line(text: mark(step, isEnd: true), indent: open.count * 2))
            }
        }
        for (number, pair) in pairs.enumerated() {
            let steps = pair.place?.steps ?? []
            let common = min(
                PayloadPath(steps).commonStepCount(with: PayloadPath(open)), steps.count - 1, open.count - 1)
            close(to: common + 1)
            if isJSON, !lines.isEmpty { lines[lines.count - 1].text += "," }
            for depth in steps.indices.dropFirst(common + 1) {
                let start = depth > 0 ? label(steps[depth - 1]) : ""
                lines.append(Line(text: start + mark(steps[depth]), indent: depth * 2))
            }
            lines.append(Line(text: label(steps.last) + pair.spelling, pair: number, indent: steps.count * 2))
            open = steps
        }
        close(to: 0)
    }
}
