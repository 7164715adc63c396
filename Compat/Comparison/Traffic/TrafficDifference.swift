import URLSerialization

/// The differences between two recordings.
///
/// Requests are paired by method and path, then by the nearest content; the order breaks ties.
///
/// | old | new | pairs |
/// |---|---|---|
/// | `GET /a?n=1`, `GET /a?n=2`, `GET /b` | `GET /a?n=2`, `GET /a?n=3` | 2–2, 1–3; `GET /b` has no partner |
package struct TrafficDifference: Sendable {
    /// The number of pairs of requests.
    package let pairCount: Int
    /// The differences of the pairs that are not equal, in the order of the old recording.
    package let differences: [RequestDifference]
    /// The requests without a partner.
    package let missing, added: [RecordedRequest]

    /// Whether anything that matters differs.
    package var matters: Bool {
        !missing.isEmpty || !added.isEmpty || differences.contains(where: \.matters)
    }

    /// - Parameters:
    ///   - headers: The header fields to compare.
    ///   - server: The server at which the effect of each difference is shown; `nil` for none.
    package init(
        _ old: [RecordedRequest], _ new: [RecordedRequest], headers: HeaderChoice = .standard,
        server: QueryServer? = nil
    ) {
        let others = Dictionary(grouping: new.indices) { new[$0].endpoint }
        var partners: [Int: Int] = [:]
        for (endpoint, numbers) in Dictionary(grouping: old.indices, by: { old[$0].endpoint }) {
            Self.pair(numbers, others[endpoint] ?? [], old, new, &partners)
        }
        let taken = Set(partners.values)
        pairCount = partners.count
        missing = old.indices.filter { partners[$0] == nil }.map { old[$0] }
        added = new.indices.filter { !taken.contains($0) }.map { new[$0] }
        differences = old.indices.compactMap { number in
            partners[number].flatMap {
                RequestDifference(expected: old[number], actual: new[$0], headers: headers, server: server)
            }
        }
    }

    /// The largest number of distances that are computed for an endpoint; more requests are paired in their order.
    private static let mostDistances = 4_500_000

    private static func pair(
        _ old: [Int], _ new: [Int], _ olds: [RecordedRequest], _ news: [RecordedRequest], _ partners: inout [Int: Int]
    ) {
        // Equal requests first.
        var waiting = Dictionary(grouping: new.reversed()) { [news[$0].query.hashValue, news[$0].body.hashValue] }
        var left: [Int] = []
        for number in old {
            if let partner = waiting[[olds[number].query.hashValue, olds[number].body.hashValue]]?.popLast() {
                partners[number] = partner
            } else {
                left.append(number)
            }
        }
        let others = waiting.values.joined().sorted()
        guard left.count > 1 || others.count > 1, left.count * others.count <= mostDistances else {
            for (number, partner) in zip(left, others) { partners[number] = partner }
            return
        }
        let (own, other) = (left.map { pieces(of: olds[$0]) }, others.map { pieces(of: news[$0]) })
        var columns: [Int: [Int]] = [:]
        for (column, pieces) in other.enumerated() {
            for piece in pieces { columns[piece, default: []].append(column) }
        }
        // The pairs of requests by their distance.
        var candidates: [[(row: Int32, column: Int32)]] = []
        for (row, pieces) in own.enumerated() {
            var common = Array(repeating: 0, count: others.count)
            for piece in pieces { for column in columns[piece] ?? [] { common[column] += 1 } }
            for column in others.indices {
                let distance = pieces.count + other[column].count - 2 * common[column]
                while candidates.count <= distance { candidates.append([]) }
                candidates[distance].append((Int32(row), Int32(column)))
            }
        }
        var (rows, taken) = (left.map { _ in false }, others.map { _ in false })
        for case let (row, column) in candidates.joined().lazy.map({ (Int($0), Int($1)) })
        where !rows[row] && !taken[column] {
            (rows[row], taken[column]) = (true, true)
            partners[left[row]] = others[column]
        }
    }

    /// Returns the hashes of a request's pairs and values, with and without their texts.
    private static func pieces(of request: RecordedRequest) -> Set<Int> {
        let content = RecordedContent(of: request)
        var pairs = SentPair.pairs(ofQuery: request.query + "&" + (content.form ?? ""))
        if case .document(let value, let isJSON) = content {
            pairs += PayloadLeaf.all(in: value).map { SentPair($0, isJSON: isJSON) }
        }
        var pieces = pairs.flatMap { pair in
            let name = PairDifferences.names(in: pair.key)
            return [name.hashValue, "\(name)\u{0}\(pair.received ?? "")".hashValue]
        }
        if case .bytes(let data, _) = content { pieces.append(data.hashValue) }
        return Set(pieces)
    }
}
