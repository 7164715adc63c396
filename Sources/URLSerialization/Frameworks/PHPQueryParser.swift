/// Reads queries as PHP's `parse_str` does (`php_default_treat_data` and `php_register_variable_ex`).
struct PHPQueryParser {
    let limits: QueryLimits
    var excesses: QueryExcesses

    mutating func parse(_ query: [UInt8]) throws -> ParameterValue {
        let root = ParsedDictionary()
        var count = 0
        // PHP treats the query and its names as C strings.
        for pair in QueryPairs(Self.cString(query)) where !pair.isEmpty {
            count += 1
            guard count <= limits.pairs else {
                try excesses.add(
                    .pairsIgnored, limits.pairs, key: pair.prefix { $0 != UInt8(ascii: "=") }, offset: pair.startIndex)
                continue
            }
            let equals = pair.firstIndex(of: UInt8(ascii: "="))
            let name = Self.cString(PercentDecoder.decode(pair[..<(equals ?? pair.endIndex)]))
            let value = equals.map { PercentDecoder.decode(pair[($0 + 1)...]) } ?? []
            try register(Array(name.drop { $0 == UInt8(ascii: " ") }), value, in: root, offset: pair.startIndex)
        }
        return try ParsedTree.parameterValue(of: root, .php)
    }

    private static func cString(_ bytes: [UInt8]) -> [UInt8] {
        bytes.firstIndex(of: 0).map { Array(bytes[..<$0]) } ?? bytes
    }

    // MARK: - Names

    /// Whether PHP drops a key. A prefix that marks a trustworthy cookie is only accepted if the name as received
    /// starts with it.
    private static func isForbidden(_ key: [UInt8], in name: [UInt8]) -> Bool {
        ["__Host-", "__Secure-"].contains { key.starts(with: $0.utf8) && !name.starts(with: $0.utf8) }
    }

    private static func mangled(_ name: ArraySlice<UInt8>) -> [UInt8] {
        name.map { isMangled($0) ? UInt8(ascii: "_") : $0 }
    }

    static func isMangled(_ byte: UInt8) -> Bool {
        byte == UInt8(ascii: " ") || byte == UInt8(ascii: ".") || byte == UInt8(ascii: "[")
    }

    private mutating func register(
        _ name: [UInt8], _ value: [UInt8], in root: ParsedDictionary, offset: Int
    ) throws {
        var open = name.firstIndex(of: UInt8(ascii: "["))
        let start = Self.mangled(name[..<(open ?? name.endIndex)])
        guard !start.isEmpty else { return }
        var table = root
        // `nil` stands for the next free key.
        var key: [UInt8]? = start
        var depth = 0
        while let bracket = open {
            depth += 1
            guard depth <= min(limits.depth, QueryLimits.maximumDepth) else {
                try excesses.add(.variableRemoved, limits.depth, key: name, offset: offset)
                return root.remove(start)
            }
            var index = bracket + 1
            if index < name.endIndex, Self.isSpace(name[index]) { index += 1 }
            let inner: [UInt8]?
            if index < name.endIndex, name[index] == UInt8(ascii: "]") {
                inner = nil
            } else if let close = name[index...].firstIndex(of: UInt8(ascii: "]")) {
                inner = Array(name[(bracket + 1)..<close])
                index = close
            } else {
                // An unclosed bracket is an ordinary character in the first key, and ends a later one.
                if depth == 1 { key = Self.mangled(name[...]) }
                break
            }
            if let key, Self.isForbidden(key, in: name) { return }
            guard let child = Self.collection(key, of: table) else { return }
            table = child
            key = inner
            open = index + 1 < name.endIndex && name[index + 1] == UInt8(ascii: "[") ? index + 1 : nil
        }
        if let key {
            guard !Self.isForbidden(key, in: name) else { return }
            table.setPHP(key, .text(value))
        } else {
            _ = table.appendPHP(.text(value))
        }
    }

    /// Returns the collection under a key, which replaces a text, or `nil` if there is no key left.
    private static func collection(_ key: [UInt8]?, of table: ParsedDictionary) -> ParsedDictionary? {
        if let key, case .dictionary(let present) = table[key] { return present }
        let child = ParsedDictionary()
        guard let key else { return table.appendPHP(.dictionary(child)) ? child : nil }
        table.setPHP(key, .dictionary(child))
        return child
    }

    /// Whether a byte is a space by `isspace` in the C locale.
    private static func isSpace(_ byte: UInt8) -> Bool { byte == UInt8(ascii: " ") || (9...13).contains(byte) }
}
