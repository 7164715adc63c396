/// The comparison of parameters with what a style's framework reads of the query that was written for them.
///
/// Scalars come back as their texts.
struct QueryReadBack {
    let style: QueryStyle
    let part: QueryPart
    let nodes: ParameterNodes

    /// Whether an error of ``FrameworkCheck`` can be about parameters that are read back nevertheless.
    static func canBeCautious(_ code: RequestSerializationError.Code) -> Bool {
        [.misread, .unsupportedKey, .beyondLimits, .tooDeep, .nullRefused, .emptyCollection].contains(code)
    }

    /// - Throws: ``RequestSerializationError`` naming the first value that is read differently.
    func check(_ query: String) throws {
        guard let dialect = style.dialect else { return }
        let name = dialect.nameAtStart
        let read: ParameterValue
        do {
            read = try QueryParser(style: dialect, in: part, limits: style.limits).parse(query)
        } catch let error as QueryParsingError {
            let isLimit = [.tooManyPairs, .tooManyBytes, .tooDeep, .invalidIndex].contains(error.code)
            throw RequestSerializationError(isLimit ? .beyondLimits : .misread, reason: "\(name) refuses it: \(error)")
        }
        guard let (node, found) = try firstDifference(from: read, dialect) else { return }
        let text = found.map { "reads \($0.summary) in its place" } ?? "does not read this value"
        throw ParameterError.misread("\(name) \(text). Use other keys, or send JSON.").error(at: nodes.path(of: node))
    }

    /// Returns the first node that is read differently, and what is read.
    private func firstDifference(
        from root: ParameterValue, _ dialect: QueryDialect
    ) throws -> (node: Int32, read: ParameterValue?)? {
        var waiting: [(node: Int32, read: ParameterValue?)] = [(ParameterTree.root, root)]
        while let (node, read) = waiting.popLast() {
            let (kind, children) = (nodes[node].kind, nodes.children(of: node))
            if kind == .array, !children.isEmpty, let elements = read?.array, elements.count <= children.count {
                let missing = [ParameterValue?](repeating: .none, count: children.count - elements.count)
                waiting += zip(children, elements.map(Optional.some) + missing).reversed()
            } else if kind == .dictionary, !children.isEmpty, let entries = read?.dictionary {
                let values = Dictionary(entries.map { (UTF8Key($0.key), $0.value) }) { $1 }
                let keys = children.map { UTF8Key(style.keys.text(of: nodes.keyText(of: $0))) }
                // Two keys may have become one, or a key of the framework's is not a key of the dictionary.
                guard Set(keys).count == keys.count, entries.count <= keys.count(where: { values[$0] != nil }) else {
                    return (node, read)
                }
                waiting += zip(children, keys.map { values[$0] }).reversed()
            } else if try !isSame(node, read, dialect) {
                return (node, read)
            }
        }
        return nil
    }

    /// Whether a leaf or an empty collection is read as what it is.
    private func isSame(_ node: Int32, _ read: ParameterValue?, _ dialect: QueryDialect) throws -> Bool {
        let kind = nodes[node].kind
        guard nodes[node].childCount == 0 || !kind.isCollection else { return false }
        if kind.isCollection {
            if case .omitted = style.emptyCollections, read == nil { return true }
            return kind == .array
                ? read?.array?.isEmpty == true : kind == .dictionary && read?.dictionary?.isEmpty == true
        }
        let isFlat = dialect.parser == .flat || dialect.parser == .go
        guard let read = isFlat ? read?.array.flatMap({ $0.count == 1 ? $0[0] : nil }) : read else {
            return kind == .null && style.nulls == .omitted
        }
        let leaf = try nodes.leaf(of: node)
        let text =
            switch (leaf, style.nulls) {
            case (.null, .literal): "null"
            case (.null, .emptyValue): ""
            case (.null, _): nil as String?
            default: try LeafText.description(of: leaf, style: style)
            }
        // Where a caller allows nulls that are empty texts, they are as the caller wants them.
        guard let text else { return read == .null || read == "" && !dialect.readsWithRack }
        return read.string?.utf8.elementsEqual(text.utf8) == true
    }
}

extension ParameterValue {
    /// A short description for messages.
    fileprivate var summary: String {
        switch self {
        case .array(let elements): "an array of \(elements.count)"
        case .dictionary: "a dictionary"
        case .string(let text): "the text \(QueryParsingError.shortened(text))"
        default: "\(self)"
        }
    }
}
