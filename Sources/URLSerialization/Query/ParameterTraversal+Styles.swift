extension ParameterTraversal where Sink: ~Copyable {
    /// Appends a key as the style's ``QueryStyle/keys`` and ``QueryStyle/keyPaths`` spell it.
    @inline(never)
    mutating func appendChangedKey(_ key: String, isNested: Bool) {
        let key = style.keys.text(of: key)
        switch style.keyPaths {
        case .brackets: sink.appendKey(key, isNested: isNested)
        case .dots: sink.appendKey(isNested ? ".\(key)" : key, isNested: false)
        case .custom(let join): sink.appendKey(isNested ? join(key) : key, isNested: false)
        }
    }

    /// Writes an empty collection by the style's rule.
    @inline(never)
    mutating func writeEmpty(_ kind: ParameterTree.Kind) throws {
        switch style.emptyCollections {
        case .omitted: break
        case .refused: throw ParameterError.emptyRefused
        case .null:
            appendBracketsOfEmpty(kind)
            try writeNull()
        case .emptyValue:
            appendBracketsOfEmpty(kind)
            try sink.writePair("")
        case .literal: try sink.writePair(kind == .dictionary ? "{}" : "[]")
        case .custom(let pair):
            let key = sink.keyText
            guard let pair = pair(key, kind == .dictionary ? .dictionary : kind == .set ? .set : .array) else {
                return
            }
            sink.replaceKey(with: pair.key)
            if let value = pair.value { try sink.writePair(value) } else { try sink.writeBareKey() }
            sink.replaceKey(with: key)
        }
    }

    private mutating func appendBracketsOfEmpty(_ kind: ParameterTree.Kind) {
        guard kind == .array else { return }
        switch style.arrays {
        case .brackets, .indicesWhereNested: sink.appendBrackets(index: nil)
        case .indices, .repeated, .commaSeparated, .custom: break
        }
    }
}

extension QueryStyle {
    /// Whether keys are written unchanged, and nested ones in brackets.
    var hasPlainKeys: Bool { if case .asGiven = keys, case .brackets = keyPaths { true } else { false } }
}

extension ParameterError {
    /// The refusal of a null by a style.
    static var nullRefused: ParameterError {
        ParameterError(
            .nullRefused,
            "A null cannot be represented in this query: the server would read an empty text. Leave it out, send a "
                + "text that both sides know, or set the style's nulls to another choice.")
    }
}
