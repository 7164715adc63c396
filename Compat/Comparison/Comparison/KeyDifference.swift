/// Names why a pair's key is not AFNetworking's.
enum KeyDifference {
    /// The reasons, the weightiest first; never empty.
    ///
    /// - Parameters:
    ///   - leaf: The pair's leaf.
    ///   - sent: The key that the sender wrote, which is not AFNetworking's.
    ///   - form: The sender's spelling of keys.
    static func reasons(leaf: PayloadLeaf, sent: String, form: QueryForm) -> [Reason] {
        let sent = withoutIndices(sent)
        var reasons = reasons(path: leaf.path, sent: sent, form: form)
        if reasons == nil, case .url = leaf.value {
            // A URL's own coding keys are integers.
            reasons = self.reasons(path: leaf.path.appending(.index(0)), sent: sent, form: form).map {
                [.integerKeyLost] + $0
            }
        }
        guard let reasons, !reasons.isEmpty else { return [.keySpelling] }
        return reasons
    }

    /// The ways from AFNetworking's key to the sender's, by trying; nil if none of them leads there.
    private static func reasons(path: PayloadPath, sent: String, form: QueryForm) -> [Reason]? {
        var hasSeen: Set<String> = []
        for integersAreIndices in [false, true] {
            for setsAreArrays in [false, true] {
                for arrays in [form.arrays] + QueryForm.Arrays.allCases {
                    let key = form.key(
                        of: path, arrays: arrays, setsAreArrays: setsAreArrays, integersAreIndices: integersAreIndices)
                    guard hasSeen.insert(key).inserted else { continue }
                    let converted = form.converted(key)
                    guard withoutIndices(converted).utf8.elementsEqual(sent.utf8) else { continue }
                    return reasons(
                        path: path, arrays: arrays, setsAreArrays: setsAreArrays,
                        integersAreIndices: integersAreIndices, form: form,
                        isConverted: !converted.utf8.elementsEqual(key.utf8))
                }
            }
        }
        return nil
    }

    private static func reasons(
        path: PayloadPath, arrays: QueryForm.Arrays, setsAreArrays: Bool, integersAreIndices: Bool, form: QueryForm,
        isConverted: Bool
    ) -> [Reason] {
        var reasons: [Reason] = []
        if integersAreIndices { reasons.append(.integerKeyLost) }
        if isConverted { reasons.append(.keyConverted) }
        if path.has({ if case .element = $0 { true } else { false } }), setsAreArrays { reasons.append(.setAsArray) }
        if path.has({ if case .index = $0 { true } else { false } }) {
            switch arrays {
            case .brackets: break
            case .bare: reasons.append(.bracketsMissing)
            case .indices, .indicesWhereNested: reasons.append(.arrayIndexed)
            }
        }
        if form.separatesKeysByDots, path.steps.dropFirst().contains(where: \.isKey) { reasons.append(.keyDotted) }
        return reasons
    }

    /// A key with `[#]` for every index: where nulls are dropped the elements behind them move up.
    private static func withoutIndices(_ key: String) -> String {
        guard key.utf8.contains(UInt8(ascii: "[")) else { return key }
        var result = ""
        for part in key.splitByte("[") {
            if !result.isEmpty || part.startIndex != key.startIndex { result += "[" }
            let digits = part.prefix { ("0"..."9").contains($0) }
            result +=
                !digits.isEmpty && part.dropFirst(digits.count).first == "]" ? "#" + part.dropFirst(digits.count) : part
        }
        return result
    }
}

extension PayloadPath {
    fileprivate func has(_ isWanted: (Step) -> Bool) -> Bool { steps.contains(where: isWanted) }
}

extension PayloadPath.Step {
    fileprivate var isKey: Bool {
        if case .key = self { true } else { false }
    }
}
