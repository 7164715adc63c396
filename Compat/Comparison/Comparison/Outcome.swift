import URLSerialization

/// The outcome of sending one leaf of a payload: what arrives in the request, or what a server reads.
package struct Outcome: Sendable, Hashable {
    /// The state of a value on arrival.
    package enum State: String, Sendable {
        /// The value can be recovered, except for its type.
        case kept
        /// A different value arrives, or the value arrives in another place.
        case changed
        /// Nothing arrives.
        case lost
        /// On a server, the same value in its place.
        case same
        /// On a server, the value's text in its place.
        case becameText = "became text"
        /// On a server, the value in another place, under the same keys.
        case moved
        /// On a server, the value under another key.
        case renamed
        /// On a server, the value in the same element as the values of another element.
        case merged
        /// On a server that reads the query, no value.
        case dropped
        /// On a server, no value, because the server refuses the query.
        case refused

        /// The states of values on a server, the least loss first.
        static let ofServers: [State] = [.same, .becameText, .changed, .moved, .renamed, .merged, .dropped, .refused]
    }

    /// The form of a value that arrives.
    package enum Form: String, Sendable {
        /// A text, or a value that its text describes fully.
        case text
        /// A key without `=`, or the null of a body.
        case null
        case emptyCollection
        /// A part of a text that describes a whole collection.
        case described
        /// Several values that together carry one.
        case parts
        case nothing
    }

    package var state = State.lost
    /// The form of the value that arrives.
    package var form = Form.nothing
    /// The key, or on a server the place, in which it arrives; `nil` if it is the reference's or the payload's, or if
    /// nothing arrives.
    package var key: String?
    /// The text that arrives, decoded; `nil` for a bare key and if nothing arrives.
    package var text: String?
    /// The position among the array's elements, counted from 1, if it differs from the element's own; otherwise `nil`.
    package var position: Int?
    /// Whether the reference's value arrives, under the same key and in the same place; on a server, whether the value
    /// or its text is in its place.
    package var isSame = false
    /// The reasons for a difference from the reference's pair, the most important first.
    package var reasons: [Reason] = []

    /// The part of the outcome that decides whether leaves share a row.
    var pattern: Outcome {
        let state = state == .same || state == .becameText ? .kept : state
        let reasons = isSame ? [] : reasons.count > 1 ? [reasons[0]] : reasons
        return Outcome(state: state, form: form, isSame: isSame, reasons: reasons)
    }

    /// Whether two outcomes look the same in a report.
    func looks(like other: Outcome) -> Bool {
        pattern == other.pattern && key == other.key && text == other.text && position == other.position
    }
}

/// A difference of a request from AFNetworking's.
package struct PairDifference: Sendable, Hashable {
    /// The part of a request that differs.
    enum Place: Sendable, Hashable {
        /// The pair of a leaf, by the leaf's number.
        case leaf(Int)
        /// A pair that AFNetworking does not send, with its key.
        case pair(Int, key: String)
        /// The order of the pairs, from the first leaf that another precedes.
        case order(Int, Int)
    }

    let place: Place
    /// The reasons, the most important first; never empty.
    package let reasons: [Reason]
}

/// A sender's result in numbers: its bytes, the values that arrive, and the differences from the reference.
public struct SenderSummary: Sendable, Equatable {
    /// The length of the query or the body in bytes; `nil` if the sender refused the payload.
    public var bytes: Int?
    /// The number of values that arrive unchanged, except for their types.
    public var kept = 0
    /// The number of values in whose place something else arrives.
    public var changed = 0
    /// The number of values that do not arrive.
    public var lost = 0
    /// The number of values that differ from the reference's on arrival; `nil` if one of the two refused the payload.
    public var differing: Int?
    /// The effect of switching from AFNetworking to the sender.
    public var effect = Effect.unknown

    /// The effect of switching from AFNetworking to a sender.
    public enum Effect: String, Sendable {
        /// No effect, because the sender is the reference.
        case reference
        /// The same query, byte for byte.
        case sameBytes = "same-bytes"
        /// The same values under the same keys, but different bytes.
        case sameValues = "same-values"
        /// Values that differ from the reference's on arrival.
        case differs
        /// The payload is refused by the sender or the reference.
        case refused
        /// There is nothing to compare with, or the leaves of the pairs are not known.
        case unknown
    }
}
