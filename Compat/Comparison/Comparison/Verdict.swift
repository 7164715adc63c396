/// A sender's result in numbers.
public struct Verdict: Sendable, Codable, Equatable {
    /// The bytes of the query or the body; `nil` where the sender refused the payload.
    public let bytes: Int?
    /// The values that arrive as they are in the payload, their types aside.
    public let kept: Int
    /// The values in whose place something else arrives.
    public let changed: Int
    /// The values that do not arrive.
    public let lost: Int
    /// The values that differ from the reference's on arrival; `nil` where one of the two refused the payload.
    public let differing: Int?
    /// The effect of a switch from AFNetworking.
    public let effect: Effect

    /// The effect of a switch from AFNetworking to a sender.
    public enum Effect: String, Sendable, Codable {
        /// None: the sender is the reference.
        case reference
        /// The same bytes.
        case sameBytes = "same-bytes"
        /// The same values under the same keys, in other bytes.
        case sameValues = "same-values"
        /// Other values.
        case differs
        /// One of the two refuses the payload.
        case refused
        /// There is nothing to compare with.
        case unknown
    }

    init(_ report: SenderReport, reference: SenderReport, hasReference: Bool) {
        let states = report.arrivals.map(\.state)
        kept = states.count { $0 == .kept }
        changed = states.count { $0 == .changed }
        lost = states.count { $0 == .lost }
        guard let request = report.request else {
            (bytes, differing) = (nil, nil)
            effect = report.name == reference.name ? .reference : .refused
            return
        }
        bytes = request.body?.count ?? request.query.utf8.count
        let count = report.arrivals.count { !$0.isSame } + report.differences.count { $0.reasons == [.pairAdded] }
        differing = hasReference ? count : nil
        if report.name == reference.name {
            effect = .reference
        } else if !hasReference {
            effect = .unknown
        } else if let expected = reference.request, expected.query == request.query, request.form == .query {
            effect = .sameBytes
        } else {
            effect = count == 0 ? .sameValues : .differs
        }
    }
}
