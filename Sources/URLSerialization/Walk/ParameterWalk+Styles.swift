/// Which of an array's elements have their indices in brackets.
enum ElementIndexing: UInt8 {
    /// None: the elements' key is the array's, whatever the walk has made of it.
    case bare
    case all
    /// Those that are collections; the others have empty brackets.
    case nested

    init(_ strategy: ArrayStrategy) {
        switch strategy {
        case .indices: self = .all
        case .indicesWhereNested: self = .nested
        case .brackets, .repeated, .commaSeparated, .custom: self = .bare
        }
    }
}

extension ParameterWalk where Sink: ~Copyable {
    /// Appends the brackets of an array's element.
    mutating func appendBrackets(ofElement index: Int, isCollection: Bool) {
        sink.appendBrackets(index: indexing == .all || isCollection ? index : nil)
    }

    /// Appends a key as the style's ``QueryStyle/keys`` and ``QueryStyle/keyPaths`` have it.
    @inline(never)
    mutating func appendChangedKey(_ key: String, isNested: Bool) {
        let key = style.keys.text(of: key)
        switch style.keyPaths {
        case .brackets: sink.appendKey(key, isNested: isNested)
        case .dots: sink.appendKey(isNested ? ".\(key)" : key, isNested: false)
        case .custom(let join): sink.appendKey(isNested ? join(key) : key, isNested: false)
        }
    }

    /// Takes an empty collection as the style has it, and says whether that was all there is to it. At the top there is no
    /// key to put anything under.
    @inline(never)
    mutating func takeEmpty(_ kind: EmptyCollectionStrategy.CollectionKind) throws -> Bool {
        guard !frames.isEmpty else { return false }
        switch style.emptyCollections {
        case .omitted: return false
        case .refused:
            throw ParameterFault(
                .emptyCollection,
                "An empty collection has no form in this query that is read back as one. Leave it out, or choose another of "
                    + "the style's emptyCollections: the server then reads a text."
            )
        case .null:
            appendBracketsOfEmpty(kind)
            try sink.take(.null, style: style)
        case .emptyValue:
            appendBracketsOfEmpty(kind)
            try sink.take(.string(""), style: style)
        case .literal: try sink.take(.string(kind == .dictionary ? "{}" : "[]"), style: style)
        case .custom(let pair):
            let key = sink.keyText
            guard let pair = pair(key, kind) else { return true }
            sink.replaceKey(with: pair.key)
            if let value = pair.value {
                try sink.take(.string(value), style: style)
            } else {
                var bare = style
                bare.nulls = .bareKey
                try sink.take(.null, style: bare)
            }
            sink.replaceKey(with: key)
        }
        return true
    }

    private mutating func appendBracketsOfEmpty(_ kind: EmptyCollectionStrategy.CollectionKind) {
        guard kind == .array else { return }
        switch style.arrays {
        case .brackets, .indicesWhereNested: sink.appendBrackets(index: nil)
        case .indices, .repeated, .commaSeparated, .custom: break
        }
    }
}

extension QueryStyle {
    /// Whether keys are written as they are given, and nested ones in brackets.
    var hasPlainKeys: Bool {
        guard case .asGiven = keys, case .brackets = keyPaths else { return false }
        return true
    }
}

extension ParameterFault {
    /// A null where the style has no form for one.
    static var nullRefused: ParameterFault {
        ParameterFault(
            .nullRefused,
            "A null has no form in this query: the server would read it as an empty text. Leave it out, send a text that "
                + "both sides know, or choose another of the style's nulls."
        )
    }
}
