/// The check that a server framework will read back the query that the traversal is going to write.
///
/// The style and the traversal handle nulls and empty collections.
struct FrameworkCheck {
    /// The dialect of the framework's parser.
    let dialect: QueryDialect
    /// Whether names of properties that every JavaScript object has are keys.
    let allowsPrototypes: Bool
    let style: QueryStyle
    let limits: QueryLimits
    let nodes: ParameterNodes
    /// Whether the style writes keys unchanged.
    let hasPlainKeys: Bool
    /// The number of dictionaries that are open.
    private var dictionaries = 0
    private var pairs = 0

    /// - Throws: ``RequestSerializationError`` for a style whose arrays and key paths the framework does not read.
    init(_ server: QueryDialect, in part: QueryPart, _ style: QueryStyle, _ nodes: ParameterNodes) throws {
        dialect = server.parser
        allowsPrototypes = server == .express4
        try style.checkIsRead(by: dialect)
        self.style = style
        self.nodes = nodes
        limits = style.limits ?? server.limits(in: part)
        hasPlainKeys = if case .asGiven = style.keys { true } else { false }
    }

    /// Checks a leaf, before it is written.
    @inline(never)
    mutating func visitLeaf(_ node: Int32, isInDictionary: Bool) throws(ParameterError) {
        // The write that follows throws the refusal.
        if case .refusal = nodes.other(of: node) { return }
        if nodes[node].kind == .null, !isInDictionary, dialect == .rails, style.nulls == .bareKey {
            throw ParameterError(
                .nullRefused,
                "Rails removes nulls from arrays. Leave the null out, or send a text that both sides know.")
        }
        try countPair()
    }

    /// Checks a collection, before its children are visited.
    ///
    /// - Parameters:
    ///   - depth: The number of collections around it.
    ///   - isInDictionary: Whether the innermost of them is a dictionary, or `nil` at the root.
    ///   - blamed: Receives the node that an error is about.
    mutating func enter(
        _ node: Int32, depth: Int, isInDictionary: Bool?, blamed: inout Int32
    ) throws(ParameterError) {
        switch nodes[node].kind {
        case .array: try enterArray(node, depth, isInDictionary, &blamed)
        case .set:
            throw ParameterError.misread(
                "A set has no order, but \(dialect.name) reads it back as an array. Pass an array.")
        default: try enterDictionary(node, depth, &blamed)
        }
    }

    /// Ends a collection that is not empty.
    mutating func leave(isDictionary: Bool) {
        if isDictionary { dictionaries -= 1 }
    }

    // MARK: - Collections

    private mutating func enterDictionary(_ node: Int32, _ depth: Int, _ blamed: inout Int32) throws(ParameterError) {
        guard nodes[node].childCount > 0 else {
            guard depth == 0 || !writesEmptyArrays else { throw ParameterError.emptyRefused }
            return
        }
        if !dialect.readsNestedKeys, depth > 0 { throw ParameterError.notFlat("dictionary") }
        ChildOrder.sort(node, of: nodes, as: style)
        dictionaries += 1
        try checkDepth(depth)
        try checkKeys(of: node, isRoot: depth == 0, isInArray: depth >= dictionaries, blamed: &blamed)
    }

    private mutating func enterArray(
        _ node: Int32, _ depth: Int, _ isInDictionary: Bool?, _ blamed: inout Int32
    ) throws(ParameterError) {
        let count = Int(nodes[node].childCount)
        guard count > 0 else {
            guard writesEmptyArrays else { return }
            // The element of an array would be lost.
            guard isInDictionary == true else { throw ParameterError.emptyRefused }
            return try countPair()
        }
        switch dialect {
        case .rack, .rails:
            guard isInDictionary != false else {
                throw ParameterError.misread(
                    "\(dialect.name) cannot separate the rows of nested arrays. Put each row in a dictionary, or "
                        + "send JSON.")
            }
        case .qs:
            if let limit = limits.elements, count > limit {
                throw ParameterError(
                    .beyondLimits,
                    "The array has more than \(limit) elements, but qs reads no more of one. Send it as JSON, or "
                        + "raise arrayLimit there and elements in the style's limits.")
            }
        case .flat, .go, .querystring:
            if depth > 1 { throw ParameterError.notFlat("array") }
            guard dialect == .querystring, count == 1 else { break }
            throw ParameterError.misread(
                "querystring reads an array of one element as the element. Pass the element, or send JSON.")
        default: break
        }
        try checkDepth(depth)
        guard dialect.readsWithRack else { return }
        guard let merged = RackElements(style: style, nodes: nodes).firstMerged(of: node) else { return }
        blamed = merged
        throw ParameterError.misread(
            "\(dialect.name) would merge this dictionary with the one before it in the array, because they do not "
                + "begin with the same key and a single value. Keys are sorted: set the style's order to asGiven and "
                + "begin all the dictionaries of a ParameterValue or a model with the same key, or send JSON.")
    }

    private func checkDepth(_ depth: Int) throws(ParameterError) {
        // PHP and qs count brackets, which the first key does not have.
        let depth = dialect.readsWithRack ? dictionaries : depth
        guard !dialect.readsNestedKeys || depth <= min(limits.depth, QueryLimits.maximumDepth) else {
            throw ParameterError(
                .tooDeep,
                "\(dialect.nameAtStart) reads no more than \(limits.depth) levels. Flatten the parameters, send them "
                    + "as JSON, or raise the style's limits and the server's.")
        }
    }

    /// Whether an empty array is a pair that the framework reads back as one.
    private var writesEmptyArrays: Bool {
        if dialect == .rails, case .null = style.emptyCollections { true } else { false }
    }

    private mutating func countPair() throws(ParameterError) {
        pairs += 1
        guard pairs <= limits.pairs else {
            throw ParameterError(
                .beyondLimits,
                "\(dialect.nameAtStart) reads at most \(limits.pairs) pairs. Send fewer, send them "
                    + "as JSON, or raise the style's limits and the server's.")
        }
    }
}

extension ParameterError {
    /// The refusal of an empty collection by a style.
    static var emptyRefused: ParameterError {
        ParameterError(
            .emptyCollection,
            "An empty collection cannot be represented in this query. Leave it out, or set the style's "
                + "emptyCollections to another choice, which the server reads as a text.")
    }

    static func misread(_ reason: String) -> ParameterError { ParameterError(.misread, reason) }

    fileprivate static func notFlat(_ kind: String) -> ParameterError {
        misread(
            "A flat query has only single values and arrays of them, but this is a nested \(kind). "
                + "Flatten it, or send JSON.")
    }
}

extension QueryStyle {
    /// - Throws: ``RequestSerializationError`` for a style whose keys and arrays the framework does not read.
    fileprivate func checkIsRead(by dialect: QueryDialect) throws {
        let isRead =
            switch (dialect, arrays, keyPaths) {
            case (.php, .indices, .brackets), (.php, .indicesWhereNested, .brackets): true
            case (.rack, .brackets, .brackets), (.rails, .brackets, .brackets), (.qs, .indices, .brackets),
                (.flat, .repeated, _), (.go, .repeated, _), (.querystring, .repeated, _):
                true
            default: false
            }
        guard !isRead else { return }
        throw RequestSerializationError(
            .invalidSetting, field: "queryStyle",
            reason: "\(dialect.nameAtStart) does not read the arrays and key paths of this style. Leave arrays and "
                + "keyPaths as in QueryStyle.\(dialect.rawValue), or set dialect to nil.")
    }
}

extension QueryDialect {
    /// The name at the start of a sentence.
    package var nameAtStart: String { self == .flat ? "A reader of flat queries" : name }
}
