/// A reader of queries that works as qs 6.11 does with its default options.
///
/// | query | values |
/// |---|---|
/// | `a[b]=1&a[c]=2` | `a`: `b`: `1`, `c`: `2` |
/// | `a[]=1&a[0]=2` | `a`: `1`, `2` |
/// | `a[b]=1&a=c` | `a`: `b`: `1`, `c`: true; in qs 6.15 `a`: (`b`: `1`), `c` |
/// | `a[[b]]=1&c[d=2` | `a[`: `b`: `1`; `c[d`: `2`; in qs 6.15 `a`: `[b]`: `1`; `c`: `[d`: `2` |
struct QSQueryReader {
    private let limits: QueryLimits
    private let allowsPrototypes: Bool
    private let isQS615: Bool
    private(set) var tree: QueryTree
    /// The current key's part before the first bracket, if there is one, and its parts in brackets.
    private var parent: QueryTree.Key?
    private var steps: [Range<Int>] = []
    /// Values that are waiting to be merged.
    private var waiting: [(source: Int32, target: Int32)] = []

    /// Reads a query: merges the tree of each key of the flat query into a new one.
    init(
        _ query: String, _ limits: QueryLimits, allowsPrototypes: Bool, isQS615: Bool, _ excesses: inout QueryExcesses
    ) throws {
        self.limits = limits
        self.allowsPrototypes = allowsPrototypes
        self.isQS615 = isQS615
        tree = try FlatQueryReader(query, as: .qs, limits, &excesses).tree
        guard tree.text.index(of: UInt8(ascii: "["), in: tree.text.bytes.indices) != nil else {
            for node in tree.nodes(of: tree.root) where !isKey(tree[node].key) { tree.remove(node) }
            return
        }
        tree.sortIndices(of: tree.root)
        let values = tree.nodes(of: tree.root)
        tree.root = tree.make(.dictionary)
        for value in values {
            guard try split(tree[value].key, &excesses) else { continue }
            if let parent {
                // Another entry sets an object's prototype, and adds no key.
                if isKey(parent) { insert(value, under: parent, steps[...]) }
            } else {
                merge(makeTree(of: value, under: steps[...]), into: tree.root)
            }
        }
    }

    // MARK: - Keys

    /// Splits a key, and returns whether qs reads it.
    private mutating func split(_ key: QueryTree.Key, _ excesses: inout QueryExcesses) throws -> Bool {
        parent = nil
        steps.removeAll(keepingCapacity: true)
        guard case .text(let key) = key else {
            parent = key
            return true
        }
        guard !key.isEmpty else { return false }
        // The contents of the innermost brackets are keys, in qs 6.15 of the outermost. Other text after the first
        // bracket is ignored.
        var open: Int?
        var level = 0
        for index in key {
            if tree.text.bytes[index] == UInt8(ascii: "[") {
                level = isQS615 ? level + 1 : 1
                if level == 1 { open = index }
            } else if tree.text.bytes[index] == UInt8(ascii: "]"), let start = open {
                level -= 1
                if level > 0 { continue }
                if steps.isEmpty, start > key.lowerBound, !setParent(key.lowerBound..<start) { return false }
                guard steps.count < min(limits.depth, QueryLimits.maximumDepth) else {
                    try excesses.add(.remainderKept, limits.depth, key: tree.text.bytes[key], offset: key.lowerBound)
                    steps.append(start..<key.upperBound)
                    return true
                }
                guard allowsPrototypes || !tree.isJavaScriptName((start + 1)..<index) else { return false }
                steps.append((start + 1)..<index)
                open = nil
            }
        }
        if isQS615, let open {
            if steps.isEmpty, open > key.lowerBound, !setParent(key.lowerBound..<open) { return false }
            steps.append(open..<key.upperBound)
        }
        return !steps.isEmpty || setParent(key)
    }

    /// Sets the key before the first bracket, and returns whether qs reads it.
    private mutating func setParent(_ key: Range<Int>) -> Bool {
        guard allowsPrototypes || !tree.isJavaScriptName(key) else { return false }
        parent = tree.key(key)
        return true
    }

    /// Whether qs makes an entry from a key without brackets.
    private func isKey(_ key: QueryTree.Key) -> Bool {
        guard case .text(let text) = key else { return true }
        return !text.isEmpty && (allowsPrototypes ? !isPrototype(text) : !tree.isJavaScriptName(text))
    }

    // MARK: - Trees

    /// Merges a value into the root under a key and the steps below it, like a dictionary of one entry. Creates only
    /// what the tree does not have yet.
    private mutating func insert(_ value: Int32, under key: QueryTree.Key, _ steps: ArraySlice<Range<Int>>) {
        var (target, key, steps) = (tree.root, key, steps)
        while let next = place(in: steps.first), let present = tree.find(key, in: target),
            tree[present].kind == next.kind
        {
            (target, key, steps) = (present, next.key, steps.dropFirst())
        }
        let entry = makeTree(of: value, under: steps)
        if let present = add(entry, to: target, key) { merge(entry, into: present) }
    }

    /// Returns the key in a step's brackets and the kind of the collection that it makes, or `nil` if it makes no
    /// entry.
    private func place(in step: Range<Int>?) -> (key: QueryTree.Key, kind: QueryTree.Kind)? {
        guard let step, !step.isEmpty, !isPrototype(step) else { return nil }
        let key = tree.key(step)
        return (key, kind(of: key))
    }

    private func kind(of key: QueryTree.Key) -> QueryTree.Kind {
        if case .index(0...greatestIndex) = key { .list } else { .dictionary }
    }

    /// The greatest index of an array. JavaScript has a limit as well; this one is far from overflowing an integer.
    private var greatestIndex: Int64 { Int64(min(limits.elements ?? .max, 1 << 30)) }

    /// Makes the tree of a single key. Its value moves into the innermost collection.
    private mutating func makeTree(of value: Int32, under steps: ArraySlice<Range<Int>>) -> Int32 {
        steps.reversed().reduce(value) { node, step in
            // An array of values is itself this array, not an element of it.
            guard !step.isEmpty else {
                return tree[node].kind == .list ? node : makeCollection(.list, of: node, under: .index(0))
            }
            let key = tree.key(step)
            return makeCollection(kind(of: key), of: node, under: key)
        }
    }

    private mutating func makeCollection(_ kind: QueryTree.Kind, of node: Int32, under key: QueryTree.Key) -> Int32 {
        let collection = tree.make(kind)
        if case .text(let text) = key, isPrototype(text) { return collection }
        tree.attach(node, to: collection, key)
        return collection
    }

    /// Whether a key is the name of an object's prototype, which no option makes a key.
    private func isPrototype(_ text: Range<Int>) -> Bool {
        text.count == 9 && tree.text.bytes[text].elementsEqual("__proto__".utf8)
    }

    // MARK: - Merging

    /// Merges a value into another one for the same place, as qs's `merge` does.
    private mutating func merge(_ source: Int32, into target: Int32) {
        waiting.append((source, target))
        while let (source, target) = waiting.popLast() {
            switch (tree[target].kind, tree[source].kind) {
            case (_, .text) where tree[source].text.isEmpty: break
            case (.dictionary, .text) where isQS615:
                let (dictionary, entries) = (tree.make(.dictionary), tree.nodes(of: target))
                tree.relink([], in: target)
                tree.become(target, .list)
                tree.relink(entries, in: dictionary)
                tree.append(dictionary, to: target)
                tree.append(source, to: target)
            case (.dictionary, .text):
                let text = tree[source].text
                guard allowsPrototypes ? !isPrototype(text) : !tree.isJavaScriptName(text) else { break }
                let (node, _) = tree.entry(tree.key(tree[source].text), of: target)
                tree.become(node, .yes)
            case (.list, .list): mergeEntries(of: source, into: target)
            case (.list, .dictionary), (.dictionary, .dictionary), (.dictionary, .list):
                tree.convert(target, to: .dictionary)
                mergeEntries(of: source, into: target)
            case (.list, _): tree.append(source, to: target)
            case (_, .list):
                tree.becomeList(target)
                for node in tree.nodes(of: source) {
                    if case .index(let index) = tree[node].key { tree.attach(node, to: target, .index(index + 1)) }
                }
            default:
                tree.becomeList(target)
                tree.append(source, to: target)
            }
        }
    }

    private mutating func mergeEntries(of source: Int32, into target: Int32) {
        for node in tree.nodes(of: source) {
            if let present = add(node, to: target, tree[node].key) { waiting.append((node, present)) }
        }
    }

    /// Adds a node to a collection, or returns the value with which it must be merged. A list keeps both values if one
    /// is a leaf.
    private mutating func add(_ node: Int32, to collection: Int32, _ key: QueryTree.Key) -> Int32? {
        let (present, isNew) = tree.entry(key, of: collection, orAdding: node)
        guard !isNew else { return nil }
        let areCollections = tree[present].kind.isCollection && tree[node].kind.isCollection
        guard tree[collection].kind == .list, !areCollections else { return present }
        tree.append(node, to: collection)
        return nil
    }
}
