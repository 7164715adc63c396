/// A reader of queries that works as PHP's `parse_str` does (`php_default_treat_data` and `php_register_variable_ex`).
///
/// | query | values |
/// |---|---|
/// | `a[]=1&a[]=2` | `a`: `1`, `2` |
/// | `a.b=1` | `a_b`: `1` |
/// | `a[b=1` | `a_b`: `1` |
struct PHPQueryReader {
    private let limits: QueryLimits
    /// The tree of the query. A dictionary's number is its next free key; `Int64.min` stands for 0.
    private(set) var tree: QueryTree

    init(_ query: String, _ limits: QueryLimits, _ excesses: inout QueryExcesses) throws {
        self.limits = limits
        tree = QueryTree(query)
        tree[tree.root].number = .min
        // PHP treats the query and its names as C strings.
        for pair in QueryPairs(tree.text, terminator: 0) where !pair.range.isEmpty {
            let offset = pair.range.lowerBound
            guard try excesses.reads(pair, of: tree.text, limits.pairs, ignoresMore: true) else { continue }
            var name = pair.isEscaped ? tree.text.decode(pair.name) : pair.name
            let value = pair.isEscaped ? tree.text.decode(pair.value) : pair.value
            let end = pair.isEscaped ? tree.text.index(of: 0, in: name) : nil
            name = name.lowerBound..<(end ?? name.upperBound)
            name = tree.text.end(of: name) { $0 == UInt8(ascii: " ") }..<name.upperBound
            if try !register(name, value) {
                try excesses.add(.variableRemoved, limits.depth, key: tree.text.bytes[name], offset: offset)
            }
        }
    }

    // MARK: - Names

    /// Whether PHP drops a key. A prefix that marks a trustworthy cookie is only accepted if the name as received
    /// starts with it.
    private func isForbidden(_ key: Range<Int>, in name: Range<Int>) -> Bool {
        guard !key.isEmpty, tree.text.bytes[key.lowerBound] == UInt8(ascii: "_") else { return false }
        return ["__Host-", "__Secure-"].contains { prefix in
            tree.text.bytes[key].starts(with: prefix.utf8) && !tree.text.bytes[name].starts(with: prefix.utf8)
        }
    }

    private mutating func mangled(_ name: Range<Int>) -> Range<Int> {
        tree.text.replacing(UInt8(ascii: "_"), in: name) { byte in
            byte == UInt8(ascii: " ") || byte == UInt8(ascii: ".") || byte == UInt8(ascii: "[")
        }
    }

    /// Sets the value of a variable.
    ///
    /// - Returns: False if the name is nested too deeply. The variable has then been removed.
    private mutating func register(_ name: Range<Int>, _ value: Range<Int>) throws -> Bool {
        var open = tree.text.index(of: UInt8(ascii: "["), in: name)
        let start = mangled(name.lowerBound..<(open ?? name.upperBound))
        guard !start.isEmpty else { return true }
        var table = tree.root
        // `nil` stands for the next free key.
        var key: Range<Int>? = start
        var depth = 0
        while let bracket = open {
            depth += 1
            guard depth <= min(limits.depth, QueryLimits.maximumDepth) else {
                if let variable = tree.find(tree.key(start), in: tree.root) { tree.remove(variable) }
                return false
            }
            var index = bracket + 1
            if index < name.upperBound, Self.isSpace(tree.text.bytes[index]) { index += 1 }
            let inner: Range<Int>?
            if index < name.upperBound, tree.text.bytes[index] == UInt8(ascii: "]") {
                inner = nil
            } else if let close = tree.text.index(of: UInt8(ascii: "]"), in: index..<name.upperBound) {
                inner = (bracket + 1)..<close
                index = close
            } else {
                // An unclosed bracket is an ordinary character in the first key, and ends a later one.
                if depth == 1 { key = mangled(name) }
                break
            }
            if let key, isForbidden(key, in: name) { return true }
            guard let child = collection(key, of: table) else { return true }
            table = child
            key = inner
            open = index + 1 < name.upperBound && tree.text.bytes[index + 1] == UInt8(ascii: "[") ? index + 1 : nil
        }
        if let key, isForbidden(key, in: name) { return true }
        if let node = entry(key, of: table) { tree.become(node, .text, value) }
        return true
    }

    // MARK: - Tables

    /// Returns the collection under a key, which replaces a text, or `nil` if there is no key left.
    private mutating func collection(_ key: Range<Int>?, of table: Int32) -> Int32? {
        guard let node = entry(key, of: table) else { return nil }
        if tree[node].kind != .dictionary {
            tree.become(node, .dictionary)
            tree[node].number = .min
        }
        return node
    }

    /// Returns the node under a key, or under the next free key, or `nil` if there is none left.
    ///
    /// Values without a key are numbered after the greatest integer key.
    private mutating func entry(_ key: Range<Int>?, of table: Int32) -> Int32? {
        let number = tree[table].number
        let place = key.map(tree.key) ?? .index(number == .min ? 0 : number)
        let node: Int32
        if key != nil {
            node = tree.entry(place, of: table).node
        } else {
            guard number < .max || tree.find(place, in: table) == nil else { return nil }
            node = tree.make(.null)
            tree.attach(node, to: table, place)
        }
        if case .index(let index) = place, index >= number { tree[table].number = index == .max ? .max : index + 1 }
        return node
    }

    /// Whether a byte is a space by `isspace` in the C locale.
    private static func isSpace(_ byte: UInt8) -> Bool { byte == UInt8(ascii: " ") || (9...13).contains(byte) }
}
