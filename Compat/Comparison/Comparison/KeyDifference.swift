/// Names why a pair's key is not AFNetworking's, by the step of the path that each part of it spells.
///
/// | place | key | reasons |
/// |---|---|---|
/// | `oneTwo[0][sku]` | `one_two[][sku]` | key-converted |
/// | `items[0][sku]` | `items[0].sku` | array-indexed, key-dotted |
enum KeyDifference {
    /// The reasons, the weightiest first.
    private static let all: [Reason] = [
        .integerKeyLost, .keyConverted, .setAsArray, .bracketsMissing, .arrayIndexed, .keyDotted,
    ]

    /// The reasons, the weightiest first; never empty.
    static func reasons(leaf: PayloadLeaf, sent key: String) -> [Reason] {
        var found = reasons(leaf.path.steps[...], key[...])
        // A URL's own coding keys are integers.
        if found == nil, case .url = leaf.value {
            found = reasons(leaf.path.appending(.index(0)).steps[...], key[...])?.union([.integerKeyLost])
        }
        let reasons = all.filter { found?.contains($0) == true }
        return reasons.isEmpty ? [.keySpelling] : reasons
    }

    /// Whether a key is that of a place in any spelling.
    static func isKey(_ key: String, of path: PayloadPath) -> Bool { reasons(path.steps[...], key[...]) != nil }

    /// The letters of a key, which conversions keep apart from their case.
    static func letters(_ key: some StringProtocol) -> String { key.uppercased().filter { $0 != "_" && $0 != "-" } }

    /// The reasons for a key of the steps; `nil` for a key of another place.
    private static func reasons(
        _ steps: ArraySlice<PayloadPath.Step>, _ key: Substring, isTop: Bool = true
    ) -> Set<Reason>? {
        guard let step = steps.first else { return key.isEmpty ? [] : nil }
        for (end, reasons) in spellings(of: step, in: key, isTop) {
            if let rest = self.reasons(steps.dropFirst(), key[end...], isTop: false) { return rest.union(reasons) }
        }
        return nil
    }

    /// The ends of the parts of a key that may spell a step, the likeliest first.
    private static func spellings(
        of step: PayloadPath.Step, in key: Substring, _ isTop: Bool
    ) -> [(end: String.Index, reasons: Set<Reason>)] {
        let bytes = key.utf8
        func part(_ text: String, _ reasons: Set<Reason> = []) -> (String.Index, Set<Reason>)? {
            bytes.starts(with: text.utf8) ? (bytes.index(bytes.startIndex, offsetBy: text.utf8.count), reasons) : nil
        }
        // Where nulls are dropped the elements behind them move up: any index is the element's.
        let digits = String(key.dropFirst().prefix { ("0"..."9").contains($0) })
        let index = digits.isEmpty ? "[]" : "[\(digits)]"
        switch step {
        case .index: return [part("[]"), part(index, [.arrayIndexed]), part("", [.bracketsMissing])].compactMap { $0 }
        case .element: return [part(""), part("[]", [.setAsArray]), part(index, [.setAsArray])].compactMap { $0 }
        case .key(let name):
            let own = isTop ? [part(name)] : [part("[\(name)]"), part(".\(name)", [.keyDotted])]
            let lost = isTop || Int(name) == nil ? [] : ["[]", index, ""].map { part($0, [.integerKeyLost]) }
            let isDotted = !isTop && bytes.first == UInt8(ascii: ".")
            let letters = letters(name)
            let ends = bytes.indices.filter { "[].".utf8.contains(bytes[$0]) } + [key.endIndex]
            let converted = ends.compactMap { end -> (String.Index, Set<Reason>)? in
                guard isTop || end > key.startIndex else { return nil }
                let start = isTop ? key.startIndex : bytes.index(after: key.startIndex)
                guard letters == self.letters(key[start..<end]) else { return nil }
                if isTop || isDotted { return (end, isTop ? [.keyConverted] : [.keyConverted, .keyDotted]) }
                return bytes[end...].first == UInt8(ascii: "]") ? (bytes.index(after: end), [.keyConverted]) : nil
            }
            return (own + lost).compactMap { $0 } + converted
        }
    }
}
