/// A request's parameters laid out for reading: a pair of a query on each line, a body as an indented tree.
struct BodyLayout {
    /// The lines, each with the number of the pair that it shows.
    private(set) var lines: [(text: String, pair: Int?, indent: Int)] = []
    private let pairs: [SentPair]
    private let isJSON: Bool

    /// Lays out the parameters of a request.
    init(_ report: SenderReport) {
        (pairs, isJSON) = (report.pairs, report.request?.form == .json)
        if report.isQuery {
            lines = pairs.enumerated().map { position, pair in
                (pair.spelling + (position + 1 < pairs.count ? "&" : ""), position, 0)
            }
        } else if !pairs.isEmpty {
            append(pairs.indices, depth: 0)
        }
    }

    /// Appends a leaf, or a collection with the pairs in it, which share the steps up to its depth.
    ///
    /// Recursive: readers refuse nesting beyond ``PayloadReader/maximumDepth``.
    private mutating func append(_ numbers: Range<Int>, depth: Int) {
        func steps(_ number: Int) -> [PayloadPath.Step] { pairs[number].place?.steps ?? [] }
        let (first, place) = (numbers.lowerBound, steps(numbers.lowerBound))
        let key = depth > 0 ? place[depth - 1].key : nil
        let label = key.map { isJSON ? "\(Escapes.json(.string($0))): " : "<key>\($0)</key> " } ?? ""
        if place.count == depth {
            return lines.append((label + pairs[first].spelling, first, depth * 2))
        }
        let isDictionary = place[depth].key != nil
        let tag = isDictionary ? "dict" : "array"
        let marks = isJSON ? (isDictionary ? ("{", "}") : ("[", "]")) : ("<\(tag)>", "</\(tag)>")
        lines.append((label + marks.0, nil, depth * 2))
        var next = first
        while next < numbers.upperBound {
            // A key may be repeated: each leaf is by itself.
            let step = steps(next).count == depth + 1 ? nil : steps(next)[depth]
            let end = (next + 1..<numbers.upperBound).first { steps($0).count == depth + 1 || steps($0)[depth] != step }
            append(next..<(end ?? numbers.upperBound), depth: depth + 1)
            if isJSON, end != nil { lines[lines.count - 1].text += "," }
            next = end ?? numbers.upperBound
        }
        lines.append((marks.1, nil, depth * 2))
    }
}
