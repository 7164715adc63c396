/// A part of the payload that a server cannot get back from the request, and that AFNetworking's loses as well.
package enum Loss: String, Sendable, Finding {
    /// An empty collection.
    case emptyCollection = "empty-collection"
    /// The assignment of pairs to the elements of an array.
    case elementBoundaries = "element-boundaries"
    /// Digits of a number: its text reads back as another.
    case precision
    /// The difference between a set and an array.
    case set

    /// The meaning, in a sentence.
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
