extension ParameterWalk where Sink: ~Copyable {
    /// A collection being visited.
    struct Frame {
        enum Kind: UInt8 {
            /// A dictionary: its entries are in `entries`, their order in `order`.
            case dictionary
            /// A model's dictionary: the indices of its children are in `order`.
            case modelDictionary
            /// A model's array: its children are linked.
            case modelArray
            /// Elements of a ``Source``; those of a set have its bare key, those of `custom` keys of their own.
            case array, set, custom
        }

        let kind: Kind
        /// The length of the key path that the collection's own keys are appended to.
        let keyLength: Int
        /// Where the collection begins in `entries`.
        let firstEntry: Int
        /// Where the collection begins in `order`.
        let firstOrder: Int
        /// The next to visit, and the end: in `order`, or among the elements.
        var cursor: Int
        let end: Int
        /// The nodes of a container of a model, kept by the last source.
        var nodes: ModelNodes?
        /// The next child of a model's array.
        var nextChild: Int32 = -1
        /// Whether the last source is this collection's.
        var hasSource = false
    }

    /// What a collection being visited is read from, where it is not all in `entries`. Apart from ``Frame``, so that
    /// looking at one counts no references.
    enum Source {
        case elements(ParameterElements)
        case custom(ParameterElements, CustomElementKeys)
        case tree(ModelTree)
    }

    /// An entry of a dictionary.
    struct Entry {
        let key: String
        let value: Any
    }

    /// Begins a collection, or takes a leaf.
    mutating func push(_ node: ParameterNode) throws {
        switch node {
        case .leaf(let leaf): try sink.take(leaf, style: style)
        case .array(let elements): try push(elements)
        case .set(let elements, let isSorted): try push(elements, isSorted: isSorted)
        case .dictionary(let dictionary): try push(dictionary)
        }
    }

    mutating func push(_ frame: Frame, _ source: Source?) throws {
        guard frames.count < maximumDepth else {
            throw ParameterFault(
                .tooDeep,
                "The parameters are nested more than \(maximumDepth) deep, or contain themselves. "
                    + "Flatten them, or raise maximumDepth."
            )
        }
        frames.append(frame)
        guard let source else { return }
        frames[frames.count - 1].hasSource = true
        sources.append(source)
    }

    // MARK: - Dictionaries

    mutating func push(_ dictionary: ParameterEntries) throws {
        if case .model(let node) = dictionary {
            return try push(dictionary: node.index, of: node.tree.nodes, .tree(node.tree))
        }
        if dictionary.count == 0, try takeEmpty(.dictionary) { return }
        let first = entries.count
        if first == 0 { entries.reserveCapacity(max(64, dictionary.count)) }
        switch dictionary {
        case .native(let pairs): for (key, value) in pairs { entries.append(Entry(key: key, value: value)) }
        case .values(let pairs): for (key, value) in pairs { entries.append(Entry(key: key, value: value)) }
        case .strings(let pairs): for (key, value) in pairs { entries.append(Entry(key: key, value: value)) }
        case .integers(let pairs): for (key, value) in pairs { entries.append(Entry(key: key, value: value)) }
        case .doubles(let pairs): for (key, value) in pairs { entries.append(Entry(key: key, value: value)) }
        case .model: break
        case .pairs(let pairs):
            for (key, value) in pairs { entries.append(Entry(key: try KeyText.text(of: key), value: value)) }
        }
        let firstOrder = order.count
        order.reserve(entries.count - first)
        for entry in first..<entries.count {
            let position = Int32(truncatingIfNeeded: entry - first)
            order.append(SortKey(entries[entry].key, position: position, &decompositions))
        }
        if style.order == .sorted {
            let entries = entries
            if let precedes = style.precedes {
                order.sortWhole(from: firstOrder) { left, right in
                    precedes(entries[first + Int(left.position)].key, entries[first + Int(right.position)].key)
                }
            } else {
                order.sort(from: firstOrder) { left, right in
                    KeyOrder.precedes(entries[first + Int(left.position)].key, entries[first + Int(right.position)].key)
                }
            }
        }
        try push(
            Frame(
                kind: .dictionary, keyLength: sink.keyLength, firstEntry: first, firstOrder: firstOrder,
                cursor: firstOrder, end: order.count),
            nil)
    }

    // MARK: - Arrays

    private mutating func push(_ elements: ParameterElements) throws {
        if elements.count == 0, try takeEmpty(.array) { return }
        switch style.arrays {
        case .commaSeparated where elements.count > 0: try takeCommaSeparated(elements)
        case .custom(let key):
            let keys = CustomElementKeys(prefix: sink.keyText, closure: key)
            let elements = ParameterElements.native(elements.all)
            try push(.custom, .custom(elements, keys), count: elements.count)
        case .brackets:
            // Brackets without an index are the same for every element: they are appended once.
            sink.appendBrackets(index: nil)
            try pushArray(elements)
        case .indices, .indicesWhereNested, .repeated, .commaSeparated: try pushArray(elements)
        }
    }

    private mutating func pushArray(_ elements: ParameterElements) throws {
        guard case .model(let node) = elements else {
            return try push(.array, .elements(elements), count: elements.count)
        }
        try push(array: node.index, of: node.tree.nodes, .tree(node.tree))
    }

    private mutating func push(_ kind: Frame.Kind, _ source: Source, count: Int) throws {
        try push(
            Frame(
                kind: kind, keyLength: sink.keyLength, firstEntry: entries.count, firstOrder: order.count, cursor: 0,
                end: count),
            source)
    }

    private mutating func takeCommaSeparated(_ elements: ParameterElements) throws {
        let texts = try elements.all.map { element in
            guard case .leaf(let leaf) = try node(of: element) else {
                throw ParameterFault(
                    .unsupportedValue,
                    "A comma-separated array cannot hold a collection. Choose another array strategy.")
            }
            if case .null = leaf {
                guard style.nulls != .refused else { throw ParameterFault.nullRefused }
                return ""
            }
            return try LeafText.description(of: leaf, style: style)
        }
        try sink.take(.string(texts.joined(separator: ",")), style: style)
    }

    // MARK: - Sets

    private mutating func push(_ elements: [Any], isSorted: Bool) throws {
        if elements.isEmpty, try takeEmpty(.set) { return }
        let sorted = isSorted ? elements : try SortedSet(elements, style: style, maximumDepth: maximumDepth).elements
        try push(.set, .elements(.native(sorted)), count: sorted.count)
    }
}

/// The keys that ``ArrayStrategy/custom(_:)`` makes of an array's own.
final class CustomElementKeys {
    let prefix: String
    private let closure: @Sendable (String, Int) -> String

    init(prefix: String, closure: @escaping @Sendable (String, Int) -> String) {
        self.prefix = prefix
        self.closure = closure
    }

    func key(of index: Int) -> String { closure(prefix, index) }
}
