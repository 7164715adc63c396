/// Parameters of any origin as one flat tree, from which queries, JSON and property lists are made.
///
/// | parameters | nodes |
/// |---|---|
/// | `["a": 1]` | `{a:1}` |
/// | `["a": [true, nil]]` | `{a:[true,null]}` |
/// | `Set([2])` | `(2)` |
/// | `[1: "x"]` | `{1:x}` |
/// | `["f": { 1 }]` | `{f:!}` |
///
/// Nodes lie in one block of memory without references, 32 bytes each. Keys and texts of less than 512 bytes lie one
/// after the other in another. What fits in neither, such as a longer text, data or a refusal, is an ``Other`` in an
/// array. `["a": [1, nil]]` lies in memory like this, where `→` is a node's next sibling and `⇥` marks the last one:
///
/// ```
/// node  kind        key    payload
/// 0     dictionary         children 1…1   ⇥
/// 1     array       "a"    children 2…3   ⇥
/// 2     int                1              → 3
/// 3     null                              ⇥
/// texts: a
/// ```
///
/// A parent comes before its children, and its node has the first and the last of them; each child has its parent and
/// its next sibling. So a child is appended in constant time, and sorting relinks siblings without moving anything.
///
/// ``ParameterFiller`` fills a tree from values in `Any` and from a ``ParameterValue``, level by level;
/// ``ModelEncoder`` from a model, in the order in which the model encodes; ``ParameterTreeSink`` from a reader's calls,
/// in the order of the document. It is walked by ``ParameterTraversal`` for queries and forms, by ``JSONWriter``, by
/// ``ParameterNodes/fold(_:current:enter:leaf:collection:)`` for property lists and values, and by
/// ``TreeDecodingState`` for models. Each asks for what it needs about a node only when it arrives there.
///
/// A value that cannot be represented is an ``Other/refusal(_:at:)``. The consumer that reaches it throws, in the
/// consumer's own order, so that the error does not depend on the hash order of a dictionary or set.
///
/// A consumer may relink children to sort them: a tree belongs to one call and is not safe for use by several threads.
package final class ParameterTree {
    /// The kind of a node. Collections come last.
    enum Kind: UInt8 {
        case null, bool, int, double
        /// Seconds since the reference date, the beginning of 2001 in UTC.
        case date
        /// A text of less than 512 bytes.
        case text
        /// A number as its text in JSON's grammar.
        case number
        /// Anything else without children, stored apart as an ``Other``.
        case other
        case dictionary, array, set

        var isCollection: Bool { rawValue >= Kind.dictionary.rawValue }
    }

    /// The thing that a node of kind ``Kind/other`` stands for.
    enum Other {
        /// A leaf that does not fit into a node: a longer text, data, a decimal, a URL, a float, a large integer.
        case value(ParameterValue)
        /// An object without parts, as its description.
        case object(String, isUUID: Bool)
        /// The text of a leaf that breaks its format's grammar, which a reader with lax rules has kept.
        case malformed(Text, Malformed)
        /// A value that cannot be represented. If filling ended early, `at` is the node at which it did.
        indirect case refusal(ParameterError, at: Int32?)
    }

    /// The type that a malformed leaf would have.
    package enum Malformed: Sendable {
        case number, text, date, data
    }

    /// A range of a tree's texts.
    struct Text {
        let start: UInt32
        let count: UInt32
    }

    /// The properties of a node that only some consumers need.
    package struct Flags: OptionSet, BitwiseCopyable {
        package let rawValue: UInt8

        package init(rawValue: UInt8) { self.rawValue = rawValue }

        /// The dictionary's entries are in the caller's order.
        static let isOrdered = Flags(rawValue: 1)
        /// The children are in the consumer's order.
        static let isSorted = Flags(rawValue: 2)
        /// No two keys of the dictionary are canonically equivalent.
        static let hasDistinctKeys = Flags(rawValue: 4)
        /// No two keys of the dictionary have the same UTF-8.
        static let hasDistinctBytes = Flags(rawValue: 8)
        /// The node belongs to a model among other values.
        static let isOfModel = Flags(rawValue: 16)
        /// The node's key breaks its format's grammar, and is its text in the document.
        static let hasMalformedKey = Flags(rawValue: 32)
        /// The keys of the dictionary have been checked by a decoder.
        static let isChecked = Flags(rawValue: 64)
        /// The members of the dictionary are found in place by a decoder.
        static let isIndexed = Flags(rawValue: 128)
    }

    /// The keys of a dictionary that are not strings.
    struct OtherKeys {
        /// The type of one of them, the first by name.
        let typeName: String
        /// The refusal of a key without text, the first by reason; `nil` if all have one.
        let refusal: ParameterError?
    }

    /// A node. It holds no references, so making and dropping one costs no more than its 32 bytes.
    struct Node {
        /// The scalar's bits; the range of a text; the position of an ``Other``; the first and last child.
        var payload: UInt64 = 0
        /// The key in the parent; empty in an array or set.
        var key = Text(start: 0, count: 0)
        let parent: Int32
        /// The next child of the parent, or −1.
        var next: Int32 = -1
        var childCount: Int32 = 0
        var kind: Kind
        var flags: Flags = []

        /// The text of a node of kind ``Kind/text`` or ``Kind/number``.
        var text: Text {
            Text(start: UInt32(truncatingIfNeeded: payload), count: UInt32(truncatingIfNeeded: payload >> 32))
        }

        var firstChild: Int32 { childCount == 0 ? -1 : Int32(truncatingIfNeeded: payload) }
        var lastChild: Int32 { childCount == 0 ? -1 : Int32(truncatingIfNeeded: payload >> 32) }

        mutating func setChildren(first: Int32, last: Int32, count: Int32) {
            payload = UInt64(UInt32(bitPattern: first)) | UInt64(UInt32(bitPattern: last)) << 32
            childCount = count
        }
    }

    static let root: Int32 = 0

    /// The options of filling a tree.
    struct Options {
        /// The number of collections that may be nested in each other. In a model, more than 512 count as 512, because
        /// encoding recurses through the model's own code.
        var maximumDepth = 512
        /// The number of leaves in objects after which filling ends; `nil` for no limit.
        var maximumLeaves: Int?
        /// A closure that reads a value in `Any` that is a null, a set, or of a less frequent type.
        var reading: ParameterReadings.Replacement?
        /// The spelling of models' keys, by default the model's own.
        var keys: JSONKeyStrategy = .asGiven
        /// The `userInfo` of the encoder that a model's `encode(to:)` receives.
        var userInfo: [CodingUserInfoKey: any Sendable] = [:]
        var limits = ParameterNodes.Limits()
    }

    /// The nodes and texts, valid while this tree exists.
    final let nodes: ParameterNodes
    private let isModel: Bool

    init(isModel: Bool, limits: ParameterNodes.Limits = ParameterNodes.Limits()) {
        nodes = ParameterNodes(limits: limits)
        self.isModel = isModel
        _ = nodes.append(Node(parent: -1, kind: .dictionary))
    }

    deinit {
        nodes.deallocate()
    }

    /// Whether a node is a model's. JSON and property lists accept the sets of models only.
    final func isOfModel(_ node: Int32) -> Bool { isModel || nodes[node].flags.contains(.isOfModel) }

    /// Returns what in a node neither JSON nor property lists can represent, and what to send instead; `nil`
    /// for any other node.
    final func unrepresentable(_ node: Int32) -> (value: String, remedy: String)? {
        switch nodes.other(of: node) {
        case .object(_, isUUID: true): ("A UUID", "Send its uuidString.")
        case .object(let text, isUUID: false): ("'\(text)'", "Send a string, a number or a collection.")
        case .value(.url) where !isOfModel(node): ("A URL", "Send its absoluteString.")
        default:
            nodes[node].kind == .set && !isOfModel(node)
                ? ("A set", "Send an array.")
                : nodes.otherKeys(of: node).map { ("A key of type \($0.typeName)", "Use strings.") }
        }
    }

    /// The greatest number of collections that are nested in each other.
    ///
    /// - Complexity: Linear in the number of nodes.
    final var depth: Int {
        // A node comes after its parent.
        var depths = [Int32](repeating: 0, count: nodes.count)
        for node in depths.indices where nodes[Int32(node)].kind.isCollection {
            let parent = Int(nodes[Int32(node)].parent)
            depths[node] = (parent < 0 ? 0 : depths[parent]) + 1
        }
        return Int(depths.max() ?? 0)
    }

    /// The error for a tree that is full.
    static var tooLarge: RequestSerializationError {
        RequestSerializationError(
            .tooLarge,
            reason: "The parameters have more values or longer keys than can be counted: 2³¹ values, 4 GiB of keys and "
                + "short texts. Send them in several requests, or as a file.")
    }
}

extension ParameterNodes {
    /// Builds a node's value from its children's values, without recursion.
    ///
    /// - Parameters:
    ///   - current: Receives the current node, for errors.
    ///   - enter: Called for each collection before its children are visited. It may reorder them.
    ///   - leaf: Makes the value of a leaf.
    ///   - collection: Makes the value of a collection from its children's values.
    func fold<Value>(
        _ root: Int32, current: inout Int32, enter: (Int32) throws -> Void, leaf: (Int32) throws -> Value,
        collection: (Int32, [Value]) throws -> Value
    ) rethrows -> Value {
        // The values of the finished nodes whose parents are open.
        var values: [Value] = []
        var node = root
        while true {
            current = node
            let isCollection = self[node].kind.isCollection
            if isCollection {
                try enter(node)
                guard self[node].childCount == 0 else {
                    node = self[node].firstChild
                    continue
                }
            }
            values.append(try isCollection ? collection(node, []) : leaf(node))
            while node != root, self[node].next < 0 {
                node = self[node].parent
                current = node
                let count = Int(self[node].childCount)
                // Moving a single child, such as each value of a flat query, saves a tenth of the reading.
                let children = count == 1 ? [values.removeLast()] : Array(values.suffix(count))
                if count > 1 { values.removeLast(count) }
                values.append(try collection(node, children))
            }
            if node == root { return values[0] }
            node = self[node].next
        }
    }
}
