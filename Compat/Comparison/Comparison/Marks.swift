import URLSerialization

/// A payload with a mark in place of each value. The pair in which a mark appears carries the mark's leaf.
///
/// | payload | marked |
/// |---|---|
/// | `{"a": [true, null], "b": "x"}` | `{"a": ["qbtxmzkwd2", null], "b": "qbtxmzkwd1"}` |
///
/// The marks of scalars decrease from leaf to leaf, which shows whether a sender sorts pairs by their text. The others
/// increase, so that the elements of a set keep their order.
struct Marks {
    enum Extent: CaseIterable {
        /// Texts, numbers, Booleans, dates and URLs that are not in sets.
        case scalars
        /// All leaves except nulls, including the elements of sets.
        case values
        case all
    }

    let leaves: [PayloadLeaf]
    /// The leaves by their places, for bodies.
    let places: [PayloadPath: Int]
    /// The keys on the paths of all leaves.
    let keys: Set<UTF8Key>
    /// The texts that are the paths of several places, because canonically equivalent keys are equal in Swift.
    let ambiguousTexts: Set<String>
    private let mark: Mark
    /// The payloads with marks. An extent that marks no more leaves than a smaller one has none.
    private(set) var payloads: [Extent: Payload] = [:]

    init(_ payload: Payload, using generator: some RandomNumberGenerator = SystemRandomNumberGenerator()) {
        leaves = payload.leaves
        places = Dictionary(leaves.indices.map { [leaves] in (leaves[$0].path, $0) }) { $1 }
        keys = Set(leaves.lazy.flatMap(\.path.steps).compactMap(\.key).map { UTF8Key($0) })
        let paths = Dictionary(grouping: leaves.map(\.path).filter { !$0.isASCII }, by: \.text)
        ambiguousTexts = Set(paths.filter { Set($0.value).count > 1 }.keys)
        let texts = leaves.compactMap { $0.value.string ?? $0.value.url?.absoluteString } + keys.map(\.text)
        mark = Mark(count: leaves.count, absentFrom: texts, using: generator)
        guard let value = try? payload.value.get() else { return }
        let others = leaves.filter { !Self.isMarked($0.value, .scalars, isInSet: $0.path.isInSet) }
        for extent in Extent.allCases
        where extent == .scalars || others.contains(where: { $0.value.isNull == (extent == .all) }) {
            var next = 0
            payloads[extent] = payload.with(replaced(value, extent, isInSet: false, &next))
        }
    }

    /// Returns the leaves whose marks a text contains, in order, and whether it consists of a single mark. No sender
    /// escapes a mark.
    func leaves(in text: (some StringProtocol)?, _ extent: Extent) -> (leaves: [Int], isWhole: Bool) {
        let (numbers, isWhole) = text.map { mark.numbers(in: $0) } ?? ([], false)
        return (extent == .scalars ? numbers.map { leaves.count - $0 } : numbers, isWhole)
    }

    // MARK: - Replacement

    private static func isMarked(_ value: ParameterValue, _ extent: Extent, isInSet: Bool) -> Bool {
        switch value {
        case .null: extent == .all
        case .data, .array, .set, .dictionary: extent != .scalars
        default: extent != .scalars || !isInSet
        }
    }

    /// Returns the value with marks, its leaves in the payload's order; `next` is the number of the first.
    ///
    /// Recursive: payload readers refuse nesting beyond ``PayloadReader/maximumDepth``.
    private func replaced(
        _ value: ParameterValue, _ extent: Extent, isInSet: Bool, _ next: inout Int
    ) -> ParameterValue {
        if !value.elements.isEmpty {
            let isInSet = if case .set = value { true } else { isInSet }
            return value.replacingChildren { replaced($1, extent, isInSet: isInSet, &next) }
        }
        defer { next += 1 }
        guard Self.isMarked(value, extent, isInSet: isInSet) else { return value }
        let mark = mark.text(extent == .scalars ? leaves.count - next : next)
        // A URL stays a URL, because encoders put URLs under another key.
        if case .url = value, let url = URL(string: mark) { return .url(url) }
        return .string(mark)
    }
}

/// The texts that stand for numbered values. A mark consists of letters and digits, does not occur in the values, and
/// is not a prefix of another mark.
struct Mark {
    private let prefix: String
    private let width: Int

    /// Creates marks for the numbers up to a count, with a random prefix that no text contains.
    init(
        count: Int, absentFrom texts: [some StringProtocol],
        using generator: some RandomNumberGenerator = SystemRandomNumberGenerator()
    ) {
        var generator = generator
        width = String(count).utf8.count
        while true {
            // The first letter does not recur, so a text contains the prefix only where it contains that letter.
            let letters = (0..<8).compactMap { _ in "bcdfghjklmnprstvwxyz".utf8.randomElement(using: &generator) }
            let isFound = texts.contains { $0.splitByte("q").dropFirst().contains { $0.utf8.starts(with: letters) } }
            if isFound { continue }
            prefix = "q" + String(decoding: letters, as: UTF8.self)
            return
        }
    }

    func text(_ number: Int) -> String {
        let digits = String(number)
        return prefix + String(repeating: "0", count: width - digits.utf8.count) + digits
    }

    /// Returns the numbers whose marks a text contains, in order, and whether it consists of a single mark.
    func numbers(in text: some StringProtocol) -> (numbers: [Int], isWhole: Bool) {
        func number(_ digits: some Collection<UInt8>) -> Int? { Int(String(decoding: digits, as: UTF8.self)) }
        let (prefixCount, count) = (prefix.utf8.count, text.utf8.count)
        guard count >= prefixCount + width else { return ([], false) }
        if count == prefixCount + width, text.utf8.starts(with: prefix.utf8) {
            return ([number(text.utf8.dropFirst(prefixCount))].compactMap { $0 }, true)
        }
        let parts = text.components(separatedBy: prefix).dropFirst()
        return (parts.compactMap { number($0.utf8.prefix(width)) }, false)
    }
}
