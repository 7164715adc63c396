/// Inserts the value of one pair at the place that its name describes, as Rack's `normalize_params` does.
///
/// A name is read from left to right: brackets, then a key, then the rest, which determines the type of the key's
/// value. The rest is the name within that collection.
struct RackInsertion {
    /// The place of the value that Rack's method returns for a name without a key.
    private enum Place {
        case nowhere
        case entry(ParsedDictionary, key: [UInt8])
        case element(ParsedList)
    }

    private let wholeName: [UInt8]
    private var name: ArraySlice<UInt8>
    private let value: ParsedValue
    private let limits: QueryLimits
    private let offset: Int
    /// The offset of the last `[]`, found once: names are long only in attacks, and must not be searched again at every
    /// level. `hasLines` likewise remembers whether the name has line feeds.
    private let lastArray: Int?
    private let hasLines: Bool

    init(name: [UInt8], value: ParsedValue, limits: QueryLimits, offset: Int) {
        wholeName = name
        self.name = name[...]
        self.value = value
        self.limits = limits
        self.offset = offset
        lastArray = name.indices.last {
            name[$0] == UInt8(ascii: "[") && $0 + 1 < name.endIndex && name[$0 + 1] == UInt8(ascii: "]")
        }
        hasLines = name.contains(UInt8(ascii: "\n"))
    }

    /// - Throws: ``QueryParsingError`` for an exceeded limit or a key used in two ways.
    mutating func insert(into root: ParsedDictionary) throws {
        var dictionary = root
        var place = Place.nowhere
        var depth = 0
        while true {
            depth += 1
            guard depth <= min(limits.depth, QueryLimits.maximumDepth) else {
                throw QueryParsingError.tooDeep(limits.depth, key: wholeName, offset: offset)
            }
            let key = Array(name.drop(while: Self.isBracket).prefix { !Self.isBracket($0) })
            guard !key.isEmpty else { return answer(to: place) }
            if case .element(let list) = place { list.append(.dictionary(dictionary)) }
            let rest = name.drop(while: Self.isBracket).dropFirst(key.count).drop { $0 == UInt8(ascii: "]") }

            if rest.isEmpty {
                return try set(key, value, in: dictionary)
            } else if rest.elementsEqual("[".utf8) {
                return try set(Array(name), value, in: dictionary)
            } else if rest.elementsEqual("[]".utf8) {
                return try list(key, in: dictionary).append(value)
            } else if let inner = nameInElement(rest) {
                let list = try list(key, in: dictionary)
                name = inner
                if case .dictionary(let last) = list.last, !has(inner, in: last) {
                    dictionary = last
                    place = .nowhere
                } else {
                    dictionary = ParsedDictionary()
                    place = .element(list)
                }
            } else {
                let child = try self.dictionary(key, in: dictionary)
                name = rest
                place = .entry(dictionary, key: key)
                dictionary = child
            }
        }
    }

    private func answer(to place: Place) {
        switch place {
        case .nowhere: break
        case .entry(let dictionary, let key): dictionary.setRack(key, .null)
        case .element(let list):
            guard name.elementsEqual("[]".utf8), case .text = value else { return list.append(.null) }
            list.append(.list(ParsedList([value])))
        }
    }

    // MARK: - Collections

    private func set(_ key: [UInt8], _ value: ParsedValue, in dictionary: ParsedDictionary) throws {
        dictionary.setRack(key, value)
        if let limit = limits.keySpace, dictionary.keySpace > limit {
            throw QueryParsingError(
                .keySpaceExceeded, key: String(decoding: wholeName, as: UTF8.self), offset: offset,
                reason: "The keys of one dictionary have more than \(limit) characters together. Send fewer or shorter "
                    + "ones, or raise the limit here and on the server.")
        }
    }

    private func list(_ key: [UInt8], in dictionary: ParsedDictionary) throws -> ParsedList {
        switch dictionary[key] {
        case .list(let list): return list
        case .null, nil:
            let list = ParsedList()
            try set(key, .list(list), in: dictionary)
            return list
        default: throw conflict(key, wanted: "an array")
        }
    }

    private func dictionary(_ key: [UInt8], in dictionary: ParsedDictionary) throws -> ParsedDictionary {
        switch dictionary[key] {
        case .dictionary(let child): return child
        case .null, nil:
            let child = ParsedDictionary()
            try set(key, .dictionary(child), in: dictionary)
            return child
        default: throw conflict(key, wanted: "a dictionary")
        }
    }

    private func conflict(_ key: [UInt8], wanted: String) -> QueryParsingError {
        QueryParsingError(
            .conflictingTypes, key: String(decoding: wholeName, as: UTF8.self), offset: offset,
            reason:
                "The key makes \(String(decoding: key, as: UTF8.self).debugDescription) \(wanted), but an earlier one "
                + "made it something else. Use each key in one way.")
    }

    // MARK: - Names

    private static func isBracket(_ byte: UInt8) -> Bool { byte == UInt8(ascii: "[") || byte == UInt8(ascii: "]") }

    /// Returns the name within an array's element, if one follows a key: the capture of `/^\[\]\[([^\[\]]+)\]$/`, else
    /// of `/^\[\](.+)$/`. In Ruby `^` and `$` match at the ends of lines, so any line of the name may match.
    private func nameInElement(_ rest: ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
        firstLine(of: rest) { start in
            guard rest[start...].starts(with: "[][".utf8) else { return nil }
            let inner = rest[(start + 3)...].prefix { !Self.isBracket($0) }
            let isClosed = inner.endIndex < rest.endIndex && rest[inner.endIndex] == UInt8(ascii: "]")
            let isEnd = inner.endIndex + 1 >= rest.endIndex || rest[inner.endIndex + 1] == UInt8(ascii: "\n")
            return !inner.isEmpty && isClosed && isEnd ? inner : nil
        }
            ?? firstLine(of: rest) { start in
                guard rest[start...].starts(with: "[]".utf8) else { return nil }
                let inner = hasLines ? rest[(start + 2)...].prefix { $0 != UInt8(ascii: "\n") } : rest[(start + 2)...]
                return inner.isEmpty ? nil : inner
            }
    }

    private func firstLine(
        of text: ArraySlice<UInt8>, matching match: (Int) -> ArraySlice<UInt8>?
    ) -> ArraySlice<UInt8>? {
        var start = text.startIndex
        while true {
            if let found = match(start) { return found }
            guard hasLines, let end = text[start...].firstIndex(of: UInt8(ascii: "\n")) else { return nil }
            start = end + 1
        }
    }

    /// Whether an element already has the entry of a name, so that the name begins the next element
    /// (`params_hash_has_key?`). A name with an array in it never does.
    private func has(_ name: ArraySlice<UInt8>, in element: ParsedDictionary) -> Bool {
        guard !hasArray(name) else { return false }
        var value = ParsedValue.dictionary(element)
        var rest = name.drop(while: Self.isBracket)
        while !rest.isEmpty {
            let key = rest.prefix { !Self.isBracket($0) }
            guard case .dictionary(let dictionary) = value, let next = dictionary[Array(key)] else { return false }
            value = next
            rest = rest[key.endIndex...].drop(while: Self.isBracket)
        }
        return true
    }

    private func hasArray(_ name: ArraySlice<UInt8>) -> Bool {
        if name.endIndex == wholeName.endIndex { return (lastArray ?? -1) >= name.startIndex }
        return zip(name, name.dropFirst()).contains { $0 == UInt8(ascii: "[") && $1 == UInt8(ascii: "]") }
    }
}
