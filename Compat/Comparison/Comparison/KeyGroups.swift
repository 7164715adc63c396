/// The leaves of a payload and the pairs of a query that have one key, but for the brackets and indices of arrays.
struct KeyGroups {
    /// The leaves and pairs of one key.
    struct Group {
        /// In the payload's order.
        var leaves: [Int] = []
        /// In the query's order.
        var pairs: [Int] = []
    }

    /// The groups in the order of the payload.
    let groups: [Group]
    private let form: QueryForm

    init(pairs: [SentPair], leaves: [PayloadLeaf], form: QueryForm) {
        self.form = form
        var groups: [Group] = []
        var positions: [ByteKey: Int] = [:]
        // A conversion costs an encoding: once for all the elements of an array.
        var conversions: [String: ByteKey] = [:]
        for (position, leaf) in leaves.enumerated() {
            if !form.writesNestedCollections, leaf.path.isNested { continue }
            if form.describesSets, leaf.path.isInSet { continue }
            let key = Self.plainKey(of: leaf.path, form: form, conversions: &conversions)
            if let group = positions[key] {
                groups[group].leaves.append(position)
            } else {
                positions[key] = groups.count
                groups.append(Group(leaves: [position]))
            }
        }
        for (position, pair) in pairs.enumerated() {
            if let group = positions[Self.plain(pair.key)] { groups[group].pairs.append(position) }
        }
        self.groups = groups
    }

    /// A pair's key without what an array adds, by its UTF-8.
    func plainKey(of pair: SentPair) -> ByteKey { Self.plain(pair.key) }

    /// The key of a place without what an array adds, by its UTF-8.
    func plainKey(of path: PayloadPath) -> ByteKey {
        var conversions: [String: ByteKey] = [:]
        return Self.plainKey(of: path, form: form, conversions: &conversions)
    }

    private static func plainKey(
        of path: PayloadPath, form: QueryForm, conversions: inout [String: ByteKey]
    ) -> ByteKey {
        let key = form.key(of: path, arrays: .brackets, setsAreArrays: false)
        guard form.keyConversion != nil else { return plain(key) }
        if let known = conversions[key] { return known }
        let converted = plain(form.converted(key))
        conversions[key] = converted
        return converted
    }

    /// A key without `[]` and `[3]`.
    private static func plain(_ key: String) -> ByteKey {
        var plain = ByteKey()
        guard key.utf8.contains(UInt8(ascii: "]")) else {
            plain.append(contentsOf: key.utf8)
            return plain
        }
        var brackets: [Int] = []
        for byte in key.utf8 {
            if byte == UInt8(ascii: "[") { brackets.append(plain.bytes.count) }
            plain.append(byte)
            guard byte == UInt8(ascii: "]"), let open = brackets.popLast() else { continue }
            if plain.bytes[(open + 1)...].dropLast().allSatisfy({ (0x30...0x39).contains($0) }) {
                plain.removeAll(from: open)
            }
        }
        return plain
    }
}

extension PayloadPath {
    /// Whether a set lies on the way.
    fileprivate var isInSet: Bool {
        steps.contains { step in
            if case .element = step { true } else { false }
        }
    }
}
