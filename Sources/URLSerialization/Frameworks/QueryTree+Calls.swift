extension QueryTree {
    /// Passes the tree to a sink, by a framework's rules for the collections of a finished tree.
    ///
    /// - Parameters:
    ///   - wrapsTexts: Whether each value of the root that is not a list is wrapped in one.
    ///   - repairs: Whether text that is not UTF-8 is repaired, rather than an error.
    ///   - prefix: The prefix of the hexadecimal digits that replace a byte, or `nil` for U+FFFD.
    /// - Throws: ``QueryParsingError`` for text that is not UTF-8, and for a key of too many combining marks.
    mutating func send(
        to sink: inout some ValueSink, _ dialect: QueryDialect, wrapsTexts: Bool, repairs: Bool, prefix: String?
    ) throws {
        // Reading texts through the tree would copy it each time.
        let text = text
        try text.bytes.withCursor { cursor in
            let isASCII = cursor.run(0..<cursor.end).hasOnlyASCII
            /// Passes a text on, and returns whether it is UTF-8 or repaired.
            func pass(_ range: Range<Int>, _ send: (ByteRun) -> Bool) -> Bool {
                let run = cursor.run(range)
                if isASCII || run.isUTF8 { return send(run) }
                return repairs && text.repaired(range, prefix: prefix).withRun(send)
            }
            begin(root, dialect.parser, &sink)
            var node = self[root].first
            var parent = root
            while true {
                guard node >= 0 else {
                    sink.end()
                    guard parent != root else { return }
                    (node, parent) = (self[parent].next, self[parent].parent)
                    continue
                }
                let (kind, isElement) = (self[node].kind, self[parent].kind == .list)
                // ActionPack removes the nulls from lists.
                guard kind != .removed, !(isElement && kind == .null && dialect == .rails) else {
                    node = self[node].next
                    continue
                }
                var isUTF8 = true
                switch self[node].key {
                case _ where isElement: break
                case .index(let index): _ = String(index).withRun { sink.key($0, isMalformed: false) }
                case .text(let range):
                    guard !cursor.run(range).hasTooManyMarks else {
                        throw QueryParsingError.tooManyMarks(key: keyPath(of: node))
                    }
                    isUTF8 = pass(range) { sink.key($0, isMalformed: false) }
                }
                switch kind {
                case .null, .removed: sink.null()
                case .yes: sink.bool(true)
                case .text:
                    let isList = wrapsTexts && !isElement
                    if isList { sink.beginArray() }
                    isUTF8 = isUTF8 && pass(self[node].text) { sink.text($0) }
                    if isList { sink.end() }
                case .list, .dictionary: begin(node, dialect.parser, &sink)
                }
                guard isUTF8 else { throw QueryParsingError.notUTF8(key: keyPath(of: node), offset: nil) }
                (node, parent) = kind.isCollection ? (self[node].first, node) : (self[node].next, parent)
            }
        }
    }

    private mutating func begin(_ collection: Int32, _ dialect: QueryDialect, _ sink: inout some ValueSink) {
        switch dialect {
        case .php where collection != root && isPHPList(collection): convert(collection, to: .list)
        case .qs, .querystring: sortIndices(of: collection)
        case .aspNetCore where self[collection].kind == .list:
            // A gap ends a list.
            sortIndices(of: collection)
            let start = nodes(of: collection).enumerated().prefix { position, node in
                if case .index(Int64(position)) = self[node].key { true } else { false }
            }
            relink(start.map(\.element), in: collection)
        default: break
        }
        if self[collection].kind == .list { sink.beginArray() } else { sink.beginDictionary() }
    }

    /// Whether the keys are 0, 1, 2… in that order, as in an empty dictionary.
    private func isPHPList(_ dictionary: Int32) -> Bool {
        var node = self[dictionary].first
        var expected: Int64 = 0
        while node >= 0 {
            guard case .index(expected) = self[node].key else { return false }
            expected += 1
            node = self[node].next
        }
        return true
    }

    private func keyPath(of node: Int32) -> String {
        let path = sequence(first: node) { self[$0].parent }.prefix { $0 != root }
            .map { ParameterKeyPath.Component.key(string(self[$0].key)) }
        return ParameterKeyPath.text(of: path.reversed()) ?? ""
    }

    // MARK: - JavaScript's order

    /// The place of a key in a JavaScript object: array indices ascending, then all others.
    private static func order(_ key: Key) -> UInt32 {
        guard case .index(let index) = key else { return .max }
        return UInt32(exactly: index) ?? .max
    }

    /// Links the nodes of a collection in the order of a JavaScript object or array.
    mutating func sortIndices(of collection: Int32) {
        let nodes = nodes(of: collection)
        let orders = nodes.map { Self.order(self[$0].key) }
        guard zip(orders, orders.dropFirst()).contains(where: >) else { return }
        let indices = zip(orders, nodes).filter { $0.0 < .max }.sorted { $0.0 < $1.0 }.map(\.1)
        relink(indices + zip(orders, nodes).filter { $0.0 == .max }.map(\.1), in: collection)
    }
}
