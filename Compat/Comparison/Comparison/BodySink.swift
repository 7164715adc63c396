import URLSerialization

/// A sink that makes the pairs of a body from a reader's calls, each with the payload's leaf in its place.
struct BodySink: ValueSink {
    static var readsSets: Bool { true }

    /// A collection whose end has not been read.
    private struct Collection {
        let isDictionary: Bool
        /// The same place in the payload, or `nil` if there is none.
        let node: Int?
        /// The leaf at or above the collection that has parts in the body.
        let part: Int?
        var count = 0
    }

    private(set) var pairs: [SentPair] = []
    /// The leaf that each pair carries, or whose part it carries.
    private(set) var leafOfPair: [Int?] = []
    private(set) var carriers: [Alignment.Carrier]
    private let leaves: [PayloadLeaf]
    private let tree: PayloadTree
    private let isJSON: Bool
    private var open: [Collection] = []
    private var path = PayloadPath()
    /// The children by the letters of their keys, of the nodes at which a key was missing.
    private var converted: [Int: [String: Int]] = [:]

    init(_ tree: PayloadTree, _ leaves: [PayloadLeaf], isJSON: Bool) {
        (self.leaves, self.tree, self.isJSON) = (leaves, tree, isJSON)
        carriers = Array(repeating: .nothing, count: leaves.count)
        pairs.reserveCapacity(leaves.count)
        leafOfPair.reserveCapacity(leaves.count)
    }

    /// Returns the place of the next value in the payload, and the leaf above it. A key in other letters leads to the
    /// same place.
    private mutating func place() -> (node: Int?, part: Int?) {
        guard let top = open.last else { return (0, nil) }
        guard let node = top.node else { return (nil, top.part) }
        if let child = tree.child(of: node, path.steps[open.count - 1]) { return (child, top.part) }
        guard case .key(let name) = path.steps[open.count - 1] else { return (nil, top.part) }
        let children = converted[node] ?? tree.converted(node)
        converted[node] = children
        return (children[KeyDifference.letters(name)], top.part)
    }

    /// Counts a value of the innermost collection.
    private mutating func advance() {
        guard let top = open.indices.last else { return }
        open[top].count += 1
        if !open[top].isDictionary { path.steps[top] = .index(open[top].count) }
    }

    private mutating func add(_ kind: SentPair.Kind, _ text: String? = nil) {
        let (node, part) = place()
        let leaf = node.flatMap(tree.leaf)
        // Equal paths share their memory.
        let known = leaf.map { leaves[$0].path }
        pairs.append(SentPair(kind, text, at: known == path ? known ?? path : path, isJSON: isJSON))
        leafOfPair.append(leaf ?? part)
        if let leaf { carriers[leaf] = .pair(pairs.count - 1) } else if let part { carriers[part] = .parts }
        advance()
    }

    mutating func null() { add(.null, "null") }
    mutating func bool(_ value: Bool) { add(.boolean, "\(value)") }
    mutating func number(_ text: ByteRun) { add(.number, text.string) }

    mutating func text(_ text: ByteRun) -> Bool {
        add(.text, text.string)
        return true
    }

    mutating func leaf(_ value: ParameterValue, text: ByteRun) {
        let kind: SentPair.Kind =
            switch value {
            case .int, .uint: .number
            case .double, .float: .real
            case .date: .date
            case .data: .data
            default: .text
            }
        add(kind, text.string.trimmingCharacters(in: .whitespacesAndNewlines))
    }

    private mutating func begin(isDictionary: Bool) {
        let (node, part) = place()
        open.append(Collection(isDictionary: isDictionary, node: node, part: node.flatMap(tree.leaf) ?? part))
        path.steps.append(.index(0))
    }

    mutating func beginArray() { begin(isDictionary: false) }
    mutating func beginDictionary() { begin(isDictionary: true) }

    mutating func key(_ text: ByteRun, isMalformed: Bool) -> Bool {
        path.steps[open.count - 1] = .key(text.string)
        return true
    }

    mutating func end() {
        let collection = open.removeLast()
        path.steps.removeLast()
        if collection.count > 0 { return advance() }
        add(collection.isDictionary ? .emptyDictionary : .emptyArray)
    }
}
