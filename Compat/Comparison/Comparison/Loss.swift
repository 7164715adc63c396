/// A part of the payload that a server cannot recover from the request, nor from AFNetworking's.
package enum Loss: String, Sendable, Finding {
    /// An empty collection.
    case emptyCollection = "empty-collection"
    /// The boundaries between the elements of an array.
    case elementBoundaries = "element-boundaries"
    /// Digits of a number, whose text reads back as another number.
    case precision
    /// The difference between a set and an array.
    case set

    /// An explanation in one sentence.
    package var explanation: String {
        switch self {
        case .emptyCollection: "An empty collection leaves no trace."
        case .elementBoundaries: "The query does not say which pairs belong to one element of the array."
        case .precision: "The number, or the date, reads back as another."
        case .set: "A set arrives as an array."
        }
    }

    var remedies: [Remedy] {
        switch self {
        case .emptyCollection: [.option("style-empty", "literal")]
        case .elementBoundaries: [.option("array", "index"), .option("style-array", "indices")]
        case .precision: [.advice("pass it as a text")]
        case .set: []
        }
    }
}
