import URLSerialization

/// The outcome of sending one leaf of a payload.
package struct Outcome: Sendable, Equatable {
    /// The state of a value on arrival.
    package enum State: String, Sendable, Codable {
        /// The value can be got back, apart from its type.
        case kept
        /// A value arrives, but not the one that was sent, or not in its place.
        case changed
        /// Nothing arrives.
        case lost
    }

    /// The form of a value that arrives.
    package enum Form: String, Sendable, Codable {
        /// A text, or a value whose text says all.
        case text
        /// A key without `=`, or the null of a body.
        case null
        /// An empty array or dictionary.
        case emptyCollection
        /// A part of a text that describes a whole collection.
        case described
        /// Several values that carry one together.
        case parts
        /// Nothing.
        case nothing
    }

    /// The state.
    package var state = State.lost
    /// The form of the value that arrives.
    package var form = Form.nothing
    /// The key under which it arrives, `nil` where it is the reference's key or nothing arrives.
    package var key: String?
    /// The text that arrives, decoded; `nil` for a bare key and where nothing arrives.
    package var text: String?
    /// The position among the array's elements, counted from 1, where it is not the element's own.
    package var position: Int?
    /// Whether the reference's value arrives, under the same key and in the same place.
    package var isSame = false
    /// The reasons for a difference from the reference's pair, the weightiest first.
    package var reasons: [Reason] = []
}

/// A pair that a sender does not write as AFNetworking does.
package struct PairDifference: Sendable, Equatable {
    /// The place of the value in the payload, `items[0][sku]`, or `(order)` where the order of pairs differs.
    package let key: String
    /// The pair in AFNetworking's query; `nil` where there is none. For the order, the place in the payload of the
    /// first pair that stands elsewhere in the sender's.
    package let reference: Substring?
    /// The pair as the sender writes it; `nil` where it writes none. For the order, the place in the payload of the
    /// pair that stands there.
    package let sent: Substring?
    /// The reasons, the weightiest first; never empty.
    package let reasons: [Reason]
}

/// A sender's result in numbers.
public struct Verdict: Sendable, Equatable {
    /// The bytes of the query or the body; `nil` where the sender refused the payload.
    public var bytes: Int?
    /// The values that arrive as they are in the payload, apart from their types.
    public var kept = 0
    /// The values in whose place something else arrives.
    public var changed = 0
    /// The values that do not arrive.
    public var lost = 0
    /// The values that differ from the reference's on arrival; `nil` where one of the two refused the payload.
    public var differing: Int?
    /// The effect of a switch from AFNetworking.
    public var effect = Effect.unknown

    /// The effect of a switch from AFNetworking to a sender.
    public enum Effect: String, Sendable {
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
        /// There is nothing to compare with, or the leaves of the pairs are not known.
        case unknown
    }
}
