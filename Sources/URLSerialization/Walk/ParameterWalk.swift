/// Visits every leaf of a parameter tree in AFNetworking's order (`AFQueryStringPairsFromKeyAndValue`): keys sorted at
/// every level, arrays in order, a set's elements sorted.
///
/// The walk keeps its own stack: nesting costs heap, not the thread's stack, so a depth limit is a choice rather than a
/// necessity. Entries to be sorted lie in one array that grows and is cut back; nothing is allocated for a pair.
///
/// - Complexity: Linear in the output, but for sorting, which is n log n in the entries of one dictionary or set.
struct ParameterWalk<Sink: ParameterSink & ~Copyable>: ~Copyable {
    var sink: Sink
    let style: QueryStyle
    let maximumDepth: Int
    /// Which of an array's elements have their indices in brackets.
    let indexing: ElementIndexing
    /// Whether keys are written as they are given, and nested ones in brackets.
    let hasPlainKeys: Bool
    /// Whether the root stands under a key of its own, so that the keys of a dictionary there are in brackets.
    private var isElement = false
    var frames: ContiguousArray<Frame> = []
    /// What those of `frames` are read from that have a source.
    var sources: ContiguousArray<Source> = []
    /// The entries of the dictionaries being visited, those of the innermost last.
    var entries: ContiguousArray<Entry> = []
    /// The order of the entries of every dictionary being visited.
    var order = SortOrder(capacity: 64)
    /// Kept here once a key has needed it.
    var decompositions: DecompositionTable?

    init(sink: consuming Sink, style: QueryStyle, maximumDepth: Int) {
        self.sink = sink
        self.style = style
        indexing = ElementIndexing(style.arrays)
        hasPlainKeys = style.hasPlainKeys
        self.maximumDepth = maximumDepth
        frames.reserveCapacity(16)
        sources.reserveCapacity(16)
    }

    /// Walks a dictionary, or an array or a set without elements, which has no pairs.
    ///
    /// - Throws: ``RequestSerializationError`` naming the key path; what a style's closure throws.
    mutating func walk(_ parameters: Any) throws {
        do {
            let node = try node(of: parameters)
            if node.isEmptyArrayOrSet { return }
            guard case .dictionary(let dictionary) = node else { throw ParameterFault.notDictionary(node) }
            if let framework = style.framework { try FrameworkCheck.check(dictionary, framework, style) }
            try push(dictionary)
            try visitAll()
        } catch let fault as ParameterFault {
            throw fault.error(at: path)
        }
    }

    /// Walks an element of a set as it stands under the set's key, but with nothing for that key.
    ///
    /// - Throws: ``ParameterFault`` with the path below the element; what a style's closure throws.
    mutating func walkElement(_ element: Any) throws {
        isElement = true
        do {
            try push(node(of: element))
            try visitAll()
        } catch let fault as ParameterFault {
            throw fault.below(path)
        }
    }

    // MARK: - Visiting

    private mutating func visitAll() throws {
        while let top = frames.indices.last {
            let isFinished =
                switch frames[top].kind {
                case .dictionary: try visitEntries(of: top)
                case .modelDictionary: try visitModelEntries(of: top)
                case .modelArray: try visitModelElements(of: top)
                case .array, .set, .custom: try visitElements(of: top)
                }
            if isFinished { pop() }
        }
    }

    /// Visits a dictionary's entries up to the next that is a collection, and says whether that was all.
    ///
    /// In this and the other visits the cursor is kept aside while leaves go by, and written back where a new frame, or the
    /// key path of an error, depends on it.
    private mutating func visitEntries(of top: Int) throws -> Bool {
        let firstEntry = frames[top].firstEntry
        let keyLength = frames[top].keyLength
        let isNested = isNested(top)
        let end = frames[top].end
        var cursor = frames[top].cursor
        do {
            while cursor < end {
                let entry = firstEntry + Int(order[cursor].position)
                cursor += 1
                sink.truncateKey(to: keyLength)
                appendKey(entries[entry].key, isNested: isNested)
                let node = try node(of: entries[entry].value)
                guard case .leaf(let leaf) = node else {
                    frames[top].cursor = cursor
                    try push(node)
                    return false
                }
                try sink.take(leaf, style: style)
            }
        } catch {
            frames[top].cursor = cursor
            throw error
        }
        return true
    }

    /// Visits an array's or a set's elements up to the next that is a collection, and says whether that was all.
    private mutating func visitElements(of top: Int) throws -> Bool {
        let (elements, keys): (ParameterElements, CustomElementKeys?)
        switch sources.last {
        case .elements(let all): (elements, keys) = (all, nil)
        case .custom(let all, let custom): (elements, keys) = (all, custom)
        case .tree, nil: return true
        }
        let keyLength = frames[top].keyLength
        let indexing = frames[top].kind == .array ? indexing : .bare
        let end = frames[top].end
        var cursor = frames[top].cursor
        do {
            while cursor < end {
                cursor += 1
                let node = try node(of: elements[cursor - 1])
                if let keys {
                    sink.replaceKey(with: keys.key(of: cursor - 1))
                } else {
                    sink.truncateKey(to: keyLength)
                    if indexing != .bare { appendBrackets(ofElement: cursor - 1, isCollection: node.isCollection) }
                }
                guard case .leaf(let leaf) = node else {
                    frames[top].cursor = cursor
                    try push(node)
                    return false
                }
                try sink.take(leaf, style: style)
            }
        } catch {
            frames[top].cursor = cursor
            throw error
        }
        return true
    }

    @inline(__always)
    func node(of value: Any) throws(ParameterFault) -> ParameterNode { try style.node(of: value) }

    @inline(__always)
    private mutating func appendKey(_ key: String, isNested: Bool) {
        if hasPlainKeys { sink.appendKey(key, isNested: isNested) } else { appendChangedKey(key, isNested: isNested) }
    }

    /// Whether a dictionary's keys stand in brackets.
    @inline(__always)
    func isNested(_ top: Int) -> Bool { top > 0 || isElement }

    private mutating func pop() {
        let frame = frames.removeLast()
        if frame.hasSource, case .custom(_, let keys) = sources.removeLast() { sink.replaceKey(with: keys.prefix) }
        if entries.count > frame.firstEntry { entries.removeLast(entries.count - frame.firstEntry) }
        order.truncate(to: frame.firstOrder)
    }

    // MARK: - Errors

    /// The key path of the value at hand.
    private var path: [ParameterKeyPath.Component] {
        var path: [ParameterKeyPath.Component] = []
        for frame in frames {
            let place = frame.cursor - 1
            switch frame.kind {
            case .dictionary where place >= frame.firstOrder:
                path.append(.key(entries[frame.firstEntry + Int(order[place].position)].key))
            case .modelDictionary where place >= frame.firstOrder:
                if let nodes = frame.nodes { path.append(.key(nodes.keyText(of: order[place].position))) }
            case .array, .custom, .modelArray:
                if place >= 0 { path.append(.index(place)) }
            case .dictionary, .modelDictionary, .set: break
            }
        }
        return path
    }
}

extension QueryStyle {
    /// Reads what an `Any` holds.
    @inline(__always)
    func node(of value: Any) throws(ParameterFault) -> ParameterNode {
        guard let reading else {
            if let node = ParameterNode.common(value) { return node }
            return try ParameterNode(classifyingUncommon: value)
        }
        switch ParameterNode.common(value) {
        case .some(.leaf(.null)), .some(.set), nil: return try reading(value)
        case let node?: return node
        }
    }
}

extension ParameterNode {
    fileprivate var isEmptyArrayOrSet: Bool {
        switch self {
        case .array(let elements): elements.count == 0
        case .set(let elements, _): elements.isEmpty
        case .leaf, .dictionary: false
        }
    }
}

extension ParameterFault {
    fileprivate static func notDictionary(_ node: ParameterNode) -> ParameterFault {
        let found =
            switch node {
            case .leaf(.null): "null"
            case .leaf: "a single value"
            case .array: "an array"
            case .set: "a set"
            case .dictionary: "a dictionary"
            }
        return ParameterFault(
            .parametersNotDictionary,
            "A query or form is made of a dictionary, but the parameters are \(found). Put it under a key, or send it as JSON."
        )
    }
}
