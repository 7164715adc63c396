import TestSupport
import URLSerialization

extension RandomParameters {
    /// Parameters whose query is read back without ambiguity.
    static let queries: RandomParameters = {
        var random = RandomParameters(leaves: Leaf.allCases.filter { $0 != .data })
        // Before 1970 Foundation on Linux rounds up, and an NSURL has no base there.
        random.dates = 0...31_000_000_000
        random.urls.removeAll { $0.baseURL != nil }
        // Brackets could not be distinguished from those of the key path.
        random.keys = {
            $0.text(
                scalars: $0.int(1...4), of: $0.oneIn(3) ? [.latin, .kana, .emoji, .marks, .byteOrderMark] : [.letters])
        }
        return random
    }()

    /// Parameters that JSON represents without loss.
    static let exactInJSON: RandomParameters = {
        var random = queries
        random.leaves = [.null, .bool, .int, .string, .double]
        random.collections = [.array, .dictionary]
        random.doubles = [.half]
        return random
    }()
}

extension ParameterValue {
    /// The leaves with their key paths as a reader of the query sees them, sorted.
    var leaves: [BracketQuery.Leaf] {
        var leaves: [BracketQuery.Leaf] = []
        collect([], into: &leaves)
        return leaves.sorted()
    }

    private func collect(_ path: [String], into leaves: inout [BracketQuery.Leaf]) {
        switch self {
        case .array(let elements): for element in elements { element.collect(path + [""], into: &leaves) }
        case .set(let elements): for element in elements { element.collect(path, into: &leaves) }
        case .dictionary(let entries): for (key, value) in entries { value.collect(path + [key], into: &leaves) }
        default: leaves.append(BracketQuery.Leaf(path: path, value: queryText))
        }
    }

    /// The text of a leaf; `nil` for a null.
    private var queryText: String? {
        switch self {
        case .null, .data, .array, .set, .dictionary: nil
        case .bool(let value): value ? "1" : "0"
        case .int(let value): "\(value)"
        case .uint(let value): "\(value)"
        case .double(let value): String(format: "%0.16g", value)
        case .float(let value): String(format: "%0.7g", Double(value))
        case .decimal(let value): "\(value)"
        case .string(let value): value
        case .date(let value): value.description
        case .url(let value): value.absoluteString
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
