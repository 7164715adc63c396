/// The insertion of the value of one pair at the place that its name describes, as Rack's `normalize_params` does.
///
/// A name is read from left to right: brackets, then a key, then the rest, which determines the type of the key's
/// value. The rest is the name within that collection.
struct RackInsertion {
    /// The place of the value that Rack's method returns for a name without a key.
    private enum Place {
        case nowhere
        case entry(Int32)
        case element(of: Int32)
    }

    let wholeName: Range<Int>
    /// The pair's value, or `nil` for a pair without `=`, which is a null.
    let value: Range<Int>?
    let limits: QueryLimits
    let offset: Int
    /// The offset of the last `[]`, or −1. It is found once: names are long only in attacks, and must not be searched
    /// again at every level. `hasLines` likewise remembers whether the name has line feeds.
    var lastArray: Int?
    var hasLines: Bool?

    /// - Throws: ``QueryParsingError`` for an exceeded limit or a key used in two ways.
    mutating func insert(into tree: inout QueryTree) throws {
        var name = wholeName
        var dictionary = tree.root
        var place = Place.nowhere
        var depth = 0
        while true {
            depth += 1
            guard depth <= min(limits.depth, QueryLimits.maximumDepth) else {
                throw QueryParsingError.tooDeep(limits.depth, key: tree.text.bytes[wholeName], offset: offset)
            }
            let start = tree.text.end(of: name, while: Self.isBracket)
            let key = start..<tree.text.end(of: start..<name.upperBound) { !Self.isBracket($0) }
            guard !key.isEmpty else { return answer(to: place, name, &tree) }
            if case .element(let list) = place { dictionary = tree.append(.dictionary, to: list) }
            let end = tree.text.end(of: key.upperBound..<name.upperBound) { $0 == UInt8(ascii: "]") }
            let rest = end..<name.upperBound
            let isArray = tree.text.beginsArray(rest)

            if rest.isEmpty {
                return set(try entry(key, of: dictionary, &tree), &tree)
            } else if rest.count == 1, tree.text.bytes[end] == UInt8(ascii: "[") {
                return set(try entry(name, of: dictionary, &tree), &tree)
            } else if isArray, rest.count == 2 {
                let list = try collection(.list, key, of: dictionary, &tree)
                return set(tree.append(.null, to: list), &tree)
            } else if let inner = nameInElement(rest, tree.text) {
                let list = try collection(.list, key, of: dictionary, &tree)
                name = inner
                let last = tree[list].last
                if last >= 0, tree[last].kind == .dictionary, !has(inner, in: last, &tree) {
                    dictionary = last
                    place = .nowhere
                } else {
                    place = .element(of: list)
                }
            } else {
                dictionary = try collection(.dictionary, key, of: dictionary, &tree)
                name = rest
                place = .entry(dictionary)
            }
        }
    }

    private func answer(to place: Place, _ name: Range<Int>, _ tree: inout QueryTree) {
        switch place {
        case .nowhere: break
        case .entry(let node): tree.become(node, .null)
        case .element(let list):
            guard name.count == 2, tree.text.beginsArray(name), let value else {
                tree.append(.null, to: list)
                return
            }
            tree.append(.text, value, to: tree.append(.list, to: list))
        }
    }

    private func set(_ node: Int32, _ tree: inout QueryTree) {
        if let value { tree.become(node, .text, value) } else { tree.become(node, .null) }
    }

    // MARK: - Collections

    private func entry(_ key: Range<Int>, of dictionary: Int32, _ tree: inout QueryTree) throws -> Int32 {
        let (node, isNew) = tree.entry(.text(key), of: dictionary)
        guard isNew else { return node }
        tree[dictionary].number += Int64(key.count { tree.text.bytes[$0] & 0xC0 != 0x80 })
        if let limit = limits.keySpace, tree[dictionary].number > limit {
            throw QueryParsingError(
                code: .keySpaceExceeded, key: tree.text.string(wholeName), offset: offset,
                reason: "The keys of one dictionary have more than \(limit) characters together. Send fewer or shorter "
                    + "ones, or raise the limit here and on the server.")
        }
        return node
    }

    private func collection(
        _ kind: QueryTree.Kind, _ key: Range<Int>, of dictionary: Int32, _ tree: inout QueryTree
    ) throws -> Int32 {
        let node = try entry(key, of: dictionary, &tree)
        if tree[node].kind == .null { tree.become(node, kind) }
        guard tree[node].kind == kind else {
            throw QueryParsingError(
                code: .conflictingTypes, key: tree.text.string(wholeName), offset: offset,
                reason:
                    "The key makes \(tree.text.string(key).debugDescription) "
                    + "\(kind == .list ? "an array" : "a dictionary"), but an earlier one made it something else. Use "
                    + "each key in one way.")
        }
        return node
    }

    // MARK: - Names

    private static func isBracket(_ byte: UInt8) -> Bool { byte == UInt8(ascii: "[") || byte == UInt8(ascii: "]") }

    /// Returns the name within an array's element, if one follows a key: the capture of `/^\[\]\[([^\[\]]+)\]$/`, else
    /// of `/^\[\](.+)$/`. In Ruby `^` and `$` match at the ends of lines, so any line of the name may match.
    private mutating func nameInElement(_ rest: Range<Int>, _ text: QueryText) -> Range<Int>? {
        let hasLines = hasLines ?? (text.index(of: UInt8(ascii: "\n"), in: wholeName) != nil)
        self.hasLines = hasLines
        guard hasLines || text.beginsArray(rest) else { return nil }
        return firstLine(of: rest, text) { start in
            guard text.beginsArray(start..<rest.upperBound), start + 2 < rest.upperBound,
                text.bytes[start + 2] == UInt8(ascii: "[")
            else { return nil }
            let end = text.end(of: (start + 3)..<rest.upperBound) { !Self.isBracket($0) }
            let isClosed = end < rest.upperBound && text.bytes[end] == UInt8(ascii: "]")
            let isEnd = end + 1 >= rest.upperBound || text.bytes[end + 1] == UInt8(ascii: "\n")
            return end > start + 3 && isClosed && isEnd ? (start + 3)..<end : nil
        }
            ?? firstLine(of: rest, text) { start in
                guard text.beginsArray(start..<rest.upperBound) else { return nil }
                let inner = (start + 2)..<rest.upperBound
                let end = hasLines ? text.end(of: inner) { $0 != UInt8(ascii: "\n") } : inner.upperBound
                return end == inner.lowerBound ? nil : inner.lowerBound..<end
            }
    }

    private func firstLine(
        of range: Range<Int>, _ text: QueryText, matching match: (Int) -> Range<Int>?
    ) -> Range<Int>? {
        var start = range.lowerBound
        while true {
            if let found = match(start) { return found }
            guard hasLines == true, let end = text.index(of: UInt8(ascii: "\n"), in: start..<range.upperBound) else {
                return nil
            }
            start = end + 1
        }
    }

    /// Whether an element already has the entry of a name, so that the name begins the next element
    /// (`params_hash_has_key?`). A name with an array in it never does.
    private mutating func has(_ name: Range<Int>, in element: Int32, _ tree: inout QueryTree) -> Bool {
        guard !hasArray(name, tree.text) else { return false }
        var node = element
        var start = tree.text.end(of: name, while: Self.isBracket)
        while start < name.upperBound {
            let end = tree.text.end(of: start..<name.upperBound) { !Self.isBracket($0) }
            guard tree[node].kind == .dictionary, let next = tree.find(.text(start..<end), in: node) else {
                return false
            }
            node = next
            start = tree.text.end(of: end..<name.upperBound, while: Self.isBracket)
        }
        return true
    }

    private mutating func hasArray(_ name: Range<Int>, _ text: QueryText) -> Bool {
        guard name.upperBound == wholeName.upperBound else {
            return name.contains { text.beginsArray($0..<name.upperBound) }
        }
        let last = lastArray ?? wholeName.last { text.beginsArray($0..<wholeName.upperBound) } ?? -1
        lastArray = last
        return last >= name.lowerBound
    }
}

extension QueryText {
    /// Whether the two bytes at the start of a range are `[]`.
    @inline(__always)
    fileprivate func beginsArray(_ range: Range<Int>) -> Bool {
        range.count > 1 && bytes[range.lowerBound] == UInt8(ascii: "[")
            && bytes[range.lowerBound + 1] == UInt8(ascii: "]")
    }
}
