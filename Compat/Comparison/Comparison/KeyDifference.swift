/// The reasons why a pair's key differs from AFNetworking's, found by matching each part of it with a step of the path.
///
/// | place | key | reasons |
/// |---|---|---|
/// | `oneTwo[0][sku]` | `one_two[][sku]` | key-converted |
/// | `items[0][sku]` | `items[0].sku` | array-indexed, key-dotted |
enum KeyDifference {
    /// The reasons, the most important first.
    private static let all: [Reason] = [
        .integerKeyLost, .keyConverted, .setAsArray, .bracketsMissing, .arrayIndexed, .keyDotted,
    ]

    /// The maximum number of key parts to try before a key counts as that of another place.
    private static let maximumWork = 5000

    /// Returns the reasons, the most important first; never empty.
    static func reasons(leaf: PayloadLeaf, sent key: String) -> [Reason] {
        var found = reasons(leaf.path, key)
        // A URL's own coding keys are integers.
        if found == nil, case .url = leaf.value {
            found = reasons(PayloadPath(leaf.path.steps + [.index(0)]), key)?.union([.integerKeyLost])
        }
        let reasons = all.filter { found?.contains($0) == true }
        return reasons.isEmpty ? [.keySpelling] : reasons
    }

    /// Returns the letters of a key, which conversions change only in case.
    static func letters(_ key: String) -> String {
        key.uppercased().decomposedStringWithCanonicalMapping.filter { $0 != "_" && $0 != "-" }
    }

    /// Returns the reasons for a key of the path, or `nil` for a key of another place.
    private static func reasons(_ path: PayloadPath, _ key: String) -> Set<Reason>? {
        var work = maximumWork
        if let found = reasons(path.steps[...], key[...], isTop: true, &work) { return found }
        work = maximumWork
        let found = reasons(path.letters.steps[...], letters(key)[...], isTop: true, &work)
        return found?.union([.keyConverted])
    }

    private static func reasons(
        _ steps: ArraySlice<PayloadPath.Step>, _ key: Substring, isTop: Bool, _ work: inout Int
    ) -> Set<Reason>? {
        guard let step = steps.first else { return key.isEmpty ? [] : nil }
        for (end, reasons) in spellings(of: step, in: key, isTop: isTop) {
            work -= 1
            guard work > 0 else { return nil }
            if let rest = self.reasons(steps.dropFirst(), key[end...], isTop: false, &work) {
                return rest.union(reasons)
            }
        }
        return nil
    }

    private typealias Spelling = (end: String.Index, reasons: Set<Reason>)

    /// Returns the ends of the parts of a key that may spell a step, the likeliest first.
    private static func spellings(of step: PayloadPath.Step, in key: Substring, isTop: Bool) -> [Spelling] {
        // If nulls are dropped, the elements after them move up, so any index may be the element's.
        let digits = String(key.dropFirst().prefix { ("0"..."9").contains($0) })
        let index = digits.isEmpty ? "[]" : "[\(digits)]"
        let parts: [(text: String, reasons: Set<Reason>)] =
            switch step {
            case .index: [("[]", []), (index, [.arrayIndexed]), ("", [.bracketsMissing])]
            case .element: [("", []), ("[]", [.setAsArray]), (index, [.setAsArray])]
            case .key(let name) where isTop: [(name, [])]
            case .key(let name):
                [("[\(name)]", []), (".\(name)", [.keyDotted])]
                    + (Int(name) == nil ? [] : ["[]", index, ""].map { ($0, [.integerKeyLost]) })
            }
        return parts.filter { key.utf8.starts(with: $0.text.utf8) }
            .map { (key.utf8.index(key.startIndex, offsetBy: $0.text.utf8.count), $0.reasons) }
    }
}

extension PayloadPath {
    /// The path with the letters of the keys, which conversions of keys do not change.
    var letters: PayloadPath {
        PayloadPath(steps.map { step in step.key.map { .key(KeyDifference.letters($0)) } ?? step })
    }
}
