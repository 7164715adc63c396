import URLSerialization

/// Which leaf of the payload each pair of a request carries.
struct PairAlignment {
    /// The pairs of the request.
    let pairs: [SentPair]
    /// For each leaf the pair that carries it, if any.
    private(set) var pairOfLeaf: [Int?]
    /// For each pair the leaf it carries, if that can be told.
    private(set) var leafOfPair: [Int?]
    /// Leaves that several pairs carry together.
    private(set) var leavesTakenApart: Set<Int> = []

    private let leaves: [PayloadLeaf]

    init(of report: SenderReport, with leaves: [PayloadLeaf]) {
        self.init(
            pairs: report.pairs, areTree: report.body != nil, isFlat: !report.writesNestedCollections, leaves: leaves)
    }

    /// What AFNetworking's query would be if it had a text for bytes, without their pairs; nil where it refuses the
    /// payload for another reason.
    init?(ofReferenceWithoutData payload: Payload, with leaves: [PayloadLeaf]) {
        var style = QueryStyle.afNetworking
        style.data = .base64
        guard let query = try? QueryStringSerializer(style: style).string(from: payload.parameters) else { return nil }
        self.init(pairs: SentPair.pairs(ofQuery: query), areTree: false, isFlat: false, leaves: leaves)
        for (position, leaf) in leaves.enumerated() {
            guard case .data = leaf.value, let pair = pairOfLeaf[position] else { continue }
            pairOfLeaf[position] = nil
            leafOfPair[pair] = nil
        }
    }

    private init(pairs: [SentPair], areTree: Bool, isFlat: Bool, leaves: [PayloadLeaf]) {
        self.pairs = pairs
        self.leaves = leaves
        pairOfLeaf = Array(repeating: nil, count: leaves.count)
        leafOfPair = Array(repeating: nil, count: pairs.count)
        if areTree { alignByPath() } else { alignByKey(isFlat: isFlat) }
    }

    /// Writes the paths of the leaves into a report's pairs.
    func setPaths(in report: inout SenderReport) {
        report.setPaths(leafOfPair.map { leaf in leaf.map { leaves[$0].path } })
    }

    /// A body is a tree: its leaves stand where the payload's do.
    private mutating func alignByPath() {
        var positions: [[UInt8]: Int] = [:]
        for (position, leaf) in leaves.enumerated() { positions[leaf.path.identity] = position }
        for (position, pair) in pairs.enumerated() {
            guard let path = pair.path else { continue }
            if let leaf = positions[path.identity] {
                join(pair: position, leaf: leaf)
            } else if let leaf = Self.ancestors(of: path).compactMap({ positions[$0.identity] }).first {
                leafOfPair[position] = leaf
                leavesTakenApart.insert(leaf)
            }
        }
    }

    /// A query is a list: the leaves with one key, but for brackets and indices, come in the payload's order.
    ///
    /// - Parameter isFlat: Whether the sender leaves out what is nested.
    private mutating func alignByKey(isFlat: Bool) {
        var waiting: [[UInt8]: [Int]] = [:]
        for (position, leaf) in leaves.enumerated() where !(isFlat && leaf.path.isNested) {
            waiting[Self.plainKey(leaf.path.queryKey), default: []].append(position)
        }
        var next: [[UInt8]: Int] = [:]
        for (position, pair) in pairs.enumerated() {
            let key = Self.plainKey(pair.key)
            guard let group = waiting[key] else { continue }
            var cursor = next[key, default: 0]
            // An empty collection has no pair; skip it unless it is all there is.
            while cursor < group.count - 1, leaves[group[cursor]].isEmptyCollection { cursor += 1 }
            guard cursor < group.count else { continue }
            join(pair: position, leaf: group[cursor])
            next[key] = cursor + 1
        }
    }

    /// The places above a place, the nearest first.
    private static func ancestors(of path: PayloadPath) -> some Sequence<PayloadPath> & LazySequenceProtocol {
        path.steps.indices.reversed().lazy.map { PayloadPath(Array(path.steps[..<$0])) }
    }

    private mutating func join(pair: Int, leaf: Int) {
        pairOfLeaf[leaf] = pair
        leafOfPair[pair] = leaf
    }

    /// A key without `[]` and `[3]`, by its UTF-8.
    private static func plainKey(_ key: String) -> [UInt8] {
        var plain: [UInt8] = []
        for byte in key.utf8 {
            plain.append(byte)
            guard byte == UInt8(ascii: "]"), let open = plain.lastIndex(of: UInt8(ascii: "[")) else { continue }
            if plain[(open + 1)...].dropLast().allSatisfy({ (0x30...0x39).contains($0) }) {
                plain.removeSubrange(open...)
            }
        }
        return plain
    }
}

extension SenderReport {
    /// The same report, its pairs with the paths they come from.
    fileprivate mutating func setPaths(_ paths: [PayloadPath?]) {
        for position in pairs.indices where pairs[position].path == nil { pairs[position].path = paths[position] }
    }
}
