/// The tree that a server builds from a query's pairs, one pair after another.
///
/// | calls | tree |
/// |---|---|
/// | `entry("a", of: 0)`, `become(1, .list)`, `append(to: 1)` | `{a: [null]}` |
/// | `entry("a", of: 0)` again | node 1, not new |
///
/// Nodes lie in one array and link to each other; keys and texts are ranges of ``text``, since only those that remain
/// at the end must be UTF-8. A collection of more than a few nodes is indexed by hash at its first search. Keys that
/// are canonical integers, which servers treat as indices, are stored as integers, so that a list becomes a dictionary,
/// and a dictionary a list, without changing its nodes.
struct QueryTree {
    /// A key of a dictionary, or the place of a list's element.
    enum Key {
        case index(Int64)
        case text(Range<Int>)
    }

    enum Kind {
        /// Rack's value for a key without `=`.
        case null
        /// qs's value for a key that was a text before.
        case yes
        case text
        /// Values by index, with gaps as in a JavaScript array.
        case list
        case dictionary
        /// An entry that PHP has removed.
        case removed

        var isCollection: Bool { self == .list || self == .dictionary }
    }

    struct Node {
        fileprivate(set) var kind: Kind
        fileprivate(set) var key = Key.index(0)
        /// The range of a text in ``QueryTree/text``.
        fileprivate(set) var text = 0..<0
        /// One more than a list's greatest index. For a dictionary, a number that the reader chooses.
        var number: Int64 = 0
        fileprivate var hash: UInt32 = 0
        fileprivate var isIndexed = false
        fileprivate(set) var count: Int32 = 0
        fileprivate(set) var parent: Int32 = -1
        fileprivate(set) var next: Int32 = -1
        fileprivate(set) var first: Int32 = -1
        fileprivate(set) var last: Int32 = -1
    }

    /// The number of nodes up to which a collection is searched linearly.
    private static let smallCount = 8

    var text: QueryText
    /// The dictionary of all parameters, at first node 0.
    var root: Int32 = 0
    /// Whether keys that differ only in case are the same: ASP.NET Core. The first spelling remains.
    var foldsCase = false
    private var nodes: [Node]
    /// The nodes in the collections that are searched by hash, by the hash of their key and parent; −1 for none.
    private var slots: [Int32] = []
    private var slotsInUse = 0

    init(_ query: String) {
        text = QueryText(Array(query.utf8))
        nodes = []
        nodes.reserveCapacity(query.utf8.count / 8 + 8)
        nodes.append(Node(kind: .dictionary))
    }

    subscript(index: Int32) -> Node {
        @inline(__always) get { nodes[Int(index)] }
        @inline(__always) _modify { yield &nodes[Int(index)] }
    }

    /// Returns the key that a text spells.
    func key(_ range: Range<Int>) -> Key {
        guard !range.isEmpty, text.bytes[range.lowerBound] <= UInt8(ascii: "9") else { return .text(range) }
        return text.bytes.withCursor { DecimalKey.value(of: $0.run(range)) }.map(Key.index) ?? .text(range)
    }

    /// Returns the text of a key.
    func string(_ key: Key) -> String {
        switch key {
        case .index(let index): String(index)
        case .text(let range): text.string(range)
        }
    }

    /// Whether the text of a key is one of JavaScript's own names.
    func isJavaScriptName(_ range: Range<Int>) -> Bool {
        text.bytes.withCursor { JavaScriptNames.contains($0.run(range)) }
    }

    func nodes(of collection: Int32) -> [Int32] {
        var nodes: [Int32] = []
        nodes.reserveCapacity(Int(self[collection].count))
        var node = self[collection].first
        while node >= 0 {
            nodes.append(node)
            node = self[node].next
        }
        return nodes
    }

    // MARK: - Making nodes

    /// Makes a node outside the tree.
    mutating func make(_ kind: Kind, _ text: Range<Int> = 0..<0) -> Int32 {
        nodes.append(Node(kind: kind, text: text))
        return Int32(truncatingIfNeeded: nodes.count - 1)
    }

    /// Replaces a node's value, leaving it in its place.
    mutating func become(_ node: Int32, _ kind: Kind, _ text: Range<Int> = 0..<0) {
        // The nodes below are lost, and must not be found under the new value.
        if self[node].isIndexed { for child in nodes(of: node) { self[child].kind = .removed } }
        self[node].kind = kind
        self[node].text = text
        self[node].number = 0
        self[node].isIndexed = false
        (self[node].count, self[node].first, self[node].last) = (0, -1, -1)
    }

    /// Turns a dictionary into a list with the same nodes, or a list into a dictionary.
    mutating func convert(_ collection: Int32, to kind: Kind) { self[collection].kind = kind }

    /// Replaces a leaf with a list that contains it.
    mutating func becomeList(_ leaf: Int32) {
        let (kind, text) = (self[leaf].kind, self[leaf].text)
        become(leaf, .list)
        append(kind, text, to: leaf)
    }

    mutating func remove(_ node: Int32) { become(node, .removed) }

    // MARK: - Attaching nodes

    /// Appends a new element to a list.
    @discardableResult
    mutating func append(_ kind: Kind, _ text: Range<Int> = 0..<0, to list: Int32) -> Int32 {
        let node = make(kind, text)
        append(node, to: list)
        return node
    }

    /// Appends a node from outside the tree to a list.
    mutating func append(_ node: Int32, to list: Int32) { attach(node, to: list, .index(self[list].number)) }

    /// Adds a node from outside the tree to a collection, which has no node with the key.
    ///
    /// - Parameter hash: The hash of the key, if it is known.
    mutating func attach(_ node: Int32, to collection: Int32, _ key: Key, hash: UInt32? = nil) {
        self[node].key = key
        if self[collection].isIndexed { insert(node, hash ?? self.hash(key, of: collection)) }
        link(node, to: collection)
    }

    private mutating func link(_ node: Int32, to collection: Int32) {
        self[node].parent = collection
        self[node].next = -1
        let last = self[collection].last
        if last >= 0 { self[last].next = node } else { self[collection].first = node }
        self[collection].last = node
        self[collection].count += 1
        if self[collection].kind == .list, case .index(let index) = self[node].key, index >= self[collection].number {
            self[collection].number = index + 1
        }
    }

    /// Links the nodes of a collection in another order.
    mutating func relink(_ nodes: some Sequence<Int32>, in collection: Int32) {
        (self[collection].first, self[collection].last, self[collection].count) = (-1, -1, 0)
        for node in nodes { link(node, to: collection) }
    }

    /// Returns the node under a key. If there is none, adds one from outside the tree, by default a null.
    mutating func entry(
        _ key: Key, of collection: Int32, orAdding addition: Int32? = nil
    ) -> (node: Int32, isNew: Bool) {
        let (present, hash) = search(key, in: collection)
        if let present { return (present, false) }
        let node = addition ?? make(.null)
        attach(node, to: collection, key, hash: hash)
        return (node, true)
    }

    /// Returns the node under a key, or `nil`.
    mutating func find(_ key: Key, in collection: Int32) -> Int32? { search(key, in: collection).node }

    /// Returns the node under a key, or `nil`, and the key's hash if it was needed.
    @inline(__always)
    private mutating func search(_ key: Key, in collection: Int32) -> (node: Int32?, hash: UInt32?) {
        if let node = quickFind(key, in: collection) { return (node, nil) }
        if !self[collection].isIndexed {
            guard Int(self[collection].count) > Self.smallCount else { return (nil, nil) }
            indexNodes(of: collection)
        }
        let hash = hash(key, of: collection)
        return (find(key, hash, in: collection), hash)
    }

    /// Searches the last node, which neighbouring pairs often share, and small collections.
    private func quickFind(_ key: Key, in collection: Int32) -> Int32? {
        let last = self[collection].last
        guard last >= 0 else { return nil }
        if has(last, key) { return last }
        guard Int(self[collection].count) <= Self.smallCount else { return nil }
        var node = self[collection].first
        while node >= 0 {
            if has(node, key) { return node }
            node = self[node].next
        }
        return nil
    }

    private func has(_ node: Int32, _ key: Key) -> Bool {
        switch (self[node].key, key) {
        case (.index(let left), .index(let right)): left == right && self[node].kind != .removed
        case (.text(let left), .text(let right)):
            self[node].kind != .removed
                && (foldsCase ? text.areEqualInAnyCase(left, right) : text.areEqual(left, right))
        default: false
        }
    }

    // MARK: - Hashing

    private func hash(_ key: Key, of collection: Int32) -> UInt32 {
        var hasher = Hasher()
        hasher.combine(collection)
        switch key {
        case .index(let index): hasher.combine(index)
        case .text(let range): text.hash(range, into: &hasher, foldsCase: foldsCase)
        }
        return UInt32(truncatingIfNeeded: hasher.finalize())
    }

    private func find(_ key: Key, _ hash: UInt32, in collection: Int32) -> Int32? {
        let mask = slots.count - 1
        var slot = Int(hash) & mask
        while slots[slot] >= 0 {
            let node = slots[slot]
            if self[node].hash == hash, self[node].parent == collection, has(node, key) { return node }
            slot = (slot + 1) & mask
        }
        return nil
    }

    private mutating func insert(_ node: Int32, _ hash: UInt32) {
        if (slotsInUse + 1) * 2 > slots.count { growSlots() }
        self[node].hash = hash
        let mask = slots.count - 1
        var slot = Int(hash) & mask
        while slots[slot] >= 0, self[slots[slot]].kind != .removed { slot = (slot + 1) & mask }
        if slots[slot] < 0 { slotsInUse += 1 }
        slots[slot] = node
    }

    private mutating func indexNodes(of collection: Int32) {
        self[collection].isIndexed = true
        for node in nodes(of: collection) { insert(node, hash(self[node].key, of: collection)) }
    }

    private mutating func growSlots() {
        let old = slots
        // At first a power of two above the number of nodes that the query's length suggests.
        let first = 1 << (Int.bitWidth - nodes.capacity.leadingZeroBitCount)
        slots = Array(repeating: -1, count: old.isEmpty ? max(64, first) : old.count * 4)
        slotsInUse = 0
        for node in old where node >= 0 && self[node].kind != .removed { insert(node, self[node].hash) }
    }
}
