/// The check that a server framework will read back the query that the traversal is going to write.
///
/// The style and the traversal handle nulls and empty collections.
struct FrameworkCheck: ~Copyable {
    /// A collection whose children are being checked.
    private struct Frame {
        var next: Int32
        let isDictionary: Bool
    }

    private let framework: QueryFramework
    private let style: QueryStyle
    private let limits: QueryLimits
    private let keys: FrameworkKeys
    private let nodes: ParameterNodes
    private var frames: ContiguousArray<Frame> = []
    private var dictionaries = 0
    private var pairs = 0
    /// The node that an error is about.
    private var current = ParameterTree.root
    private var order = ChildOrder()

    /// - Throws: ``RequestSerializationError`` naming the key path.
    static func check(_ tree: ParameterTree, _ framework: QueryFramework, _ style: QueryStyle) throws {
        try style.checkIsRead(by: framework)
        var check = FrameworkCheck(framework, style, tree.nodes)
        do throws(ParameterFault) {
            try check.push(ParameterTree.root)
            try check.visitAll()
        } catch {
            throw error.error(at: tree.nodes.path(of: check.current))
        }
    }

    private init(_ framework: QueryFramework, _ style: QueryStyle, _ nodes: ParameterNodes) {
        self.framework = framework
        self.style = style
        self.nodes = nodes
        limits = style.limits ?? framework.limits
        keys = FrameworkKeys(framework: framework, style: style, limits: limits)
    }

    private mutating func visitAll() throws(ParameterFault) {
        while let top = frames.indices.last {
            let child = frames[top].next
            guard child >= 0 else {
                if frames.removeLast().isDictionary { dictionaries -= 1 }
                continue
            }
            frames[top].next = nodes[child].next
            current = child
            if nodes[child].kind.isCollection {
                try push(child)
            } else {
                if nodes[child].kind == .refused { _ = try nodes.leaf(of: child) }
                if nodes[child].kind == .null, !frames[top].isDictionary { try checkNullElement() }
                try countPair()
            }
        }
    }

    // MARK: - Collections

    private mutating func push(_ node: Int32) throws(ParameterFault) {
        switch nodes[node].kind {
        case .array: try pushArray(node)
        case .set:
            throw ParameterFault.misread(
                "A set has no order, but \(framework.name) reads it back as an array. Pass an array.")
        default: try pushDictionary(node)
        }
    }

    private mutating func pushDictionary(_ node: Int32) throws(ParameterFault) {
        try nodes.checkKeys(of: node)
        guard nodes[node].childCount > 0 || frames.isEmpty else {
            guard !writesEmptyArrays else { throw ParameterFault.emptyRefused }
            return
        }
        if !framework.readsNestedKeys, !frames.isEmpty { throw ParameterFault.notFlat("dictionary") }
        order.sort(node, of: nodes, as: style)
        try pushFrame(node, isDictionary: true)
        let isInArray = frames.count > dictionaries
        try keys.check(node, of: nodes, isRoot: frames.count == 1, isInArray: isInArray, blame: &current)
    }

    private mutating func pushArray(_ node: Int32) throws(ParameterFault) {
        let count = Int(nodes[node].childCount)
        guard count > 0 else {
            guard writesEmptyArrays else { return }
            // The element of an array would be lost.
            guard frames.last?.isDictionary == true else { throw ParameterFault.emptyRefused }
            return try countPair()
        }
        switch framework {
        case .php: break
        case .rack, .rails:
            guard frames.last?.isDictionary != false else {
                throw ParameterFault.misread(
                    "\(framework.name) cannot separate the rows of nested arrays. Put each row in a dictionary, or "
                        + "send JSON.")
            }
        case .qs:
            if let limit = limits.elements, count > limit {
                throw ParameterFault(
                    .beyondLimits,
                    "The array has more than \(limit) elements, but qs reads no more of one. Send it as JSON, or "
                        + "raise arrayLimit there and elements in the style's limits.")
            }
        case .flat, .go, .querystring:
            if frames.count > 1 { throw ParameterFault.notFlat("array") }
            guard framework == .querystring, count == 1 else { break }
            throw ParameterFault.misread(
                "querystring reads an array of one element as the element. Pass the element, or send JSON.")
        }
        try pushFrame(node, isDictionary: false)
        guard framework.readsWithRack else { return }
        guard let merged = RackElements(style: style, nodes: nodes).firstMerged(of: node, &order) else { return }
        current = merged
        throw ParameterFault.misread(
            "\(framework.name) would merge this dictionary with the one before it in the array, because they do not "
                + "begin with the same key and a single value. Keys are sorted: set the style's order to asGiven and "
                + "begin all the dictionaries of a ParameterValue or a model with the same key, or send JSON.")
    }

    private mutating func pushFrame(_ node: Int32, isDictionary: Bool) throws(ParameterFault) {
        frames.append(Frame(next: nodes[node].firstChild, isDictionary: isDictionary))
        if isDictionary { dictionaries += 1 }
        // PHP and qs count brackets, which the first key does not have.
        let depth = framework.readsWithRack ? dictionaries : frames.count - 1
        guard !framework.readsNestedKeys || depth <= min(limits.depth, QueryLimits.maximumDepth) else {
            throw ParameterFault(
                .tooDeep,
                "\(framework.nameAtStart) reads no more than \(limits.depth) levels. Flatten the parameters, send them "
                    + "as JSON, or raise the style's limits and the server's.")
        }
    }

    /// Whether an empty array is a pair that the framework reads back as one.
    private var writesEmptyArrays: Bool {
        if framework == .rails, case .null = style.emptyCollections { true } else { false }
    }

    private func checkNullElement() throws(ParameterFault) {
        guard framework == .rails, style.nulls == .bareKey else { return }
        throw ParameterFault(
            .nullRefused, "Rails removes nulls from arrays. Leave the null out, or send a text that both sides know.")
    }

    private mutating func countPair() throws(ParameterFault) {
        pairs += 1
        guard pairs <= limits.pairs else {
            throw ParameterFault(
                .beyondLimits,
                "\(framework.nameAtStart) reads no more than \(limits.pairs) pairs, and this is one more. Send fewer, "
                    + "send them as JSON, or raise the style's limits and the server's.")
        }
    }
}

extension ParameterFault {
    /// The refusal of an empty collection by a style.
    static var emptyRefused: ParameterFault {
        ParameterFault(
            .emptyCollection,
            "An empty collection cannot be represented in this query. Leave it out, or set the style's "
                + "emptyCollections to another choice, which the server reads as a text.")
    }

    static func misread(_ reason: String) -> ParameterFault { ParameterFault(.misread, reason) }

    fileprivate static func notFlat(_ kind: String) -> ParameterFault {
        misread(
            "A flat query holds leaves and arrays of leaves, but this is a nested \(kind). "
                + "Flatten it, or send JSON.")
    }
}

extension QueryStyle {
    /// - Throws: ``RequestSerializationError`` for a style whose keys and arrays the framework does not read.
    fileprivate func checkIsRead(by framework: QueryFramework) throws {
        let isRead =
            switch (framework, arrays, keyPaths) {
            case (.php, .indices, .brackets), (.php, .indicesWhereNested, .brackets): true
            case (.rack, .brackets, .brackets), (.rails, .brackets, .brackets), (.qs, .indices, .brackets),
                (.flat, .repeated, _), (.go, .repeated, _), (.querystring, .repeated, _):
                true
            default: false
            }
        guard !isRead else { return }
        throw RequestSerializationError(
            .invalidSetting, field: "queryStyle",
            reason: "\(framework.nameAtStart) does not read the arrays and key paths of this style. Leave arrays and "
                + "keyPaths as in QueryStyle.\(framework.rawValue), or set framework to nil.")
    }
}

extension QueryFramework {
    /// The name at the start of a sentence.
    var nameAtStart: String { self == .flat ? "A reader of flat queries" : name }
}
