/// Why a pair is not what AFNetworking sends.
public enum Reason: String, Sendable, Codable, CaseIterable {
    /// `true` or `false` in place of `1` or `0`.
    case booleanAsWord = "boolean-as-word"
    /// A word for null in place of a bare key.
    case nullAsWord = "null-as-word"
    /// `key=` in place of a bare key.
    case nullAsEmptyText = "null-as-empty-text"
    /// Nothing for a null in place of a bare key.
    case nullDropped = "null-dropped"
    /// An array's key without `[]`.
    case bracketsMissing = "brackets-missing"
    /// Another key for other reasons.
    case keySpelling = "key-spelling"
    /// `+` for a space in place of `%20`.
    case spaceAsPlus = "space-as-plus"
    /// A plus sign as itself in place of `%2B`.
    case plusNotEscaped = "plus-not-escaped"
    /// Other characters as themselves where AFNetworking escapes them, or the other way round.
    case escaping
    /// The pairs in another order.
    case pairOrder = "pair-order"
    /// Nothing for what is nested in a dictionary.
    case nestedLost = "nested-lost"
    /// Other digits for the same number.
    case numberText = "number-text"
    /// A decimal number as a dictionary of its parts.
    case decimalTakenApart = "decimal-taken-apart"
    /// Another form of date.
    case dateFormat = "date-format"
    /// Bytes as base 64.
    case dataAsBase64 = "data-as-base64"
    /// Something said about the bytes in place of them.
    case dataDescribed = "data-described"
    /// One of two keys that are canonically equivalent, and so the same to a Swift dictionary.
    case equivalentKeyMerged = "equivalent-key-merged"
    /// Something for an empty collection in place of nothing.
    case emptyCollectionKept = "empty-collection-kept"
    /// A text that is not the payload's.
    case textChanged = "text-changed"
    /// Nothing, for none of the reasons above.
    case pairLost = "pair-lost"
    /// A pair AFNetworking does not send, for none of the reasons above.
    case pairAdded = "pair-added"

    /// What it means, in a sentence.
    public var explanation: String {
        switch self {
        case .booleanAsWord: "A Boolean is true or false; AFNetworking writes 1 or 0."
        case .nullAsWord: "A null is a word; AFNetworking writes the bare key, without '='."
        case .nullAsEmptyText: "A null is an empty text, 'key='; AFNetworking writes the bare key, without '='."
        case .nullDropped: "A null leaves nothing behind; AFNetworking writes the bare key, without '='."
        case .bracketsMissing: "An array repeats its bare key; AFNetworking appends [] to it."
        case .keySpelling: "The key is spelled differently."
        case .spaceAsPlus: "A space is written +; AFNetworking writes %20."
        case .plusNotEscaped: "A plus sign stays +, which form decoders read as a space; AFNetworking writes %2B."
        case .escaping: "Other characters are percent-encoded than AFNetworking's."
        case .pairOrder: "The pairs come in another order; AFNetworking sorts keys at every level."
        case .nestedLost: "What is nested in a dictionary is not sent at all."
        case .numberText: "The number has other digits; AFNetworking prints doubles to 16 significant digits."
        case .decimalTakenApart: "A decimal number is written as a dictionary of its mantissa, exponent and flags."
        case .dateFormat: "The date has another form; AFNetworking writes yyyy-MM-dd HH:mm:ss +0000."
        case .dataAsBase64: "Bytes are written in base 64; an AFNetworking query has no stable text for them."
        case .dataDescribed: "The number of bytes is written in place of the bytes."
        case .equivalentKeyMerged: "Two canonically equivalent keys are one to a Swift dictionary; one value is lost."
        case .emptyCollectionKept: "An empty collection is kept; AFNetworking writes nothing for it."
        case .textChanged: "The text is not the one AFNetworking writes."
        case .pairLost: "The pair is not sent."
        case .pairAdded: "AFNetworking sends no such pair."
        }
    }
}
