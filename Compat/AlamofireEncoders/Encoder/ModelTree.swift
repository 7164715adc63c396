import URLSerialization

/// A model as Alamofire's encoder keeps it before writing: texts, arrays and objects.
///
/// Like Alamofire, this tree sets each leaf by its whole coding path from the root, with the same effect. A step with
/// an integer turns its parent into an array, one with a text into an object; an index beyond an array's end appends; a
/// container that a leaf replaces is lost. Here, however, a path is a ``Place`` that remembers its node, and an object
/// with many keys has an index of them, so a leaf costs only its own step. Alamofire copies and searches every level
/// above it, so its time grows with the square of the number of pairs.
struct ModelTree {
    /// A step of a coding path.
    struct Step {
        let key: String
        /// The key's integer, which takes precedence; `nil` if it has none.
        let index: Int?

        init(_ key: some CodingKey) {
            index = key.intValue
            self.key = key.stringValue
        }

        init(index: Int) {
            self.index = index
            key = ""
        }
    }

    /// A coding path, represented by its last step.
    private struct Place {
        let parent: Int32
        let depth: Int32
        let step: Step
        /// The model's key of the step; `nil` for an array's element.
        let key: (any CodingKey)?
        /// The node at the place, or −1.
        var node: Int32 = -1
        /// The ``losses`` after which `node` was found.
        var losses: Int32 = 0
    }

    /// A text, an array or an object.
    struct Node {
        enum Kind: UInt8 {
            /// An undecided node: the first step below it decides its kind.
            case empty
            /// A text, whose percent-encoded bytes are in ``ModelTree/texts``.
            case text
            case array, object
        }

        var kind = Kind.empty
        /// The key of a node in an object.
        var key = ""
        /// The range of the text in ``ModelTree/texts``.
        var text = 0..<0
        var children: [Int32] = []
    }

    static let root: Int32 = 0

    private(set) var nodes = [Node(kind: .object)]
    /// The texts of all nodes, percent-encoded, one after the other.
    var texts: [UInt8] = []
    private var places = [Place(parent: -1, depth: 0, step: Step(index: 0), key: nil)]
    /// The number of steps from the root to the deepest place. No node is more than one step below it.
    private(set) var deepest = 0
    /// The children of objects with many of them, by key.
    private var indices: [Int32: [String: Int32]] = [:]
    /// The number of times a container was replaced by another value. Nodes remembered by places may have been inside
    /// it.
    private var losses: Int32 = 0

    init() {
        nodes.reserveCapacity(128)
        texts.reserveCapacity(2048)
        places.reserveCapacity(32)
    }

    // MARK: - Places

    /// Returns the place one step below another.
    mutating func place(_ step: Step, key: (any CodingKey)? = nil, below parent: Int32) -> Int32 {
        let depth = places[Int(parent)].depth + 1
        deepest = max(deepest, Int(depth))
        places.append(Place(parent: parent, depth: depth, step: step, key: key))
        return Int32(places.count - 1)
    }

    /// Returns the number of steps from the root to a place.
    func depth(of place: Int32) -> Int { Int(places[Int(place)].depth) }

    /// Returns the steps to a place.
    func path(to place: Int32) -> [Step] { ancestry(of: place).map(\.step) }

    /// Returns the model's keys to a place.
    func codingPath(to place: Int32) -> [any CodingKey] {
        ancestry(of: place).map { $0.key ?? ModelKey(intValue: $0.step.index ?? 0) }
    }

    private func ancestry(of place: Int32) -> [Place] {
        var ancestry: [Place] = []
        var place = place
        while place > Self.root {
            ancestry.append(places[Int(place)])
            place = places[Int(place)].parent
        }
        return ancestry.reversed()
    }

    // MARK: - Setting

    /// Sets the text that `write` appends to ``texts`` one step below a place.
    @inline(__always)
    mutating func setText(_ step: Step, below place: Int32, _ write: (inout [UInt8]) -> Void) {
        let start = texts.count
        write(&texts)
        setText(from: start, step, below: place)
    }

    /// Sets the text that `write` appends to ``texts`` at a place.
    mutating func setText(at place: Int32, _ write: (inout [UInt8]) -> Void) {
        let start = texts.count
        write(&texts)
        setText(from: start, at: place)
    }

    /// Sets the text from `start` to the end of ``texts`` at a place.
    mutating func setText(from start: Int, at place: Int32) {
        guard place > Self.root else {
            empty(0)
            nodes[0].kind = .text
            nodes[0].text = start..<texts.count
            return
        }
        setText(from: start, places[Int(place)].step, below: places[Int(place)].parent)
    }

    /// Sets the text from `start` to the end of ``texts`` one step below a place.
    mutating func setText(from start: Int, _ step: Step, below place: Int32) {
        let node = child(step, of: node(at: place).node).node
        if nodes[node].kind != .empty { empty(node) }
        nodes[node].kind = .text
        nodes[node].text = start..<texts.count
    }

    /// Returns the node at a place, and whether the same place leads to it the next time. A node that is missing, or
    /// whose index is beyond an array's end, is created.
    private mutating func node(at place: Int32) -> (node: Int, isFound: Bool) {
        guard place > Self.root else { return (0, true) }
        if places[Int(place)].node >= 0, places[Int(place)].losses == losses {
            return (Int(places[Int(place)].node), true)
        }
        let parent = node(at: places[Int(place)].parent)
        let child = child(places[Int(place)].step, of: parent.node)
        guard parent.isFound, child.isFound else { return (child.node, false) }
        places[Int(place)].node = Int32(child.node)
        places[Int(place)].losses = losses
        return child
    }

    /// Returns the child one step below a node, and whether the same step leads to it the next time.
    private mutating func child(_ step: Step, of parent: Int) -> (node: Int, isFound: Bool) {
        let kind = step.index == nil ? Node.Kind.object : .array
        if nodes[parent].kind != kind {
            empty(parent)
            nodes[parent].kind = kind
        }
        guard let index = step.index else { return (child(forKey: step.key, of: parent), true) }
        let count = nodes[parent].children.count
        if index >= 0, index < count { return (Int(nodes[parent].children[index]), true) }
        return (append(Node(), to: parent), index == count)
    }

    private mutating func append(_ node: Node, to parent: Int) -> Int {
        let index = nodes.count
        nodes.append(node)
        if nodes[parent].children.isEmpty { nodes[parent].children.reserveCapacity(Self.usualChildren) }
        nodes[parent].children.append(Int32(index))
        return index
    }

    /// Removes the content of a node.
    private mutating func empty(_ node: Int) {
        if !nodes[node].children.isEmpty {
            nodes[node].children = []
            indices[Int32(node)] = nil
            losses += 1
        }
        nodes[node].kind = .empty
    }

    private static let usualChildren = 12

    // MARK: - Keys

    /// The number of children from which an object has an index.
    private static let manyChildren = 16

    /// Returns the child for a key. Keys are compared as Swift compares texts: canonically equivalent ones are one key,
    /// with the later spelling.
    private mutating func child(forKey key: String, of parent: Int) -> Int {
        guard nodes[parent].children.count >= Self.manyChildren else {
            for child in nodes[parent].children where nodes[Int(child)].key == key {
                nodes[Int(child)].key = key
                return Int(child)
            }
            return append(Node(key: key), to: parent)
        }
        if indices[Int32(parent)] == nil {
            let keys = nodes[parent].children.map { (nodes[Int($0)].key, $0) }
            indices[Int32(parent)] = Dictionary(keys) { first, _ in first }
        }
        if let known = indices[Int32(parent)]?[key] {
            nodes[Int(known)].key = key
            return Int(known)
        }
        indices[Int32(parent)]?[key] = Int32(nodes.count)
        return append(Node(key: key), to: parent)
    }
}
