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
        var candidates: [UInt64] = []
        candidates.reserveCapacity(left.count * others.count)
        for (row, pieces) in own.enumerated() {
            for (column, others) in other.enumerated() {
                let distance = UInt64(min(distance(pieces, others), 1 << 20))
                candidates.append(distance << 42 | UInt64(row) << 21 | UInt64(column))
            }
        }
        candidates.sort()
        var (rows, columns) = (Set<UInt64>(), Set<UInt64>())
        for candidate in candidates {
            let (row, column) = (candidate >> 21 & 0x1F_FFFF, candidate & 0x1F_FFFF)
            guard !rows.contains(row), !columns.contains(column) else { continue }
            rows.insert(row)
            columns.insert(column)
            partners[left[Int(row)]] = others[Int(column)]
            if rows.count == left.count || columns.count == others.count { break }
        }
    }

    /// Returns the sorted hashes of a request's pairs and values, with and without their texts.
    private static func pieces(of request: RecordedRequest) -> [Int] {
        let content = RecordedContent(of: request)
        var pieces = SentPair.pairs(ofQuery: request.query + "&" + (content.form ?? "")).flatMap { pair in
            let name = PairDifferences.names(in: pair.key)
            return [name.hashValue, "\(name)\u{0}\(pair.received ?? "")".hashValue]
        }
        switch content {
        case .document(let value, _):
            pieces += PayloadLeaf.all(in: value).flatMap {
                [$0.path.hashValue, [$0.path.text, "\($0.value)"].hashValue]
            }
        case .bytes(let data, _): pieces.append(data.hashValue)
        default: break
        }
        return pieces.sorted()
    }

    /// Returns the number of pieces that only one of two sorted lists has.
    private static func distance(_ left: [Int], _ right: [Int]) -> Int {
        var (i, j, common) = (0, 0, 0)
        while i < left.count, j < right.count {
            if left[i] == right[j] { common += 1 }
            let (moves, others) = (left[i] <= right[j], right[j] <= left[i])
            i += moves ? 1 : 0
            j += others ? 1 : 0
        }
        return left.count + right.count - 2 * common
    }
}
