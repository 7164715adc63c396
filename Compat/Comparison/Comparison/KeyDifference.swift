/// Names why a pair's key is not AFNetworking's.
enum KeyDifference {
    /// The reasons, the weightiest first; never empty. They are those of the first spelling that is the sender's.
    ///
    /// - Parameters:
    ///   - leaf: The pair's leaf.
    ///   - sent: The key that the sender wrote, which is not AFNetworking's.
    ///   - form: The sender's spelling of keys.
    static func reasons(leaf: PayloadLeaf, sent: String, form: QueryForm) -> [Reason] {
        let sent = withoutIndices(sent)
        var paths = [(path: leaf.path, reasons: [Reason]())]
        // A URL's own coding keys are integers.
        if case .url = leaf.value { paths.append((leaf.path.appending(.index(0)), [.integerKeyLost])) }
        var seen: Set<String> = []
        for (path, start) in paths {
            for (integersAreIndices, setsAreArrays) in [(false, false), (false, true), (true, false), (true, true)] {
                for arrays in [form.arrays] + QueryForm.Arrays.allCases {
                    let key = form.key(
                        of: path, arrays: arrays, setsAreArrays: setsAreArrays, integersAreIndices: integersAreIndices)
                    guard seen.insert(key).inserted else { continue }
                    let converted = form.converted(key)
                    guard withoutIndices(converted).utf8.elementsEqual(sent.utf8) else { continue }
                    var reasons = start
                    if integersAreIndices { reasons.append(.integerKeyLost) }
                    if !converted.utf8.elementsEqual(key.utf8) { reasons.append(.keyConverted) }
                    if setsAreArrays, path.isInSet { reasons.append(.setAsArray) }
                    if arrays != .brackets, path.steps.contains(where: \.isIndex) {
                        reasons.append(arrays == .bare ? .bracketsMissing : .arrayIndexed)
                    }
                    if form.separatesKeysByDots, path.isNestedInDictionary { reasons.append(.keyDotted) }
                    return reasons.isEmpty ? [.keySpelling] : reasons
                }
            }
        }
        return [.keySpelling]
    }

    /// A key with `[#]` for every index: where nulls are dropped the elements behind them move up.
    private static func withoutIndices(_ key: String) -> String {
        guard key.utf8.contains(UInt8(ascii: "[")) else { return key }
        let parts = key.splitByte("[").map { part in
            let digits = part.prefix { ("0"..."9").contains($0) }
            let rest = part.dropFirst(digits.count)
            return digits.isEmpty || rest.first != "]" ? part : "#" + rest
        }
        return parts.joined(separator: "[")
    }
}
