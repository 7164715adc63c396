import URLSerialization

/// A payload with a mark in place of each value: the pair in which a mark comes out carries the mark's leaf.
///
/// | payload | marked |
/// |---|---|
/// | `{"a": [true, null], "b": "x"}` | `{"a": ["m0k2", null], "b": "m0k0"}` |
///
/// A mark is letters and digits, occurs nowhere in the payload, and is no prefix of another. Marks fall from leaf to
/// leaf, which shows whether a sender sorts pairs by their text.
final class Marks {
    /// The leaves that are marked.
    enum Extent: Int, CaseIterable {
        /// Texts, numbers, Booleans, dates and URLs outside of sets.
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
    /// The numbers of the leaves, for parameters that keep another order.
    private lazy var numbers = Dictionary(
        leaves.enumerated().map { ($1.path.identity, $0) }, uniquingKeysWith: { first, _ in first })

    init(_ payload: Payload, _ leaves: [PayloadLeaf]) {
        (self.payload, self.leaves) = (payload, leaves)
        width = String(leaves.count).utf8.count
        prefix = Self.prefix(absentFrom: leaves)
    }

    /// Whether there are leaves that only a greater extent marks.
    lazy var hasNulls = leaves.contains { $0.value == .null }
    lazy var hasOthers = leaves.contains {
        $0.value != .null && !Self.isMarked($0.value, .scalars, isInSet: $0.path.isInSet)
    }

    /// The payload with marks.
    func payload(_ extent: Extent) -> Payload {
        if let known = marked[extent] { return known }
        let parameters: Any
        if let value = payload.parameters as? ParameterValue {
            var next = 0
            parameters = replaced(value, extent, isInSet: false, &next)
        } else {
            parameters = replaced(payload.parameters, extent, at: PayloadPath(), isInSet: false)
        }
        let result = Payload(name: payload.name, format: payload.format, parameters: parameters)
        marked[extent] = result
        return result
    }

    /// The leaves whose marks a text holds, in its order, and whether it is nothing but one of them.
    func leaves(in text: String?) -> (leaves: [Int], isWhole: Bool) {
        guard let text, text.utf8.count >= prefix.utf8.count + width else { return ([], false) }
        if text.utf8.count == prefix.utf8.count + width, text.hasPrefix(prefix) {
            return ([number(text.dropFirst(prefix.count))].compactMap { $0 }, true)
        }
        let parts = text.components(separatedBy: prefix).dropFirst()
        return (parts.compactMap { number($0.prefix(width)) }, false)
    }

    private func number(_ digits: Substring) -> Int? { Int(digits).map { leaves.count - $0 } }

    private func mark(_ leaf: Int) -> String {
        let digits = String(leaves.count - leaf)
        return prefix + String(repeating: "0", count: width - digits.utf8.count) + digits
    }

    // MARK: - Prefix

    /// The first of `m0k`, `m1k`… that no key and no text has.
    private static func prefix(absentFrom leaves: [PayloadLeaf]) -> String {
        var taken: Set<Int> = []
        func visit(_ text: String) {
            guard text.utf8.contains(UInt8(ascii: "m")) else { return }
            for part in text.utf8.split(separator: UInt8(ascii: "m")) {
                let digits = part.prefix { (0x30...0x39).contains($0) }
                if digits.endIndex < part.endIndex, part[digits.endIndex] == UInt8(ascii: "k"),
                    let number = Int(String(decoding: digits, as: UTF8.self))
                {
                    taken.insert(number)
                }
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

    /// A URL stays one: encoders give it another key than a text.
    private func mark(_ leaf: Int, for value: ParameterValue) -> ParameterValue {
        if case .url = value, let url = URL(string: mark(leaf)) { return .url(url) }
        return .string(mark(leaf))
    }

    /// Recursive: payload readers refuse nesting beyond ``PayloadReader/maximumDepth``.
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
            defer { next += 1 }
            return Self.isMarked(value, extent, isInSet: isInSet) ? mark(next, for: value) : value
        }
    }

    /// The same for parameters in the types of typed JSON.
    private func replaced(_ value: Any, _ extent: Extent, at path: PayloadPath, isInSet: Bool) -> Any {
        if let optional = value as? any OptionalValue, !(value is ParameterValue) {
            return optional.mapped { self.replaced($0, extent, at: path, isInSet: isInSet) }
        }
        func replaced(_ value: Any, _ step: PayloadPath.Step, isInSet: Bool = isInSet) -> Any {
            self.replaced(value, extent, at: path.appending(step), isInSet: isInSet)
        }
        func entries<Key>(_ entries: [Key: String]) -> [Key: String] {
            Dictionary(
                uniqueKeysWithValues: entries.map { ($0, replaced($1, .key("\($0)")) as? String ?? $1) })
        }
        switch value {
        case let all as OrderedEntries where !all.all.isEmpty:
            return OrderedEntries(all.all.map { ($0, replaced($1, .key("\($0)"))) })
        case let elements as [Any] where !elements.isEmpty:
            return elements.enumerated().map { replaced($1, .index($0)) }
        case let texts as [String: String] where !texts.isEmpty: return entries(texts)
        case let texts as [Int: String] where !texts.isEmpty: return entries(texts)
        case let elements as Set<TypedSetElement> where !elements.isEmpty:
            guard case .set(let values)? = try? ParameterValue(bridging: elements) else { return value }
            let positions = Dictionary(
                PayloadLeaf.ordered(values).enumerated().map { ($1, $0) }, uniquingKeysWith: { first, _ in first })
            return Set(
                elements.map { element in
                    let position = (try? ParameterValue(bridging: element.rawValue)).flatMap { positions[$0] } ?? 0
                    let content = replaced(element.rawValue, .element(position), isInSet: true)
                    return TypedSetElement(content, identity: element.identity)
                })
        default:
            guard let leaf = numbers[path.identity], Self.isMarked(leaves[leaf].value, extent, isInSet: isInSet) else {
                return value
            }
            if value is URL, let url = URL(string: mark(leaf)) { return url }
            return mark(leaf)
        }
    }
}
