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

    /// Returns the places of several trees, each below its parent, in the order in which the trees have them.
    static func places(of layouts: [TreeLayout]) -> [[String]] {
        var ranks: [[String]: Int] = [:]
        for place in layouts.flatMap(\.lines).map(\.place) where ranks[place] == nil { ranks[place] = ranks.count }
        func order(_ place: [String]) -> [Int] { place.indices.map { ranks[Array(place[...$0])] ?? 0 } }
        return ranks.keys.filter { !$0.isEmpty }.map { ($0, order($0)) }
            .sorted { $0.1.lexicographicallyPrecedes($1.1) }.map(\.0)
    }
}
