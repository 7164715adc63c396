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
        let pairs = Dictionary(grouping: old.indices) { old[$0].endpoint }.flatMap { endpoint, numbers in
            Self.pairs(of: numbers, others[endpoint] ?? [], old, new)
        }.sorted { $0.0 < $1.0 }
        let (own, taken) = (Set(pairs.map(\.0)), Set(pairs.map(\.1)))
        pairCount = pairs.count
        missing = old.indices.filter { !own.contains($0) }.map { old[$0] }
        added = new.indices.filter { !taken.contains($0) }.map { new[$0] }
        differences = pairs.compactMap {
            RequestDifference(expected: old[$0], actual: new[$1], headers: headers, server: server)
        }
    }

    /// The largest number of distances that are computed for an endpoint; more requests are paired in their order.
    private static let mostDistances = 4_500_000

    /// Returns the pairs of an endpoint's requests: the equal ones, then the nearest ones.
    private static func pairs(
        of old: [Int], _ new: [Int], _ olds: [RecordedRequest], _ news: [RecordedRequest]
    ) -> [(Int, Int)] {
        func content(_ request: RecordedRequest) -> [Int] { [request.query.hashValue, request.body.hashValue] }
        let equal = old.paired(with: new, by: { content(olds[$0]) }, { content(news[$0]) })
        let (own, taken) = (Set(equal.map(\.0)), Set(equal.map(\.1)))
        let (left, right) = (old.filter { !own.contains($0) }, new.filter { !taken.contains($0) })
        guard left.count > 1 || right.count > 1, left.count * right.count <= mostDistances else {
            return equal + zip(left, right)
        }
        let (rows, columns) = (left.map { pieces(of: olds[$0]) }, right.map { pieces(of: news[$0]) })
        // The pairs of requests by their distance.
        var candidates: [[(row: Int32, column: Int32)]] = []
        for (row, own) in rows.enumerated() {
            for (column, other) in columns.enumerated() {
                let distance = own.count + other.count - 2 * own.count(where: other.contains)
                while candidates.count <= distance { candidates.append([]) }
                candidates[distance].append((Int32(row), Int32(column)))
            }
        }
        var (openRows, openColumns, nearest) = (Set(rows.indices), Set(columns.indices), equal)
        for case let (row, column) in candidates.joined().lazy.map({ (Int($0), Int($1)) })
        where openRows.contains(row) && openColumns.remove(column) != nil {
            openRows.remove(row)
            nearest.append((left[row], right[column]))
        }
        return nearest
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
