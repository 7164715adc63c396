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
/// Nodes lie in one block of memory without references, keys and texts of less than 512 bytes in another; longer texts,
/// data and uncommon scalars are kept as references. A container's children are linked in the caller's order where
/// there is one.
///
/// A value that cannot be represented is a node of kind ``Kind/refused``. The consumer that reaches it throws, in the
/// consumer's own order, so that the error does not depend on the hash order of a dictionary or set.
///
/// A consumer may relink children to sort them: a tree belongs to one call and is not safe for use by several threads.
package final class ParameterTree {
    /// The kind of a node. Collections come last.
    enum Kind: UInt8 {
        case null, bool, int, uint, double, float
        /// Seconds since the reference date.
        case date
        /// A text of less than 512 bytes.
        case text
        /// A leaf stored apart: a longer text, data, a decimal, a URL, a UUID, the description of an object.
        case other
        /// A value that cannot be represented.
        case refused
        /// A model that encoded nothing: an empty dictionary, as for `JSONEncoder`.
        case empty
        case dictionary, array, set

        @inline(__always)
        var isCollection: Bool { rawValue >= Kind.empty.rawValue }
        @inline(__always)
        var isDictionary: Bool { self == .dictionary || self == .empty }
    }

    /// A range of a tree's texts.
    struct Text {
        let start: UInt32
        let count: UInt32
    }

    /// The properties of a node that only some consumers need.
    struct Flags: OptionSet {
        let rawValue: UInt8

        /// The dictionary's entries are in the caller's order.
        static let isOrdered = Flags(rawValue: 1)
        /// The children are in the consumer's order.
        static let isSorted = Flags(rawValue: 2)
        /// No two keys of the dictionary are canonically equivalent.
        static let hasDistinctKeys = Flags(rawValue: 4)
        /// No two keys of the dictionary have the same UTF-8.
        static let hasDistinctBytes = Flags(rawValue: 8)
        /// Some keys of the dictionary are not strings: see ``ParameterTree/OtherKeys``.
        static let hasOtherKeys = Flags(rawValue: 16)
        /// Filling had ended before it reached the node.
        static let isUnfilled = Flags(rawValue: 32)
        /// The node belongs to a model among other values.
        static let isOfModel = Flags(rawValue: 64)
    }

    /// The keys of a dictionary that are not strings.
    struct OtherKeys {
        /// The type of one of them, the first by name.
        var typeName: String
        /// The refusal of a key without text, the first by reason; `nil` if all have one.
        var refusal: ParameterFault?
    }

    /// A node. It holds no references, so making and dropping one costs no more than its 32 bytes.
    struct Node {
        /// The scalar's bits; the range of a text or the position of a leaf stored apart; the first and last child.
        var payload: UInt64 = 0
        /// The key in the parent; empty in an array or set.
        var key = Text(start: 0, count: 0)
        let parent: Int32
        /// The next child of the parent, or −1.
        var next: Int32 = -1
        var childCount: Int32 = 0
        var kind: Kind
        var flags: Flags = []

        /// The text of a node of kind ``Kind/text``.
        @inline(__always)
        var text: Text {
            Text(start: UInt32(truncatingIfNeeded: payload), count: UInt32(truncatingIfNeeded: payload >> 32))
        }

        var firstChild: Int32 { childCount == 0 ? -1 : Int32(truncatingIfNeeded: payload) }
        var lastChild: Int32 { childCount == 0 ? -1 : Int32(truncatingIfNeeded: payload >> 32) }

        @inline(__always)
        mutating func setChildren(first: Int32, last: Int32, count: Int32) {
            payload = UInt64(UInt32(bitPattern: first)) | UInt64(UInt32(bitPattern: last)) << 32
            childCount = count
        }
    }

    /// The index of the root.
    static let root: Int32 = 0

    /// The nodes and texts, valid while this tree exists.
    final let nodes: ParameterNodes
    private let isModel: Bool

    init(isModel: Bool, limits: ParameterNodes.Limits = ParameterNodes.Limits()) {
        nodes = ParameterNodes(limits: limits)
        self.isModel = isModel
        _ = nodes.append(Node(parent: -1, kind: .empty))
    }

    deinit {
        nodes.deallocate()
    }

    /// Whether a node is a model's. JSON and property lists accept the sets of models only.
    final func isOfModel(_ node: Int32) -> Bool { isModel || nodes[node].pointee.flags.contains(.isOfModel) }

    /// The greatest number of collections that are nested in each other.
    ///
    /// - Complexity: Linear in the number of nodes.
    final var depth: Int {
        var deepest = 0
        var waiting: [(node: Int32, depth: Int)] = [(Self.root, 1)]
        while let (node, depth) = waiting.popLast() {
            guard nodes[node].pointee.kind.isCollection else { continue }
            deepest = max(deepest, depth)
            waiting += nodes.children(of: node).map { ($0, depth + 1) }
        }
        return deepest
    }

    /// The error of a tree that is full.
    static var tooLarge: RequestSerializationError {
        RequestSerializationError(
            .tooLarge,
            reason: "The parameters have more values or longer keys than can be counted: 2³¹ values, 4 GiB of keys and "
                + "short texts. Send them in several requests, or as a file.")
    }
}

// MARK: - Leaves

extension ParameterNodes {
    /// The length in bytes from which a text is stored as a string.
    static let longLength = 512

    @inline(__always)
    func set(_ index: Int32, _ kind: ParameterTree.Kind, _ payload: UInt64) {
        self[index].pointee.kind = kind
        self[index].pointee.payload = payload
        self[index].pointee.childCount = 0
    }

    @inline(__always) func setNull(_ index: Int32) { set(index, .null, 0) }
    @inline(__always) func set(_ index: Int32, _ value: Bool) { set(index, .bool, value ? 1 : 0) }
    @inline(__always) func set(_ index: Int32, _ value: Int64) { set(index, .int, UInt64(bitPattern: value)) }
    @inline(__always) func set(_ index: Int32, _ value: Double) { set(index, .double, value.bitPattern) }
    @inline(__always) func set(_ index: Int32, _ value: Float) { set(index, .float, UInt64(value.bitPattern)) }

    @inline(__always)
    func set(_ index: Int32, _ value: Date) {
        set(index, .date, value.timeIntervalSinceReferenceDate.bitPattern)
    }

    /// Stores an integer, as ``ParameterTree/Kind/uint`` only if it is above `Int64.max`.
    @inline(__always)
    func set(_ index: Int32, integer value: some FixedWidthInteger) {
        if let value = Int64(exactly: value) { set(index, value) } else { set(index, .uint, UInt64(value)) }
    }

    @inline(__always)
    func set(_ index: Int32, _ value: String) {
        let isShort = value.withUTF8Bytes { bytes -> Bool in
            guard bytes.count < Self.longLength else { return false }
            let text = keep(bytes)
            set(index, .text, UInt64(text.start) | UInt64(text.count) << 32)
            return true
        }
        if !isShort { setOther(index, .string(value)) }
    }

    func setOther(_ index: Int32, _ leaf: ParameterLeaf) { set(index, .other, UInt64(keep(leaf))) }

    /// Marks a node as one that cannot be represented.
    func refuse(_ index: Int32, _ refusal: ParameterFault) { set(index, .refused, UInt64(keep(refusal))) }

    /// Stores a leaf of any kind.
    func set(_ index: Int32, _ leaf: ParameterLeaf) {
        switch leaf {
        case .null: setNull(index)
        case .bool(let value): set(index, value)
        case .int(let value): set(index, value)
        case .uint(let value): set(index, .uint, value)
        case .double(let value): set(index, value)
        case .float(let value): set(index, value)
        case .date(let value): set(index, value)
        case .string(let value): set(index, value)
        case .decimal, .data, .url, .uuid, .object: setOther(index, leaf)
        }
    }

    /// Returns the leaf in a node.
    ///
    /// - Throws: The node's ``ParameterFault`` if it is refused.
    func leaf(of index: Int32) throws(ParameterFault) -> ParameterLeaf {
        let payload = self[index].pointee.payload
        switch self[index].pointee.kind {
        case .bool: return .bool(payload != 0)
        case .int: return .int(Int64(bitPattern: payload))
        case .uint: return .uint(payload)
        case .double: return .double(Double(bitPattern: payload))
        case .float: return .float(Float(bitPattern: UInt32(truncatingIfNeeded: payload)))
        case .date: return .date(Date(timeIntervalSinceReferenceDate: Double(bitPattern: payload)))
        case .text: return .string(String(decoding: bytes(of: self[index].pointee.text), as: UTF8.self))
        case .other: return other(Int(payload))
        case .refused: throw refusal(Int(payload))
        case .null, .empty, .dictionary, .array, .set: return .null
        }
    }
}

// MARK: - Structure

extension ParameterNodes {
    /// Appends a child to a container whose children are appended one by one.
    ///
    /// If a model keeps a container, its node may have become a leaf in the meantime. The new node is then not a child.
    @inline(__always)
    func appendChild(to parent: Int32, key: ParameterTree.Text = ParameterTree.Text(start: 0, count: 0)) -> Int32 {
        let index = append(ParameterTree.Node(key: key, parent: parent, kind: .empty))
        let node = self[parent]
        guard node.pointee.kind.isCollection, !isFull else { return index }
        if node.pointee.childCount == 0 {
            node.pointee.setChildren(first: index, last: index, count: 1)
        } else {
            self[node.pointee.lastChild].pointee.next = index
            node.pointee.setChildren(
                first: node.pointee.firstChild, last: index, count: node.pointee.childCount &+ 1)
        }
        return index
    }

    /// Returns a node's key as UTF-8, valid until the next text is stored.
    @inline(__always)
    func key(of index: Int32) -> UnsafeBufferPointer<UInt8> { bytes(of: self[index].pointee.key) }

    func keyText(of index: Int32) -> String { String(decoding: key(of: index), as: UTF8.self) }

    /// Returns the children of a node in their order.
    func children(of parent: Int32) -> [Int32] {
        var children: [Int32] = []
        children.reserveCapacity(Int(self[parent].pointee.childCount))
        var next = self[parent].pointee.firstChild
        while next >= 0 {
            children.append(next)
            next = self[next].pointee.next
        }
        return children
    }

    /// Links the children of a node in another order; `order` is a permutation of them.
    func relink(_ parent: Int32, _ order: some Collection<Int32>) {
        guard let first = order.first else { return }
        var last = first
        for child in order.dropFirst() {
            self[last].pointee.next = child
            last = child
        }
        self[last].pointee.next = -1
        self[parent].pointee.setChildren(first: first, last: last, count: Int32(order.count))
    }

    /// Restores the caller's order of a dictionary's children, in which they were appended, after they were sorted to
    /// find their place in a set.
    func restoreOrder(of dictionary: Int32) {
        guard self[dictionary].pointee.flags.contains([.isOrdered, .isSorted]) else { return }
        relink(dictionary, children(of: dictionary).sorted())
        self[dictionary].pointee.flags.remove(.isSorted)
    }

    /// Returns the key path of a node: a key for each dictionary, an index for each array, nothing for a set.
    ///
    /// For a node that was not filled, it is the path of the node at which filling ended.
    ///
    /// - Complexity: Linear in the number of siblings along the path.
    func path(of index: Int32) -> [ParameterKeyPath.Component] {
        var components: [ParameterKeyPath.Component] = []
        var index = self[index].pointee.flags.contains(.isUnfilled) ? end : index
        while index > 0 {
            let parent = self[index].pointee.parent
            switch self[parent].pointee.kind {
            case .array: components.append(.index(children(of: parent).firstIndex(of: index) ?? 0))
            case .set: break
            default: components.append(.key(keyText(of: index)))
            }
            index = parent
        }
        return components.reversed()
    }

    /// Returns the description of a collection's keys that are not strings, if it has any.
    @inline(__always)
    func otherKeys(ifAnyOf node: Int32) -> ParameterTree.OtherKeys? {
        self[node].pointee.flags.contains(.hasOtherKeys) ? otherKeys(of: node) : nil
    }

    /// Throws the refusal of a dictionary's keys without text.
    func checkKeys(of dictionary: Int32) throws(ParameterFault) {
        if let refusal = otherKeys(ifAnyOf: dictionary)?.refusal { throw refusal }
    }
}
