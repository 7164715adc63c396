// The check of a dictionary for keys that a framework would drop, rename or treat as structure.

extension FrameworkCheck {
    /// Checks the keys of a dictionary, in its order.
    ///
    /// - Parameter blamed: Receives the node that the error is about: the child with the offending key, or the
    ///   dictionary.
    func checkKeys(
        of dictionary: Int32, isRoot: Bool, isInArray: Bool, blamed: inout Int32
    ) throws(ParameterError) {
        let areDistinct =
            hasPlainKeys && !nodes[dictionary].flags.isDisjoint(with: [.hasDistinctKeys, .hasDistinctBytes])
        var seen = Set<[UInt8]>()
        var facts = KeyFacts()
        for child in nodes.eachChild(of: dictionary) {
            let refusal = withWrittenKey(of: child) { key -> ParameterError? in
                if let reason = reason(against: key, isRoot: isRoot, isInArray: isInArray) {
                    return .unsupportedKey(key, reason)
                }
                if !areDistinct, !seen.insert(Array(key)).inserted {
                    return .unsupportedKey(key, "appears twice in one dictionary. Rename one of them.")
                }
                facts.note(key, countsCharacters: dialect.readsWithRack)
                return nil
            }
            if let refusal {
                blamed = child
                throw refusal
            }
        }
        try check(facts, count: Int64(nodes[dictionary].childCount), isRoot: isRoot)
    }

    /// Calls `body` with a key as it appears in the query.
    @inline(__always)
    private func withWrittenKey<Result>(of node: Int32, _ body: (ByteRun) -> Result) -> Result {
        hasPlainKeys ? body(nodes.key(of: node)) : style.keys.text(of: nodes.keyText(of: node)).withRun(body)
    }

    /// The properties of a dictionary's keys taken together.
    private struct KeyFacts {
        var characters = 0
        /// Whether all keys are integers from 0 on. `greatest` is the greatest of them.
        var areIndices = true
        var greatest: Int64 = -1

        @inline(__always)
        mutating func note(_ key: ByteRun, countsCharacters: Bool) {
            if countsCharacters { for byte in key where byte & 0xC0 != 0x80 { characters += 1 } }
            guard areIndices else { return }
            if let value = DecimalKey.value(of: key), value >= 0 {
                greatest = max(greatest, value)
            } else {
                areIndices = false
            }
        }
    }

    private func check(_ facts: KeyFacts, count: Int64, isRoot: Bool) throws(ParameterError) {
        switch dialect {
        case .php where !isRoot && facts.areIndices && facts.greatest < count:
            throw .misread("PHP reads a dictionary with the keys 0, 1, 2… as a list. Pass an array, or use other keys.")
        case .qs where !isRoot && facts.areIndices && facts.greatest <= Int64(limits.elements ?? .max):
            let range = limits.elements.map { "integers from 0 to \($0)" } ?? "integers"
            throw .misread(
                "qs reads a dictionary with no keys but \(range) as an array. Pass an array, or use other keys.")
        case .rack, .rails:
            guard let limit = limits.keySpace, facts.characters > limit else { return }
            throw ParameterError(
                .beyondLimits,
                "The dictionary's keys have \(facts.characters) characters together, but \(dialect.name) reads no "
                    + "more than \(limit). Use shorter keys, send JSON, or raise the style's limits and the server's.")
        default: break
        }
    }

    /// Returns the reason against a key, or `nil` if it can be used.
    private func reason(against key: ByteRun, isRoot: Bool, isInArray: Bool) -> String? {
        guard dialect.readsNestedKeys else { return nil }
        if key.isEmpty {
            return
                "is empty, and \(isRoot ? "ignored" : "read as the place of an array's element") by \(dialect.name). "
                + "Name it."
        }
        if key.contains(where: { $0 == UInt8(ascii: "[") || $0 == UInt8(ascii: "]") }) {
            return "contains a bracket, which \(dialect.name) reads as structure. Rename it, or nest dictionaries."
        }
        switch dialect {
        case .php: return phpReason(against: key, isRoot: isRoot)
        case .rack where isInArray && key.contains(UInt8(ascii: "\n")),
            .rails where isInArray && key.contains(UInt8(ascii: "\n")):
            return "contains a line feed, at which \(dialect.name) stops reading an array's keys. Rename it."
        case .qs where allowsPrototypes ? key.string == "__proto__" : JavaScriptNames.contains(key):
            return "names a property of every JavaScript object, which qs ignores. Rename it."
        default: return nil
        }
    }

    private func phpReason(against key: ByteRun, isRoot: Bool) -> String? {
        if key.contains(0) { return "contains NUL, where PHP cuts it off. Rename it." }
        if isRoot {
            guard key.contains(where: { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: ".") }) else { return nil }
            return "contains a space or a dot, which PHP replaces by _. Rename it, or put it into a dictionary."
        }
        if key.count == 1, key[0] == UInt8(ascii: " ") || (9...13).contains(key[0]) {
            return "is a blank, which PHP reads as the place of an array's element. Rename it."
        }
        if key.starts(with: "__Host-".utf8) || key.starts(with: "__Secure-".utf8) {
            return "begins with a cookie prefix, and PHP drops it. Rename it."
        }
        return nil
    }
}

extension ParameterError {
    fileprivate static func unsupportedKey(_ key: ByteRun, _ reason: String) -> ParameterError {
        ParameterError(.unsupportedKey, "The key \(key.string.debugDescription) \(reason)")
    }
}

/// The parser of keys that are integers in canonical form: no plus, no leading zeros, no minus before zero.
enum DecimalKey {
    /// Returns the integer that a key spells, or `nil` if it is not canonical or does not fit 64 bits.
    static func value(of key: ByteRun) -> Int64? {
        // Neither a digit nor a minus sign is above `9`.
        guard let first = key.first, first <= UInt8(ascii: "9"), key.count <= 20 else { return nil }
        let text = key.string
        return Int64(text).flatMap { String($0) == text ? $0 : nil }
    }
}

/// The names of properties that every JavaScript object has. qs ignores keys with these names.
enum JavaScriptNames {
    /// Whether a key is one of the names.
    static func contains(_ key: some RandomAccessCollection<UInt8>) -> Bool {
        // The names have 7 to 20 characters.
        guard key.count >= 7, key.count <= 20, let first = key.first, initials.contains(first) else { return false }
        return names.contains { $0.utf8.count == key.count && key.elementsEqual($0.utf8) }
    }

    private static let initials = Array("_chiptv".utf8)
    private static let names = [
        "__defineGetter__", "__defineSetter__", "__lookupGetter__", "__lookupSetter__", "__proto__", "constructor",
        "hasOwnProperty", "isPrototypeOf", "propertyIsEnumerable", "toLocaleString", "toString", "valueOf",
    ]
}
