import TestSupport

@testable import URLSerialization

extension RandomTree {
    /// The tree as a ``ParameterValue``, each dictionary in a random order.
    func value(using generator: inout SeededGenerator) -> ParameterValue {
        switch self {
        case .leaf(let leaf): return leaf.value
        case .array(let elements): return .array(elements.map { $0.value(using: &generator) })
        case .set(let elements): return .set(Set(elements.map { $0.value(using: &generator) }))
        case .dictionary(let entries):
            let shuffled = entries.sorted { $0.key < $1.key }.shuffled(using: &generator)
            return .dictionary(ParameterDictionary(shuffled.map { ($0.key, $0.value.value(using: &generator)) }))
        }
    }

    /// The tree in Swift's collections. Sets are Foundation's, so that elements that Swift merges, such as 1 and true,
    /// stay.
    var native: Any {
        switch self {
        case .leaf(let leaf): leaf.native
        case .array(let elements): elements.map(\.native)
        case .set(let elements): ParameterValue.set(Set(elements.map(\.plainValue)))
        case .dictionary(let entries): entries.mapValues(\.native)
        }
    }

    /// The tree in Foundation's collections, filled in a random order.
    func foundation(using generator: inout SeededGenerator) -> Any {
        switch self {
        case .leaf(let leaf): return leaf.foundation
        case .array(let elements): return NSArray(array: elements.map { $0.foundation(using: &generator) })
        case .set: return native
        case .dictionary(let entries):
            let dictionary = NSMutableDictionary()
            for (key, value) in entries.shuffled(using: &generator) {
                dictionary.setObject(value.foundation(using: &generator), forKey: key as NSString)
            }
            return dictionary
        }
    }

    private var plainValue: ParameterValue {
        var generator = SeededGenerator(seed: 0)
        return value(using: &generator)
    }

    /// The leaves with their key paths as a reader of the query sees them, sorted.
    var leaves: [BracketQuery.Leaf] {
        var leaves: [BracketQuery.Leaf] = []
        collect([], into: &leaves)
        return leaves.sorted()
    }

    private func collect(_ path: [String], into leaves: inout [BracketQuery.Leaf]) {
        switch self {
        case .leaf(let leaf): leaves.append(BracketQuery.Leaf(path: path, value: leaf.text))
        case .array(let elements): for element in elements { element.collect(path + [""], into: &leaves) }
        case .set(let elements): for element in elements { element.collect(path, into: &leaves) }
        case .dictionary(let entries): for (key, value) in entries { value.collect(path + [key], into: &leaves) }
        }
    }
}

/// A model whose shape is the tree's.
extension RandomTree: Encodable {
    private struct Key: CodingKey {
        let stringValue: String
        var intValue: Int? { nil }

        init(stringValue: String) {
            self.stringValue = stringValue
        }

        init?(intValue: Int) { nil }
    }

    func encode(to encoder: any Encoder) throws {
        switch self {
        case .leaf(let leaf):
            var container = encoder.singleValueContainer()
            try container.encode(leaf)
        case .array(let elements):
            var container = encoder.unkeyedContainer()
            for element in elements { try container.encode(element) }
        case .set(let elements):
            var container = encoder.singleValueContainer()
            try container.encode(elements)
        case .dictionary(let entries):
            var container = encoder.container(keyedBy: Key.self)
            for (key, value) in entries { try container.encode(value, forKey: Key(stringValue: key)) }
        }
    }
}

extension RandomTree.Leaf: Encodable {
    func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        switch value {
        case .null: try container.encodeNil()
        case .bool(let value): try container.encode(value)
        case .int(let value): try container.encode(value)
        case .uint(let value): try container.encode(value)
        case .double(let value): try container.encode(value)
        case .float(let value): try container.encode(value)
        case .string(let value): try container.encode(value)
        case .date(let value): try container.encode(value)
        case .url(let value): try container.encode(value)
        case .decimal, .data, .array, .set, .dictionary: try container.encode(value)
        }
    }
}

/// Reads a query as a server that supports brackets does: `a[b][]=1`.
enum BracketQuery {
    struct Leaf: Hashable, Comparable, CustomStringConvertible {
        let path: [String]
        let value: String?

        var description: String { "\(path)=\(value ?? "nil")" }

        private var sortText: [[UInt8]] { (path + [value.map { "=" + $0 } ?? ""]).map { Array($0.utf8) } }

        static func < (left: Leaf, right: Leaf) -> Bool {
            left.sortText.lexicographicallyPrecedes(right.sortText) { $0.lexicographicallyPrecedes($1) }
        }

        static func == (left: Leaf, right: Leaf) -> Bool { left.sortText == right.sortText }
    }

    static func leaves(of query: String) -> [Leaf] {
        query.isEmpty ? [] : query.split(separator: "&", omittingEmptySubsequences: false).map(leaf).sorted()
    }

    private static func leaf(of pair: Substring) -> Leaf {
        let parts = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        let value = parts.count > 1 ? PercentDecoder.text(decoding: parts[1]) : nil
        return Leaf(path: path(of: PercentDecoder.text(decoding: parts[0]) ?? "?"), value: value)
    }

    private static func path(of key: String) -> [String] {
        let scalars = key.unicodeScalars
        let name = scalars.prefix { $0 != "[" }
        let rest = scalars.dropFirst(name.count).split(separator: "[").map { $0.dropLast() }
        return [String(name)] + rest.map { String(String.UnicodeScalarView($0)) }
    }
}
