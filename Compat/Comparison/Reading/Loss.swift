/// A part of the payload that a server cannot get back from the request.
package struct Loss: Sendable, Codable, Equatable {
    /// The kind of a loss.
    package enum Kind: String, Sendable, Codable {
        /// An empty collection.
        case emptyCollection = "empty-collection"
        /// Everything nested below a key.
        case nested
        /// The assignment of pairs to the elements of an array.
        case elementBoundaries = "element-boundaries"
        /// The content of a collection, but for its description.
        case described
        /// The order of an array's elements.
        case elementOrder = "element-order"
        /// A key that is an integer.
        case key
        /// Digits of a number: its text reads back as another.
        case precision
        /// The types of values: numbers, Booleans, dates.
        case types
        /// The difference between a set and an array.
        case set
        /// A null.
        case null
        /// Bytes.
        case bytes
        /// A value under a key.
        case value
        /// A text that arrives as another.
        case text
    }

    /// The place in the payload; `nil` for a loss that concerns all of it.
    package let key: String?
    /// The kind of a loss.
    package let kind: Kind
    /// The loss, in a sentence.
    package let text: String
}
