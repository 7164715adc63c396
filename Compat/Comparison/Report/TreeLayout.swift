import URLSerialization

/// The lines of a tree that a server reads, such as `items: [2]` followed by `0: {1}`.
struct TreeLayout {
    /// The greatest number of a tree's lines to show.
    static let maximumLines = 300

    /// The lines, each with the keys on the path, which identify it among those of other trees.
    private(set) var lines: [(place: [String], text: String, indent: Int)] = []
    private(set) var isCut = false
    private let limit: Int

    init(_ tree: ParameterValue? = nil, limit: Int = 0) {
        self.limit = limit
        if let tree { append(tree, place: []) }
    }

    /// Recursive: no parser goes beyond `QueryLimits.maximumDepth`.
    private mutating func append(_ value: ParameterValue, place: [String]) {
        if lines.count >= limit { return isCut = true }
        let indent = max(0, place.count - 1) * 2
        let start = place.last.map { "\($0.isEmpty ? "\"\"" : $0.cut()): " } ?? ""
        let children = value.children
        let count = children.isEmpty ? "" : "\(children.count)"
        let text =
            switch value {
            case .dictionary: "{\(count)}"
            case .array: "[\(count)]"
            case .string(let text): "\"\(text.cut())\""
            case .null: "null"
            default: "\(value)".cut()
            }
        if !place.isEmpty || value.dictionary == nil {
            let indentation = String(repeating: " ", count: min(indent, 40))
            lines.append((place, indentation + start + text, indent))
        }
        for (step, child) in children { append(child, place: place + [step.name]) }
    }

    /// Returns the places of several trees, each below its parent, in the order of the first tree. The other trees'
    /// places come after the sibling that they follow.
    static func places(of layouts: [TreeLayout]) -> [[String]] {
        var places: [[String]: [[String]]] = [:]
        var known: Set<[String]> = [[]]
        for layout in layouts {
            var latest: [[String]: [String]] = [:]
            for place in layout.lines.map(\.place) where !place.isEmpty {
                let parent = Array(place.dropLast())
                let siblings = places[parent] ?? []
                if known.insert(place).inserted {
                    let position = siblings.lastIndex { $0 == latest[parent] } ?? siblings.count - 1
                    places[parent, default: []].insert(place, at: position + 1)
                }
                latest[parent] = place
            }
        }
        func below(_ place: [String]) -> [[String]] { (places[place] ?? []).flatMap { [$0] + below($0) } }
        return below([])
    }
}
