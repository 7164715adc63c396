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
    package var matters: Bool { !missing.isEmpty || !added.isEmpty || differences.contains(where: \.matters) }

    /// - Parameters:
    ///   - headers: The names in lower case of the header fields to compare; `nil` for the usual ones.
    ///   - server: The server at which the effect of each difference is shown; `nil` for none.
    package init(
        _ old: [RecordedRequest], _ new: [RecordedRequest], headers: Set<String>? = nil, server: QueryServer? = nil
    ) {
        // Equal requests first.
        let content: (RecordedRequest) -> [AnyHashable] = { [$0.endpoint, $0.query, $0.body] }
        var partners = old.partners(in: new, by: [content])
        let left = Dictionary(grouping: old.indices.filter { partners[$0] == nil }) { old[$0].endpoint }
        let others = Dictionary(grouping: Set(new.indices).subtracting(partners.values).sorted()) { new[$0].endpoint }
        for (endpoint, numbers) in left {
            let candidates = others[endpoint] ?? []
            let nearest = Self.nearest(numbers.map { old[$0] }, candidates.map { new[$0] })
            for (number, partner) in nearest { partners[numbers[number]] = candidates[partner] }
        }
        pairCount = partners.count
        missing = old.indices.filter { partners[$0] == nil }.map { old[$0] }
        added = Set(new.indices).subtracting(partners.values).sorted().map { new[$0] }
        differences = partners.sorted { $0.key < $1.key }.compactMap {
            RequestDifference(expected: old[$0], actual: new[$1], headers: headers, server: server)
        }
    }

    /// The largest number of distances that are computed for an endpoint; more requests are paired in their order.
    private static let mostDistances = 4_500_000

    /// Returns the positions of requests of one endpoint with those of their partners, the nearest first.
    private static func nearest(_ old: [RecordedRequest], _ new: [RecordedRequest]) -> [(Int, Int)] {
        guard old.count > 1 || new.count > 1, old.count * new.count <= mostDistances else {
            return Array(zip(old.indices, new.indices))
        }
        let pieces = new.map(Self.pieces)
        var columns: [Int: [Int]] = [:]
        for (column, pieces) in pieces.enumerated() {
            for piece in pieces { columns[piece, default: []].append(column) }
        }
        // The pairs of requests by their distance, each as one number.
        var candidates: [[Int]] = []
        for (row, own) in old.map(Self.pieces).enumerated() {
            var distances = pieces.map { own.count + $0.count }
            for piece in own { for column in columns[piece] ?? [] { distances[column] -= 2 } }
            for (column, distance) in distances.enumerated() {
                while candidates.count <= distance { candidates.append([]) }
                candidates[distance].append(row * new.count + column)
            }
        }
        var (isTaken, hasPartner) = (new.map { _ in false }, old.map { _ in false })
        return candidates.joined().compactMap { candidate in
            let (row, column) = candidate.quotientAndRemainder(dividingBy: new.count)
            if hasPartner[row] || isTaken[column] { return nil }
            (hasPartner[row], isTaken[column]) = (true, true)
            return (row, column)
        }
    }

    /// Returns the hashes of a request's pairs and values, with and without their texts.
    private static func pieces(of request: RecordedRequest) -> Set<Int> {
        let content = RecordedContent(of: request)
        let pieces = (RecordedContent.form(request.query).pairs + content.pairs).flatMap { pair in
            let name = PairDifferences.names(in: pair.key)
            return [name.hashValue, "\(name)\u{0}\(pair.received ?? "")".hashValue]
        }
        return if case .bytes(let data, _) = content { Set(pieces + [data.hashValue]) } else { Set(pieces) }
    }
}
