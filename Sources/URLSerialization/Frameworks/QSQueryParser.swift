/// Reads queries as qs 6.11 does with its default options.
struct QSQueryParser {
    let limits: QueryLimits
    var excesses: QueryExcesses

    mutating func parse(_ query: [UInt8]) throws -> ParameterValue {
        let values = ParsedDictionary()
        var offsets: [Int] = []
        for (index, pair) in QueryPairs(query).enumerated() {
            guard index < limits.pairs else {
                try excesses.add(
                    .pairsIgnored, limits.pairs, key: pair.prefix { $0 != UInt8(ascii: "=") }, offset: pair.startIndex)
                continue
            }
            let equals = Self.equals(in: pair)
            let key = Self.decode(pair[..<(equals ?? pair.endIndex)])
            let value = ParsedValue.text(equals.map { Self.decode(pair[($0 + 1)...]) } ?? [])
            switch values[key] {
            case nil:
                values.set(key, value)
                offsets.append(pair.startIndex)
            case .list(let list): list.append(value)
            case let first?: values.set(key, .list(ParsedList([first, value])))
            }
        }
        let root = ParsedDictionary()
        for position in values.javaScriptOrder {
            guard let chain = try chain(of: values.keys[position], offset: offsets[position]) else { continue }
            let addition = tree(of: chain, values.values[position])
            _ = QSMerge.merge(.dictionary(root), addition)
        }
        return try ParsedTree.parameterValue(of: root, .javaScript)
    }

    /// Returns the end of the key: the first `=` after a `]`, or else the first `=`.
    private static func equals(in pair: ArraySlice<UInt8>) -> Int? {
        var first: Int?
        for index in pair.indices where pair[index] == UInt8(ascii: "=") {
            if index > pair.startIndex, pair[index - 1] == UInt8(ascii: "]") { return index }
            first = first ?? index
        }
        return first
    }

    /// Returns the decoded text. Of text that cannot be decoded, only the spaces are.
    private static func decode(_ text: ArraySlice<UInt8>) -> [UInt8] {
        guard let decoded = PercentDecoder.decodeStrictly(text), PercentDecoder.text(decoded) != nil else {
            return PercentDecoder.decodeSpaces(text)
        }
        return decoded
    }

    // MARK: - Keys

    /// A level of the path from the root to a value.
    private enum Step {
        case key([UInt8])
        case bracketed([UInt8])
    }

    /// Returns the steps of a key, or `nil` for a key that qs ignores.
    private mutating func chain(of key: [UInt8], offset: Int) throws -> [Step]? {
        guard !key.isEmpty else { return nil }
        let segments = Self.segments(of: key)
        let parent = segments.first.map { Array(key[..<($0.startIndex - 1)]) } ?? key
        guard !JavaScriptNames.contains(parent) else { return nil }
        var chain: [Step] = parent.isEmpty ? [] : [.key(parent)]
        for (index, segment) in segments.enumerated() {
            guard index < min(limits.depth, QueryLimits.maximumDepth) else {
                try excesses.add(.remainderKept, limits.depth, key: key, offset: offset)
                chain.append(.bracketed(Array(key[(segment.startIndex - 1)...])))
                break
            }
            guard !JavaScriptNames.contains(segment) else { return nil }
            chain.append(.bracketed(Array(segment)))
        }
        return chain
    }

    /// Returns the contents of a key's innermost brackets. Other text after the first bracket is ignored.
    private static func segments(of key: [UInt8]) -> [ArraySlice<UInt8>] {
        var segments: [ArraySlice<UInt8>] = []
        var open: Int?
        for (index, byte) in key.enumerated() {
            if byte == UInt8(ascii: "[") {
                open = index
            } else if byte == UInt8(ascii: "]"), let start = open {
                segments.append(key[(start + 1)..<index])
                open = nil
            }
        }
        return segments
    }

    // MARK: - Trees

    /// The greatest index of an array. JavaScript has a limit as well; this one is far from overflowing an integer.
    private var greatestIndex: Int { min(limits.elements ?? .max, 1 << 30) }

    /// Returns the tree of a single key.
    private func tree(of chain: [Step], _ value: ParsedValue) -> ParsedValue {
        var tree = value
        for step in chain.reversed() {
            switch step {
            case .bracketed(let key) where key.isEmpty:
                // An array of values is itself this array, not an element of it.
                if case .list = tree { continue }
                tree = .list(ParsedList([tree]))
            case .bracketed(let key):
                if let index = DecimalKey.value(of: key), index >= 0, index <= Int64(greatestIndex) {
                    let list = ParsedList()
                    list[Int(index)] = tree
                    tree = .list(list)
                } else {
                    tree = Self.dictionary(key, tree)
                }
            case .key(let key): tree = Self.dictionary(key, tree)
            }
        }
        return tree
    }

    private static func dictionary(_ key: [UInt8], _ value: ParsedValue) -> ParsedValue {
        let dictionary = ParsedDictionary()
        dictionary.set(key, value)
        return .dictionary(dictionary)
    }
}
