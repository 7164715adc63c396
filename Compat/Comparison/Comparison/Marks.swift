import URLSerialization

/// A payload with a mark in place of each value. The pair in which a mark appears carries the mark's leaf.
///
/// | payload | marked |
/// |---|---|
/// | `{"a": [true, null], "b": "x"}` | `{"a": ["m0k2", null], "b": "m0k0"}` |
///
/// A mark is letters and digits, occurs nowhere in the payload, and is no prefix of another. Marks decrease from leaf
/// to leaf, which shows whether a sender sorts pairs by their text.
final class Marks {
    /// The leaves that are marked.
    enum Extent: Int, CaseIterable {
        /// Texts, numbers, Booleans, dates and URLs that are not in sets.
        case scalars
        /// All leaves except nulls.
        case values
        /// All leaves.
        case all
    }

    let leaves: [PayloadLeaf]
    private let payload: Payload
    private let prefix: String
    private let width: Int
    private var marked: [Extent: Payload] = [:]

    init(_ payload: Payload, _ leaves: [PayloadLeaf]) {
        (self.payload, self.leaves) = (payload, leaves)
        width = String(leaves.count).utf8.count
        prefix = Self.prefix(absentFrom: leaves)
    }

    /// The places of the leaves, for bodies.
    lazy var tree = PayloadTree(leaves)

    /// Whether an extent marks leaves that no smaller one does.
    func has(_ extent: Extent) -> Bool {
        leaves.contains {
            $0.value.isNull == (extent == .all) && !Self.isMarked($0.value, .scalars, isInSet: $0.path.isInSet)
        }
    }

    /// The texts that are the paths of several places, because canonically equivalent keys are equal in Swift.
    lazy var ambiguousTexts: Set<String> = {
        let texts = Dictionary(grouping: leaves.map(\.path).filter { !$0.isASCII }, by: \.text)
        return Set(texts.filter { Set($0.value).count > 1 }.keys)
    }()

    /// Returns the payload with marks.
    func payload(_ extent: Extent) -> Payload {
        if let known = marked[extent] { return known }
        var next = 0
        let parameters = replaced(payload.parameters, extent, isInSet: false, &next)
        let result = Payload(name: payload.name, format: payload.format, parameters: parameters)
        marked[extent] = result
        return result
    }

    /// Returns the leaves whose marks a text contains, in order, and whether it consists of a single mark.
    func leaves(in text: String?) -> (leaves: [Int], isWhole: Bool) {
        guard let text, text.utf8.count >= prefix.utf8.count + width else { return ([], false) }
        if text.utf8.count == prefix.utf8.count + width, text.utf8.starts(with: prefix.utf8) {
            return ([number(text.utf8.dropFirst(prefix.utf8.count))].compactMap { $0 }, true)
        }
        let parts = text.components(separatedBy: prefix).dropFirst()
        return (parts.compactMap { number($0.utf8.prefix(width)) }, false)
    }

    private func number(_ digits: Substring.UTF8View) -> Int? { Int(Substring(digits)).map { leaves.count - $0 } }

    private func mark(_ leaf: Int) -> String {
        let digits = String(leaves.count - leaf)
        return prefix + String(repeating: "0", count: width - digits.utf8.count) + digits
    }

    // MARK: - Prefix

    /// Returns the first of `m0k`, `m1k`… that no key and no text contains.
    private static func prefix(absentFrom leaves: [PayloadLeaf]) -> String {
        var taken: Set<Int> = []
        func visit(_ text: String) {
            guard text.utf8.contains(UInt8(ascii: "m")) else { return }
            for part in text.utf8.split(separator: UInt8(ascii: "m")) {
                if let number = Int(Substring(part.prefix { $0 != UInt8(ascii: "k") })) { taken.insert(number) }
            }
        }
        for leaf in leaves {
            if case .string(let text) = leaf.value { visit(text) }
            if case .url(let url) = leaf.value { visit(url.absoluteString) }
            for case .key(let name) in leaf.path.steps { visit(name) }
        }
        return "m\((0...taken.count).first { !taken.contains($0) } ?? 0)k"
    }

    // MARK: - Replacement

    private static func isMarked(_ value: ParameterValue, _ extent: Extent, isInSet: Bool) -> Bool {
        switch value {
        case .null: extent == .all
        case .data, .array, .set, .dictionary: extent != .scalars
        default: extent != .scalars || !isInSet
        }
    }

    /// Returns the mark of a leaf, or its value if it is not marked. A URL stays a URL, because encoders put URLs under
    /// another key.
    private func replacement(of value: Any, _ extent: Extent, isInSet: Bool, _ next: inout Int) -> Any {
        defer { next += 1 }
        guard leaves.indices.contains(next), Self.isMarked(leaves[next].value, extent, isInSet: isInSet) else {
            return value
        }
        if case .url = leaves[next].value, let url = URL(string: mark(next)) { return url }
        return mark(next)
    }

    /// Returns the value with marks, its leaves in the payload's order; `next` is the number of the first.
    ///
    /// Recursive: payload readers refuse nesting beyond ``PayloadReader/maximumDepth``.
    private func replaced(_ value: Any, _ extent: Extent, isInSet: Bool, _ next: inout Int) -> Any {
        func replaced(_ value: Any) -> Any { self.replaced(value, extent, isInSet: isInSet, &next) }
        // A Swift dictionary has no order, so the order of the leaves counts.
        func entries<Key>(_ texts: [Key: String], _ key: (String) -> Key?) -> [Key: String] {
            texts.reduce(into: texts) { entries, _ in
                guard case .key(let name)? = leaves.dropFirst(next).first?.path.steps.last, let key = key(name) else {
                    return
                }
                entries[key] = replaced(entries[key] ?? "") as? String
            }
        }
        switch value {
        case let value as ParameterValue: return self.replaced(value, extent, isInSet: isInSet, &next) as ParameterValue
        case let optional as any OptionalValue: return optional.mapped(replaced)
        case let all as OrderedEntries where !all.all.isEmpty: return OrderedEntries(all.all.map { ($0, replaced($1)) })
        case let elements as [Any] where !elements.isEmpty: return elements.map(replaced)
        case let texts as [String: String] where !texts.isEmpty: return entries(texts) { $0 }
        case let texts as [Int: String] where !texts.isEmpty: return entries(texts) { Int($0) }
        case let elements as Set<TypedSetElement> where !elements.isEmpty:
            guard case .set(let values)? = try? ParameterValue(bridging: elements) else { return value }
            let known = Dictionary(
                elements.map { (try? ParameterValue(bridging: $0.rawValue), $0) },
                uniquingKeysWith: { first, _ in first })
            return Set(
                PayloadLeaf.ordered(values).compactMap { known[$0] }.map { element in
                    let content = self.replaced(element.rawValue, extent, isInSet: true, &next)
                    return TypedSetElement(content, identity: element.identity)
                })
        default: return replacement(of: value, extent, isInSet: isInSet, &next)
        }
    }

    private func replaced(
        _ value: ParameterValue, _ extent: Extent, isInSet: Bool, _ next: inout Int
    ) -> ParameterValue {
        switch value {
        case .dictionary(let entries) where !entries.isEmpty:
            return .dictionary(
                ParameterDictionary(entries.map { ($0.key, replaced($0.value, extent, isInSet: isInSet, &next)) }))
        case .array(let elements) where !elements.isEmpty:
            return .array(elements.map { replaced($0, extent, isInSet: isInSet, &next) })
        case .set(let elements) where !elements.isEmpty:
            return .set(Set(PayloadLeaf.ordered(elements).map { replaced($0, extent, isInSet: true, &next) }))
        default:
            switch replacement(of: value, extent, isInSet: isInSet, &next) {
            case let url as URL: return .url(url)
            case let mark as String: return .string(mark)
            default: return value
            }
        }
    }
}
